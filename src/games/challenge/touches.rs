//! Builds moves of the composed game by touches: a move of one of the two games, as that game builds it, or one
//! of two buttons.
//!
//! The ids of ZÈRTZ are mapped. The games do not know about challenges: the difference of two scenes yields
//! what an announcement or the end of an inner game changes.

use super::TEXTS;
use super::picture::Inner;
use super::position::{Position, Stage};
use super::reasons::Violation;
use super::turn::{ACCEPT, CHALLENGE, Move};
use crate::games::{gipf, zertz};
use crate::picture::{
    Highlight, Id, IdMapping, MappedMoveBuilder, MoveBuilder, Picture, Scene, SceneEvent,
    SceneStep, Touch, TouchEffect, TouchOption,
};
use crate::rules::{Notation, Rules, Text};

/// A move under construction.
#[derive(Clone, Debug)]
pub struct ChallengeMoveBuilder {
    at: Position,
    part: Subgame,
}

/// The kind of move to build.
#[derive(Clone, Debug)]
enum Subgame {
    Gipf(<gipf::Position as Touch>::MoveBuilder),
    Answer(Option<Move>),
    Zertz(MappedMoveBuilder<Inner, <zertz::Position as Touch>::MoveBuilder>),
}

impl ChallengeMoveBuilder {
    /// The move, if it is complete.
    fn complete(&self) -> Option<Move> {
        self.at.parse_move(&self.token()?).ok()
    }

    /// The changes so far, according to the game in progress.
    fn inner_steps(&self) -> Vec<SceneStep> {
        match &self.part {
            Subgame::Gipf(builder) => builder.steps(),
            Subgame::Answer(_) => Vec::new(),
            Subgame::Zertz(builder) => builder.steps(),
        }
    }
}

/// The step that turns one scene of a game into another.
fn difference(before: &Scene, after: &Scene) -> SceneStep {
    let mut step = Vec::new();
    for (old, new) in before.places().zip(after.places()) {
        let id = || new.id.clone();
        if old.piece.is_some() && new.piece.is_none() {
            step.push(SceneEvent::leaves(id()));
        }
        let piece = new.piece.filter(|_| new.piece != old.piece);
        let ground = (new.ground != old.ground).then_some(new.ground);
        if piece.is_some() || ground.is_some() {
            let event = SceneEvent {
                ground,
                ..SceneEvent::changes(id())
            };
            step.push(piece.map_or(event.clone(), |piece| event.becoming(piece)));
        }
    }
    for (old, new) in before.items().zip(after.items()) {
        let appears = (old.count..new.count).map(|_| SceneEvent::appears(new.id.clone()));
        let leaves = (new.count..old.count).map(|_| SceneEvent::leaves(new.id.clone()));
        step.extend(appears.chain(leaves));
    }
    step
}

impl MoveBuilder for ChallengeMoveBuilder {
    fn next(&self) -> Vec<TouchOption> {
        match &self.part {
            Subgame::Gipf(builder) => builder.next(),
            Subgame::Answer(Some(_)) => Vec::new(),
            Subgame::Answer(None) => {
                let accept = TEXTS.text("touch.accept");
                let challenge = TEXTS.text("touch.challenge");
                vec![
                    TouchOption::button(ACCEPT, TouchEffect::Finish, accept),
                    TouchOption::button(CHALLENGE, TouchEffect::Finish, challenge),
                ]
            }
            Subgame::Zertz(builder) => builder.next(),
        }
    }

    fn touch(&mut self, touch: &str) {
        match &mut self.part {
            Subgame::Gipf(builder) => builder.touch(touch),
            Subgame::Answer(answer) => {
                *answer = match touch {
                    ACCEPT => Some(Move::Accept),
                    CHALLENGE => Some(Move::Challenge),
                    _ => None,
                };
            }
            Subgame::Zertz(builder) => builder.touch(touch),
        }
    }

    fn automatic(&self) -> Option<Id> {
        match &self.part {
            Subgame::Gipf(builder) => builder.automatic(),
            Subgame::Answer(_) => None,
            Subgame::Zertz(builder) => builder.automatic(),
        }
    }

    fn removable(&self) -> Vec<Id> {
        match &self.part {
            Subgame::Gipf(builder) => builder.removable(),
            Subgame::Answer(_) => Vec::new(),
            Subgame::Zertz(builder) => builder.removable(),
        }
    }

