//! `ringstack match`: plays engines against each other.
//!
//! | file | content |
//! |---|---|
//! | `args` | the command line |
//! | `setup` | builds a match from the command line |
//! | `files` | the record, the games and the log |
//! | `output` | a file to append to, which may become full |
//! | `progress` | the display of a running match |
//! | `interrupt` | Ctrl-C |
//! | `merge` | `match merge` |

pub mod args;
mod files;
mod interrupt;
mod merge;
mod output;
mod progress;
mod setup;

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use ringstack_arena::engine::{Engine, children};
use ringstack_arena::plan::Plan;
use ringstack_arena::record::{Header, Pairs, RecordError};
use ringstack_arena::runner::{self, MatchEvent, NextStep};
use ringstack_arena::schedule::{Shard, count, scheduled_games};
use ringstack_arena::stats::standings::{GameResult, MAX_REPEATS, Standings};

use crate::commands::UsageError;
use crate::commands::output::standard_output;
use args::{FileArgs, MatchArgs, MatchTask};
use files::MatchFiles;
use progress::MatchProgress;
use ringstack_arena::numbers;
use ringstack_arena::remarks::Remarks;

/// Plays the match and prints its table, or runs the subcommand.
pub fn run(game: &str, args: &MatchArgs) -> anyhow::Result<()> {
    match &args.task {
        Some(MatchTask::Merge { records, strict }) => merge::run(records, *strict),
        None => play(game, args),
    }
}

fn play(game: &str, args: &MatchArgs) -> anyhow::Result<()> {
    interrupt::end_engines_at_signals()?;
    let openings_file = args.openings.openings.as_ref();
    let plan = setup::plan(game, args).map_err(UsageError::from)?;
    files::check(&args.files, openings_file)?;
    let host = setup::host(&plan, args)?;
    // A wrong command is reported before the search for openings.
    try_engines(&plan, &args.files)?;
    let mut openings = setup::openings(&plan, &args.openings)?;
    let shard = args.files.shard;
    let header = Header {
        schedule: plan.fingerprint(&mut openings),
        shard,
        plan,
    };
    setup::leave_if_interrupted();
    let plan = &header.plan;
    setup::check_concurrency(plan, host.concurrency);
    setup::check_openings(plan, &mut openings);
    let (mut files, played) = MatchFiles::open(&args.files, &header)?;
    let mut standings = Standings::new(plan.names());
    // A part of a match cannot decide the test.
    if let Some(sprt) = plan.sprt.filter(|_| shard == Shard::WHOLE) {
        standings.test(sprt);
    }
    let mut pairs = Pairs::default();
    for game in &played {
        pairs.check(game)?;
        standings.add(game);
    }
    let played: HashSet<usize> = played.iter().map(GameResult::id).collect();
    let games = scheduled_games(plan.format, plan.engines.len(), plan.rounds, shard);
    // A record with more rounds is counted completely.
    let more = played.iter().filter(|&&id| id > plan.games()).count();
    let total = (more + count(plan.format, plan.engines.len(), plan.rounds, shard)) as u64;
    let mut progress = MatchProgress::new(total, standings.games(), &args.files);
    let mut remarks = Remarks::new(plan.names());
    let mut result = Ok(());
    let openings_known = openings.count();
    let is_over =
        |standings: &Standings| standings.is_decided() || standings.is_exhausted(openings_known);
    if !is_over(&standings) {
        let games = games.filter(|game| !played.contains(&game.id()));
        let mut handle = |event| {
            match event {
                MatchEvent::Finished(finished) => {
                    let result = finished.result();
                    pairs.check(&result)?;
                    progress.complain(&files.store(&finished)?);
                    standings.add(&result);
                    progress.game(&finished, &standings)?;
                    progress.complain(remarks.add_finished(&finished, &standings).as_slice());
                    progress.show(&standings)?;
                }
                MatchEvent::Skipped(game) => {
                    if let Some(remark) = remarks.add_unplayed(&game) {
                        progress.complain(&files.not_played(&game));
                        progress.not_played(&remark)?;
                    }
                }
                MatchEvent::Paused(_) => remarks.add_pause()?,
                MatchEvent::Unreadable { engine, lines } => remarks.add_unreadable(engine, lines),
            }
            anyhow::Ok(if is_over(&standings) {
                NextStep::Stop
            } else {
                NextStep::Continue
            })
        };
        result = runner::run(plan, &host, games, &mut openings, |event| {
            // If games cannot be recorded or shown, the match stops.
            handle(event).inspect_err(|_| children::end_all())
        });
        progress.finish();
    }
    let signal = interrupt::signal();
    // The reasons why games were not played.
    let left = total.saturating_sub(standings.games());
    let is_complete = left == 0 || is_over(&standings);
    let mut report = standings.table();
    report.extend(remarks.report().iter().map(|remark| progress::fold(remark)));
    let mut state = format!("{} of {total} games played.", standings.games());
    if !is_complete {
        if !is_changed(&result) {
            state = format!("{state} {}", how_to_continue(&args.files));
        }
        report.push_str(&progress::fold(&state));
    } else if left > 0 && !standings.is_decided() {
        let left = numbers::count(left, "game");
        report.push_str(&progress::fold(&format!(
            "The match ended early: the last {MAX_REPEATS} or more games repeat earlier ones. {left} not played."
        )));
    }
    let missing = files.missing();
    report.push_str(&missing);
    let shown = write!(standard_output(), "{report}").and_then(|()| standard_output().flush());
    if let Some(signal) = signal {
        interrupt::leave(signal);
    }
    let shown_before = result.as_ref().err().and_then(|error| error.downcast_ref());
    if let Some::<&io::Error>(error) = shown_before.or(shown.as_ref().err()) {
        // The output was closed: the match stops.
        bail!("{error}: {state}");
    }
    result?;
    if !is_complete {
        bail!("{} not played", numbers::count(left, "game"));
    }
    if !missing.is_empty() {
        bail!("not everything could be written");
    }
    if args.strict {
        refuse_failures(&standings)?;
    }
    Ok(())
}

