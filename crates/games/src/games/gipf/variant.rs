//! The rule sets of GIPF.

use crate::rules::rule_sets;

rule_sets! {
    /// The rule sets of GIPF.
    pub enum Variant {
        /// Without GIPF pieces.
        Basic = "gipf-basic",
        /// Three GIPF pieces each on the board at the start.
        Standard = "gipf",
        /// Players enter any number of GIPF pieces first.
        Tournament = "gipf-tournament",
        /// The tournament game with three ZÈRTZ potentials each.
        Zertz = "gipf-zertz",
    }
}

impl Variant {
    /// Whether players may enter GIPF pieces.
    pub(super) const fn has_gipf_entries(self) -> bool {
        matches!(self, Variant::Tournament | Variant::Zertz)
    }
}
