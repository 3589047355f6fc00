//! Tables of results: the number of games by result, and the opening or the move that they belong to.

use ringstack_arena::columns;
use ringstack_engine::play::index::ResultCounts;

use ringstack_arena::numbers;

/// The columns of the numbers.
const NUMBERS: usize = 48;

/// The columns of the names.
const NAMES: usize = 31;

/// The heading of a table whose names are called `what`.
pub fn heading(what: &str) -> String {
    let [games, p1, p2, draws, open, share] =
        ["games", "p1 wins", "p2 wins", "draws", "open", "p1 %"];
    format!("{games:>7} {p1:>7} {p2:>7} {draws:>6} {open:>6} {share:>6}    {what}\n")
}

/// A row. A long name continues on the next line.
pub fn row(results: &ResultCounts, name: &str) -> String {
    let [p1_wins, p2_wins, draws, open] = results.counts();
    let numbers = format!(
        "{:7} {p1_wins:7} {p2_wins:7} {draws:6} {open:6} {:>6}    ",
        results.games(),
        p1_percent(results)
    );
    let name = columns::fill(name.split(' '), NAMES);
    let name = name.replace('\n', &format!("\n{:NUMBERS$}", ""));
    format!("{numbers}{name}\n")
}

/// The points of player 1 in the games with a result, in percent.
pub fn p1_percent(results: &ResultCounts) -> String {
    let share = results.p1_share();
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share))
}

/// A line for the rows that a table leaves out; empty if there are none.
pub fn others(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        others => format!("and {}\n", numbers::count(others as u64, "other opening")),
    }
}