/// Adds the name of the file to an error.
fn with_file<T, E>(result: Result<T, E>, what: &str, path: &Path) -> anyhow::Result<T>
where
    Result<T, E>: Context<T, E>,
{
    result.with_context(|| format!("{what} '{}'", path.display()))
}

/// Fails if an engine failed in a game.
fn refuse_failures(standings: &Standings) -> anyhow::Result<()> {
    let failed = standings.failed_games();
    if failed > 0 {
        let failed = numbers::count(failed, "game");
        bail!("--strict: {failed} ended by the failure of an engine");
    }
    Ok(())
}

/// Whether the record is damaged, so that the match cannot be resumed with all its games.
fn is_changed(result: &anyhow::Result<()>) -> bool {
    let error = result.as_ref().err().and_then(|error| error.downcast_ref());
    matches!(error, Some(RecordError::Changed { .. }))
}

fn how_to_continue(files: &FileArgs) -> String {
    match (&files.record, files.resume) {
        (Some(_), true) => "The same command continues the match.".to_owned(),
        (Some(_), false) => "The same command with --resume continues the match.".to_owned(),
        (None, _) => {
            "They are not stored: only a match with --record FILE can be continued.".to_owned()
        }
    }
}

/// Starts every engine once, so that a wrong command is reported before the first game.
fn try_engines(plan: &Plan, files: &FileArgs) -> anyhow::Result<()> {
    for spec in &plan.engines {
        let started = Engine::start(spec, &plan.game, plan.times.timeouts());
        if let Some(signal) = interrupt::signal() {
            interrupt::leave(signal);
        }
        if let Err(failure) = started {
            let headline = format!("before the first game: {}, start, {failure}", spec.name);
            let logged = files::log_start_failure(files, &headline, &failure.traffic);
            let error = anyhow!("{failure}").context(format!("engine '{}'", spec.name));
            return Err(match logged {
                Err(other) => error.context(format!("{other:#}")),
                Ok(()) => error,
            });
        }
    }
    Ok(())
}
