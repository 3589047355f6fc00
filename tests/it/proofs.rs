//! A reported win or loss is correct, checked against all moves of both sides.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::games::{Game, Visitor, visit_all};
use ringstack_engine::play::history::GameHistory;
use ringstack_engine::play::{GameState, SearchContext, Start, open};
use ringstack_engine::rules::{Outcome, RuleSet, Rules, Side};
use ringstack_engine::search::{self, Bound, Limits, Report, Request, Score, Settings};

use crate::searching::search_state;

/// Random games of each rule set.
const GAMES: u64 = 4;

/// An exhaustive solver with a node limit.
struct Solver<'a> {
    winner: Side,
    /// How often each position of the game has occurred.
    stood: &'a HashMap<u64, usize>,
    known: HashMap<(u64, i32), bool>,
    left: usize,
}

impl Solver<'_> {
    /// Whether the winner can force a win within `plies` plies; `None` if the node limit is too small to
    /// decide.
    fn can_win<P: Rules>(&mut self, position: &P, plies: i32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(self.winner));
        }
        let key = position.key();
        let stood = self.stood.get(&key).copied().unwrap_or(0);
        if P::REPETITION.is_some_and(|limit| stood + 1 >= limit) || plies <= 0 {
            return Some(false);
        }
        if let Some(&known) = self.known.get(&(key, plies)) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let wins = self.has_win(position, plies)?;
        self.known.insert((key, plies), wins);
        Some(wins)
    }

    fn has_win<P: Rules>(&mut self, position: &P, plies: i32) -> Option<bool> {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let chooses = position.turn() == self.winner;
        // Moves that end the game come first.
        let mut later = Vec::new();
        for m in moves {
            let child = position.after(m);
            match child.outcome() {
                Some(outcome) if (outcome == Outcome::Win(self.winner)) == chooses => {
                    return Some(chooses);
                }
                Some(_) => {}
                None => later.push(child),
            }
        }
        for child in later {
            if self.can_win(&child, plies - 1)? == chooses {
                return Some(chooses);
            }
        }
        Some(!chooses)
    }
}

/// A game up to a position shortly before the end of a random game. Sometimes both sides wait there first, so that
/// the position has occurred before.
fn ending<P: Game>(start: P, source: &mut SplitMix) -> GameHistory<P> {
    let mut line = GameHistory::new(start);
    let mut moves = Vec::new();
    while line.outcome().is_none() && line.plies() < 300 {
        moves.clear();
        line.now().legal_moves(&mut moves);
        line.play(moves[source.below(moves.len())]);
    }
    let back = 1 + source.below(6);
    line.undo(back.min(line.plies()))
        .expect("the game has this many plies");
    if P::REPETITION.is_some() && source.below(2) == 0 {
        for _ in 0..3 {
            if !wait(&mut line) {
                break;
            }
        }
    }
    line
}

/// Plays a move that leaves the board unchanged, if there is one.
fn wait<P: Game>(line: &mut GameHistory<P>) -> bool {
    let board = |position: &P| position.fen().split(' ').next().map(str::to_owned);
    let now = line.now();
    let mut moves = Vec::new();
    now.legal_moves(&mut moves);
    let idle = moves.into_iter().find(|&m| {
        let after = now.after(m);
        after.outcome().is_none() && board(&after) == board(now)
    });
    if let Some(m) = idle {
        line.play(m);
    }
    idle.is_some()
}

/// The start position, or one from which random games run out of pieces.
fn start<P: Game>(variant: P::Variant) -> P {
    let fen = match variant.id() {
        "gipf-basic" => "b2w/5/6/w5b/6/5/b2w 4 4 w",
        "gipf" => "B2W/5/6/W5B/6/5/B2W 4 4 w",
        "gipf-tournament" => "W3/5/6/7/6/5/B3 6 6 w",
        "gipf-zertz" => "W3/5/6/7/6/5/B3 6Z2 6Z2 w",
        id if id.starts_with("gipf-zertz-challenge") => "W3/5/6/7/6/5/B3 6Z2 6Z2 w 1,1 -",
        _ => return P::start(variant),
    };
    P::from_fen(variant, fen).expect("a valid FEN")
}