    fn marks(&self) -> Vec<Highlight> {
        match &self.part {
            Subgame::Gipf(builder) => builder.marks(),
            Subgame::Answer(_) => Vec::new(),
            Subgame::Zertz(builder) => builder.marks(),
        }
    }

    fn steps(&self) -> Vec<SceneStep> {
        let steps = self.inner_steps();
        let Some(m) = self.complete() else {
            return steps;
        };
        let after = self.at.after(m);
        // An announcement does not change the board.
        let mut steps = match m {
            Move::Gipf(_) if after.announced().is_some() => Vec::new(),
            _ => steps,
        };
        let mut scene = self.at.scene();
        steps.iter().for_each(|step| scene.apply(step));
        let rest = difference(&scene, &after.scene());
        if !rest.is_empty() {
            steps.push(rest);
        }
        steps
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        match &self.part {
            Subgame::Gipf(builder) => builder.arrows(),
            Subgame::Answer(_) => Vec::new(),
            Subgame::Zertz(builder) => builder.arrows(),
        }
    }

    fn token(&self) -> Option<String> {
        match &self.part {
            Subgame::Gipf(builder) => builder.token(),
            Subgame::Answer(answer) => answer.map(|m| self.at.token(m)),
            Subgame::Zertz(builder) => builder.token(),
        }
    }

    fn hint(&self) -> Text {
        match &self.part {
            Subgame::Gipf(builder) => builder.hint(),
            Subgame::Answer(_) => TEXTS.text("hint.answer"),
            Subgame::Zertz(builder) => builder.hint(),
        }
    }

    fn describe(&self) -> Text {
        match (&self.part, self.complete()) {
            (Subgame::Gipf(builder), Some(Move::Gipf(m))) if self.at.may_be_challenged(m) => {
                let jump = builder.describe();
                TEXTS.filled(jump.key.replacen("turn", "announced", 1), jump.args)
            }
            (Subgame::Gipf(builder), _) => builder.describe(),
            (Subgame::Answer(Some(Move::Challenge)), _) => TEXTS.text("turn.challenge"),
            (Subgame::Answer(_), _) => TEXTS.text("turn.accept"),
            (Subgame::Zertz(builder), _) => builder.describe(),
        }
    }

    fn reason(&self, touch: &str) -> Option<Text> {
        if touch == ACCEPT || touch == CHALLENGE {
            return Some(Violation::NoAnnouncement.into());
        }
        let is_of_zertz = Inner::new(self.at.jumper()).original(touch).is_some();
        let violation = match &self.part {
            Subgame::Gipf(builder) if !is_of_zertz => return builder.reason(touch),
            Subgame::Zertz(builder) if is_of_zertz => return builder.reason(touch),
            _ if !self.at.scene().contains(touch) => return None,
            Subgame::Gipf(_) => Violation::NoChallenge,
            Subgame::Zertz(_) => Violation::InChallenge,
            Subgame::Answer(_) => Violation::Answer,
        };
        Some(violation.into())
    }
}

impl Touch for Position {
    type MoveBuilder = ChallengeMoveBuilder;

    fn move_builder(&self) -> ChallengeMoveBuilder {
        let part = match self.stage() {
            Stage::Play => Subgame::Gipf(self.gipf().move_builder()),
            Stage::Answer(_) => Subgame::Answer(None),
            Stage::Game(game) => {
                let mapping = Inner::new(self.jumper());
                Subgame::Zertz(MappedMoveBuilder::new(mapping, game.zertz.move_builder()))
            }
        };
        ChallengeMoveBuilder {
            at: self.clone(),
            part,
        }
    }

    fn touch_sequence(&self, m: Move) -> Vec<Id> {
        match (m, self.stage()) {
            (Move::Gipf(m), _) => self.gipf().touch_sequence(m),
            (Move::Zertz(m), Stage::Game(game)) => {
                let mapping = Inner::new(self.jumper());
                let touches = game.zertz.touch_sequence(m);
                touches.iter().map(|touch| mapping.touch(touch)).collect()
            }
            (Move::Accept | Move::Challenge | Move::Zertz(_), _) => vec![self.token(m)],
        }
    }
}
