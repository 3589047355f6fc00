//! The rule set of the challenge.

use crate::games::zertz;
use crate::rules::RuleSet;

/// The rule set: the inner game can be played on any board of ZÈRTZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The rule set of the inner game.
    pub board: zertz::Variant,
}

impl RuleSet for Variant {
    const ALL: &'static [Variant] = &[Variant {
        board: zertz::Variant::Rings37,
    }];

    fn id(self) -> &'static str {
        "gipf-zertz-challenge"
    }
}
