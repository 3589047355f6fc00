//! The rule sets of DVONN.

use crate::rules::RuleSet;

/// The rule sets of DVONN: there is one.
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
