//! Builds a match from the arguments of `ringstack match`.

use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use ringstack_arena::adjudicate::{Adjudication, Agreement};
use ringstack_arena::engine::affinity::Cores;
use ringstack_arena::engine::spec::{CommonSettings, EngineSpec};
use ringstack_arena::plan::{Plan, Times};
use ringstack_arena::runner::HostSettings;
use ringstack_arena::schedule::TournamentFormat;
use ringstack_arena::schedule::openings::{self, MAX_MISSES, Openings, RandomOpenings};
use ringstack_arena::stats::sprt::{Model, Sprt};
use ringstack_engine::games;
use ringstack_engine::play::random_setup;
use ringstack_engine::rules::quote;
use ringstack_engine::time_control::TimeControl;

use super::args::{MatchArgs, OpeningArgs, OpeningsOrder, TestArgs};
use super::with_file;
use crate::commands::{UsageError, input};
use ringstack_arena::numbers;

/// The plan of the match.
///
/// # Errors
/// A problem with the command line.
pub fn plan(game: &str, args: &MatchArgs) -> anyhow::Result<Plan> {
    let engines = engines(&args.engines, args.each.as_deref())?;
    let time_control = args.time.time_control();
    for engine in &engines {
        ensure!(
            engine.time_control.unwrap_or(time_control).is_limited(),
            "engine '{}': no time control: expected --tc, --movetime, --nodes or --depth{}",
            engine.name,
            misplaced_limit(engine)
        );
    }
    let game = match &args.foreign_game {
        Some(game) => foreign(game)?,
        None => common_game(game, &engines)?,
    };
    let max_plies = args.ends.max_plies as usize;
    let is_random = args.openings.openings.is_none() && args.foreign_game.is_none();
    ensure!(
        args.openings.seed.is_none()
            || is_random
            || args.openings.openings_order == OpeningsOrder::Random,
        "--seed needs --openings-order random"
    );
    let random_openings = is_random.then(|| random_openings(&args.openings));
    if args.openings.random_setup.is_some() {
        random_setup::check(game).context("--random-setup")?;
    }
    if let Some(RandomOpenings { plies, .. }) = random_openings {
        ensure!(
            plies < max_plies,
            "--random-plies {plies}: too many: must be fewer than --max-plies {max_plies}"
        );
    }
    let sprt = sprt(&args.test)?;
    ensure!(
        sprt.is_none() || engines.len() == 2,
        "--sprt: requires exactly two engines"
    );
    let controls = engines
        .iter()
        .map(|engine| engine.time_control.unwrap_or(time_control));
    let default_margin = Times::default_margin(controls);
    Ok(Plan {
        game: game.to_owned(),
        engines,
        format: if args.gauntlet {
            TournamentFormat::Gauntlet
        } else {
            TournamentFormat::RoundRobin
        },
        rounds: usize::try_from(args.rounds).context("too many rounds")?,
        time_control,
        times: Times {
            margin: args.time.margin.unwrap_or(default_margin),
            search_limit: args.time.search_timeout,
            answer_limit: args.time.timeout,
        },
        adjudication: Adjudication {
            max_plies,
            win: agreement("--win-agreement", args.ends.win_agreement.as_deref(), 2, 1)?,
            draw: agreement(
                "--draw-agreement",
                args.ends.draw_agreement.as_deref(),
                2,
                0,
            )?,
            draw_after: args.ends.draw_after as usize,
            resign: agreement("--resign", args.ends.resign.as_deref(), 1, 1)?,
        },
        check_result: !args.ends.no_result_check,
        random_openings,
        sprt,
    })
}

/// A hint if a limit stands behind the command of an engine.
fn misplaced_limit(engine: &EngineSpec) -> String {
    let is_limit = |word: &&String| TimeControl::parse(word).is_ok_and(|it| it.is_limited());
    let found = engine.arguments.iter().find(is_limit);
    found.map_or_else(String::new, |word| {
        format!("; '{word}' is an argument of the engine, because it stands behind the command")
    })
}

/// What does not belong to the plan.
///
/// # Errors
/// The engines cannot be bound to cores.
pub fn host(plan: &Plan, args: &MatchArgs) -> anyhow::Result<HostSettings> {
    let cores = args.affinity.then(|| {
        let threads = plan.engines.iter().filter_map(|engine| {
            let threads = engine.option("Threads")?;
            threads.parse().ok()
        });
        Cores::shared_out(args.concurrency.into(), threads.max().unwrap_or(1))
    });
    let files = &args.files;
    let tags = [("Event", &files.event), ("Site", &files.site)];
    let tags = tags.into_iter().filter_map(|(name, value)| {
        let value = value.as_ref()?;
        Some((name.to_owned(), value.clone()))
    });
    Ok(HostSettings {
        concurrency: args.concurrency.into(),
        cores: cores.transpose().context("--affinity")?.unwrap_or_default(),
        wait: Duration::from_millis(args.wait),
        start_failures: args.start_failures,
        tags: tags.collect(),
    })
}

/// The name of an unknown game; it is sent to the engines in one line.
fn foreign(game: &str) -> anyhow::Result<&str> {
    if let Some(id) = games::find_id(game) {
        bail!("--foreign-game {game}: ringstack knows this game: use --game {id}");
    }
    ensure!(
        !game.is_empty() && game.trim() == game && !game.contains(char::is_control),
        "--foreign-game '{}': not a name: expected a word or words in one line",
        quote(game)
    );
    Ok(game)
}