/// Random search settings.
fn settings(source: &mut SplitMix) -> Settings {
    let mut settings = Settings::from(Limits {
        nodes: Some([10, 100, 1000, 5000][source.below(4)]),
        mate: (source.below(3) == 0).then(|| 1 + source.below(6) as i32),
        ..Limits::default()
    });
    settings.multi_pv = [1, 1, 3][source.below(3)];
    settings.skill = [20, 20, 20, 0, 4, 9][source.below(6)];
    settings.seed = source.below(100) as u64;
    settings
}

/// The number of verified wins and losses.
#[derive(Default)]
struct Law {
    held: HashMap<&'static str, [usize; 2]>,
}

impl Law {
    fn check<P: Game>(
        &mut self,
        line: &GameHistory<P>,
        stood: &HashMap<u64, usize>,
        report: &Report<P::Move>,
        context: &str,
    ) {
        let root = line.now();
        let score = report.score;
        let (winner, plies, kind) = match score.mate() {
            Some(plies) if score.is_win() && report.bound != Bound::Upper => {
                (root.turn(), plies, 0)
            }
            Some(plies) if score.is_loss() && report.bound != Bound::Lower => {
                (!root.turn(), -plies, 1)
            }
            _ => return,
        };
        let mut solver = Solver {
            winner,
            stood,
            known: HashMap::new(),
            left: 30_000,
        };
        // A win holds for the reported move. The loss of any line but the first also holds for its move.
        let found = if kind == 0 || report.multi_pv > 1 {
            solver.can_win(&root.after(report.pv[0]), plies - 1)
        } else {
            solver.has_win(root, plies)
        };
        if let Some(holds) = found {
            assert!(holds, "{context}: {score} by {report:?}");
            self.held.entry(root.variant().id()).or_default()[kind] += 1;
        }
    }
}

impl Visitor for Law {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        let search_state = search_state();
        for game in 0..GAMES {
            let mut source = SplitMix(game * 101 + 17);
            search_state.clear();
            let mut line = ending(start::<P>(variant), &mut source);
            // Search later positions first, so that the table has results for the earlier ones.
            while line.plies() > 0 {
                if line.outcome().is_none() {
                    let earlier = line.earlier();
                    let mut stood = HashMap::new();
                    for key in earlier.iter().chain([&line.now().key()]) {
                        *stood.entry(*key).or_default() += 1;
                    }
                    let request = Request {
                        root: line.now().clone(),
                        earlier,
                        search_moves: Vec::new(),
                        settings: settings(&mut source),
                    };
                    let reported = Mutex::new(Vec::new());
                    let stop = AtomicBool::new(false);
                    let last = search::run(&request, &search_state, &stop, &|report| {
                        reported
                            .lock()
                            .expect("no reporter died")
                            .push(report.clone());
                    });
                    let mut reported = reported.into_inner().expect("no reporter died");
                    reported.push(last);
                    let context = format!(
                        "{} {} {:?} game {game}",
                        variant.id(),
                        line.now().fen(),
                        request.settings
                    );
                    for report in &reported {
                        self.check(&line, &stood, report, &context);
                    }
                }
                if source.below(8) == 0 {
                    break;
                }
                line.undo(1).expect("there is a ply");
            }
        }
    }
}

/// The number of verified proofs without a search, by rule set.
#[derive(Default)]
struct StaticProofs(HashMap<&'static str, usize>);

impl Visitor for StaticProofs {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        for game in 0..12 {
            let mut source = SplitMix(game);
            let mut position = start::<P>(variant);
            let mut moves = Vec::new();
            for _ in 0..300 {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let proof = position.static_proof().or_else(|| position.shallow_proof());
                if let Some((Outcome::Win(winner), plies)) = proof {
                    let mut solver = Solver {
                        winner,
                        stood: &HashMap::new(),
                        known: HashMap::new(),
                        left: 4_000,
                    };
                    if let Some(holds) = solver.can_win(&position, plies) {
                        assert!(holds, "{} {}", variant.id(), position.fen());
                        *self.0.entry(variant.id()).or_default() += 1;
                    }
                }
                position.play(moves[source.below(moves.len())]);
            }
        }
    }
}

