//! The implementation of [`GameState`] for every game, and the functions that open a game.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;

use super::{GameState, ProvenLine, RootMoves, SetupError, Start};
use crate::history::{GameHistory, IllegalMove};
use crate::puzzle::{self, Puzzles};
use crate::search::{self, Count, CountProgress};
use ringstack_games::board::keys::{SplitMix, mix};
use ringstack_games::eval;
use ringstack_games::games::consequence::{self, Consequences, Line};
use ringstack_games::games::{self, Game, Visitor};
use ringstack_games::picture::{
    self, About, COMMON_TEXTS, EditResult, LANGUAGES, Lessons, Scene, Texts, Touches, Trace,
    VERSION, WrongItem, WrongTouch,
};
use ringstack_games::rules::{FenError, MoveError, Outcome, Reason, RuleSet, Side};

/// The game with this id (ignoring case), at its start position.
#[must_use]
pub fn open(id: &str) -> Option<Box<dyn GameState>> {
    games::visit(id, &mut Opener)
}

/// The game with this id at the position of a FEN, or at its start position for `None`.
///
/// # Errors
/// The FEN is invalid.
pub fn open_at(id: &str, fen: Option<&str>) -> Option<Result<Box<dyn GameState>, FenError>> {
    let mut state = open(id)?;
    if let Some(fen) = fen
        && let Err(SetupError::Fen(error)) = state.set(&Start::Fen(fen.to_owned()), &[])
    {
        return Some(Err(error));
    }
    Some(Ok(state))
}

struct Opener;

impl Visitor for Opener {
    type Output = Box<dyn GameState>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> Box<dyn GameState> {
        Box::new(TypedState {
            variant,
            start: Start::Startpos,
            line: GameHistory::new(P::start(variant)),
        })
    }
}

/// A game of `P` in progress.
#[derive(Clone, Debug)]
struct TypedState<P: Game> {
    variant: P::Variant,
    start: Start,
    line: GameHistory<P>,
}

