//! Training every model on a few games: the output can be read and is plausible.

use ringstack_engine::eval::net::{OUTPUT_LIMIT, row_limit};
use ringstack_engine::eval::{Inputs, Visitor};
use ringstack_engine::games::{self, visit, visit_models};
use ringstack_engine::play::state::{Start, open};
use ringstack_engine::rules::{RuleSet, Rules};
use ringstack_engine::search::SearchState;
use ringstack_tune::proof::{ProofExperiment, ProofRate, measure};
use ringstack_tune::puzzles::{PuzzleFinder, PuzzleGames, PuzzleYield};
use ringstack_tune::{
    GameLines, TuneError, fit::fit, follow::Follower, games::SampleWriter, games::SelfPlay, names,
    scale::scale, train::train,
};

/// Sample lines from a few reproducible games of the rule set.
fn sample_games(id: &str) -> String {
    let search_state = SearchState::new(1).expect("a small table");
    let mut out = Vec::new();
    let mut player = SelfPlay {
        games: 24,
        seed: 1,
        random_plies: 4,
        writer: SampleWriter {
            nodes: 20,
            side_positions: 1,
            search_state: &search_state,
            out: &mut out,
        },
    };
    let played = visit(id, &mut player).expect("a rule set");
    played.expect("writing to memory");
    String::from_utf8(out).expect("text")
}

/// The numbers of a weights file, without comments.
fn numbers(text: &str) -> Vec<i16> {
    let lines = text.lines().filter_map(|line| line.split('#').next());
    let words = lines.flat_map(str::split_whitespace);
    words
        .map(|word| word.parse().expect("a whole number"))
        .collect()
}

/// Sample lines from the games in a text.
fn followed(id: &str, text: &str) -> Result<String, TuneError> {
    let search_state = SearchState::new(1).expect("a small table");
    let mut out = Vec::new();
    let mut follower = Follower {
        text,
        seed: 1,
        writer: SampleWriter {
            nodes: 20,
            side_positions: 2,
            search_state: &search_state,
            out: &mut out,
        },
    };
    let followed = visit(id, &mut follower).expect("a rule set")?;
    followed.expect("writing to memory");
    Ok(String::from_utf8(out).expect("text"))
}

#[test]
fn external_games_are_followed_to_their_ends() {
    let text = "p2win\twe2,d1 gd5,e1\nnone bc5,b5 c5xe4\n";
    let lines = followed("zertz", &text.replace(" c5xe4", "")).expect("legal games");
    let result = |line: &&str| line.rsplit(' ').nth(1).map(str::to_owned);
    let of_first: Vec<&str> = lines
        .lines()
        .filter(|line| result(line).as_deref() == Some("0"))
        .collect();
    let [start, then] = of_first[..] else {
        panic!("a line for each of two moves: {of_first:?}")
    };
    assert!(start.starts_with("4/5/6/7/6/5/4 6,8,10 "), "{start}");
    assert!(then.contains(" 5,8,10 0,0,0 0,0,0 2 0 "), "{then}");
    let unknown = lines
        .lines()
        .filter(|line| result(line).as_deref() == Some("-"));
    // The move of the second game, and side positions.
    assert!(unknown.count() > 4, "{lines}");

    assert_eq!(followed("zertz", "p1win"), Ok(String::new()));
    for (text, words) in [
        (text, "line 2: ply 2: move 'c5xe4': "),
        (
            "draw\n\n",
            "line 2: '': expected none, p1win, p2win or draw",
        ),
        ("1-0 we2,d1", "line 1: '1-0': expected none, "),
        ("draw we2,d1 we2,d1", "line 1: ply 2 'we2,d1': move 'we2': "),
    ] {
        let wrong = followed("zertz", text).expect_err("it is refused");
        assert!(wrong.to_string().starts_with(words), "{wrong}");
    }
}

struct Learn;

impl Visitor for Learn {
    type Output = ();

