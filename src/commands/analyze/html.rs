//! Writes analysed games as one self-contained page: graph, diagrams of the turning points, all moves,
//! and the losses of each side. It has no script and can be printed.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write as _};

use anyhow::Context;

use ringstack::picture::svg::{Marks, render};
use ringstack::play::review::{BestMove, MoveReview};
use ringstack::rules::{Side, printable};

use super::graph;
use super::text::{name, percent, title};
use super::workers::AnalyzedGame;
use crate::commands::markup::escape;
use crate::commands::output::OutputFile;

const NO_FILE: &str = "cannot use a temporary file";

/// The number of turning points with a diagram per game.
const PICTURES: usize = 6;

const STYLE: &str = "
body { font: 16px/1.45 system-ui, sans-serif; color: #221c14; background: #fff; margin: 1.5rem auto; max-width: 62rem; padding: 0 1rem; }
h1, h2, h3 { line-height: 1.2; font-weight: 600; break-after: avoid; overflow-wrap: anywhere; }
section { border-top: 1px solid #bbb; padding-top: .5rem; margin-top: 2rem; }
table { border-collapse: collapse; font-size: 14px; margin: .75rem 0; }
th, td { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid #ddd; vertical-align: top; white-space: nowrap; }
th { font-weight: 600; border-bottom-color: #888; }
td.word, th.word { text-align: left; }
td.long { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 5rem; }
tr.marked td { background: #fbeceb; }
.mark { color: #8c1d18; font-weight: 700; }
.graph { width: 100%; height: auto; }
.boards { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; }
figure { margin: 0; border: 1px solid #ddd; border-radius: 4px; padding: .5rem; break-inside: avoid; }
figure svg { width: 100%; height: auto; max-height: 20rem; }
figcaption { font-size: 14px; }
@media print {
@page { margin: 14mm; }
body { margin: 0; max-width: none; padding: 0; font-size: 10pt; }
section { break-before: page; }
section:first-of-type { break-before: auto; }
.boards { grid-template-columns: repeat(3, 1fr); gap: 3mm; }
figure { padding: 2mm; }
figure svg { max-height: 7cm; }
figcaption { font-size: 9pt; }
table { font-size: 8.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
tr.marked td { background: none; }
}
";

/// The page with the games added so far. They wait in a temporary file, because the list of all games
/// stands before them.
#[derive(Debug)]
pub struct Page {
    file: BufWriter<File>,
    /// The game that is added.
    game: String,
    has_drawings: bool,
    titles: Vec<String>,
}

impl Page {
    /// A page without games.
    pub fn new() -> anyhow::Result<Page> {
        let file = tempfile::tempfile().context(NO_FILE)?;
        Ok(Page {
            file: BufWriter::new(file),
            game: String::new(),
            has_drawings: false,
            titles: Vec::new(),
        })
    }

    /// Adds a game.
    pub fn add(&mut self, finished: &AnalyzedGame) -> anyhow::Result<()> {
        let title = title(&finished.record);
        let number = self.titles.len() + 1;
        // Writing into a string cannot fail.
        let _ = writeln!(
            self.game,
            "<section id=\"game-{number}\"><h2>{number}. {}</h2>",
            escape(&title)
        );
        self.titles.push(title);
        self.details(finished);
        self.summary(finished);
        let first = escape(&name(&finished.record, Side::One));
        // Writing into a string cannot fail.
        let _ = writeln!(
            self.game,
            "<h3>Win probability of {first} after each move</h3>\n{}",
            graph::svg(&finished.review)
        );
        self.turning_points(finished)?;
        self.moves(finished);
        self.game.push_str("</section>\n");
        let game = std::mem::take(&mut self.game);
        self.file.write_all(game.as_bytes()).context(NO_FILE)
    }

    /// Writes the complete page.
    pub fn write(self, output: &mut OutputFile) -> anyhow::Result<()> {
        output.write(self.head())?;
        let file = self.file.into_inner().map_err(io::Error::from);
        let mut file = file.context(NO_FILE)?;
        file.rewind().context(NO_FILE)?;
        io::copy(&mut file, &mut output.stream()).context("cannot write the page")?;
        output.write("</body></html>\n")
    }

    /// The text before the games.
    fn head(&self) -> String {
        let heading = match &self.titles[..] {
            [title] => title.clone(),
            titles => format!("{} games", titles.len()),
        };
        let heading = escape(&heading);
        let mut text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\">\
             <title>Review: {heading}</title>\n<style>{STYLE}</style></head>\n<body>\n<h1>Review</h1>\n"
        );
        if self.titles.len() > 1 {
            text.push_str("<ol>");
            for (number, title) in (1..).zip(&self.titles) {
                // Writing into a string cannot fail.
                let _ = write!(
                    text,
                    "<li><a href=\"#game-{number}\">{}</a></li>",
                    escape(title)
                );
            }
            text.push_str("</ol>\n");
        }
        text.push_str(
            "<p>Win probabilities are the engine's: the share of games that a player wins from a position. \
             A move is marked <b class=\"mark\">?!</b> if it costs at least 5 points of winning probability, \
             <b class=\"mark\">?</b> from 10 points on and <b class=\"mark\">??</b> from 20 points on.</p>\n",
        );
        text
    }

    fn details(&mut self, finished: &AnalyzedGame) {
        let shown = ["Event", "Site", "Date", "Round", "TimeControl"];
        let tags = finished.record.tags.iter();
        let tags = tags.filter(|(name, _)| shown.contains(&name.as_str()));
        let words: Vec<String> = tags
            .map(|(name, value)| format!("{name}: {}", escape(&printable(value))))
            .collect();
        if !words.is_empty() {
            // Writing into a string cannot fail.
            let _ = writeln!(self.game, "<p>{}</p>", words.join(" · "));
        }
    }

    fn summary(&mut self, finished: &AnalyzedGame) {
        self.game.push_str(
            "<table><tr><th class=\"word\">player</th><th>moves</th><th>average loss</th>\
             <th>?!</th><th>?</th><th>??</th></tr>",
        );
        for side in Side::ALL {
            let tally = finished.review.losses(side, None);
            let average = tally.average().map_or_else(|| "–".to_owned(), percent);
            let name = escape(&name(&finished.record, side));
            // Writing into a string cannot fail.
            let _ = write!(
                self.game,
                "<tr><td class=\"long\">{name}</td><td>{}</td><td>{average}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                tally.moves, tally.dubious, tally.mistakes, tally.blunders
            );
        }
        self.game.push_str("</table>\n");
    }

    /// Diagrams of the positions with the largest losses, in the order of the game.
    fn turning_points(&mut self, finished: &AnalyzedGame) -> anyhow::Result<()> {
        let mut worst: Vec<&MoveReview> = finished.review.moves.iter().collect();
        worst.retain(|turn| turn.mark().is_some());
        worst.sort_by(|one, other| other.loss.total_cmp(&one.loss));
        worst.truncate(PICTURES);
        if worst.is_empty() {
            self.game.push_str("<p>No inaccuracies.</p>\n");
            return Ok(());
        }
        self.game
            .push_str("<h3>Turning points</h3>\n<div class=\"boards\">\n");
        let mut state = finished.state()?;
        for turn in &finished.review.moves {
            if worst.iter().any(|marked| marked.ply == turn.ply) {
                let better = turn.better.as_ref();
                let marks = Marks {
                    played: state.trace_move(&turn.token),
                    best: better.and_then(|better| state.trace_move(&better.token)),
                    ..Marks::default()
                };
                let drawing = self.drawing(&render(&state.scene(), &marks));
                let who = escape(&name(&finished.record, turn.side()));
                // Writing into a string cannot fail.
                let _ = writeln!(
                    self.game,
                    "<figure>{}<figcaption>{}. {who} played <b>{}</b> (yellow) and lost {}. {}</figcaption></figure>",
                    drawing,
                    turn.ply,
                    token(turn),
                    percent(turn.loss),
                    better.map_or_else(String::new, |better| {
                        format!("Better is <b>{}</b> (green).", escape(&better.token))
                    }),
                );
            }
            state.play(std::slice::from_ref(&turn.token))?;
        }
        self.game.push_str("</div>\n");
        Ok(())
    }

    /// A drawing without the common definitions: the first drawing defines them for the page, where each
    /// id must be unique.
    fn drawing(&mut self, svg: &str) -> String {
        let is_first = !std::mem::replace(&mut self.has_drawings, true);
        let definitions = svg.split_once("<defs>");
        let parts =
            definitions.and_then(|(head, rest)| Some((head, rest.split_once("</defs>")?.1)));
        match parts {
            Some((head, rest)) if !is_first => format!("{head}{rest}"),
            _ => svg.to_owned(),
        }
    }

    fn moves(&mut self, finished: &AnalyzedGame) {
        self.game.push_str(
            "<h3>Turns</h3>\n<table><thead><tr><th></th><th class=\"word\">player</th><th class=\"word\">turn</th>\
             <th>value</th><th>wins</th><th>loses</th><th class=\"word\">better</th></tr></thead>\n",
        );
        for turn in &finished.review.moves {
            let class = if turn.mark().is_some() {
                " class=\"marked\""
            } else {
                ""
            };
            let lost = if turn.loss > 0.0 {
                percent(turn.loss)
            } else {
                String::new()
            };
            let better = turn.better.as_ref().filter(|_| turn.loss > 0.0);
            // Writing into a string cannot fail.
            let _ = writeln!(
                self.game,
                "<tr{class}><td>{}</td><td class=\"word\">{}</td><td class=\"long\">{}</td><td>{}</td><td>{}</td><td>{lost}</td><td class=\"long\">{}</td></tr>",
                turn.ply,
                turn.side(),
                token(turn),
                turn.value,
                percent(turn.win),
                better.map_or_else(String::new, best),
            );
        }
        self.game.push_str("</table>\n");
    }
}

fn token(turn: &MoveReview) -> String {
    let mark = turn
        .mark()
        .map(|mark| format!("<span class=\"mark\">{mark}</span>"));
    escape(&turn.token) + &mark.unwrap_or_default()
}

/// The better move with the beginning of its line.
fn best(best: &BestMove) -> String {
    const SHOWN: usize = 6;
    let line: Vec<String> = best.line.iter().take(SHOWN).map(|t| escape(t)).collect();
    format!("{} ({}, {})", line.join(" "), best.value, percent(best.win))
}