impl<P: Game> GameState for TypedState<P> {
    fn id(&self) -> &'static str {
        self.variant.id()
    }

    fn set(&mut self, start: &Start, moves: &[String]) -> Result<(), SetupError> {
        let root = match start {
            Start::Startpos => P::start(self.variant),
            Start::Fen(fen) => P::from_fen(self.variant, fen).map_err(SetupError::Fen)?,
        };
        let mut line = GameHistory::new(root);
        line.extend(moves).map_err(SetupError::Move)?;
        self.line = line;
        self.start.clone_from(start);
        Ok(())
    }

    fn has_draws(&self) -> bool {
        P::HAS_DRAWS
    }

    fn has_pass(&self) -> bool {
        P::HAS_PASS
    }

    fn random_setup(&self, source: &mut SplitMix) -> Option<String> {
        P::random_setup(self.variant, source).map(|position| position.fen())
    }

    fn play(&mut self, moves: &[String]) -> Result<(), IllegalMove> {
        self.line.extend(moves)
    }

    fn play_word(&mut self, word: &str) -> Result<String, MoveError> {
        let ours = self.line.parse_move(word);
        let m = if ours.is_ok() || self.line.outcome().is_some() {
            ours?
        } else {
            let published = self.line.now().parse_published(word);
            published.unwrap_or(ours)?
        };
        let token = self.token(m);
        self.line.play(m);
        Ok(token)
    }

    fn play_move(&mut self, m: &dyn Any) -> Result<String, MoveError> {
        if let Some(outcome) = self.line.outcome() {
            return Err(MoveError::game_over("", outcome));
        }
        let m = m.downcast_ref::<P::Move>();
        let m = *m.ok_or_else(|| MoveError::syntax("", "a move of this game"))?;
        let token = self.token(m);
        self.line.play(m);
        Ok(token)
    }

    fn undo(&mut self, plies: usize) -> Result<(), usize> {
        self.line.undo(plies)
    }

    fn start(&self) -> &Start {
        &self.start
    }

    fn history(&self) -> Vec<String> {
        self.line.history()
    }

    fn plies(&self) -> usize {
        self.line.plies()
    }

    fn repetitions(&self) -> usize {
        self.line.repetitions()
    }

    fn turn(&self) -> Side {
        self.line.now().turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.line.outcome()
    }

    fn reason(&self) -> Option<Reason> {
        let outcome = self.line.outcome()?;
        let by_repetition = || {
            let times = [("times", self.line.repetitions().to_string())];
            Reason::new(&COMMON_TEXTS, "repetition", outcome, times)
        };
        Some(self.line.now().reason().unwrap_or_else(by_repetition))
    }

    fn line(&self) -> &dyn Any {
        &self.line
    }

    fn position(&self) -> &dyn Any {
        self.line.now()
    }

    fn fen(&self) -> String {
        self.line.now().fen()
    }

    fn key(&self) -> u64 {
        self.key_of(self.line.now())
    }

    fn symmetry_key(&self) -> u64 {
        let now = self.line.now();
        let found = now.representative();
        self.key_of(found.as_ref().map_or(now, |(image, _)| image))
    }

    fn to_representative(&self, token: &str) -> Option<(u64, String)> {
        let m = self.line.parse_move(token).ok()?;
        let (image, symmetry) = self.line.now().representative()?;
        let token = image.token(P::image_of_move(m, symmetry));
        Some((self.key_of(&image), token))
    }

    fn of_representative(&self, token: &str) -> Option<String> {
        let (image, symmetry) = self.line.now().representative()?;
        self.token_of(&image, symmetry, token)
    }

    fn image_keys(&self) -> Vec<u64> {
        let now = self.line.now();
        let symmetries = now.symmetries().into_iter();
        symmetries
            .map(|symmetry| self.key_of(&now.image(symmetry)))
            .collect()
    }

    fn of_image(&self, key: u64, token: &str) -> Option<String> {
        let now = self.line.now();
        let symmetries = now.symmetries().into_iter();
        let mut images = symmetries.map(|symmetry| (now.image(symmetry), symmetry));
        let (image, symmetry) = images.find(|(image, _)| self.key_of(image) == key)?;
        self.token_of(&image, symmetry, token)
    }

    fn each_legal(&self, visit: &mut dyn FnMut(String) -> ControlFlow<()>) {
        _ = self.line.each_legal_move(|m| visit(self.token(m)));
    }

    fn legal_line_within(&self, max_bytes: usize) -> Option<String> {
        let mut text = String::new();
        let mut ends = Vec::new();
        let now = self.line.now();
        let end = self.line.each_legal_move(|m| {
            now.write_move(m, &mut text);
            ends.push(text.len());
            if text.len() + ends.len() > max_bytes {
                Break(())
            } else {
                Continue(())
            }
        });
        end.is_continue().then(|| counted_line(&text, &ends))
    }

    fn count_legal_within(&self, max: u64) -> Option<u64> {
        let mut count = 0;
        let end = self.line.each_legal_move(|_| {
            count += 1;
            if count > max { Break(()) } else { Continue(()) }
        });
        end.is_continue().then_some(count)
    }

    fn canonical(&self, token: &str) -> Result<String, MoveError> {
        self.line.parse_move(token).map(|m| self.token(m))
    }

    fn root_moves(&self, tokens: &[String]) -> Result<RootMoves, MoveError> {
        RootMoves::of(&self.line, tokens)
    }

    fn is_same_idea(&self, one: &str, other: &str) -> bool {
        let [one, other] = [one, other].map(|token| self.line.parse_move(token).ok());
        one.zip(other)
            .is_some_and(|(one, other)| P::is_same_idea(one, other))
    }

    fn published(&self, token: &str) -> Option<String> {
        let m = self.line.parse_move(token).ok()?;
        self.line.now().published(m)
    }

    fn draw(&self) -> String {
        self.line.now().draw()
    }

    fn scene(&self) -> Scene {
        let mut scene = self.line.now().scene();
        if scene.result.is_none()
            && let (Some(winner), Some(reason)) = (self.outcome(), self.reason())
        {
            scene.end(winner, &reason);
        }
        scene
    }

    fn about(&self) -> About {
        P::about(self.variant)
    }

    fn lessons(&self) -> Lessons {
        picture::lessons::<P>(self.variant, P::LESSONS).unwrap_or_else(|problem| {
            log::error!("the lessons of {} cannot be read: {problem}", self.id());
            Lessons {
                v: VERSION,
                game: self.id(),
                lessons: Vec::new(),
            }
        })
    }

    fn puzzles(&self) -> Puzzles {
        puzzle::puzzles::<P>(self.variant).unwrap_or_else(|problem| {
            log::error!("the puzzles of {} cannot be read: {problem}", self.id());
            Puzzles {
                v: VERSION,
                game: self.id(),
                themes: BTreeMap::new(),
                puzzles: Vec::new(),
            }
        })
    }

    fn themes(&self, solution: &[String]) -> Result<Vec<&'static str>, MoveError> {
        games::themes(self.line.now(), solution.iter().map(String::as_str))
    }

    fn consequences(
        &self,
        line: &ProvenLine,
        better: Option<&ProvenLine>,
    ) -> Result<Consequences, IllegalMove> {
        let line = self.parse_line(line)?;
        let now = self.line.now();
        Ok(match better {
            Some(better) => consequence::compare(now, &line, &self.parse_line(better)?),
            None => consequence::explain(now, &line),
        })
    }

    fn texts(&self, language: &str) -> Option<Texts> {
        LANGUAGES.iter().find(|known| **known == language)?;
        let catalogs = P::TEXTS.iter().copied();
        let texts = Texts::french(self.id(), catalogs, P::FRENCH_LESSONS);
        texts
            .inspect_err(|problem| {
                log::error!(
                    "the French texts of {} cannot be read: {problem}",
                    self.id()
                );
            })
            .ok()
    }

    fn touches(&self, touch_sequence: &[String]) -> Result<Touches, WrongTouch> {
        let mut touches = picture::touches(self.line.now(), self.scene(), touch_sequence)?;
        // The scene after a complete move is the full position after it, including its result.
        if let Some(token) = &touches.canonical {
            let mut after = self.clone();
            if after.play(std::slice::from_ref(token)).is_ok() {
                touches.scene = after.scene();
            }
        }
        Ok(touches)
    }

    fn edit(&self, items: &[String]) -> Result<EditResult, WrongItem> {
        picture::edit(self.line.now(), items)
    }

    fn trace(&self, tokens: &[String]) -> Result<Trace, IllegalMove> {
        let mut played = self.line.clone();
        let mut line = Vec::new();
        for (before, token) in tokens.iter().enumerate() {
            let illegal = |cause| IllegalMove {
                ply: before + 1,
                token: token.clone(),
                cause,
            };
            let m = played.parse_move(token).map_err(illegal)?;
            line.push(picture::trace(played.now(), token).map_err(illegal)?);
            played.play(m);
        }
        Ok(Trace { v: VERSION, line })
    }

    fn scale(&self) -> f64 {
        eval::scale(self.line.now())
    }

    fn perft(
        &self,
        depth: u32,
        max: u64,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(CountProgress),
    ) -> Option<Count> {
        search::count(self.line.now(), depth, max, stop, watch)
    }

    fn boxed_clone(&self) -> Box<dyn GameState> {
        Box::new(self.clone())
    }
}

