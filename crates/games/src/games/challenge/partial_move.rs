//! A move of the composed game under construction: a move of one of the two games, as that game builds it, or
//! one of two buttons.
//!
//! The games do not know about challenges: the difference of two scenes yields what an announcement or the
//! end of an inner game changes.

use super::TEXTS;
use super::moves::{ACCEPT, CHALLENGE, Move};
use super::picture::Inner;
use super::position::{Position, Stage};
use super::reasons::Violation;
use crate::games::{gipf, zertz};
use crate::picture::{
    Highlight, Id, PartialMove, Picture, Scene, SceneEvent, SceneStep, Touch, TouchEffect,
    TouchOption, TouchTarget,
};
use crate::rules::{MoveError, Notation, Rules, Text};

/// A move as far as it has been chosen.
#[derive(Clone, Debug)]
pub struct ChallengeMove {
    at: Position,
    part: Part,
}

/// The kind of move.
#[derive(Clone, Debug)]
enum Part {
    Gipf(gipf::GipfMove),
    Answer(Option<Move>),
    Zertz(zertz::ZertzMove),
}

/// What one touch decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// A choice of a move of GIPF.
    Gipf(gipf::Choice),
    /// Accepts the announced jump.
    Accept,
    /// Challenges the announced jump.
    Challenge,
    /// A choice of a move of ZÈRTZ.
    Zertz(zertz::Choice),
    /// A place or an item of the game that is not played now.
    Other,
    /// The end of a token.
    End,
}

impl ChallengeMove {
    fn mapping(&self) -> Inner {
        Inner::new(self.at.jumper())
    }

    fn ids(&self, ids: &[Id]) -> Vec<Id> {
        ids.iter().map(|id| self.mapping().id(id)).collect()
    }

    /// The scene with a scene of the game in progress.
    fn composed(&self, scene: Scene) -> Scene {
        match &self.part {
            Part::Gipf(_) => self.at.composed(scene, self.at.inner().scene()),
            Part::Answer(_) => scene,
            Part::Zertz(_) => self.at.composed(self.at.gipf().scene(), scene),
        }
    }

    /// Whether the move will only be announced, so that the board stays as it is.
    fn is_announced(&self) -> bool {
        let may_be_challenged = self.at.challenges(!self.at.jumper()) > 0;
        matches!(&self.part, Part::Gipf(m) if may_be_challenged && m.is_jump())
    }
}

impl PartialMove for ChallengeMove {
    type Choice = Choice;
    type Move = Move;

    const END: Choice = Choice::End;

    fn choices(&self) -> Vec<Choice> {
        match &self.part {
            Part::Gipf(m) => m.choices().into_iter().map(Choice::Gipf).collect(),
            Part::Answer(None) => vec![Choice::Accept, Choice::Challenge],
            Part::Answer(Some(_)) => Vec::new(),
            Part::Zertz(m) => m.choices().into_iter().map(Choice::Zertz).collect(),
        }
    }

    fn made(&self) -> Option<Move> {
        match &self.part {
            Part::Gipf(m) => m.made().map(Move::Gipf),
            Part::Answer(answer) => *answer,
            Part::Zertz(m) => m.made().map(Move::Zertz),
        }
    }

    fn choose(&mut self, choice: Choice) -> Result<(), Text> {
        match (&mut self.part, choice) {
            (Part::Gipf(m), Choice::Gipf(choice)) => return m.choose(choice),
            (Part::Gipf(m), Choice::End) => return m.choose(gipf::GipfMove::END),
            (Part::Zertz(m), Choice::Zertz(choice)) => return m.choose(choice),
            (Part::Zertz(m), Choice::End) => return m.choose(zertz::ZertzMove::END),
            (Part::Answer(answer), Choice::Accept) => *answer = Some(Move::Accept),
            (Part::Answer(answer), Choice::Challenge) => *answer = Some(Move::Challenge),
            (_, Choice::Accept | Choice::Challenge) => {
                return Err(Violation::NoAnnouncement.into());
            }
            (Part::Gipf(_), _) => return Err(Violation::NoChallenge.into()),
            (Part::Answer(_), _) => return Err(Violation::Answer.into()),
            (Part::Zertz(_), _) => return Err(Violation::InChallenge.into()),
        }
        Ok(())
    }

    fn automatic(&self) -> Option<Choice> {
        match &self.part {
            Part::Gipf(m) => m.automatic().map(Choice::Gipf),
            Part::Answer(_) => None,
            Part::Zertz(m) => m.automatic().map(Choice::Zertz),
        }
    }

    fn option(&self, choice: Choice) -> TouchOption {
        let button = |touch, key| TouchOption::button(touch, TouchEffect::Finish, TEXTS.text(key));
        match (&self.part, choice) {
            (Part::Gipf(m), Choice::Gipf(choice)) => m.option(choice),
            (Part::Zertz(m), Choice::Zertz(choice)) => {
                let option = m.option(choice);
                let touch = match option.kind {
                    // All games share the words of buttons.
                    TouchTarget::Button => option.touch.clone(),
                    TouchTarget::Place | TouchTarget::Supply => self.mapping().id(&option.touch),
                };
                TouchOption {
                    touch,
                    at: self.ids(&option.at),
                    ..option
                }
            }
            (_, Choice::Accept) => button(ACCEPT, "touch.accept"),
            (_, Choice::Challenge) => button(CHALLENGE, "touch.challenge"),
            _ => TouchOption::done(TouchEffect::Finish),
        }
    }

