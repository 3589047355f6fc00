//! Builds a match from the arguments of `ringstack match`.

use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use ringstack::arena::engine::Timeouts;
use ringstack::arena::engine::spec::EngineSpec;
use ringstack::arena::game::MatchRules;
use ringstack::arena::game::adjudicate::{Adjudication, Agreement};
use ringstack::arena::record;
use ringstack::arena::record::plan::{Plan, Times};
use ringstack::arena::runner::Setup;
use ringstack::arena::schedule::TournamentFormat;
use ringstack::arena::schedule::openings::{self, MAX_MISSES, Openings, RandomOpenings};
use ringstack::arena::stats::sprt::{Model, Sprt};
use ringstack::games;
use ringstack::rules::quote;

use super::args::{MatchArgs, OpeningArgs, TestArgs};
use super::named::named;
use crate::commands::UsageError;

/// The plan of the match.
///
/// # Errors
/// A problem with the command line.
pub fn plan(game: &str, args: &MatchArgs) -> anyhow::Result<Plan> {
    let engines = engines(&args.engines)?;
    let pace = args.pace.pace();
    for engine in &engines {
        ensure!(
            engine.pace.unwrap_or(pace).is_limited(),
            "engine '{}': expected --tc, --movetime, --nodes or --depth",
            engine.name
        );
    }
    let game = match &args.foreign_game {
        Some(game) => foreign(game)?,
        None => game_meant(game, &engines)?,
    };
    let max_plies = args.ends.max_plies as usize;
    let is_random = args.openings.openings.is_none() && args.foreign_game.is_none();
    let random_openings = is_random.then(|| random_openings(&args.openings));
    if let Some(RandomOpenings { plies, .. }) = random_openings {
        ensure!(
            plies < max_plies,
            "--random-plies {plies}: expected fewer than --max-plies {max_plies}"
        );
    }
    let sprt = sprt(&args.test)?;
    ensure!(
        sprt.is_none() || engines.len() == 2,
        "--sprt needs two engines"
    );
    Ok(Plan {
        game: game.to_owned(),
        engines,
        format: if args.gauntlet {
            TournamentFormat::Gauntlet
        } else {
            TournamentFormat::RoundRobin
        },
        rounds: usize::try_from(args.rounds).context("too many rounds")?,
        pace,
        times: Some(Times {
            margin: args.pace.margin,
            longest_think: args.pace.longest_think,
            patience: args.pace.patience,
        }),
        adjudication: Adjudication {
            max_plies,
            win: agreement("--win-agreement", args.ends.win_agreement.as_deref(), 1)?,
            draw: agreement("--draw-agreement", args.ends.draw_agreement.as_deref(), 0)?,
        },
        check_result: !args.ends.no_result_check,
        random_openings,
        sprt,
    })
}

/// The rules for the games of a plan.
pub fn setup(plan: &Plan, args: &MatchArgs) -> Setup {
    let patience = Duration::from_secs(args.pace.patience);
    Setup {
        rules: MatchRules {
            game: plan.game.clone(),
            margin: Duration::from_millis(args.pace.margin),
            longest_think: Duration::from_secs(args.pace.longest_think),
            adjudication: plan.adjudication,
            check_result: plan.check_result,
        },
        engines: plan.engines.clone(),
        pace: plan.pace,
        timeouts: Timeouts {
            start: patience,
            answer: patience,
            ..Timeouts::default()
        },
        concurrency: args.concurrency.into(),
        start_failures: args.start_failures,
    }
}

/// The name of an unknown game; it is sent to the engines in one line.
fn foreign(game: &str) -> anyhow::Result<&str> {
    let is_ours = |id: &&str| id.eq_ignore_ascii_case(game);
    if let Some(id) = games::ids().into_iter().find(is_ours) {
        bail!("--foreign-game {game}: ringstack knows it: expected --game {id}");
    }
    ensure!(
        !game.is_empty() && game.trim() == game && !game.contains(char::is_control),
        "--foreign-game '{}': expected the name of a game, in one line",
        quote(game)
    );
    Ok(game)
}

/// The id of the game; options of the engines may choose its rule set.
fn game_meant<'a>(game: &'a str, engines: &[EngineSpec]) -> anyhow::Result<&'a str> {
    let choices = games::choices();
    let Some(choice) = choices.iter().find(|choice| choice.covers(game)) else {
        return Ok(game);
    };
    let mut meant = None;
    for engine in engines {
        let options = engine.options.iter();
        let mut named = options.filter_map(|(name, value)| choice.id(name, value));
        let its = named.next_back().unwrap_or(game);
        let game = *meant.get_or_insert(its);
        ensure!(
            its == game,
            "engine '{}': it would play {its}, another one {game}: expected the same \
             option.{} for all",
            engine.name,
            choice.option
        );
    }
    let meant = meant.unwrap_or(game);
    ensure!(
        meant == game || choice.usual() == Some(game),
        "--game {game}: the engines' {} says {meant}",
        choice.option
    );
    Ok(meant)
}

