//! The rule sets that laws check. `tests/it` uses this file, too.

use std::collections::BTreeMap;

use ringstack_games::games::{Game, Visitor, ids, visit_all};
use ringstack_games::rules::RuleSet;

/// The type of the position, which the rule sets of a family share.
struct Family;

impl Visitor for Family {
    type Output = (&'static str, &'static str);

    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output {
        (std::any::type_name::<P>(), variant.id())
    }
}

/// The main rule set of each family, which has the shortest name; all rule sets if the variable CI is `true`.
pub fn rule_sets() -> Vec<&'static str> {
    if std::env::var_os("CI").is_some_and(|value| value == "true") {
        return ids();
    }
    let mut families = BTreeMap::<_, &str>::new();
    for (family, id) in visit_all(&mut Family) {
        let main = families.entry(family).or_insert(id);
        if id.len() < main.len() {
            *main = id;
        }
    }
    families.into_values().collect()
}
