//! The rule sets of DVONN.

use crate::rules::rule_sets;

rule_sets! {
    /// The only rule set of DVONN.
    pub enum Variant {
        /// The rules of the rulebook.
        Standard = "dvonn",
    }
}