    fn choice_of(&self, touch: &str) -> Option<Choice> {
        let original = self.mapping().original(touch);
        match (&self.part, original) {
            _ if touch == ACCEPT => Some(Choice::Accept),
            _ if touch == CHALLENGE => Some(Choice::Challenge),
            (Part::Gipf(m), None) => m.choice_of(touch).map(Choice::Gipf),
            (Part::Zertz(m), Some(touch)) => m.choice_of(&touch).map(Choice::Zertz),
            _ => self.at.scene().contains(touch).then_some(Choice::Other),
        }
    }

    fn read(&self, part: &str) -> Result<Vec<Choice>, MoveError> {
        match &self.part {
            Part::Gipf(m) => Ok(m.read(part)?.into_iter().map(Choice::Gipf).collect()),
            Part::Answer(None) if part == ACCEPT => Ok(vec![Choice::Accept]),
            Part::Answer(None) if part == CHALLENGE => Ok(vec![Choice::Challenge]),
            Part::Answer(_) => Err(MoveError::syntax(part, "accept or challenge")),
            Part::Zertz(m) => Ok(m.read(part)?.into_iter().map(Choice::Zertz).collect()),
        }
    }

    fn scene(&self) -> Scene {
        match (&self.part, self.made()) {
            (_, Some(m)) => self.at.after(m).scene(),
            (Part::Gipf(m), _) if !self.is_announced() => self.composed(m.scene()),
            (Part::Zertz(m), _) => self.composed(m.scene()),
            _ => self.at.scene(),
        }
    }

    fn stages(&self, choice: Choice, after: &ChallengeMove) -> Vec<(Scene, SceneStep)> {
        let mut stages = match (&self.part, choice, &after.part) {
            (Part::Gipf(m), Choice::Gipf(choice), Part::Gipf(next)) if !after.is_announced() => {
                m.stages(choice, next)
            }
            (Part::Zertz(m), Choice::Zertz(choice), Part::Zertz(next)) => m.stages(choice, next),
            _ => Vec::new(),
        };
        for (scene, step) in &mut stages {
            *scene = self.composed(scene.clone());
            if let Part::Zertz(_) = self.part {
                let mapping = self.mapping();
                for SceneEvent { from, to, .. } in step {
                    let ids = from.iter_mut().chain(to);
                    ids.for_each(|id| *id = mapping.id(id));
                }
            }
        }
        // What the outer game changes with the end of the move.
        stages.push((after.scene(), SceneStep::new()));
        stages
    }

    fn takes(&self, choice: Choice) -> Option<Vec<Id>> {
        match (&self.part, choice) {
            (Part::Gipf(m), Choice::Gipf(choice)) => m.takes(choice),
            (Part::Zertz(m), Choice::Zertz(choice)) => m.takes(choice).map(|ids| self.ids(&ids)),
            _ => None,
        }
    }

    fn origin(&self) -> Option<Id> {
        match &self.part {
            Part::Gipf(m) => m.origin(),
            Part::Answer(_) => None,
            Part::Zertz(m) => m.origin().map(|id| self.mapping().id(&id)),
        }
    }

    fn is_removable(&self, choice: Choice) -> bool {
        match (&self.part, choice) {
            (Part::Gipf(m), Choice::Gipf(choice)) => m.is_removable(choice),
            (Part::Zertz(m), Choice::Zertz(choice)) => m.is_removable(choice),
            _ => false,
        }
    }

    fn marks(&self) -> Vec<Highlight> {
        match &self.part {
            Part::Gipf(m) => m.marks(),
            Part::Answer(_) => Vec::new(),
            Part::Zertz(m) => {
                let mut marks = m.marks();
                marks
                    .iter_mut()
                    .for_each(|mark| mark.at = self.ids(&mark.at));
                marks
            }
        }
    }

    fn token(&self) -> Option<String> {
        match &self.part {
            Part::Gipf(m) => m.token(),
            Part::Answer(answer) => answer.map(|m| self.at.token(m)),
            Part::Zertz(m) => m.token(),
        }
    }

    fn hint(&self) -> Text {
        match &self.part {
            Part::Gipf(m) => m.hint(),
            Part::Answer(_) => TEXTS.text("hint.answer"),
            Part::Zertz(m) => m.hint(),
        }
    }

    fn describe(&self) -> Text {
        match &self.part {
            Part::Gipf(m) if self.is_announced() && m.made().is_some() => {
                let jump = m.describe();
                TEXTS.filled(jump.key.replacen("turn", "announced", 1), jump.args)
            }
            Part::Gipf(m) => m.describe(),
            Part::Answer(Some(Move::Challenge)) => TEXTS.text("turn.challenge"),
            Part::Answer(_) => TEXTS.text("turn.accept"),
            Part::Zertz(m) => m.describe(),
        }
    }
}

impl Touch for Position {
    type PartialMove = ChallengeMove;

    fn partial_move(&self) -> ChallengeMove {
        let part = match self.stage() {
            Stage::Play => Part::Gipf(self.gipf().partial_move()),
            Stage::Answer(_) => Part::Answer(None),
            Stage::Game(game) => Part::Zertz(game.zertz.partial_move()),
        };
        ChallengeMove {
            at: self.clone(),
            part,
        }
    }
}
