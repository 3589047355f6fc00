//! `ringstack match`: plays engines against each other.

pub mod args;
mod files;
mod merge;
mod progress;

use std::fs;
use std::io::{Write, stdout};
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use ringstack::arena::engine::spec::EngineSpec;
use ringstack::arena::engine::{Engine, Patience};
use ringstack::arena::game::Terms;
use ringstack::arena::game::adjudicate::{Adjudication, Agreement};
use ringstack::arena::record::Header;
use ringstack::arena::record::plan::Plan;
use ringstack::arena::runner::{self, Next, Setup};
use ringstack::arena::schedule::openings::{self, Openings, RandomOpenings};
use ringstack::arena::schedule::{Format, Shard, fixtures};
use ringstack::arena::stats::sprt::{Decision, Sprt};
use ringstack::arena::stats::standings::Standings;

use args::{MatchArgs, MatchTask, OpeningArgs, TestArgs};
use files::MatchFiles;
use progress::Progress;

/// Plays the match and prints its table, or does what the subcommand says.
pub fn run(game: &str, args: &MatchArgs) -> anyhow::Result<()> {
    match &args.task {
        Some(MatchTask::Merge { records }) => merge::run(records),
        None => play(game, args),
    }
}

fn play(game: &str, args: &MatchArgs) -> anyhow::Result<()> {
    end_engines_at_signals()?;
    let setup = setup(game, args)?;
    let mut openings = open(&setup.terms.game, &args.openings)?;
    let plan = plan(&setup, args, openings.kind())?;
    let shard = args.files.shard;
    let header = Header {
        schedule: plan.fingerprint(&mut openings),
        shard,
        plan,
    };
    let plan = &header.plan;
    try_engines(&setup)?;
    let (mut files, played) = MatchFiles::open(&args.files, &header)?;
    let mut standings = Standings::new(plan.names());
    played.values().for_each(|game| standings.add(game));
    let games = || fixtures(plan.format, plan.engines.len(), plan.rounds, shard);
    let mut progress = Progress::new(games().count() as u64, standings.games());
    // A part of a match cannot tell when the whole is decided.
    let test = plan.sprt.filter(|_| shard == Shard::WHOLE);
    let decided = |standings: &Standings| {
        let pairs = standings.first_pairing().pairs;
        test.is_some_and(|sprt| sprt.decision(sprt.llr(&pairs)) != Decision::Open)
    };
    if !decided(&standings) {
        let games = games().filter(|game| !played.contains_key(&game.id()));
        runner::run(&setup, games, &mut openings, |finished| {
            let result = files.keep(&finished)?;
            standings.add(&result);
            progress.show(&standings, plan.sprt.as_ref())?;
            anyhow::Ok(if decided(&standings) {
                Next::Stop
            } else {
                Next::Go
            })
        })?;
        progress.finish();
    }
    write!(stdout(), "{}", standings.table(plan.sprt.as_ref()))?;
    Ok(())
}

/// Whoever interrupts us ends our engines, too; the games that have ended are recorded.
#[cfg(unix)]
fn end_engines_at_signals() -> anyhow::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The status a shell gives to a program that a signal ended.
            ringstack::arena::engine::children::end_all_and_exit(128 + signal);
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn end_engines_at_signals() -> anyhow::Result<()> {
    Ok(())
}

fn plan(
    setup: &Setup,
    args: &MatchArgs,
    random_openings: Option<RandomOpenings>,
) -> anyhow::Result<Plan> {
    let sprt = sprt(&args.test)?;
    ensure!(
        sprt.is_none() || setup.engines.len() == 2,
        "--sprt needs two engines"
    );
    Ok(Plan {
        game: setup.terms.game.clone(),
        engines: setup.engines.clone(),
        format: if args.gauntlet {
            Format::Gauntlet
        } else {
            Format::RoundRobin
        },
        rounds: usize::try_from(args.rounds).context("too many rounds")?,
        pace: setup.pace,
        adjudication: setup.terms.adjudication,
        check_result: setup.terms.check_result,
        random_openings,
        sprt,
    })
}

/// Starts every engine once: a mistake in a command is told at once, not game by game.
fn try_engines(setup: &Setup) -> anyhow::Result<()> {
    for spec in &setup.engines {
        Engine::start(spec, &setup.terms.game, setup.patience)
            .map_err(|failure| failure.error)
            .with_context(|| format!("engine '{}'", spec.name))?;
    }
    Ok(())
}

fn setup(game: &str, args: &MatchArgs) -> anyhow::Result<Setup> {
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
    Ok(Setup {
        engines,
        pace,
        terms: Terms {
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
