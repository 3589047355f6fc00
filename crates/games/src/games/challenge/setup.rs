//! What a position consists of: the set-ups of GIPF and ZÈRTZ, the remaining challenges, the stage, and the
//! announced jump.

use super::TEXTS;
use super::notation::MAX_CHALLENGES;
use super::position::{Position, Stage};
use super::reasons::Problem;
use super::variant::Variant;
use crate::games::{gipf, zertz};
use crate::picture::{
    self, Alternative, Edit, EditChoice, EditCounter, EditForm, HasSetup, Id, SetupProblem, Touch,
};
use crate::rules::fen::read_number;
use crate::rules::{Notation, Rules, Side, Text};

/// The id of the choice of the stage.
const STAGE: &str = "stage";
/// The id of the choice of the announced jump.
const ANNOUNCED: &str = "announced";
/// The words of the stages with the keys of their texts, in the order of [`Stage`].
const STAGES: [(&str, &str); 3] = [
    (PLAY, "edit.stage-play"),
    (ANSWER, "edit.stage-answer"),
    (GAME, "edit.stage-game"),
];
const PLAY: &str = "play";
const ANSWER: &str = "answer";
const GAME: &str = "game";
/// The word for no announced jump.
const NOTHING: &str = "-";

/// What a position consists of.
#[derive(Clone, Debug)]
pub struct Setup {
    gipf: picture::Setup,
    challenges: [u8; 2],
    stage: &'static str,
    announced: String,
    /// The game of ZÈRTZ. The captured marbles belong to White and Black, whoever jumps.
    zertz: picture::Setup,
}

impl Setup {
    /// The set-up of the game of ZÈRTZ, in which the jumper is player 1. It also turns that one into this.
    fn inner(jumper: Side, mut zertz: picture::Setup) -> picture::Setup {
        if jumper == Side::Two {
            zertz::swap_captured(&mut zertz);
        }
        zertz
    }
}

/// The id of the number of remaining challenges of a player.
fn challenges(side: Side) -> String {
    format!("challenges.{side}")
}

/// An id of ZÈRTZ in the composed game.
fn zertz_id(id: &str) -> Id {
    format!("zertz.{id}")
}

impl Edit for Position {
    type Draft = Setup;

    fn draft(&self) -> Setup {
        let announced = self.announced().map(|m| self.gipf().token(m));
        Setup {
            gipf: self.gipf().setup(),
            challenges: self.all_challenges(),
            stage: match self.stage() {
                Stage::Play => PLAY,
                Stage::Answer(_) => ANSWER,
                Stage::Game(_) => GAME,
            },
            announced: announced.unwrap_or_else(|| NOTHING.to_owned()),
            zertz: Setup::inner(self.jumper(), self.inner().setup()),
        }
    }

    fn position(variant: Variant, setup: &Setup) -> Result<Position, Text> {
        let build = || {
            let gipf = gipf::Position::from_setup(gipf::Variant::Zertz, &setup.gipf)?;
            let position = Position::new(variant, gipf, setup.challenges);
            match setup.stage {
                ANSWER => position.answering(&setup.announced),
                GAME => {
                    let announced = position.jump(&setup.announced)?;
                    let zertz = Setup::inner(setup.gipf.turn, setup.zertz.clone());
                    let zertz = zertz::Position::from_setup(variant.board, &zertz)?;
                    position.challenged(announced, zertz)
                }
                _ => Ok(position),
            }
        };
        build().map_err(|refused: SetupProblem| refused.problem)
    }

    fn set(variant: Variant, setup: &mut Setup, id: &str, value: &str) -> Result<(), Vec<Id>> {
        if let Some(id) = id.strip_prefix("zertz.") {
            return zertz::Position::set(variant.board, &mut setup.zertz, id, value);
        }
        if let Some(side) = Side::ALL.into_iter().find(|&side| id == challenges(side)) {
            let number = read_number(value, MAX_CHALLENGES);
            let expected = || vec![format!("a number from 0 to {MAX_CHALLENGES}")];
            setup.challenges[side.index()] = number.ok_or_else(expected)?;
            return Ok(());
        }
        match (id, value) {
            (STAGE, _) => {
                let words = STAGES.map(|(word, _)| word);
                let stage = words.into_iter().find(|&word| word == value);
                setup.stage = stage.ok_or_else(|| words.map(str::to_owned).to_vec())?;
            }
            (ANNOUNCED, "") => return Err(vec!["a word".to_owned()]),
            (ANNOUNCED, _) => value.clone_into(&mut setup.announced),
            _ => return gipf::Position::set(gipf::Variant::Zertz, &mut setup.gipf, id, value),
        }
        Ok(())
    }

