//! The exit status: 2 for an invalid command line, 1 for any other failure.

use crate::matches::try_program;

#[test]
fn an_invalid_command_line_has_status_2() {
    for line in [
        "nonsense",
        "--nonsense",
        "--game chess",
        "--game dvonn suite fixtures/dvonn/rules.suite",
        "ugi more",
        "perft",
        "perft 100",
        "perft --fen nonsense 1",
        "perft --game zertz --fen x9/x10/x11/x10/x9 1",
        "show nonsense",
        "bench 0",
        "suite",
        "suite --hash 16 --engine option.Hash=1,self fixtures/dvonn/rules.suite",
        "suite --engine option.Game=gipf,self fixtures/dvonn/rules.suite",
        "suite --engine nodes=5,self fixtures/dvonn/rules.suite",
        "suite --engine foo=5,self fixtures/dvonn/rules.suite",
        "compliance",
        "compliance --game chess self",
        "compliance option.Game=gipf,self",
        "compliance nodes=5,self",
        "play --fen nonsense",
        "analyze",
        "analyze --json --annotate - fixtures/records/cutegames.pgn",
        "analyze --force fixtures/records/cutegames.pgn",
        "analyze --annotate fixtures/records/cutegames.pgn fixtures/records/cutegames.pgn",
        "convert --to nonsense fixtures/records/cutegames.pgn",
        "match",
        "match --engine self --engine self",
        "match --engine self --nodes 5",
        "match --engine self --engine foo=1,self --nodes 5",
        "match --engine self --engine option.Game=gipf,self --nodes 5",
        "match --engine self --engine self --nodes 5 --foreign-game dvonn",
        "match --engine self --engine self --nodes 5 --sprt 5 0 0.05 0.05",
        "match --engine self --engine self --nodes 5 --sprt 0 5 1e-320 0.05",
        "match --engine self --engine self --nodes 5 --win-agreement 1 500",
        "match --engine self --engine self --nodes 5 --random-plies 8 --max-plies 3",
        "match --engine self --engine self --nodes 5 --record target/a --games target/a",
        "match --engine self --engine self --nodes 5 --shard 3/2",
        "match merge",
        "completions nonsense",
        "man nonsense",
    ] {
        let words: Vec<String> = line.split(' ').map(|word| word.replace(',', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let found = try_program(&words);
        assert_eq!(found.code, Some(2), "{line}: {}", found.err);
    }
}

#[test]
fn a_failure_with_a_valid_command_line_has_status_1() {
    for line in [
        "suite no/such.suite",
        "compliance no/such",
        "analyze no/such.pgn",
        "convert --to list no/such.pgn",
        "match merge no/such.jsonl",
        "match --engine self --engine no/such --nodes 5",
        "match --engine self --engine self --nodes 5 --openings no/such",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let found = try_program(&words);
        assert_eq!(found.code, Some(1), "{line}: {}", found.err);
    }
}