    fn visit<M: Inputs>(&mut self) {
        let variants = <M::Position as Rules>::Variant::ALL.iter();
        // Two rule sets are enough; some models do not support all.
        let texts: Vec<(&str, String)> = variants
            .filter(|&&variant| in_use::<M>(variant))
            .take(2)
            .map(|variant| (variant.id(), sample_games(variant.id())))
            .collect();
        let games: Vec<GameLines> = texts
            .iter()
            .map(|(id, text)| GameLines { id, file: id, text })
            .collect();
        let name = M::NAME;
        let mut losses = Vec::new();

        let text = fit(name, &games, |_, loss| losses.push(loss)).expect("enough positions");
        let sets = if M::STAGES == 1 { 1 } else { 2 };
        let weights = numbers(&text);
        assert_eq!(weights.len(), sets * M::FEATURES, "{name}: weights");
        assert!(weights.iter().any(|&weight| weight != 0), "{name}: weights");
        assert_eq!(losses.len(), M::FIT.epochs);
        assert!(
            losses.iter().all(|loss| loss.is_finite()),
            "{name}: {losses:?}"
        );
        assert!(text.contains(M::GROUPS[0].name), "{name}: names of groups");

        losses.clear();
        let net = train(name, &games, None, |_, loss| losses.push(loss));
        let net = net.expect("enough positions");
        assert_eq!(losses.len(), 1 + M::TRAINING.epochs);
        assert!(
            losses.iter().all(|loss| loss.is_finite()),
            "{name}: {losses:?}"
        );
        let numbers: Vec<i16> = net
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
            .collect();
        let (rows, outputs) = (M::HIDDEN * (1 + M::INPUTS), M::HIDDEN * M::OUTPUTS);
        assert_eq!(
            numbers.len(),
            rows + outputs + M::OUTPUTS + 1,
            "{name}: size"
        );
        let within = |numbers: &[i16], limit: i32| {
            let mut sizes = numbers.iter().map(|&number| i32::from(number).abs());
            sizes.all(|size| size <= limit)
        };
        let row_limit = row_limit(M::MAX_INPUTS);
        assert!(within(&numbers[..rows], row_limit), "{name}: rows");
        assert!(
            within(&numbers[rows..rows + outputs], OUTPUT_LIMIT),
            "{name}"
        );
        assert_eq!(numbers.last(), Some(&(M::TRAINING.scale as i16)));

        let short = train(name, &games, Some(&net[2..]), |_, _| {});
        let size = net.len() - 2;
        assert_eq!(short, Err(TuneError::Start { model: name, size }));

        let unknown = |line: &&str| line.rsplit(' ').nth(1) == Some("-");
        let lines = || games.iter().flat_map(|games| games.text.lines());
        let aside = lines().filter(unknown).count();
        assert!(aside > 20, "{name}: {aside} positions aside");
        match scale(name, &games) {
            Ok(measured) => {
                let known = lines().count() - aside;
                assert!(
                    (21..=known).contains(&measured.positions),
                    "{name}: {measured:?} of {known} with a result"
                );
            }
            // In so few games the better score may lose as often as it wins.
            Err(error) => assert!(matches!(error, TuneError::NoScale(..)), "{name}: {error}"),
        }
    }
}

/// Whether the model evaluates positions of the rule set.
fn in_use<M: Inputs>(variant: <M::Position as Rules>::Variant) -> bool {
    let start = M::Position::start(variant);
    M::covers(&start) || <M::Position as Rules>::Variant::ALL.len() == 1
}

#[test]
fn every_model_learns_from_a_few_games() {
    visit_models(&mut Learn);
}

