//! The rule sets of DVONN.

use crate::rules::RuleSet;

/// The only rule set of DVONN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The rules of the rulebook.
    Standard,
}

impl RuleSet for Variant {
    const ALL: &'static [Variant] = &[Variant::Standard];

    fn id(self) -> &'static str {
        "dvonn"
    }
}
