//! What is said about a line is what its scenes show: every number is counted again on them.

use std::collections::BTreeMap;

use super::rule_sets::rule_sets;
use crate::board::keys::{SplitMix, mix};
use crate::games::consequence::{self, Line};
use crate::games::{self, Fact, Game, Visitor, puzzle};
use crate::picture::{Colour, Ground, Look, Scene, ScenePlace};
use crate::rules::{Outcome, Side};

/// The plies of a random line.
const PLIES: usize = 8;

/// A line that is played: the positions, their scenes, and the tokens between them.
struct Played<P> {
    positions: Vec<P>,
    scenes: Vec<Scene>,
    tokens: Vec<String>,
}

impl<P: Game> Played<P> {
    fn new(start: &P, moves: &[P::Move]) -> Played<P> {
        let (mut positions, mut tokens) = (vec![start.clone()], Vec::new());
        for &m in moves {
            let now = positions.last().expect("the start");
            tokens.push(now.token(m));
            positions.push(now.after(m));
        }
        let scenes = positions.iter().map(P::scene).collect();
        Played {
            positions,
            scenes,
            tokens,
        }
    }

    /// The numbers of the plies of a side, from 0.
    fn plies_of(&self, side: Side) -> impl Iterator<Item = usize> {
        let plies = 0..self.tokens.len();
        plies.filter(move |&ply| self.positions[ply].turn() == side)
    }

    fn end(&self) -> (&P, &Scene) {
        let end = self.positions.last().zip(self.scenes.last());
        end.expect("the start")
    }

    /// The position with the other player to move, in a game whose FENs end with the side.
    fn to_move(&self, side: Side) -> P {
        let end = self.end().0;
        let (mut fen, word) = (end.fen(), ["w", "b"][side.index()]);
        fen.replace_range(fen.len() - 1.., word);
        P::from_fen(end.variant(), &fen).expect("a position")
    }
}

fn colour(side: Side) -> Colour {
    [Colour::White, Colour::Black][side.index()]
}

/// Who owns the piece of a place, its look, and the number of its pieces.
fn piece(scene: &Scene, place: &ScenePlace) -> Option<(Colour, Look, i64)> {
    let piece = place.piece?;
    let kind = &scene.kinds[piece.kind];
    Some((kind.colour, kind.mark, i64::from(piece.height.unwrap_or(1))))
}

fn at(scene: &Scene, id: &str) -> Option<(Colour, Look, i64)> {
    piece(scene, scene.place(id).expect("a place"))
}

/// The number of places with a piece of a colour and a look.
fn count(scene: &Scene, of: Colour, look: Option<Look>) -> i64 {
    let pieces = scene.places().filter_map(|place| piece(scene, place));
    let fitting =
        pieces.filter(|&(colour, mark, _)| colour == of && look.is_none_or(|look| look == mark));
    fitting.count() as i64
}

/// The pieces of a kind's colour and look in a supply of a side, or in the shared one.
fn supply(scene: &Scene, owner: Option<Side>, of: Colour, look: Look) -> i64 {
    let supplies = scene.supplies.iter().filter(|supply| supply.owner == owner);
    let items = supplies.flat_map(|supply| &supply.items);
    let fitting = items.filter(|item| {
        let kind = &scene.kinds[item.kind];
        kind.colour == of && kind.mark == look
    });
    fitting.map(|item| i64::from(item.count)).sum()
}

fn leads_to_a_win<P: Game>(position: &P, side: Side) -> bool {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
        .into_iter()
        .any(|m| position.after(m).outcome() == Some(Outcome::Win(side)))
}

