//! The rule sets of Diaballik.

use crate::rules::RuleSet;

/// The rule sets: they differ in the start position only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Each side begins on its own start line.
    Standard,
    /// Each side begins with two supports on the other's start line.
    Behind,
}

impl RuleSet for Variant {
    const ALL: &'static [Variant] = &[Variant::Standard, Variant::Behind];

    fn id(self) -> &'static str {
        match self {
            Variant::Standard => "diaballik",
            Variant::Behind => "diaballik-variant",
        }
    }
}
