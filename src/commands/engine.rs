//! The description of an engine where somebody else says what it plays and how long it may think.

use anyhow::bail;

use ringstack::arena::engine::spec::EngineSpec;

use super::UsageError;

/// Reads a description. A pace in it would count for nothing, and the option Game would make the engine
/// play another game than it is asked about: `game` and `pace` tell who says them.
pub fn described(text: &str, game: &str, pace: &str) -> anyhow::Result<EngineSpec> {
    let spec = EngineSpec::parse(text).map_err(|error| UsageError(error.to_string()))?;
    let name = &spec.name;
    if let Some(value) = spec.game_option() {
        bail!(UsageError(format!(
            "engine '{name}': option.Game={value}: expected no such option, {game}"
        )));
    }
    if let Some(value) = spec.pace {
        bail!(UsageError(format!(
            "engine '{name}': '{value}': expected no pace, {pace}"
        )));
    }
    Ok(spec)
}