/// The id of the game; options of the engines may choose its rule set.
fn common_game<'a>(game: &'a str, engines: &[EngineSpec]) -> anyhow::Result<&'a str> {
    let choices = games::choices();
    let Some(choice) = choices.iter().find(|choice| choice.covers(game)) else {
        return Ok(game);
    };
    let mut common = None;
    for engine in engines {
        let options = engine.options.iter();
        let mut named = options.filter_map(|(name, value)| choice.id(name, value));
        let own = named.next_back().unwrap_or(game);
        let first = *common.get_or_insert(own);
        ensure!(
            own == first,
            "engine '{}': it would play {own}, but another engine {first}: all engines must have the \
             same option.{}",
            engine.name,
            choice.option
        );
    }
    let common = common.unwrap_or(game);
    ensure!(
        common == game || choice.default_id() == Some(game),
        "--game {game}: the option {} of the engines chooses {common}",
        choice.option
    );
    Ok(common)
}

fn seed(args: &OpeningArgs) -> u64 {
    args.seed.unwrap_or(1)
}

fn random_openings(args: &OpeningArgs) -> RandomOpenings {
    let setup = args.random_setup.is_some();
    let plies = if setup { 0 } else { args.random_plies };
    let is_random = setup || plies > 0;
    RandomOpenings {
        plies: plies.into(),
        setup,
        seed: args.random_setup.unwrap_or(seed(args)),
        balance: (!args.unbalanced && is_random).then_some(args.balance),
    }
}

/// The openings, from a file or random. Each is shorter than the maximum length of a game.
pub fn openings(plan: &Plan, args: &OpeningArgs) -> anyhow::Result<Openings> {
    let (game, max_plies) = (plan.game.as_str(), plan.adjudication.max_plies);
    if let Some(file) = &args.openings {
        let read = || -> anyhow::Result<Openings> {
            let mut listed = openings::read(&input::text(input::open(file)?)?, game)?;
            let longest = listed.iter().map(|opening| opening.moves.len()).max();
            let longest = longest.context("the file has no opening")?;
            ensure!(
                longest < max_plies,
                "an opening has {longest} plies: must be fewer than --max-plies {max_plies}"
            );
            let start = usize::try_from(args.openings_start).unwrap_or(usize::MAX);
            let count = listed.len();
            ensure!(
                start <= count,
                "--openings-start {start}: the file has only {}",
                numbers::count(count as u64, "opening")
            );
            let is_random = args.openings_order == OpeningsOrder::Random;
            openings::arrange(&mut listed, is_random.then(|| seed(args)), start);
            Ok(Openings::listed(listed))
        };
        return with_file(read(), "openings", file);
    }
    let Some(kind) = plan.random_openings else {
        return Ok(Openings::listed(Vec::new()));
    };
    let report = |found, refused| {
        super::progress::report(&format!(
            "random openings: {found} found, {refused} unbalanced"
        ));
    };
    let openings = Openings::random(game, kind, report)?;
    let mut openings = openings.with_context(|| format!("no game is called '{game}'"))?;
    if openings.count() == 0 {
        leave_if_interrupted();
        bail!(UsageError(format!(
            "no opening of {game} found in {MAX_MISSES} attempts: try fewer --random-plies, a greater \
             --balance, or --unbalanced"
        )));
    }
    Ok(openings)
}

/// Warns if there are fewer openings than rounds: games between the same engines may be identical then.
pub fn check_openings(plan: &Plan, openings: &mut Openings) {
    if openings.suffices(plan.rounds) {
        return;
    }
    let count = numbers::count(openings.count() as u64, "opening");
    super::progress::report(&format!(
        "only {count} for {} rounds: openings repeat, and repeated games do not count",
        plan.rounds
    ));
}

/// Warns if games with time limits outnumber the processors.
pub fn check_concurrency(plan: &Plan, concurrency: usize) {
    let Ok(processors) = thread::available_parallelism() else {
        return;
    };
    let mut engines = 0..plan.engines.len();
    let is_timed = engines.any(|engine| plan.time_control(engine).is_timed());
    if is_timed && concurrency > processors.get() {
        super::progress::report(&format!(
            "--concurrency {concurrency}: there are only {processors} processors; engines lose time while \
             they wait for one"
        ));
    }
}

/// Lets a signal interrupt the search for openings.
pub fn leave_if_interrupted() {
    if let Some(signal) = super::interrupt::signal() {
        super::progress::report("interrupted during the search for openings; no game was played");
        super::interrupt::leave(signal);
    }
}

/// Checks a number of plies, at least one for each engine concerned, and a score in centipawns.
fn agreement(
    name: &str,
    numbers: Option<&[u32]>,
    min_plies: u32,
    min_score: u32,
) -> anyhow::Result<Option<Agreement>> {
    let Some(&[plies, score]) = numbers else {
        return Ok(None);
    };
    ensure!(
        plies >= min_plies,
        "{name}: '{plies}' plies: must be {min_plies} or more"
    );
    ensure!(
        score >= min_score,
        "{name}: '{score}' centipawns: must be {min_score} or more"
    );
    Ok(Some(Agreement {
        plies: plies as usize,
        score: i32::try_from(score).unwrap_or(i32::MAX),
    }))
}

/// The engines with their common settings and unique names.
fn engines(specs: &[String], each: Option<&str>) -> anyhow::Result<Vec<EngineSpec>> {
    let common = CommonSettings::parse(each.unwrap_or_default()).context("--each")?;
    ensure!(specs.len() >= 2, "--engine: expected at least two engines");
    let mut engines: Vec<EngineSpec> = Vec::new();
    for spec in specs {
        let mut engine = EngineSpec::parse(spec)?;
        common.complete(&mut engine);
        if let Some(game) = engine.option("Game") {
            bail!(
                "engine '{}': option.Game={game}: the match chooses the game: use {} {game}",
                engine.name,
                if games::find_id(game).is_some() {
                    "--game"
                } else {
                    "--foreign-game"
                }
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
