//! Setting up the composed game: the entries of GIPF, the remaining challenges, the stage, the announced
//! jump, and the game of ZÈRTZ about it.

use super::TEXTS;
use super::notation::MAX_CHALLENGES;
use super::picture::Inner;
use super::position::{Position, Stage};
use super::variant::Variant;
use crate::games::{gipf, zertz};
use crate::picture::{Alternative, Edit, EditChoice, EditCounter, EditForm, Id};
use crate::rules::{Notation, Rules, Side};

/// The id of the choice of the stage.
const STAGE: &str = "stage";
/// The id of the choice of the announced jump.
const ANNOUNCED: &str = "announced";
/// The words of the stages.
const PLAY: &str = "play";
const ANSWER: &str = "answer";
const GAME: &str = "game";
/// The word for no announced jump.
const NOTHING: &str = "-";

/// The id of the number of remaining challenges of a player.
fn challenges(side: Side) -> String {
    format!("challenges.{side}")
}

/// The form of the game of ZÈRTZ in a form of the composed game.
fn inner_form(variant: Variant, form: &EditForm) -> EditForm {
    let mut inner = zertz::Position::start(variant.board).form();
    let mapping = Inner::new(form.turn());
    inner.take(form, |id| mapping.id(id));
    inner
}

impl Edit for Position {
    fn form(&self) -> EditForm {
        let mut form = self.gipf().form();
        for palette in &mut form.palettes {
            "gipf".clone_into(&mut palette.board);
        }
        form.counts.extend(Side::ALL.map(|side| EditCounter {
            id: challenges(side),
            label: TEXTS.text("fact.challenges"),
            owner: Some(side),
            kind: None,
            active: true,
            count: self.challenges(side),
            max: MAX_CHALLENGES,
        }));
        let stage = match self.stage() {
            Stage::Play => PLAY,
            Stage::Answer(_) => ANSWER,
            Stage::Game(_) => GAME,
        };
        let stages = vec![
            Alternative::new(PLAY, TEXTS.text("edit.stage-play")),
            Alternative::new(ANSWER, TEXTS.text("edit.stage-answer")),
            Alternative::new(GAME, TEXTS.text("edit.stage-game")),
        ];
        let announced = self.announced().map(|m| self.gipf().token(m));
        let announced = announced.as_deref().unwrap_or(NOTHING);
        form.choices.extend([
            EditChoice::new(STAGE, TEXTS.text("edit.stage"), stage, stages),
            EditChoice::new(
                ANNOUNCED,
                TEXTS.text("edit.announced"),
                announced,
                Vec::new(),
            ),
        ]);
        let mapping = Inner::new(self.jumper());
        let mut inner = self.inner().form().renamed(|id| mapping.id(id));
        for palette in &mut inner.palettes {
            "zertz".clone_into(&mut palette.board);
        }
        for count in &mut inner.counts {
            count.owner = count.owner.map(|side| mapping.side(side));
        }
        // The order of the players does not depend on who jumps.
        inner
            .counts
            .sort_by_key(|count| count.owner.map(Side::index));
        for choice in &mut inner.choices {
            choice.label = TEXTS.text("edit.zertz-turn");
        }
        form.palettes.extend(inner.palettes);
        form.counts.extend(inner.counts);
        form.choices.extend(inner.choices);
        Position::activate(&mut form);
        form
    }

    fn outside(variant: Variant, form: &EditForm) -> Vec<(Id, usize)> {
        let mapping = Inner::new(form.turn());
        let inner = zertz::Position::outside(variant.board, &inner_form(variant, form));
        let inner = inner.into_iter().map(|(id, n)| (mapping.id(&id), n));
        let mut found = gipf::Position::outside(gipf::Variant::Zertz, form);
        found.extend(inner);
        found
    }

    fn fen_of(variant: Variant, form: &EditForm) -> String {
        let outer = gipf::Position::fen_of(gipf::Variant::Zertz, form);
        let [white, black] = Side::ALL.map(|side| form.count(&challenges(side)));
        let head = format!("{outer} {white},{black}");
        let announced = form.choice(ANNOUNCED);
        match form.choice(STAGE) {
            ANSWER => format!("{head} ?{announced}"),
            GAME => {
                let inner = zertz::Position::fen_of(variant.board, &inner_form(variant, form));
                format!("{head} !{announced} {inner}")
            }
            _ => format!("{head} -"),
        }
    }

    /// The board of ZÈRTZ is active while a challenge is played.
    fn activate(form: &mut EditForm) {
        let game = form.choice(STAGE) == GAME;
        let announced = form.choice(STAGE) != PLAY;
        for palette in &mut form.palettes {
            palette.active = palette.board != "zertz" || game;
        }
        for count in &mut form.counts {
            count.active = !count.id.starts_with("zertz.") || game;
        }
        for choice in &mut form.choices {
            choice.active = match choice.id.as_str() {
                ANNOUNCED => announced,
                id => !id.starts_with("zertz.") || game,
            };
        }
    }
}
