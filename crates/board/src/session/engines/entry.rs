//! An available engine, with its options and its state.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::refusal::Refusal;
use crate::engine_driver::OfferedEngine;
use ringstack_engine::rules::quote;
use ringstack_engine::search::settings::FULL_SKILL;
use ringstack_engine::ugi::reply::{OptionKind, OptionLine};

/// The option that sets the strength of an engine.
const LEVEL: &str = "Skill";
/// The option with the seed of what an engine chooses by chance.
const SEED: &str = "Seed";

/// How many plies of a game an engine chooses by chance: at full strength, and at the levels from [`STEADY_LEVEL`]
/// on, which chance costs strength (GIPF: level 14 about 100 Elo in whole games). Lower levels always do.
const FULL_PLIES: usize = 2;
const STEADY_PLIES: usize = 10;
/// The lowest level that looks at all moves.
const STEADY_LEVEL: i64 = 12;

/// An available engine.
#[derive(Debug)]
pub struct EngineEntry {
    pub name: String,
    /// The level set on the command line.
    pub level: Option<i64>,
    pub options: Vec<OptionLine>,
    pub state: &'static str,
    pub trouble: Option<Refusal>,
    /// The option values set from the page.
    pub set: BTreeMap<String, String>,
    /// Whether the command line sets the seed.
    has_seed: bool,
}

impl EngineEntry {
    pub fn new(engine: OfferedEngine) -> EngineEntry {
        let mut options = engine.options.iter();
        let level = options.find(|(name, _)| name.eq_ignore_ascii_case(LEVEL));
        let is_seed = |name: &str| name.eq_ignore_ascii_case(SEED);
        EngineEntry {
            has_seed: engine.options.iter().any(|(name, _)| is_seed(name)),
            level: level.and_then(|(_, value)| value.parse().ok()),
            name: engine.name,
            options: Vec::new(),
            state: "asked",
            trouble: None,
            set: BTreeMap::new(),
        }
    }

    /// The default, minimum and maximum of an option.
    fn spin(&self, name: &str) -> Option<(i64, i64, i64)> {
        let mut options = self.options.iter();
        options.find_map(|option| match option.kind {
            OptionKind::Spin { default, min, max } if option.name.eq_ignore_ascii_case(name) => {
                Some((default, min, max))
            }
            _ => None,
        })
    }

    fn level_option(&self) -> Option<(i64, i64, i64)> {
        self.spin(LEVEL)
    }

    /// The minimum and maximum level, if the strength can be set.
    pub fn levels(&self) -> Option<(i64, i64)> {
        self.level_option().map(|(_, min, max)| (min, max))
    }

    /// The level for the first game: low, unless the command line sets one.
    pub fn welcome_level(&self) -> Option<i64> {
        let low = i64::from(FULL_SKILL) / 4;
        self.level.is_none().then_some(low)
    }

    /// The level of a search; by default that of the command line.
    fn search_level(&self, level: Option<i64>) -> Option<i64> {
        let usual = || self.level_option().map(|(default, ..)| default);
        level.or(self.level).or_else(usual)
    }

    /// The options for a search at this level.
    pub fn search_options(&self, level: Option<i64>) -> Vec<(String, String)> {
        let level = self.search_level(level);
        let option = level.map(|level| (LEVEL.to_owned(), level.to_string()));
        option.into_iter().collect()
    }

    /// The options for a move of a game with this seed, after `plies` moves. A seed that a user has set stays.
    pub fn move_options(
        &self,
        level: Option<i64>,
        (seed, plies): (u64, usize),
    ) -> Vec<(String, String)> {
        let mut options = self.search_options(level);
        let is_set = self.has_seed || self.set.keys().any(|name| name.eq_ignore_ascii_case(SEED));
        if let Some((_, min, max)) = self.spin(SEED).filter(|_| !is_set) {
            let is_steady = self.search_level(level) >= Some(STEADY_LEVEL);
            let most = match (self.is_weakened(level), is_steady) {
                (false, _) => FULL_PLIES,
                (true, true) => STEADY_PLIES,
                (true, false) => usize::MAX,
            };
            let by_chance = plies < most;
            let seed = i64::try_from(seed).unwrap_or_default();
            let value = if by_chance { seed.clamp(min, max) } else { min };
            options.push((SEED.to_owned(), value.to_string()));
        }
        options
    }

    /// Whether the engine plays below its full strength at this level.
    pub fn is_weakened(&self, level: Option<i64>) -> bool {
        let level = self.search_level(level);
        self.levels().is_some_and(|(_, max)| level < Some(max))
    }

