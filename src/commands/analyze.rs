//! `ringstack analyze`: goes through games and says, move by move, what each was worth.

use std::fs;
use std::io::{StdoutLock, Write, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};

use ringstack::arena::record;
use ringstack::games;
use ringstack::picture::Traced;
use ringstack::picture::svg::{Marks, render};
use ringstack::play::{Means, Seat, Thought};
use ringstack::rules::result_word;
use ringstack::search::{Limits, Memory, Score, Settings};

/// What to analyze.
#[derive(Debug, clap::Args)]
pub struct AnalyzeArgs {
    /// A record of a match, or a file with a game or position a line:
    /// `[GAME-ID] startpos|FEN [moves TOKEN...]`.
    pub file: PathBuf,

    /// Ends each search at this depth, in plies.
    #[arg(long)]
    pub depth: Option<i32>,

    /// Ends each search after this many nodes (100000 when no limit is given).
    #[arg(long)]
    pub nodes: Option<u64>,

    /// Ends each search after this time, in milliseconds.
    #[arg(long, value_name = "MS")]
    pub movetime: Option<u64>,

    /// Writes an SVG picture of each position into this folder.
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
}

const HASH: usize = 64;
const DEFAULT_NODES: u64 = 100_000;

/// Analyzes each game of the file. Lines that cannot be read end the run with their number.
pub fn run(game: &str, args: &AnalyzeArgs) -> anyhow::Result<()> {
    let name = args.file.display();
    let text = fs::read_to_string(&args.file).with_context(|| format!("cannot read {name}"))?;
    if let Some(folder) = &args.svg {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let unlimited = args.depth.is_none() && args.movetime.is_none();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes.or(unlimited.then_some(DEFAULT_NODES)),
        movetime: args.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    let mut analyst = Analyst {
        memory: Memory::new(HASH)?,
        settings: Settings::from(limits),
        svg: args.svg.as_deref(),
        out: stdout().lock(),
    };
    for (number, line) in lines(&text).with_context(|| name.to_string())? {
        analyst
            .game(number, &line, game)
            .with_context(|| format!("{name}, line {number}"))?;
    }
    Ok(())
}

/// The games of a file with their lines; the record of a match begins with a brace.
fn lines(text: &str) -> anyhow::Result<Vec<(usize, String)>> {
    if text.starts_with('{') {
        return Ok(record::scores(text)?);
    }
    let lines = (1..).zip(text.lines().map(str::trim));
    let games = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    Ok(games
        .map(|(number, line)| (number, line.to_owned()))
        .collect())
}

struct Analyst<'a> {
    memory: Memory,
    settings: Settings,
    svg: Option<&'a Path>,
    out: StdoutLock<'a>,
}

impl Analyst<'_> {
    fn game(&mut self, number: usize, line: &str, default: &str) -> anyhow::Result<()> {
        let (mut seat, moves) = set_up(line, default)?;
        writeln!(self.out, "{number}: {} {}", seat.id(), seat.fen())?;
        if moves.is_empty() && seat.outcome().is_none() {
            let thought = self.think(seat.as_ref(), &[])?;
            writeln!(self.out, "{}", best_line(&thought))?;
            self.draw(seat.as_ref(), number, None, Some(&thought))?;
        }
        let mut last = None;
        for token in &moves {
            let step = self.step(seat.as_ref(), token)?;
            self.draw(seat.as_ref(), number, last, Some(&step))?;
            last = seat.traced(token);
            seat.play(std::slice::from_ref(token))?;
        }
        if !moves.is_empty() {
            self.draw(seat.as_ref(), number, last, None)?;
        }
        writeln!(self.out, "result {}", result_word(seat.outcome()))?;
        Ok(())
    }

    /// Says what `token` is worth beside the best move.
    fn step(&mut self, seat: &dyn Seat, token: &String) -> anyhow::Result<Thought> {
        if !seat.is_legal(token) {
            bail!("ply {}: '{token}' is no legal move", seat.plies() + 1);
        }
        let best = self.think(seat, &[])?;
        let played = self.think(seat, std::slice::from_ref(token))?;
        let ply = seat.plies() + 1;
        let side = seat.turn();
        let verdict = if played.best == best.best {
            "best".to_owned()
        } else {
            format!("{}, {}", played.score, loss(best.score, played.score))
        };
        writeln!(
            self.out,
            "{ply:>4} {side} {token}  {verdict}; {}",
            best_line(&best)
        )?;
        Ok(best)
    }

    fn think(&self, seat: &dyn Seat, only: &[String]) -> anyhow::Result<Thought> {
        Ok(seat.think(&self.settings, only, Means::quiet(&self.memory))?)
    }

    fn draw(
        &self,
        seat: &dyn Seat,
        game: usize,
        last: Option<Traced>,
        best: Option<&Thought>,
    ) -> anyhow::Result<()> {
        let Some(folder) = self.svg else {
            return Ok(());
        };
        let (title, ply) = (seat.about().title, seat.plies());
        let caption = match best {
            Some(thought) => format!("{title}, ply {ply}, {}", thought.score),
            None => format!("{title}, ply {ply}"),
        };
        let marks = Marks {
            last,
            best: best
                .and_then(|thought| thought.best.as_ref())
                .and_then(|best| seat.traced(best)),
            caption,
        };
        let file = folder.join(format!("{game:04}-{:03}.svg", seat.plies()));
        fs::write(&file, render(&seat.scene(), &marks))
            .with_context(|| format!("cannot write {}", file.display()))
    }
}

/// Reads `[GAME-ID] startpos|FEN [moves TOKEN...]`.
fn set_up(line: &str, default: &str) -> anyhow::Result<(Box<dyn Seat>, Vec<String>)> {
    let mut words = line.split_ascii_whitespace().peekable();
    let id = words
        .next_if(|word| games::ids().contains(word))
        .unwrap_or(default);
    let words: Vec<&str> = words.collect();
    let (fen, moves) = match words.iter().position(|&word| word == "moves") {
        Some(at) => (&words[..at], &words[at + 1..]),
        None => (&words[..], &[][..]),
    };
    let fen = (fen != ["startpos"] && !fen.is_empty()).then(|| fen.join(" "));
    let moves = moves.iter().map(|&token| token.to_owned()).collect();
    Ok((super::open(id, fen)?, moves))
}

/// How much worse the played move is, in centipawns where both values are opinions.
fn loss(best: Score, played: Score) -> String {
    match (best.mate(), played.mate()) {
        // Two searches of the same position may differ by chance in favour of the played move.
        (None, None) => format!("loses {}", (best.0 - played.0).max(0)),
        (Some(best), Some(played)) if (best > 0) == (played > 0) => {
            format!("loses {} plies", (played - best).abs())
        }
        _ => "changes the result".to_owned(),
    }
}

fn best_line(thought: &Thought) -> String {
    let line = thought.pv.join(" ");
    let best = thought.best.as_deref().unwrap_or("none");
    format!("best {best} {} line {line}", thought.score)
}
