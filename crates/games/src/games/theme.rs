//! Themes: what happens in the solutions of puzzles.

use crate::picture::COMMON_TEXTS;
use crate::rules::{Catalog, MoveError, Rules, Side, Text};

use super::Game;

/// What happens in the solutions of some puzzles.
pub struct Theme<P: Rules> {
    /// The word in files and answers.
    pub word: &'static str,
    /// Whether it happens in a solution.
    pub is_in: fn(&[Ply<P>]) -> bool,
    texts: &'static Catalog,
}

/// A move of a line, such as the solution of a puzzle.
pub struct Ply<P: Rules> {
    /// The position before the move.
    pub before: P,
    /// The move.
    pub m: P::Move,
    /// The position after the move.
    pub after: P,
    /// Whether it is a move of the player who begins the line.
    pub is_own: bool,
}

impl<P: Rules> Ply<P> {
    /// The plies of a line of legal moves.
    pub fn line(start: &P, moves: impl IntoIterator<Item = P::Move>) -> Vec<Ply<P>> {
        let mut before = start.clone();
        let plies = moves.into_iter().map(|m| {
            let after = before.after(m);
            let is_own = before.turn() == start.turn();
            let before = std::mem::replace(&mut before, after.clone());
            Ply {
                before,
                m,
                after,
                is_own,
            }
        });
        plies.collect()
    }
}

impl<P: Rules> Theme<P> {
    /// A theme whose name is the text `theme.WORD`.
    pub const fn new(
        texts: &'static Catalog,
        word: &'static str,
        is_in: fn(&[Ply<P>]) -> bool,
    ) -> Theme<P> {
        Theme { word, is_in, texts }
    }

    /// The theme of solutions in which the reply to the first move captures.
    pub const fn sacrifice(is_in: fn(&[Ply<P>]) -> bool) -> Theme<P> {
        Theme::new(&COMMON_TEXTS, "sacrifice", is_in)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> Text {
        self.texts.text(format!("theme.{}", self.word))
    }
}

/// The words of the themes of a solution that begins in `start`.
///
/// # Errors
/// The problem with the first token that is not legal.
pub fn themes<'a, P: Game>(
    start: &P,
    solution: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<&'static str>, MoveError> {
    let mut now = start.clone();
    let mut moves = Vec::new();
    for token in solution {
        let m = now.parse_move(token)?;
        now.play(m);
        moves.push(m);
    }
    let plies = Ply::line(start, moves);
    let found = P::THEMES.iter().filter(|theme| (theme.is_in)(&plies));
    Ok(found.map(|theme| theme.word).collect())
}

/// Whether the reply to the first move reduces what `count` counts for the player.
pub fn reply_costs<P: Rules, N: Ord>(plies: &[Ply<P>], count: fn(&P, Side) -> N) -> bool {
    let reply = plies.get(1).filter(|reply| !reply.is_own);
    reply.is_some_and(|Ply { before, after, .. }| {
        let player = !before.turn();
        count(after, player) < count(before, player)
    })
}
