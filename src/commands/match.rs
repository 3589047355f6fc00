//! `ringstack match`: plays engines against each other.

use std::fs;
use std::io::{IsTerminal, Write, stdout};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use ringstack::arena::adjudicate::{Adjudication, Agreement};
use ringstack::arena::engine::Patience;
use ringstack::arena::game::Rules;
use ringstack::arena::openings::{self, Openings, RandomOpenings};
use ringstack::arena::report::{GameResult, Standings};
use ringstack::arena::runner::{self, Next, Setting};
use ringstack::arena::schedule::{Format, Shard, fixtures};
use ringstack::arena::spec::EngineSpec;
use ringstack::arena::sprt::{Sprt, Verdict};

use super::match_args::{MatchArgs, OpeningArgs, TestArgs};

/// Plays the match and prints its table.
pub fn run(game: &str, args: &MatchArgs) -> anyhow::Result<()> {
    let setting = setting(game, args)?;
    let sprt = sprt(&args.test)?;
    let count = setting.engines.len();
    ensure!(sprt.is_none() || count == 2, "--sprt needs two engines");
    let format = if args.gauntlet {
        Format::Gauntlet
    } else {
        Format::RoundRobin
    };
    let rounds = usize::try_from(args.rounds).context("too many rounds")?;
    let mut openings = open(&setting.rules.game, &args.openings)?;
    let names = setting.engines.iter().map(|engine| engine.name.clone());
    let mut standings = Standings::new(names.collect());
    let total = 2 * rounds * format.pairings(count).len();
    let mut progress = Progress::new(total);
    let games = fixtures(format, count, rounds, Shard::WHOLE);
    runner::run(&setting, games, &mut openings, |finished| {
        let played = &finished.played;
        if played.word.is_failure() {
            log::warn!(
                "game {}: {}, {}",
                finished.fixture.id(),
                played.word,
                played.detail
            );
        }
        standings.add(&GameResult {
            fixture: finished.fixture,
            outcome: played.outcome,
            word: played.word,
            culprit: played.culprit,
        });
        progress.show(&standings, sprt.as_ref())?;
        let llr = sprt.map(|sprt| sprt.verdict(sprt.llr(&standings.first_pairing().pairs)));
        let decided = llr.is_some_and(|verdict| verdict != Verdict::Open);
        anyhow::Ok(if decided { Next::Stop } else { Next::Go })
    })?;
    progress.finish();
    write!(stdout(), "{}", standings.table(sprt.as_ref()))?;
    Ok(())
}

fn setting(game: &str, args: &MatchArgs) -> anyhow::Result<Setting> {
    let engines = engines(&args.engines)?;
    let pace = args.pace.pace();
    for engine in &engines {
        ensure!(
            engine.pace.unwrap_or(pace).is_limited(),
            "engine '{}': expected --tc, --movetime, --nodes or --depth",
            engine.name
        );
    }
    let answer = Duration::from_secs(args.pace.patience);
    let agreement = |numbers: &Option<Vec<u32>>| match numbers.as_deref() {
        Some(&[plies, score]) => Some(Agreement {
            plies: plies as usize,
            score: i32::try_from(score).unwrap_or(i32::MAX),
        }),
        _ => None,
    };
    Ok(Setting {
        engines,
        pace,
        rules: Rules {
            game: args.foreign_game.as_deref().unwrap_or(game).to_owned(),
            margin: Duration::from_millis(args.pace.margin),
            longest_think: Duration::from_secs(args.pace.longest_think),
            adjudication: Adjudication {
                max_plies: args.ends.max_plies as usize,
                win: agreement(&args.ends.win_agreement),
                draw: agreement(&args.ends.draw_agreement),
            },
            check_result: !args.ends.no_result_check,
        },
        patience: Patience {
            start: 2 * answer,
            answer,
            ..Patience::default()
        },
        concurrency: args.concurrency.into(),
    })
}

/// The engines, with names that tell them apart.
fn engines(specs: &[String]) -> anyhow::Result<Vec<EngineSpec>> {
    ensure!(
        specs.len() >= 2,
        "--engine '...': expected two engines or more"
    );
    let mut engines: Vec<EngineSpec> = Vec::new();
    for spec in specs {
        let mut engine = EngineSpec::parse(spec)?;
        let given = engine.name.clone();
        let mut number = 2;
        while engines.iter().any(|other| other.name == engine.name) {
            engine.name = format!("{given}-{number}");
            number += 1;
        }
        engines.push(engine);
    }
    Ok(engines)
}

fn sprt(args: &TestArgs) -> anyhow::Result<Option<Sprt>> {
    match args.sprt.as_deref() {
        None => Ok(None),
        Some(&[elo0, elo1, alpha, beta]) => {
            let numbers = [elo0, elo1, alpha, beta];
            Ok(Some(Sprt::new(numbers, args.sprt_model.into())?))
        }
        Some(_) => bail!("--sprt: expected four numbers"),
    }
}

fn open(game: &str, args: &OpeningArgs) -> anyhow::Result<Openings> {
    if let Some(file) = &args.openings {
        let read = || -> anyhow::Result<Openings> {
            let listed = openings::read(&fs::read_to_string(file)?, game)?;
            ensure!(!listed.is_empty(), "expected an opening");
            Ok(Openings::listed(listed))
        };
        return read().with_context(|| format!("openings '{}'", file.display()));
    }
    let kind = RandomOpenings {
        plies: args.random_plies.into(),
        seed: args.seed,
        balance: (!args.unbalanced && args.random_plies > 0).then_some(args.balance),
    };
    // Nobody can make openings of a game he does not know.
    Ok(Openings::random(game, kind).unwrap_or_else(|| Openings::listed(Vec::new())))
}

/// A bar where stdout is a terminal, now and then a line where it is not.
struct Progress {
    total: usize,
    begun: Instant,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

/// Time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl Progress {
    fn new(total: usize) -> Progress {
        let bar = stdout().is_terminal().then(|| {
            let target = ProgressDrawTarget::stdout();
            let bar = ProgressBar::with_draw_target(Some(total as u64), target);
            let style = "{bar:30} {pos}/{len} games  {msg}  left {eta}";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar
        });
        let begun = Instant::now();
        Progress {
            total,
            begun,
            bar,
            last_line: begun,
        }
    }

    fn show(&mut self, standings: &Standings, sprt: Option<&Sprt>) -> anyhow::Result<()> {
        let games = standings.games();
        if let Some(bar) = &self.bar {
            bar.set_message(standings.line(sprt));
            bar.set_position(games);
            return Ok(());
        }
        if self.last_line.elapsed() < BETWEEN_LINES && games < self.total as u64 {
            return Ok(());
        }
        self.last_line = Instant::now();
        let per_game = self.begun.elapsed().as_secs_f64() / games.max(1) as f64;
        let left = per_game * (self.total as u64).saturating_sub(games) as f64;
        let line = standings.line(sprt);
        writeln!(
            stdout(),
            "{games}/{} games  {line}  left {left:.0} s",
            self.total
        )?;
        Ok(())
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}