/// The numbers of a fact as the scenes show them; places are compared one by one.
fn recounted<P: Game>(line: &Played<P>, fact: &Fact) -> BTreeMap<&'static str, i64> {
    let side = fact.side;
    let (mine, other) = (colour(side), colour(!side));
    let (end, last) = line.end();
    let pairs: Vec<(usize, &Scene, &Scene)> = (0..line.tokens.len())
        .map(|ply| (ply, &line.scenes[ply], &line.scenes[ply + 1]))
        .collect();
    let own = |ply: &usize| line.positions[*ply].turn() == side;
    let points = |side: Side| i64::from([last.facts[0].p1, last.facts[0].p2][side.index()]);
    let mut numbers = BTreeMap::new();
    match fact.key {
        "cut-off" => {
            let mut pieces = 0;
            for (ply, before, after) in pairs {
                let gone = before.places().zip(after.places());
                let gone = gone.filter(|(_, now)| now.piece.is_none());
                let gone = gone.filter_map(|(was, _)| Some((&was.id, piece(before, was)?)));
                let from = line.tokens[ply].get(..2);
                for (id, (colour, _, height)) in gone {
                    if colour == mine && Some(id.as_str()) != from {
                        assert!(fact.at.contains(id), "{id}");
                        pieces += height;
                    }
                }
            }
            numbers.insert("pieces", pieces);
        }
        "taken" => {
            let taken = fact.at.iter().map(|id| {
                let mut jumps = pairs.iter().filter(|(ply, before, after)| {
                    let was = at(before, id).is_some_and(|it| it.0 == other);
                    own(ply) && was && at(after, id).is_some_and(|it| it.0 == mine)
                });
                let jump = jumps.next_back().expect("a stack is taken here");
                at(jump.1, id).map_or(0, |it| it.2)
            });
            numbers.insert("pieces", taken.sum());
        }
        "in-a-row" => {
            let words = line.tokens.iter().map(|token| token == "pass");
            let passes: Vec<bool> = words.collect();
            let runs = (0..passes.len()).map(|from| {
                let run = (from..passes.len()).take_while(|ply| own(ply) != passes[*ply]);
                run.filter(own).count() as i64
            });
            numbers.insert("moves", runs.max().unwrap_or(0));
        }
        "points" => {
            numbers.insert("pieces", points(side));
            numbers.insert("others", points(!side));
        }
        "movable" => {
            let mut moves = Vec::new();
            end.legal_moves(&mut moves);
            let from = moves
                .iter()
                .map(|&m| end.token(m))
                .filter(|token| token != "pass");
            let from: std::collections::BTreeSet<String> =
                from.map(|token| token[..2].to_owned()).collect();
            let name = if end.turn() == side {
                "stacks"
            } else {
                "others"
            };
            numbers.insert(name, from.len() as i64);
        }
        key if key.starts_with("captures-") => {
            let colours = [
                ("white", Colour::White, 'w'),
                ("grey", Colour::Grey, 'g'),
                ("black", Colour::Black, 'b'),
            ];
            for (name, of, letter) in colours {
                let taken = line.plies_of(side).map(|ply| {
                    let placed = line.tokens[ply].as_bytes()[1].is_ascii_alphabetic()
                        && line.tokens[ply].starts_with(letter);
                    let [before, after] = [ply, ply + 1].map(|n| count(&line.scenes[n], of, None));
                    if line.tokens[ply] == "pass" {
                        0
                    } else {
                        before + i64::from(placed) - after
                    }
                });
                numbers.insert(name, taken.sum());
            }
        }
        "isolates" | "isolates-by-ring" => {
            let ply = fact.plies - 1;
            let (before, after) = (&line.scenes[ply], &line.scenes[ply + 1]);
            for id in &fact.at {
                let is_placed = line.tokens[ply].get(1..3) == Some(id.as_str());
                assert!(at(before, id).is_some() || is_placed, "{id} has a marble");
                assert_eq!(
                    after.place(id).map(|place| place.ground),
                    Some(Ground::Gone)
                );
            }
            if let Some(ring) = fact.args.get("ring") {
                let ground = |scene: &Scene| scene.place(ring).map(|place| place.ground);
                assert_eq!(
                    [before, after].map(ground),
                    [Some(Ground::Ring), Some(Ground::Gone)]
                );
            }
            numbers.insert("marbles", fact.at.len() as i64);
        }
        "isolates-next" => {
            let mut moves = Vec::new();
            end.legal_moves(&mut moves);
            let gone = moves.iter().map(|&m| {
                let after = end.after(m).scene();
                let is_there = |id: &String| {
                    after
                        .place(id)
                        .is_some_and(|place| place.ground == Ground::Ring)
                };
                assert!(end.turn() == side);
                let gone = last
                    .places()
                    .filter(|place| place.ground == Ground::Ring && !is_there(&place.id));
                gone.count() as i64
            });
            // One ring may go besides those of the group.
            let most = gone.max().unwrap_or(0);
            let marbles = fact.at.len() as i64;
            assert!(
                marbles == most || marbles + 1 == most,
                "{marbles} of {most}"
            );
            numbers.insert("marbles", marbles);
        }
        "must-capture" => {
            let ply = fact.plies - 1;
            let (mut moves, token) = (Vec::new(), &line.tokens[ply]);
            line.positions[ply].legal_moves(&mut moves);
            assert_eq!((moves.len(), own(&ply)), (1, true), "a forced move");
            assert!(token.starts_with(&fact.args["from"]) && token.ends_with(&fact.args["to"]));
        }
        "lacks-white" | "lacks-grey" | "lacks-black" => {
            let colours = [Colour::White, Colour::Grey, Colour::Black];
            let names = ["lacks-white", "lacks-grey", "lacks-black"];
            let lacking = names
                .iter()
                .position(|name| *name == fact.key)
                .expect("a colour");
            let captured = last
                .supplies
                .iter()
                .find(|supply| supply.owner == Some(side));
            let captured = captured.expect("the captured marbles");
            let missing = |is_one_more: bool| {
                let mut items = captured.items.iter();
                let has = |item: &crate::picture::Item| {
                    let more = is_one_more && last.kinds[item.kind].colour == colours[lacking];
                    item.count + u32::from(more)
                };
                let each = captured.each.expect("a target");
                let one_kind = items
                    .clone()
                    .any(|item| has(item) >= item.target.expect("a target"));
                !(one_kind || items.all(|item| has(item) >= each))
            };
            assert_eq!([missing(false), missing(true)], [true, false]);
        }
        "captures" => {
            let taken = line.plies_of(side).map(|ply| {
                let [before, after] = [ply, ply + 1].map(|n| count(&line.scenes[n], other, None));
                before - after
            });
            numbers.insert("pieces", taken.sum());
        }
        "gipf-lost" => {
            let gipf = |n: usize| count(&line.scenes[n], mine, Some(Look::Double));
            let lost = line.plies_of(!side).map(|ply| gipf(ply) - gipf(ply + 1));
            numbers.insert("lost", lost.sum());
            numbers.insert("left", gipf(fact.plies));
        }
        "rows" => {
            let back = line.plies_of(side).map(|ply| {
                let hand = |n: usize| supply(&line.scenes[n], Some(side), mine, Look::Plain);
                let mut parts = line.tokens[ply].split(',');
                let action = parts.find(|part| !part.starts_with('x')).unwrap_or("");
                let cost = match action.chars().next() {
                    Some('G') => 2,
                    Some(_) if action.contains('-') => 1,
                    _ => 0,
                };
                hand(ply + 1) - hand(ply) + cost
            });
            numbers.insert("pieces", back.sum());
            let removals = line
                .plies_of(side)
                .flat_map(|ply| line.tokens[ply].split(','));
            let removals = removals.filter(|part| part.starts_with('x')).count();
            assert!(
                (removals..=removals * 3).contains(&fact.args["rows"].parse().expect("a number"))
            );
        }
        "potentials" => {
            let jumps = line
                .plies_of(side)
                .filter(|&ply| line.tokens[ply].contains('^'));
            numbers.insert("potentials", jumps.count() as i64);
        }
        "hand" => {
            numbers.insert("pieces", supply(last, Some(side), mine, Look::Plain));
        }
        "row-next" => {
            let row = end.each_legal_move(|m| match end.token(m).contains('x') {
                true => std::ops::ControlFlow::Break(()),
                false => std::ops::ControlFlow::Continue(()),
            });
            assert!(row.is_break() && end.turn() == side, "a row");
        }
        "goal-next" | "antijeu-next" => {
            assert!(leads_to_a_win(&line.to_move(side), side), "a win");
        }
        "passes" | "shut-in" => {
            let place = |x: f32, y: f32| last.places().find(|place| place.x == x && place.y == y);
            let holder = last.place(&fact.args["holder"]).expect("a place");
            assert_eq!(
                piece(last, holder).map(|it| (it.0, it.1)),
                Some((mine, Look::Ball))
            );
            let mut seen = 0;
            let directions = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
            for (dx, dy) in directions.filter(|&direction| direction != (0, 0)) {
                let (dx, dy) = (dx as f32, dy as f32);
                let ray =
                    (1..7).map_while(|n| place(holder.x + dx * n as f32, holder.y + dy * n as f32));
                let pieces = ray.map(|place| piece(last, place).map(|it| it.0));
                let open = pieces.take_while(|piece| *piece != Some(other));
                seen += open.filter(|piece| *piece == Some(mine)).count() as i64;
            }
            match fact.key {
                "passes" => _ = numbers.insert("pieces", seen),
                _ => assert_eq!(seen, 0),
            }
        }
        "distance" => {
            assert_eq!(
                at(last, &fact.at[0]).map(|it| (it.0, it.1)),
                Some((mine, Look::Ball))
            );
            let rank = i64::from(fact.at[0].as_bytes()[1] - b'0');
            numbers.insert(
                "rows",
                if side == Side::One {
                    7 - rank
                } else {
                    rank - 1
                },
            );
        }
        "wall" => {
            let others = last
                .places()
                .filter(|place| piece(last, place).is_some_and(|it| it.0 == other));
            let others: Vec<&ScenePlace> = others.collect();
            let touching = last.places().filter(|place| {
                let beside = |o: &&ScenePlace| o.x == place.x && (o.y - place.y).abs() == 1.0;
                piece(last, place).is_some_and(|it| it.0 == mine) && others.iter().any(beside)
            });
            numbers.insert("pieces", touching.count() as i64);
        }
        // The end of the game.
        word => {
            let reason = end.reason().expect("the game is over");
            assert_eq!(reason.word, word);
            assert_eq!(end.outcome(), Some(Outcome::Win(side)));
            for (name, value) in reason.text.args {
                assert_eq!(fact.args.get(&name), Some(&value), "{name}");
            }
            let moves = line.plies_of(line.positions[0].turn()).count();
            numbers.insert("moves", moves as i64);
        }
    }
    numbers
}

