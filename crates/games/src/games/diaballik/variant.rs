//! The rule sets of Diaballik.

use crate::rules::rule_sets;

rule_sets! {
    /// The rule sets: they differ in the start position only.
    pub enum Variant {
        /// Each side begins on its own start line.
        Standard = "diaballik",
        /// Each side begins with two supports on the other's start line.
        Behind = "diaballik-variant",
    }
}
