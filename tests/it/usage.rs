//! The exit status and the message: 2 for an invalid command line, 1 for any other failure.

use ringstack::games;

use crate::program::run;

/// Checks the status and message of each line; in a line, a comma is a blank within an argument.
fn check(lines: &[(&str, &str)], code: i32) {
    for (line, part) in lines {
        let words: Vec<String> = line.split(' ').map(|word| word.replace(',', " ")).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let found = run(&words, "");
        assert_eq!(found.code, Some(code), "{line}: {found:?}");
        assert!(found.err.contains(part), "{line}: {part}: {}", found.err);
        assert!(found.out.is_empty(), "{line}: {found:?}");
    }
}

#[test]
fn an_invalid_command_line_has_status_2() {
    check(
        &[
            ("nonsense", "nonsense"),
            ("--nonsense", "--nonsense"),
            ("--game chess", &games::ids().join(", ")),
            ("--game dvonn suite fixtures/dvonn/rules.suite", "--game"),
            ("suite fixtures/dvonn/rules.suite --game dvonn", "--game"),
            ("match merge x --game dvonn", "--game"),
            ("--game dvonn completions bash", "--game"),
            ("man --game dvonn", "--game"),
            ("ugi more", "more"),
            ("perft", "DEPTH"),
            ("perft 100", "99"),
            ("perft --fen nonsense 1", "nonsense"),
            ("perft --game zertz --fen x9/x10/x11/x10/x9 1", "x9"),
            ("show nonsense", "nonsense"),
            ("bench 0", "'0'"),
            ("bench 121", "120"),
            ("suite", "FILES"),
            (
                "suite --hash 16 --engine option.Hash=1,self fixtures/dvonn/rules.suite",
                "--hash 16: engine 'ringstack' has option.Hash",
            ),
            (
                "suite --engine option.Game=gipf,self fixtures/dvonn/rules.suite",
                "option.Game=gipf",
            ),
            (
                "suite --engine movetime=5,self fixtures/dvonn/rules.suite",
                "'movetime=5'",
            ),
            (
                "suite --engine foo=5,self fixtures/dvonn/rules.suite",
                "foo=5",
            ),
            ("compliance", "COMMAND"),
            ("compliance --game chess self", "chess"),
            ("compliance option.Game=gipf,self", "option.Game=gipf"),
            ("compliance nodes=5,self", "'nodes=5'"),
            ("play --fen nonsense", "nonsense"),
            ("play --movetime 0", "'0'"),
            ("analyze", "FILES"),
            ("analyze --nodes 0 -", "'0'"),
            ("analyze --movetime 0 -", "'0'"),
            ("analyze --depth 121 -", "120"),
            ("analyze --threads 0 -", "256"),
            ("analyze --threads 257 -", "256"),
            (
                "analyze --json --annotate - fixtures/records/cutegames.pgn",
                "standard output",
            ),
            (
                "analyze --force fixtures/records/cutegames.pgn",
                "--annotate",
            ),
            (
                "analyze --annotate fixtures/records/cutegames.pgn fixtures/records/cutegames.pgn",
                "the same file",
            ),
            (
                "convert --to nonsense fixtures/records/cutegames.pgn",
                "nonsense",
            ),
            ("convert --filter elo=2000 -", "elo"),
            ("match", "engines"),
            ("match --engine self --engine self", "--nodes"),
            ("match --engine self,nodes=1 --engine self", "'nodes=1'"),
            ("match --engine self --nodes 5", "two engines"),
            ("match --rounds 5 merge x", "--rounds"),
            ("match --game gipf --foreign-game chess", "--game"),
            ("match --random-plies 3 --openings x", "--random-plies"),
            ("match --unbalanced --foreign-game chess", "--unbalanced"),
            ("match --balance 4 --openings x", "--balance"),
            ("match --record -", "file"),
            ("match --games -", "file"),
            ("match --log -", "file"),
            ("match --openings -", "file"),
            ("match merge", "RECORDS"),
            ("completions nonsense", "nonsense"),
            ("man nonsense", "nonsense"),
            ("man match chess", "match chess"),
        ],
        2,
    );
    #[cfg(feature = "gui")]
    check(
        &[
            ("gui --no-open --engine name=x,nodes=5,self", "'nodes=5'"),
            (
                "gui --no-open --engine option.Game=gipf,self",
                "option.Game=gipf",
            ),
        ],
        2,
    );
}

/// Checks the options of a match between two engines.
fn check_match(options: &[(&str, &str)], code: i32) {
    for (options, part) in options {
        let line = format!("match --engine self --engine self --nodes 5 {options}");
        check(&[(&line, part)], code);
    }
}

#[test]
fn an_invalid_option_of_a_match_is_named() {
    check_match(
        &[
            ("--engine foo=1,self", "expected name=, option.NAME=, tc="),
            ("--engine nodes=0,self", "engine 'ringstack': 'nodes=0'"),
            ("--engine option.Game=gipf,self", "use --game gipf"),
            ("--engine option.game=hex,self", "use --foreign-game hex"),
            ("--foreign-game DVONN", "use --game dvonn"),
            ("--foreign-game ", "--foreign-game '': not a name"),
            ("--foreign-game a\nquit", "'a\\nquit': not a name"),
            ("--each tc=1,self", "'self'"),
            ("--sprt 5 0 0.05 0.05", "ELO0"),
            ("--sprt 0 5 1e-320 0.05", "ALPHA"),
            ("--win-agreement 1 500", "must be 2 or more"),
            ("--win-agreement 4 0", "must be 1 or more"),
            ("--resign 0 500", "must be 1 or more"),
            ("--random-plies 8 --max-plies 3", "--max-plies 3"),
            (
                "--game zertz-blitz --random-plies 200",
                "no opening of zertz-blitz found",
            ),
            ("--max-plies 0", "1.."),
            ("--rounds 0", "1.."),
            ("--timeout 18446744073709551615", "31536000"),
            ("--tc 0/10", "40/10+0.1"),
            ("--record target/a --games target/a", "another file"),
            ("--shard 3/2", "i/n"),
        ],
        2,
    );
}

#[test]
fn a_failure_with_a_valid_command_line_has_status_1() {
    check(
        &[
            ("suite no/such.suite", "no/such.suite"),
            (
                "suite fixtures/dvonn/rules.suite no/such.suite",
                "no/such.suite",
            ),
            ("analyze no/such.pgn", "no/such.pgn"),
            ("convert --to list no/such.pgn", "no/such.pgn"),
            ("match merge no/such.jsonl", "no/such.jsonl"),
        ],
        1,
    );
    check_match(
        &[
            ("--engine ./no/such", "./no/such"),
            ("--engine option.Hash=99999999,self", "from 1 to 65536"),
            ("--engine option.Skill=-3,self", "from 0 to 20"),
            ("--each option.Hash=99999999", "from 1 to 65536"),
            ("--openings no/such", "no/such"),
        ],
        1,
    );
}