/// Checks what is said about a line. The two boards of the challenge are those of other games.
fn check<P: Game>(start: &P, moves: &[P::Move]) {
    let line = Line {
        moves: moves.to_vec(),
        mate: None,
    };
    let played = Played::new(start, moves);
    for fact in consequence::facts(start, &line, PLIES) {
        let place = format!("{} {:?}: {fact:?}", start.fen(), played.tokens);
        let (_, scene) = played.end();
        assert!(
            fact.at.iter().all(|id| scene.place(id).is_some()),
            "{place}"
        );
        assert!((1..=moves.len()).contains(&fact.plies), "{place}");
        let is_composed = scene.boards.len() > 1;
        let numbers = if is_composed {
            BTreeMap::new()
        } else {
            recounted(&played, &fact)
        };
        for (name, number) in numbers {
            assert_eq!(
                fact.args.get(name),
                Some(&number.to_string()),
                "{name} in {place}"
            );
        }
    }
    for said in consequence::explain(start, &line).line {
        let text = &said.text.text;
        assert!(
            !text.contains('{') && text.contains(' ') && !text.contains("p1"),
            "{text}"
        );
    }
}

struct Lines;

impl Visitor for Lines {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
        let games = if is_ci { 40 } else { 4 };
        for game in 0..games {
            let mut source = SplitMix(mix(game + 83));
            let start = match P::random_setup(variant, &mut source) {
                Some(setup) if game % 4 > 0 => setup,
                _ => P::start(variant),
            };
            let mut position = start;
            let mut moves = Vec::new();
            for _ in 0..25 {
                let mut line = Vec::new();
                let mut now = position.clone();
                for _ in 0..PLIES {
                    moves.clear();
                    now.legal_moves(&mut moves);
                    if moves.is_empty() {
                        break;
                    }
                    line.push(moves[source.below(moves.len())]);
                    now.play(line[line.len() - 1]);
                }
                if line.is_empty() {
                    break;
                }
                check(&position, &line);
                line.iter().take(3).for_each(|&m| position.play(m));
            }
        }
        let puzzles = puzzle::puzzles::<P>(variant)
            .expect("a file of puzzles")
            .puzzles;
        let every = if is_ci { 1 } else { 8 };
        for puzzle in puzzles.iter().step_by(every) {
            let start = P::from_fen(variant, &puzzle.fen).expect("a position");
            let mut now = start.clone();
            let moves = puzzle.moves.iter().map(|token| {
                let m = now.parse_move(token).expect("a legal move");
                now.play(m);
                m
            });
            check(&start, &moves.collect::<Vec<_>>());
        }
    }
}

#[test]
fn sentences_have_the_numbers_that_the_board_shows() {
    for id in rule_sets() {
        games::visit(id, &mut Lines);
    }
}