#[test]
fn unsuitable_training_games_are_reported() {
    let name = names()[0];
    let id = "no-such-game";
    let other = fit(
        name,
        &[GameLines {
            id,
            file: "none.txt",
            text: "",
        }],
        |_, _| {},
    );
    let printed = other.expect_err("another game").to_string();
    assert!(printed.contains(id) && printed.contains(name), "{printed}");

    let missing = train("nothing", &[], None, |_, _| {}).expect_err("no such model");
    let printed = missing.to_string();
    assert!(
        printed.contains("nothing") && printed.contains(name),
        "{printed}"
    );

    assert_eq!(scale(name, &[]), Err(TuneError::TooFew));
    assert_eq!(fit(name, &[], |_, _| {}), Err(TuneError::TooFew));
}

#[test]
fn proof_measurements_are_reproducible_and_last_moves_are_proven() {
    let mut ended = 0;
    for id in games::ids() {
        let measured = || {
            let trial = ProofExperiment {
                games: 2,
                nodes: 30,
                random_plies: 4,
                proof_nodes: 3000,
                distances: vec![1, 2, 1000],
                seed: 7,
            };
            let search_state = SearchState::new(1).expect("a small table");
            let mut state = open(id).expect("a rule set");
            let mut reported = Vec::new();
            let report_game = |game, _: &[ProofRate]| reported.push(game);
            let rows =
                measure(state.as_mut(), &search_state, &trial, report_game).expect("legal games");
            assert_eq!(reported, [1, 2]);
            rows
        };
        let rows = measured();
        assert_eq!(rows, measured(), "{id}");
        let [last, before, beyond] = rows.as_slice() else {
            panic!("{rows:?}")
        };
        // Draws are not proven, so one of two games may be missing.
        assert!(last.games == 0 || last.proven > 0, "{id}: {last:?}");
        assert!(
            last.proven <= last.games && before.proven <= before.games,
            "{id}"
        );
        assert_eq!(beyond.games, 0, "{id}");
        ended += last.games;
    }
    assert!(ended as usize > games::ids().len(), "{ended} games ended");
}

#[test]
fn a_puzzle_is_found_in_a_game_that_ends_with_it() {
    let mut state = open("dvonn").expect("a known game");
    let puzzle = state.puzzles().puzzles.swap_remove(0);
    let start = Start::Fen(puzzle.fen.clone());
    state.set(&start, &[]).expect("a good FEN");
    let search_state = SearchState::new(1).expect("a small table");
    let finder = PuzzleFinder {
        nodes: 20_000,
        min_wrong: 1,
        search_state: &search_state,
    };
    let mut counts = PuzzleYield::default();
    let found = finder
        .find(state.as_ref(), &mut counts)
        .expect("legal moves");
    let [found] = &found[..] else {
        panic!("one puzzle: {found:?}");
    };
    assert_eq!(
        (&found.fen, &found.moves[0]),
        (&puzzle.fen, &puzzle.moves[0])
    );
    assert_eq!((counts.positions, counts.puzzles), (1, 1));
    let checked = finder.check(state.as_mut(), &puzzle.fen, &mut counts);
    assert_eq!(checked.as_ref(), Ok(&Some(found.clone())));
    // No position has so many plausible mistakes.
    let picky = PuzzleFinder {
        min_wrong: 100,
        ..finder
    };
    assert_eq!(picky.find(state.as_ref(), &mut counts), Ok(Vec::new()));
}

#[test]
fn games_for_puzzles_are_reproducible_and_end_on_request() {
    let search_state = SearchState::new(1).expect("a small table");
    let games = PuzzleGames {
        games: 3,
        nodes: 20,
        random_plies: 60,
        seed: 1,
    };
    let play = |max: usize| {
        let mut state = open("dvonn").expect("a known game");
        let mut histories = Vec::new();
        let played = games.play(state.as_mut(), &search_state, |game| {
            assert!(game.outcome().is_some());
            histories.push(game.history());
            Ok::<bool, TuneError>(histories.len() < max)
        });
        played.expect("legal games");
        histories
    };
    let all = play(usize::MAX);
    assert_eq!(all.len(), 3);
    assert_eq!(play(2), all[..2]);
}
