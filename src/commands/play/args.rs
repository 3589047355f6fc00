//! The command line of a game with a person.

/// How to play.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// The position; the start position when left out.
    #[arg(long, allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// The side you play; the engine plays the others.
    #[arg(long, value_enum, default_value_t = Human::P1)]
    pub side: Human,

    /// The strength of the engine, 0 to 20.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u8).range(0..=20))]
    pub level: u8,

    /// The time of the engine for a move, in milliseconds.
    #[arg(long, default_value_t = 1000, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub movetime: u64,
}

/// Who of the players is a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Human {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
    /// Both players.
    Both,
    /// Nobody: the engine plays itself.
    None,
}