#[test]
fn a_proof_without_a_search_holds_for_all_moves() {
    let mut law = StaticProofs::default();
    visit_all(&mut law);
    for id in [
        "dvonn",
        "gipf-basic",
        "gipf",
        "gipf-tournament",
        "gipf-zertz",
    ] {
        assert!(law.0.get(id).is_some_and(|&found| found > 5), "{:?}", law.0);
    }
}

#[test]
fn a_reported_win_or_loss_holds_within_the_reported_plies() {
    let mut law = Law::default();
    visit_all(&mut law);
    let [wins, losses] = [0, 1].map(|kind| law.held.values().map(|held| held[kind]).sum::<usize>());
    assert!(wins > 100 && losses > 30, "{wins} wins, {losses} losses");
}

/// The game state after these moves.
fn state(id: &str, fen: &str, moves: &str) -> Box<dyn GameState> {
    let mut state = open(id).expect("a rule set");
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    state
        .set(&Start::Fen(fen.to_owned()), &moves)
        .expect("a line of the game");
    state
}

fn depth(plies: i32) -> Settings {
    Settings::from(Limits {
        depth: Some(plies),
        ..Limits::default()
    })
}

#[test]
fn a_level_that_skips_moves_proves_no_loss() {
    // The moves it considers lose immediately, others do not.
    let state = state("diaballik", "b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 b", "");
    let score = |skill, seed, only: &[String]| {
        let mut settings = depth(2);
        (settings.skill, settings.seed) = (skill, seed);
        let search_state = search_state();
        let report = state.search(&settings, only, SearchContext::quiet(&search_state));
        report.expect("the moves are legal").score
    };
    assert!(!score(20, 0, &[]).is_decided());
    for seed in 1..=6 {
        assert_eq!(score(0, seed, &[]), Score::UNPROVEN_LOSS, "seed {seed}");
    }
    // With `searchmoves` only these moves count.
    let only = ["a7b7,d6c6,d7c7".to_owned()];
    assert_eq!(score(0, 1, &only), Score::loss_in(2));
}

#[test]
fn a_player_who_can_draw_by_repetition_is_not_lost() {
    // White could have won immediately, twice.
    let fen = "2w3b/b4bB/b6/w3W1b/5b1/3ww2/1ww4 w";
    let mut state = state("diaballik", fen, "b1a1,a1b1 a6b6,b6a6 b1a1,a1b1");
    let search_state = search_state();
    let report = state.search(&depth(3), &[], SearchContext::quiet(&search_state));
    let report = report.expect("all moves are searched");
    assert_eq!(report.score, Score::ZERO, "{report:?}");
    let best = report.best().cloned().expect("the game goes on");
    state.play(&[best]).expect("the answer is legal");
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_win_through_a_position_that_has_since_occurred_twice_is_discarded() {
    let fen = "3b1wb/w1B2b1/2b1w2/7/3b1b1/2ww3/2wW3 w";
    let wait = ["a6a5,a5a6".to_owned()];
    let search_state = search_state();
    let score = |moves| {
        let state = state("diaballik-variant", fen, moves);
        let report = state.search(&depth(2), &wait, SearchContext::quiet(&search_state));
        report.expect("White may wait").score
    };
    assert_eq!(score(""), Score::loss_in(4));
    // Black played the only winning move, both sides waited twice, and Black undid it.
    let moves = "a6a5,a5a6 c6f3,d3e3,e3e2 a6a5,a5a6 g7g6,g6g7 a6a5,a5a6 f3c6,e2e3,e3d3";
    let after = score(moves);
    assert!(!after.is_decided(), "{after}");
}
