//! A reference implementation of the challenge from its rules: the reference implementations of GIPF and
//! ZÈRTZ, combined as the appendix of the rules document describes.

use super::{gipf, zertz};

const GIPF: &str = "gipf-zertz";
const ZERTZ: &str = "zertz";
const ZERTZ_START: &str = "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1";

/// A position with its history.
#[derive(Clone, Debug)]
struct Game {
    /// The four fields of GIPF.
    gipf: String,
    challenges: [u32; 2],
    /// The announced move.
    announced: Option<String>,
    /// The positions of the inner game since its start; the last one is the current one.
    inner: Vec<String>,
}

impl Game {
    fn read(fen: &str) -> Game {
        let fields: Vec<&str> = fen.split(' ').collect();
        let (white, black) = fields[4].split_once(',').expect("two numbers");
        let stage = fields[5];
        Game {
            gipf: fields[..4].join(" "),
            challenges: [white, black].map(|n| n.parse().expect("a number")),
            announced: (stage != "-").then(|| stage[1..].to_owned()),
            inner: match stage.starts_with('!') {
                true => vec![fields[6..].join(" ")],
                false => Vec::new(),
            },
        }
    }

    fn write(&self) -> String {
        let [white, black] = self.challenges;
        let stage = match (&self.announced, self.inner.last()) {
            (None, _) => "-".to_owned(),
            (Some(token), None) => format!("?{token}"),
            (Some(token), Some(inner)) => format!("!{token} {inner}"),
        };
        format!("{} {white},{black} {stage}", self.gipf)
    }

    /// 0 for White, 1 for Black.
    fn jumper(&self) -> usize {
        usize::from(self.gipf.ends_with('b'))
    }

    /// The player to act, as for [`Self::jumper`].
    fn actor(&self) -> usize {
        match (&self.announced, self.inner.last()) {
            (None, _) => self.jumper(),
            (Some(_), None) => 1 - self.jumper(),
            (Some(_), Some(inner)) if inner.ends_with('1') => self.jumper(),
            _ => 1 - self.jumper(),
        }
    }

    fn result(&self) -> &'static str {
        match self.announced {
            None => gipf::result(GIPF, &self.gipf),
            Some(_) => "none",
        }
    }

    /// The same game, continued with this GIPF position.
    fn continued_with(&self, gipf: String) -> Game {
        Game {
            gipf,
            challenges: self.challenges,
            announced: None,
            inner: Vec::new(),
        }
    }

    fn carried_out(&self, token: &str) -> Game {
        let mut turns = gipf::moves(GIPF, &self.gipf).into_iter();
        let turn = turns.find(|turn| turn.token == token);
        self.continued_with(turn.expect("a legal turn").fen)
    }

    fn moves(&self) -> Vec<(String, Game)> {
        match (&self.announced, self.inner.last()) {
            (None, _) => self.moves_of_gipf(),
            (Some(token), None) => {
                let mut challenged = self.clone();
                challenged.challenges[1 - self.jumper()] -= 1;
                challenged.inner = vec![ZERTZ_START.to_owned()];
                vec![
                    ("accept".to_owned(), self.carried_out(token)),
                    ("challenge".to_owned(), challenged),
                ]
            }
            (Some(token), Some(inner)) => {
                let won = self.carried_out(token);
                let lost = self.continued_with(gipf::without_the_jump(GIPF, &self.gipf, token));
                let turns = zertz::moves(ZERTZ, inner).into_iter();
                let after = |fen: String| {
                    let mut game = self.clone();
                    game.inner.push(fen.clone());
                    let times = game.inner.iter().filter(|&other| *other == fen).count();
                    match zertz::result(ZERTZ, &fen) {
                        "p2win" => lost.clone(),
                        "p1win" | "draw" => won.clone(),
                        _ if times == 3 => won.clone(),
                        _ => game,
                    }
                };
                turns.map(|(token, fen)| (token, after(fen))).collect()
            }
        }
    }

    fn moves_of_gipf(&self) -> Vec<(String, Game)> {
        let may_challenge = self.challenges[1 - self.jumper()] > 0;
        let turns = gipf::moves(GIPF, &self.gipf).into_iter();
        turns
            .map(|turn| {
                let mut after = self.continued_with(turn.fen);
                if turn.token.contains('^') && may_challenge {
                    after = self.clone();
                    after.announced = Some(turn.token.clone());
                }
                (turn.token, after)
            })
            .collect()
    }
}

mod tests {
    use std::collections::BTreeMap;