/// The number of tokens, then the tokens, sorted bytewise. `text` contains the tokens without separators,
/// and `ends` the end of each token in it.
fn counted_line(text: &str, ends: &[usize]) -> String {
    let mut start = 0;
    let mut tokens = Vec::with_capacity(ends.len());
    for &end in ends {
        let token = text.get(start..end).unwrap_or_default();
        tokens.push((sort_key(token), token));
        start = end;
    }
    tokens.sort_unstable();
    let count = tokens.len().to_string();
    let mut line = String::with_capacity(count.len() + text.len() + ends.len());
    line.push_str(&count);
    for (_, token) in tokens {
        line.push(' ');
        line.push_str(token);
    }
    line
}

/// The first eight bytes as a number that sorts like the text. It decides most comparisons.
fn sort_key(token: &str) -> u64 {
    let mut key = [0; 8];
    for (place, byte) in key.iter_mut().zip(token.bytes()) {
        *place = byte;
    }
    u64::from_be_bytes(key)
}

impl<P: Game> TypedState<P> {
    fn parse_line(&self, line: &ProvenLine) -> Result<Line<P::Move>, IllegalMove> {
        let mut played = self.line.clone();
        let mut moves = Vec::new();
        for (index, token) in line.moves.iter().enumerate() {
            let illegal = |cause| IllegalMove {
                ply: index + 1,
                token: token.clone(),
                cause,
            };
            let m = played.parse_move(token).map_err(illegal)?;
            played.play(m);
            moves.push(m);
        }
        Ok(Line {
            moves,
            mate: line.mate,
        })
    }

    fn token(&self, m: P::Move) -> String {
        self.line.now().token(m)
    }

    /// A hash of the rule set and a position of it.
    /// The legal token that is `token` in this image of the position.
    fn token_of(&self, image: &P, symmetry: P::Symmetry, token: &str) -> Option<String> {
        if self.line.outcome().is_some() {
            return None;
        }
        let m = image.parse_move(token).ok()?;
        // One of the symmetries is the inverse.
        let symmetries = image.symmetries().into_iter();
        let mut moves = symmetries.map(|symmetry| P::image_of_move(m, symmetry));
        let here = moves.find(|&here| P::image_of_move(here, symmetry) == m)?;
        Some(self.token(here))
    }

    fn key_of(&self, position: &P) -> u64 {
        let id = self.id().bytes();
        let id = id.fold(0, |hash, byte| mix(hash ^ u64::from(byte)));
        mix(position.key() ^ id)
    }
}
