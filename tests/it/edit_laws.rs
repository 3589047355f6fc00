//! Laws of the position editor, in every game.
//!
//! A failure message has the variant, the FEN and the items.

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::picture::{EditCell, EditForm, EditResult, Scene};
use ringstack_engine::play::state::{GameState, open};

use crate::random_games::{self, RandomGames};

const GAMES: RandomGames = RandomGames {
    games: 2,
    max_plies: 150,
    every: 15,
};
/// Maximal number of intermediate states checked on the way to a position.
const MAX_STATES: usize = 6;

fn place(at: &dyn GameState, items: &[String]) -> String {
    format!("{} edit {}", random_games::place(at), items.join(" "))
}

fn ask(at: &dyn GameState, items: &[String]) -> EditResult {
    let answer = at.edit(items);
    answer.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", place(at, items)))
}

/// What can be set in a position.
fn form(at: &dyn GameState) -> EditForm {
    ask(at, &[]).form
}

/// All entries of a form as items.
fn items(form: &EditForm) -> Vec<String> {
    let cells = form.palettes.iter().flat_map(|palette| &palette.places);
    let cells = cells.map(|EditCell { id, put, height }| match height {
        Some(height) => format!("{id}={put}:{height}"),
        None => format!("{id}={put}"),
    });
    let counts = form.counts.iter().map(|c| format!("{}={}", c.id, c.count));
    let choices = form.choices.iter();
    let choices = choices.map(|c| format!("{}={}", c.id, c.value));
    cells.chain(counts).chain(choices).collect()
}

/// The items that turn `from`, a form of the same game, into `to`. They include all counts, because a count that
/// no item sets may follow the board.
fn changes(from: &EditForm, to: &EditForm) -> Vec<String> {
    let before = items(from);
    let is_count = |item: &str| {
        let id = item.split_once('=').map(|(id, _)| id);
        to.counts.iter().any(|count| Some(&*count.id) == id)
    };
    let mut items = items(to);
    items.retain(|item| is_count(item) || !before.contains(item));
    items
}

/// The editable parts of a scene.
fn state(scene: &Scene) -> Vec<String> {
    let places = scene.places();
    let places = places.map(|p| format!("{} {:?} {:?}", p.id, p.ground, p.piece));
    places.collect()
}

/// Checks that the form and the scene of an answer agree.
fn examine(at: &dyn GameState, items: &[String]) -> EditResult {
    let answer = ask(at, items);
    let place = place(at, items);
    let EditResult {
        fen,
        problem,
        scene,
        form,
        ..
    } = &answer;
    assert_eq!(fen.is_none(), problem.is_some(), "{place}");
    for palette in form.palettes.iter().filter(|palette| palette.active) {
        assert!(palette.pieces.iter().any(|put| put.put == palette.clear));
        for spot in &palette.places {
            let put = palette.pieces.iter().find(|put| put.put == spot.put);
            let put = put.unwrap_or_else(|| panic!("{place}: {spot:?}"));
            let there = scene.place(&spot.id).expect("a place of the scene");
            let shown = there.piece.map(|piece| (piece.kind, piece.height));
            assert_eq!(
                shown,
                put.kind.map(|kind| (kind, spot.height)),
                "{place}: {}",
                spot.id
            );
            assert!(
                put.ground.is_none_or(|ground| ground == there.ground),
                "{place}: {}",
                spot.id
            );
        }
    }
    for count in form.counts.iter().filter(|count| count.active) {
        let item = scene.items().find(|item| item.id == count.id);
        assert!(
            item.is_none_or(|item| item.count == u32::from(count.count)),
            "{place}: {count:?}"
        );
        assert_eq!(item.is_some(), count.kind.is_some(), "{place}: {count:?}");
    }
    if fen.is_some() {
        let again = random_games::at(at.id(), fen.as_deref().unwrap_or_default());
        assert_eq!(state(&again.scene()), state(scene), "{place}");
    }
    answer
}

