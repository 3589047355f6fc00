//! The steps of the compliance check. UGI comes first, our extensions follow, and the steps that end the process
//! are last.

use super::ComplianceStep;

/// All steps in their order. [`super::script`] explains their lines.
pub const STEPS: [ComplianceStep; 13] = [
    step("handshake", "start"),
    step("options", "options"),
    step(
        "isready and uginewgame",
        "> isready
         > isready
         > isready
         > position startpos",
    ),
    step(
        "go with depth, nodes and movetime",
        "go depth 1
         go depth 2
         go nodes 1
         go nodes 200
         go movetime 1 | 1001
         go movetime 100 | 1100",
    ),
    // 100 ms are for the pipes and a busy machine.
    step(
        "go with clocks of 100 ms",
        "go p1time 100 p2time 100 p1inc 0 p2inc 0 | 200
         play
         go p1time 100 p2time 100 p1inc 10 p2inc 10 | 200",
    ),
    step(
        "position and queries",
        "random
         > position startpos",
    ),
    // The line after `stop` must not be handled before the search has ended.
    step(
        "go infinite and stop",
        "go nodes 50
         > stop
         watch 200
         send stop
         bestmove
         > stop
         watch 0
         send stop
         send position startpos moves {found}
         bestmove
         play
         compare",
    ),
    step(
        "isready during a search",
        "position
         watch 0
         > isready
         send stop
         bestmove",
    ),
    step(
        "many games in one process",
        "game
         game
         game",
    ),
    step(
        "illegal input",
        "survive
         survive \t
         survive nonsense
         survive \u{1b}[2J\u{fffd}\0
         survive setoption name NoSuchOption value 1
         survive setoption
         survive position
         survive position fen nonsense
         survive position startpos moves nonsense
         survive stop stop
         survive position startpos moves {long}
         go nodes 50",
    ),
    ComplianceStep {
        is_extension: true,
        ..step(
            "extensions",
            "position
             ? fen = {fen}
             ? legalmoves = {legal}
             ? islegal nonsense = false
             ? islegal {first} = true
             perft 1
             go mate 1 depth 2
             go wtime 100 btime 100 winc 0 binc 0 movestogo 5
             go nodes 50 infinite
             go nodes 50 searchmoves {first}
             play
             > moves {found}
             ? fen = {fen}
             ? history = 1 {found}
             > position fen {fen}
             ? fen = {fen}
             position
             > undo
             ? plies = 0
             refuse unknown-command nonsense
             refuse bad-argument undo x
             refuse bad-fen position fen nonsense
             refuse illegal-move position startpos moves nonsense
             refuse bad-option setoption name NoSuchOption value 1
             > position startpos
             refuse bad-argument query nonsense => response unknown
             refuse bad-argument query fen\0 => response unknown
             refuse bad-argument go nonsense => bestmove 0000
             refuse illegal-move go nodes 50 searchmoves nonsense => bestmove 0000",
        )
    },
    step(
        "quit",
        "send quit
         exit
         position
         watch 0
         send quit
         exit with bestmove",
    ),
    step(
        "end of input",
        "close
         exit
         position
         watch 0
         close
         exit with bestmove",
    ),
];

const fn step(name: &'static str, script: &'static str) -> ComplianceStep {
    ComplianceStep {
        name,
        is_extension: false,
        script,
    }
}