    /// Whether the board controls this option itself.
    fn is_managed(&self, option: &OptionLine) -> bool {
        let own = ["Game", "MultiPV", LEVEL];
        let own = own
            .iter()
            .any(|name| option.name.eq_ignore_ascii_case(name));
        own || chooses_game(option, self.games())
    }

    /// The games that the engine lists in its option `Game`.
    fn games(&self) -> &[String] {
        let mut options = self.options.iter();
        let game = options.find(|option| option.name.eq_ignore_ascii_case("Game"));
        match game.map(|option| &option.kind) {
            Some(OptionKind::Combo { choices, .. }) => choices,
            _ => &[],
        }
    }

    /// The option with this name, if a page may set it.
    pub fn settable_option(&self, name: &str) -> Result<&OptionLine, String> {
        let mut options = self.options.iter();
        let option = options
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| format!("option '{}': the engine does not have it", quote(name)))?;
        let name = &option.name;
        if !is_settable(option) {
            return Err(format!("option '{name}': cannot be set from the page"));
        }
        if self.is_managed(option) {
            return Err(format!("option '{name}': the board sets it itself"));
        }
        Ok(option)
    }

    pub fn section(&self) -> EngineSection<'_> {
        let options = self.options.iter();
        let options = options.filter(|o| is_settable(o) && !self.is_managed(o));
        EngineSection {
            name: &self.name,
            state: self.state,
            trouble: self.trouble.as_ref(),
            options: options.collect(),
            levels: self.levels().map(|(min, max)| [min, max]),
            level: self.level,
            set: &self.set,
        }
    }
}

/// Whether an option selects among games. The board selects a game by its full id instead.
fn chooses_game(option: &OptionLine, games: &[String]) -> bool {
    match &option.kind {
        OptionKind::Combo { choices, .. } => {
            !choices.is_empty() && choices.iter().all(|choice| games.contains(choice))
        }
        _ => false,
    }
}

/// Whether a page may set the option. A log file is excluded: any device with the link could overwrite a file
/// of this computer.
fn is_settable(option: &OptionLine) -> bool {
    let name = option.name.to_ascii_lowercase();
    match option.kind {
        OptionKind::Text { .. } => !(name.contains("log") && name.contains("file")),
        OptionKind::Unknown(_) => false,
        _ => true,
    }
}

/// An engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EngineSection<'a> {
    /// The name.
    name: &'a str,
    /// What the engine does.
    state: &'static str,
    /// Why it does not work; `None` if it does.
    trouble: Option<&'a Refusal>,
    /// The options that a user may set.
    options: Vec<&'a OptionLine>,
    /// The minimum and maximum level, if the strength can be set.
    levels: Option<[i64; 2]>,
    /// The level of the command line.
    level: Option<i64>,
    /// The option values that users have set.
    set: &'a BTreeMap<String, String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_levels_choose_only_the_opening_by_chance() {
        let mut entry = EngineEntry::new(OfferedEngine {
            name: "x".to_owned(),
            options: Vec::new(),
        });
        let spin = |name: &str, default, max| OptionLine {
            name: name.to_owned(),
            kind: OptionKind::Spin {
                default,
                min: 0,
                max,
            },
        };
        entry.options = vec![spin("Skill", 20, 20), spin("Seed", 0, 1000)];
        let by_chance = |level, plies| {
            let options = entry.move_options(Some(level), (7, plies));
            options.contains(&("Seed".to_owned(), "7".to_owned()))
        };
        assert!(by_chance(11, 99) && by_chance(14, 9) && by_chance(20, 1));
        assert!(!by_chance(12, 10) && !by_chance(20, 2));
    }

    #[test]
    fn options_that_select_a_game_are_hidden_from_the_page() {
        let option = |name: &str, words: &[&str]| OptionLine {
            name: name.to_owned(),
            kind: OptionKind::Combo {
                default: words[0].to_owned(),
                choices: words.iter().map(|&word| word.to_owned()).collect(),
            },
        };
        let mut entry = EngineEntry::new(OfferedEngine {
            name: "x".to_owned(),
            options: Vec::new(),
        });
        entry.options = vec![
            option("game", &["go", "go-9", "chess"]),
            option("Board", &["go", "go-9"]),
            option("Style", &["go", "wild"]),
        ];
        let managed = entry.options.iter().map(|option| entry.is_managed(option));
        assert_eq!(managed.collect::<Vec<_>>(), [true, true, false]);
    }
}