#[test]
fn any_position_can_be_set_up_from_the_start_position_and_vice_versa() {
    GAMES.check(|at, _, _| {
        let fen = Some(at.fen());
        let answer = examine(at, &[]);
        assert_eq!(answer.fen, fen, "{}", place(at, &[]));
        assert_eq!(answer.scene, at.scene(), "{}", place(at, &[]));
        // Setting the current content again, in any order, changes nothing.
        let mut items = items(&form(at));
        assert_eq!(examine(at, &items).fen, fen, "{}", place(at, &items));
        items.reverse();
        assert_eq!(examine(at, &items).fen, fen, "{}", place(at, &items));
        // From the start position and back.
        let start = open(at.id()).expect("a rule set");
        let start = start.as_ref();
        let items = changes(&form(start), &form(at));
        for shown in (0..items.len()).step_by(1 + items.len() / MAX_STATES) {
            examine(start, &items[..shown]);
        }
        assert_eq!(examine(start, &items).fen, fen, "{}", place(at, &items));
        let items = changes(&form(at), &form(start));
        assert_eq!(
            examine(at, &items).fen,
            Some(start.fen()),
            "{}",
            place(at, &items)
        );
    });
}

/// A random item that the form offers.
fn any_item(form: &EditForm, source: &mut SplitMix) -> String {
    let mut any = |n: usize| source.below(n);
    match any(4) {
        0 if !form.counts.is_empty() => {
            let count = &form.counts[any(form.counts.len())];
            format!("{}={}", count.id, any(usize::from(count.max) + 1))
        }
        1 => {
            let choice = &form.choices[any(form.choices.len())];
            if choice.options.is_empty() {
                return format!("{}=word", choice.id);
            }
            let option = &choice.options[any(choice.options.len())];
            format!("{}={}", choice.id, option.value)
        }
        _ => {
            let palette = &form.palettes[any(form.palettes.len())];
            let spot = &palette.places[any(palette.places.len())];
            let put = &palette.pieces[any(palette.pieces.len())];
            match put.heights {
                None => format!("{}={}", spot.id, put.put),
                Some([least, most]) => {
                    let height = least + any(usize::from(most - least) + 1) as u8;
                    format!("{}={}:{height}", spot.id, put.put)
                }
            }
        }
    }
}

#[test]
fn random_edits_are_shown_and_give_a_position_or_a_problem() {
    GAMES.check(|at, _, source| {
        let form = form(at);
        let mut items = Vec::new();
        for _ in 0..1 + source.below(30) {
            items.push(any_item(&form, source));
            examine(at, &items);
        }
    });
}

#[test]
fn a_cleared_board_is_empty() {
    GAMES.check(|at, _, _| {
        let form = form(at);
        let palettes = form.palettes.iter().filter(|palette| palette.active);
        let items: Vec<String> = palettes
            .flat_map(|palette| {
                let places = palette.places.iter();
                places.map(|spot| format!("{}={}", spot.id, palette.clear))
            })
            .collect();
        let answer = examine(at, &items);
        let pieces = answer.scene.places().filter(|place| {
            let set = form.palettes.iter().filter(|palette| palette.active);
            let mut spots = set.flat_map(|palette| &palette.places);
            place.piece.is_some() && spots.any(|spot| spot.id == place.id)
        });
        assert_eq!(pieces.count(), 0, "{}", place(at, &items));
    });
}

#[test]
fn an_invalid_item_is_refused_with_the_valid_ones() {
    GAMES.check(|at, _, source| {
        let form = form(at);
        let good = any_item(&form, source);
        let id = good.split('=').next().expect("an item has an id");
        let bad = [
            String::new(),
            "=".to_owned(),
            id.to_owned(),
            format!("{id}="),
            format!("{id}=nowhere:x"),
            format!("nowhere={}", form.palettes[0].clear),
            format!("{id}=\u{e9}:\u{1f600}"),
            format!("{}=empty:1", form.palettes[0].places[0].id),
            format!("{}=empty:", form.palettes[0].places[0].id),
            "turn=p3".to_owned(),
            "turn=".to_owned(),
        ];
        for item in bad {
            let items = [good.clone(), item];
            let free = form
                .choices
                .iter()
                .any(|c| c.id == id && c.options.is_empty());
            match at.edit(&items) {
                Err(wrong) => {
                    assert_eq!(wrong.index, 1, "{}", place(at, &items));
                    assert!(!wrong.expected.is_empty(), "{}", place(at, &items));
                }
                // A free-text item accepts any word.
                Ok(_) => assert!(free, "{}", place(at, &items)),
            }
        }
        for count in &form.counts {
            let items = [format!("{}={}", count.id, u16::from(count.max) + 1)];
            assert!(at.edit(&items).is_err(), "{}", place(at, &items));
        }
    });
}