    use ringstack_engine::board::keys::{SplitMix, mix};
    use ringstack_engine::games::challenge::{Move, Position, Variant};
    use ringstack_engine::picture::Touch;
    use ringstack_engine::rules::{Fen, Notation, RuleSet, Rules};

    use super::Game;

    /// Same tokens, same FENs after them, same actor and result.
    fn compare(position: &Position, game: &Game) -> BTreeMap<String, Game> {
        let fen = position.fen();
        assert_eq!(game.write(), fen);
        assert_eq!(position.turn().index(), game.actor(), "{fen}");
        let result = ringstack_engine::rules::result_word(position.outcome());
        assert_eq!(result, game.result(), "{fen}");
        let slow: BTreeMap<String, Game> = match game.result() {
            "none" => game.moves().into_iter().collect(),
            _ => BTreeMap::new(),
        };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        assert_eq!(moves.len(), slow.len(), "{fen}");
        for m in moves {
            let token = position.token(m);
            let after = slow.get(&token).unwrap_or_else(|| panic!("{fen}: {token}"));
            let mut child = position.clone();
            child.play(m);
            assert_eq!(child.fen(), after.write(), "{fen}: {token}");
        }
        slow
    }

    /// Random games that soon reach challenges. If a position has very many moves, it is compared only
    /// sometimes.
    #[test]
    fn random_games_agree_with_the_reference() {
        const STARTS: [&str; 4] = [
            "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 3,3 -",
            "B3/1b^1w^1/2w3/3w3/3b^2/w^b3/W3 6Z1 6Z1 b 9,9 -",
            "4/1w^3/2b3/1ww1ww1/1b^wb2/5/W1B1 5 5 w 2,2 -",
            "W3/5/6/BBBBw^2/w^b2b1/5/4 5 5 w 4,4 -",
        ];
        // Challenges seen, challenges won by the challenger, jumps carried out after a game.
        let mut seen = [0; 3];
        for seed in 0..40_u64 {
            let mut source = SplitMix(mix(seed));
            let start = STARTS[seed as usize % STARTS.len()];
            let mut position = Position::from_fen(Variant::ALL[0], start).expect("a valid FEN");
            let mut game = Game::read(start);
            for ply in 0..80 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    compare(&position, &game);
                    break;
                }
                let jump = |m: &Move| matches!(m, Move::Gipf(m) if m.is_jump());
                let jumps: Vec<Move> = moves.iter().copied().filter(jump).collect();
                let m = match jumps.len() {
                    n if n > 0 && source.below(2) == 0 => jumps[source.below(n)],
                    _ => moves[source.below(moves.len())],
                };
                let token = position.token(m);
                let before = position.clone();
                position.play(m);
                let after = Game::read(&position.fen());
                let was_inner = matches!(m, Move::Zertz(_));
                // A sample of the positions of a ZÈRTZ game is enough, but its end is always compared.
                let looked_at = moves.len() < 100 || (ply + seed) % 40 == 0;
                if looked_at || !was_inner || after.inner.is_empty() {
                    let next = compare(&before, &game).remove(&token);
                    game = next.unwrap_or_else(|| panic!("{}: {token}", before.fen()));
                } else {
                    game.inner.extend(after.inner);
                }
                seen[0] += u64::from(m == Move::Challenge);
                if was_inner && game.announced.is_none() {
                    let carried_out = position.fen().contains('~');
                    seen[if carried_out { 2 } else { 1 }] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&n| n > 3), "{seen:?}");
    }

    /// The history of the inner game begins with the FEN, and the third occurrence ends it.
    #[test]
    fn repetitions_in_the_inner_game_agree_with_the_reference() {
        let fen = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,0 !c3^f5 \
            ----/---wg/---w1-/---bgb-/---1--/--1b-/---- 0,0,0 3,3,2 1,3,5 2";
        let mut position = Position::from_fen(Variant::ALL[0], fen).expect("a valid FEN");
        let mut game = Game::read(fen);
        let mut line = Vec::new();
        for token in "gf3 wc5 c5xe4 f3xd5 gf3 bc5 c5xe4 f3xd5".split(' ') {
            let mut turns = compare(&position, &game);
            line.push(token);
            game = turns.remove(token).unwrap_or_else(|| panic!("{line:?}"));
            let m = position.parse_move(token).expect("a legal turn");
            position.play(m);
        }
        compare(&position, &game);
        assert_eq!(position.fen(), "W3/1w3/2b3/3b3/3w~2/5/B3 10 12 b 1,0 -");
    }
}