    fn update_supplies(variant: Variant, setup: &mut Setup, before: &Setup, set: &[&str]) {
        let gipf = gipf::Variant::Zertz;
        gipf::Position::update_supplies(gipf, &mut setup.gipf, &before.gipf, set);
        let set: Vec<&str> = set
            .iter()
            .filter_map(|id| id.strip_prefix("zertz."))
            .collect();
        zertz::Position::update_supplies(variant.board, &mut setup.zertz, &before.zertz, &set);
    }

    /// The board of ZÈRTZ is active while a challenge is played.
    fn form(&self, setup: &Setup) -> EditForm {
        let mut form = self.gipf().form(&setup.gipf);
        for palette in &mut form.palettes {
            "gipf".clone_into(&mut palette.board);
        }
        form.counts.extend(Side::ALL.map(|side| EditCounter {
            id: challenges(side),
            label: TEXTS.text("fact.challenges"),
            owner: Some(side),
            kind: None,
            active: true,
            count: setup.challenges[side.index()],
            max: MAX_CHALLENGES,
        }));
        let stages = STAGES.map(|(value, key)| Alternative {
            value,
            label: TEXTS.text(key),
        });
        let announced = TEXTS.text("edit.announced");
        let mut announced = EditChoice::new(ANNOUNCED, announced, &setup.announced, Vec::new());
        announced.active = setup.stage != PLAY;
        let stage = TEXTS.text("edit.stage");
        let stage = EditChoice::new(STAGE, stage, setup.stage, stages.into());
        form.choices.extend([stage, announced]);
        let active = setup.stage == GAME;
        let mut inner = self.inner().form(&setup.zertz);
        for palette in &mut inner.palettes {
            "zertz".clone_into(&mut palette.board);
            palette.active = active;
            let cells = palette.places.iter_mut();
            cells.for_each(|cell| cell.id = zertz_id(&cell.id));
        }
        for count in &mut inner.counts {
            (count.id, count.active) = (zertz_id(&count.id), active);
        }
        for choice in &mut inner.choices {
            choice.label = TEXTS.text("edit.zertz-turn");
            (choice.id, choice.active) = (zertz_id(&choice.id), active);
        }
        form.palettes.extend(inner.palettes);
        form.counts.extend(inner.counts);
        form.choices.extend(inner.choices);
        form
    }
}

impl Position {
    /// The same after the announcement of a jump, by its token.
    ///
    /// # Errors
    /// The jump is not legal, or cannot be challenged.
    pub(super) fn answering(self, token: &str) -> Result<Position, SetupProblem> {
        let announced = self.jump(token)?;
        if self.challenges(!self.jumper()) == 0 {
            return Err(SetupProblem::new("stage", Problem::NoChallenge));
        }
        Ok(self.announcing(announced))
    }

    /// The same during a game of ZÈRTZ about a legal jump.
    ///
    /// # Errors
    /// The game is over.
    pub(super) fn challenged(
        self,
        announced: gipf::Move,
        zertz: zertz::Position,
    ) -> Result<Position, SetupProblem> {
        match zertz.outcome() {
            Some(_) => Err(SetupProblem::new("fen", Problem::ChallengeOver)),
            None => Ok(self.playing(announced, zertz)),
        }
    }

    /// The announced jump with this token.
    ///
    /// # Errors
    /// The move is not legal, or no jump.
    pub(super) fn jump(&self, token: &str) -> Result<gipf::Move, SetupProblem> {
        let m = self.gipf().parse_move(token);
        let m = m.map_err(|_| SetupProblem::new("stage", Problem::JumpNotLegal))?;
        match m.is_jump() {
            true => Ok(m),
            false => Err(SetupProblem::new("stage", Problem::NotAJump)),
        }
    }
}
