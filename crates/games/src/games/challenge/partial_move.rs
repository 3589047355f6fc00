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
use crate::board::Bits;
use crate::games::{gipf, zertz};
use crate::picture::{
    DONE, Highlight, Id, Offer, PartialMove, Picture, Scene, SceneEvent, SceneStep, TokenForm,
    Touch, TouchEffect, TouchOption, TouchTarget,
};
use crate::rules::{Rules, Text};

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

    /// Whether a jump can only be announced, so that the board stays as it is.
    fn announces(&self, m: &gipf::GipfMove) -> bool {
        self.at.challenges(!self.at.jumper()) > 0 && m.is_jump()
    }

    fn is_announced(&self) -> bool {
        matches!(&self.part, Part::Gipf(m) if self.announces(m))
    }

    fn with(&self, part: Part) -> ChallengeMove {
        ChallengeMove {
            at: self.at.clone(),
            part,
        }
    }
}

impl PartialMove for ChallengeMove {
    type Move = Move;

    fn offers(&self) -> Vec<Offer<ChallengeMove>> {
        match &self.part {
            Part::Gipf(m) => {
                let offers = m.offers().into_iter().map(|mut offer| {
                    let is_removal =
                        offer.option.act == TouchEffect::Remove || offer.option.touch == DONE;
                    if self.announces(&offer.after) && !is_removal {
                        offer.option.removed_places.clear();
                    }
                    offer.map(|m| self.with(Part::Gipf(m)))
                });
                offers.collect()
            }
            Part::Answer(None) => {
                let answer = |touch, key, m| {
                    let option = TouchOption::button(touch, TouchEffect::Finish, TEXTS.text(key));
                    Offer::new(option, self.with(Part::Answer(Some(m))))
                };
                let removed = self.at.announced().map_or(Bits::EMPTY, gipf::Move::removed);
                vec![
                    answer(ACCEPT, "touch.accept", Move::Accept).removing(gipf::places(removed)),
                    answer(CHALLENGE, "touch.challenge", Move::Challenge),
                ]
            }
            Part::Answer(Some(_)) => Vec::new(),
            Part::Zertz(m) => {
                let offers = m.offers().into_iter().map(|mut offer| {
                    let option = &mut offer.option;
                    // All games share the words of buttons.
                    if option.kind != TouchTarget::Button {
                        option.touch = self.mapping().id(&option.touch);
                    }
                    option.at = self.ids(&option.at);
                    option.removed_places = self.ids(&option.removed_places);
                    offer.map(|m| self.with(Part::Zertz(m)))
                });
                offers.collect()
            }
        }
    }

    fn complete_move(&self) -> Option<Move> {
        match &self.part {
            Part::Gipf(m) => m.complete_move().map(Move::Gipf),
            Part::Answer(answer) => *answer,
            Part::Zertz(m) => m.complete_move().map(Move::Zertz),
        }
    }

    fn why_not(&self, touch: &str) -> Option<Text> {
        let original = self.mapping().original(touch);
        let violation = match (&self.part, original) {
            _ if touch == ACCEPT || touch == CHALLENGE => Violation::NoAnnouncement,
            (Part::Gipf(m), None) => return m.why_not(touch),
            (Part::Zertz(m), Some(touch)) => return m.why_not(&touch),
            _ if !self.at.scene().contains(touch) => return None,
            (Part::Gipf(_), _) => Violation::NoChallenge,
            (Part::Answer(_), _) => Violation::Answer,
            (Part::Zertz(_), _) => Violation::InChallenge,
        };
        Some(violation.into())
    }

    /// ZÈRTZ has its own names of cells in tokens, and ids with a prefix.
    fn why_not_word(&self, word: &str) -> Option<Text> {
        match &self.part {
            Part::Gipf(m) => m.why_not_word(word),
            Part::Answer(_) => None,
            Part::Zertz(m) => m.why_not_word(word),
        }
    }

    fn forms(&self) -> &'static [TokenForm] {
        match &self.part {
            Part::Gipf(m) => m.forms(),
            Part::Answer(_) => &[],
            Part::Zertz(m) => m.forms(),
        }
    }

    fn expected(&self, part: &str) -> &'static str {
        match &self.part {
            Part::Gipf(m) => m.expected(part),
            Part::Answer(_) => "accept or challenge",
            Part::Zertz(m) => m.expected(part),
        }
    }

    fn tail(&self) -> String {
        match &self.part {
            Part::Gipf(m) => m.tail(),
            Part::Answer(_) => String::new(),
            Part::Zertz(m) => m.tail(),
        }
    }

    fn scene(&self) -> Scene {
        match (&self.part, self.complete_move()) {
            (_, Some(m)) => self.at.after(m).scene(),
            (Part::Gipf(m), _) if !self.is_announced() => self.composed(m.scene()),
            (Part::Zertz(m), _) => self.composed(m.scene()),
            _ => self.at.scene(),
        }
    }

    fn intermediate_scenes(
        &self,
        option: &TouchOption,
        after: &ChallengeMove,
    ) -> Vec<(Scene, SceneStep)> {
        let mut stages = match (&self.part, &after.part) {
            (Part::Gipf(m), Part::Gipf(next)) if !after.is_announced() => {
                m.intermediate_scenes(option, next)
            }
            (Part::Zertz(m), Part::Zertz(next)) => {
                let mut option = option.clone();
                let ids = option.at.iter();
                option.at = ids.filter_map(|id| self.mapping().original(id)).collect();
                m.intermediate_scenes(&option, next)
            }
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

    fn origin(&self) -> Option<Id> {
        match &self.part {
            Part::Gipf(m) => m.origin(),
            Part::Answer(_) => None,
            Part::Zertz(m) => m.origin().map(|id| self.mapping().id(&id)),
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

    fn hint(&self) -> Text {
        match &self.part {
            Part::Gipf(m) => m.hint(),
            Part::Answer(_) => TEXTS.text("hint.answer"),
            Part::Zertz(m) => m.hint(),
        }
    }

    fn describe(&self) -> Text {
        match &self.part {
            Part::Gipf(m) if self.is_announced() && m.complete_move().is_some() => {
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
