//! Engine descriptions for commands that choose the game and the time control themselves.

use anyhow::bail;

use ringstack_arena::engine::spec::EngineSpec;

use super::UsageError;

/// Parses a description. It must not set a time control, which would have no effect, or the option
/// Game, which would change the game; `game` and `time_control` say in errors what sets them instead.
pub fn parse_spec(text: &str, game: &str, time_control: &str) -> anyhow::Result<EngineSpec> {
    let spec = EngineSpec::parse(text).map_err(|error| UsageError(error.to_string()))?;
    let name = &spec.name;
    if let Some(value) = spec.option("Game") {
        bail!(UsageError(format!(
            "engine '{name}': option.Game={value} is not allowed: {game}"
        )));
    }
    if let Some(value) = spec.time_control {
        bail!(UsageError(format!(
            "engine '{name}': '{value}': a time control is not allowed: {time_control}"
        )));
    }
    Ok(spec)
}
