//! The rule sets of GIPF.

use crate::rules::RuleSet;

/// The rule sets of GIPF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Without GIPF pieces.
    Basic,
    /// Three GIPF pieces each on the board at the start.
    Standard,
    /// Players enter any number of GIPF pieces first.
    Tournament,
    /// The tournament game with three ZÈRTZ potentials each.
    Zertz,
}

impl RuleSet for Variant {
    const ALL: &'static [Variant] = &[
        Variant::Basic,
        Variant::Standard,
        Variant::Tournament,
        Variant::Zertz,
    ];

    fn id(self) -> &'static str {
        match self {
            Variant::Basic => "gipf-basic",
            Variant::Standard => "gipf",
            Variant::Tournament => "gipf-tournament",
            Variant::Zertz => "gipf-zertz",
        }
    }
}

impl Variant {
    /// Whether players may enter GIPF pieces.
    pub(super) const fn has_gipf_entries(self) -> bool {
        matches!(self, Variant::Tournament | Variant::Zertz)
    }
}