fn random_openings(args: &OpeningArgs) -> RandomOpenings {
    RandomOpenings {
        plies: args.random_plies.into(),
        seed: args.seed,
        balance: (!args.unbalanced && args.random_plies > 0).then_some(args.balance),
    }
}

/// The openings, from a file or random. No opening reaches the maximum length of a game.
pub fn openings(plan: &Plan, file: Option<&Path>) -> anyhow::Result<Openings> {
    let (game, max_plies) = (plan.game.as_str(), plan.adjudication.max_plies);
    if let Some(file) = file {
        let read = || -> anyhow::Result<Openings> {
            let listed = openings::read(&record::read_text(file)?, game)?;
            let longest = listed.iter().map(|opening| opening.moves.len()).max();
            let longest = longest.context("expected an opening")?;
            ensure!(
                longest < max_plies,
                "an opening of {longest} plies: expected fewer than --max-plies {max_plies}"
            );
            Ok(Openings::listed(listed))
        };
        return named(read(), "openings", file);
    }
    let Some(kind) = plan.random_openings else {
        return Ok(Openings::listed(Vec::new()));
    };
    let report = |found, refused| {
        super::progress::tell(&format!(
            "random openings: {found} found, {refused} out of balance"
        ));
    };
    let openings = Openings::random(game, kind, report)?;
    let mut openings = openings.with_context(|| format!("no game is called '{game}'"))?;
    if openings.count() == 0 {
        let RandomOpenings { plies, balance, .. } = kind;
        let (what, remedy) = match balance {
            Some(balance) => (
                format!("--random-plies {plies} --balance {balance}"),
                "fewer plies, a greater balance, or --unbalanced",
            ),
            None => (format!("--random-plies {plies}"), "fewer plies"),
        };
        leave_if_interrupted();
        bail!(UsageError(format!(
            "{what}: no opening of {game} found in {MAX_MISSES} tries: expected {remedy}"
        )));
    }
    Ok(openings)
}

/// Warns if games with time limits outnumber the processors.
pub fn check_concurrency(setup: &Setup) {
    let Ok(processors) = thread::available_parallelism() else {
        return;
    };
    let mut engines = setup.engines.iter();
    let is_timed = engines.any(|engine| engine.pace.unwrap_or(setup.pace).is_timed());
    if is_timed && setup.concurrency > processors.get() {
        super::progress::tell(&format!(
            "--concurrency {}: there are {processors} processors; engines lose time on their clocks \
             while they wait for one",
            setup.concurrency
        ));
    }
}

/// Lets a signal interrupt the search for openings.
pub fn leave_if_interrupted() {
    if let Some(signal) = super::interrupt::signal() {
        super::progress::tell("interrupted while openings were looked for; no game is played");
        super::interrupt::leave(signal);
    }
}

/// A number of plies, at least one per engine, and a score of at least `least` centipawns.
fn agreement(name: &str, numbers: Option<&[u32]>, least: u32) -> anyhow::Result<Option<Agreement>> {
    let Some(&[plies, score]) = numbers else {
        return Ok(None);
    };
    ensure!(
        plies >= 2,
        "{name}: '{plies}' plies: expected 2 or more, as both engines have to agree"
    );
    ensure!(
        score >= least,
        "{name}: '{score}' centipawns: expected {least} or more"
    );
    Ok(Some(Agreement {
        plies: plies as usize,
        score: i32::try_from(score).unwrap_or(i32::MAX),
    }))
}

/// The engines, with unique names.
fn engines(specs: &[String]) -> anyhow::Result<Vec<EngineSpec>> {
    ensure!(
        specs.len() >= 2,
        "--engine '...': expected two engines or more"
    );
    let mut engines: Vec<EngineSpec> = Vec::new();
    for spec in specs {
        let mut engine = EngineSpec::parse(spec)?;
        if let Some(game) = engine.game_option() {
            let known = games::ids().iter().any(|id| id.eq_ignore_ascii_case(game));
            bail!(
                "engine '{}': option.Game={game}: the match says what is played: expected {} {game}",
                engine.name,
                if known { "--game" } else { "--foreign-game" }
            );
        }
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
    let Some(&[elo0, elo1, alpha, beta]) = args.sprt.as_deref() else {
        return Ok(None);
    };
    let model = match args.sprt_model.as_str() {
        "normalised" => Model::Normalised,
        _ => Model::Logistic,
    };
    let sprt = Sprt::new([elo0, elo1, alpha, beta], model).context("--sprt")?;
    Ok(Some(sprt))
}
