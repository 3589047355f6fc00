//! Games for people and other programs: tags and moves in the manner of PGN.

use std::fmt::{self, Write};

use crate::arena::record::GameLine;

/// The longest line of a move text, in bytes, unless a single word is longer.
const WIDTH: usize = 100;

/// A game with what its match has agreed.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The fingerprint of the schedule.
    pub schedule: &'a str,
    /// The paces of player 1 and player 2.
    pub paces: [&'a str; 2],
    /// The moves and the rest.
    pub line: &'a GameLine,
}

impl fmt::Display for GameText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        let [one, two] = &line.names;
        let [pace_one, pace_two] = self.paces;
        let (start, opening) = line
            .opening
            .split_once(" moves ")
            .unwrap_or((&line.opening, ""));
        let opening: Vec<&str> = opening.split_ascii_whitespace().collect();
        let result = match line.result.as_str() {
            "p1win" => "1-0",
            "p2win" => "0-1",
            "draw" => "1/2-1/2",
            _ => "*",
        };
        let plies = (opening.len() + line.moves.len()).to_string();
        tag(f, "Event", self.schedule)?;
        tag(f, "Game", self.game)?;
        tag(f, "Round", &line.id.to_string())?;
        tag(f, "Player1", one)?;
        tag(f, "Player2", two)?;
        tag(f, "Result", result)?;
        tag(f, "Reason", &line.reason.to_string())?;
        if !line.detail.is_empty() {
            tag(f, "Detail", &line.detail)?;
        }
        tag(f, "TimeControl1", pace_one)?;
        tag(f, "TimeControl2", pace_two)?;
        if let Some(fen) = start.strip_prefix("fen ") {
            tag(f, "FEN", fen)?;
        }
        tag(f, "OpeningPlies", &opening.len().to_string())?;
        tag(f, "PlyCount", &plies)?;
        f.write_char('\n')?;
        let mut words: Vec<String> = Vec::new();
        let numbered = |ply: usize, token: &str| format!("{}. {token}", ply + 1);
        words.extend(
            opening
                .iter()
                .enumerate()
                .map(|(ply, token)| numbered(ply, token)),
        );
        for (ply, m) in line.moves.iter().enumerate() {
            words.push(numbered(opening.len() + ply, &m.token));
            let score = m.score.as_ref().map(|score| format!("{score}, "));
            let depth = m.depth.map(|depth| format!("depth {depth}, "));
            let (score, depth) = (score.unwrap_or_default(), depth.unwrap_or_default());
            words.push(format!("{{{score}{depth}{} ms}}", m.ms));
        }
        words.push(result.to_owned());
        wrap(f, &words)?;
        f.write_char('\n')
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{value}\"]")
}

fn wrap(f: &mut fmt::Formatter<'_>, words: &[String]) -> fmt::Result {
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > WIDTH {
            f.write_char('\n')?;
            column = 0;
        } else if column > 0 {
            f.write_char(' ')?;
            column += 1;
        }
        f.write_str(word)?;
        column += word.len();
    }
    f.write_char('\n')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::Reason;
    use crate::arena::record::MoveLine;

    #[test]
    fn a_game_reads_like_a_score_sheet() {
        let line = GameLine {
            id: 3,
            players: [0, 1],
            names: ["a".to_owned(), "the \"b\"".to_owned()],
            opening: "fen 5/5 w 0 moves c3 d4".to_owned(),
            result: "p2win".to_owned(),
            reason: Reason::Illegal,
            culprit: Some("p1".to_owned()),
            detail: "move 'x'".to_owned(),
            moves: vec![MoveLine {
                token: "e5".to_owned(),
                score: Some("cp -7".to_owned()),
                depth: Some(4),
                nodes: Some(9),
                ms: 12,
            }],
        };
        let text = GameText {
            game: "dvonn",
            schedule: "00ff",
            paces: ["tc=10+0.1", "nodes=5"],
            line: &line,
        };
        let expected = "[Event \"00ff\"]\n[Game \"dvonn\"]\n[Round \"3\"]\n[Player1 \"a\"]\n\
            [Player2 \"the \\\"b\\\"\"]\n[Result \"0-1\"]\n[Reason \"illegal\"]\n[Detail \"move 'x'\"]\n\
            [TimeControl1 \"tc=10+0.1\"]\n[TimeControl2 \"nodes=5\"]\n[FEN \"5/5 w 0\"]\n\
            [OpeningPlies \"2\"]\n[PlyCount \"3\"]\n\n\
            1. c3 2. d4 3. e5 {cp -7, depth 4, 12 ms} 0-1\n\n";
        assert_eq!(text.to_string(), expected);
    }
}
