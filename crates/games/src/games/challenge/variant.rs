//! The rule sets of GIPF with challenges.

use crate::games::zertz;
use crate::rules::RuleSet;

/// A rule set. The inner game can be played on any board of ZÈRTZ. The id names the board, because a FEN
/// shows it only while an inner game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The rule set of the inner game.
    pub board: zertz::Variant,
}

impl RuleSet for Variant {
    const ALL: &'static [Variant] = &[
        Variant::on(zertz::Variant::Rings37),
        Variant::on(zertz::Variant::Rings40),
        Variant::on(zertz::Variant::Rings43),
        Variant::on(zertz::Variant::Rings44),
        Variant::on(zertz::Variant::Rings48),
        Variant::on(zertz::Variant::Rings61),
        Variant::on(zertz::Variant::Blitz),
    ];

    const OPTION: Option<&'static str> = Some("ChallengeBoard");

    fn option_value(self) -> &'static str {
        self.board.id()
    }

    fn id(self) -> &'static str {
        match self.board {
            zertz::Variant::Rings37 => "gipf-zertz-challenge",
            zertz::Variant::Rings40 => "gipf-zertz-challenge-40",
            zertz::Variant::Rings43 => "gipf-zertz-challenge-43",
            zertz::Variant::Rings44 => "gipf-zertz-challenge-44",
            zertz::Variant::Rings48 => "gipf-zertz-challenge-48",
            zertz::Variant::Rings61 => "gipf-zertz-challenge-61",
            zertz::Variant::Blitz => "gipf-zertz-challenge-blitz",
        }
    }
}

impl Variant {
    const fn on(board: zertz::Variant) -> Variant {
        Variant { board }
    }
}
