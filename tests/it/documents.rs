//! Replays the examples of the documents, so that commands copied from there work.

use std::fs;
use std::path::Path;

use ringstack_engine::ugi::command::{GoKey, Query};
use ringstack_engine::ugi::grammar::CommandForm;
use ringstack_engine::ugi::json_queries::Topic;
use ringstack_engine::ugi::options;
use ringstack_engine::ugi::reply::ErrorCode;

use crate::program::{self, run, text, words};
use crate::script;

const DOCUMENTS: [&str; 13] = [
    "README.md",
    "protocol.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/board.md",
    "docs/contributors/training.md",
    "docs/contributors/tried.md",
    "docs/files.md",
    "docs/front-ends.md",
    "docs/games.md",
    "docs/matches.md",
    "docs/web.md",
    "fixtures/README.md",
];

/// Replays every `ugi` block as a session with a new engine and returns their number.
fn replay(document: &str) -> usize {
    let blocks = blocks(document, "ugi");
    for block in &blocks {
        let steps = script::parse(block);
        assert!(!steps.is_empty(), "{document}: an empty block:\n{block}");
        if let Err(failure) = script::run("dvonn", &steps) {
            panic!("{document}: {failure}\nin:\n{block}");
        }
    }
    blocks.len()
}

#[test]
fn the_sessions_in_the_documents_work() {
    for (document, min) in [
        ("README.md", 1),
        ("protocol.md", 10),
        ("docs/front-ends.md", 7),
        ("docs/games.md", 5),
    ] {
        let count = replay(document);
        assert!(count >= min, "{document} has {count}");
    }
}

#[test]
fn the_commands_in_the_documents_work() {
    let mut lines = Vec::new();
    for document in DOCUMENTS {
        let blocks = blocks(document, "sh");
        let shown = blocks.iter().flat_map(|block| block.lines());
        let shown = shown.filter_map(|line| line.strip_prefix("ringstack "));
        lines.extend(shown.map(str::to_owned));
    }
    lines.sort();
    lines.dedup();
    assert!(lines.len() >= 10, "{lines:?}");
    for line in lines {
        assert!(!text(&run(&words(&line), "")).is_empty(), "{line}");
    }
}

#[test]
fn the_page_of_the_protocol_has_every_word_of_the_engine() {
    let page = include_str!("../../protocol.md");
    let commands = CommandForm::ALL.iter().map(|command| command.form);
    let aliases = CommandForm::ALL.iter().filter_map(|command| command.alias);
    let queries = Query::FORMS.into_iter().map(|(form, _)| form);
    let topics = Topic::FORMS.into_iter().map(|(_, form)| form);
    let keys = GoKey::WORDS.into_iter().map(|(word, _)| word);
    let codes = ErrorCode::ALL.map(|code| code.to_string());
    let options = options::list("").into_iter();
    // The search parameters, options of the feature `tune`, have no lower-case letters and are not in the page.
    let options = options.map(|option| option.name);
    let options = options.filter(|name| name.chars().any(char::is_lowercase));
    let options = options.collect::<Vec<_>>();
    let forms = commands
        .chain(aliases)
        .chain(queries)
        .chain(topics)
        .chain(keys);
    let forms = forms.chain(codes.iter().chain(&options).map(String::as_str));
    for form in forms {
        let word = form.split(' ').next().expect("a word");
        let begins = |end: &str| page.contains(&format!("`{word}{end}"));
        assert!(begins("`") || begins(" "), "{form}");
    }
}

/// The code blocks of a document with this language.
fn blocks(document: &str, mark: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(path).expect("a readable document");
    let start = format!("```{mark}\n");
    let parts = text.split(&start).skip(1);
    let blocks = parts.filter_map(|part| part.split("```").next());
    blocks.map(str::to_owned).collect()
}

#[test]
fn the_files_in_the_documents_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for text in blocks("docs/files.md", "text") {
        let file = folder.path().join("shown");
        let begins = ["[", "# A comment"].map(|head| text.starts_with(head));
        let command = match begins {
            [true, _] => &["convert", "--to", "jsonl"][..],
            [_, true] => &["suite"],
            _ => panic!("unknown kind of file:\n{text}"),
        };
        fs::write(&file, &text).expect("a file");
        let name = file.display().to_string();
        program::text(&run(&[command, &[&name]].concat(), ""));
        count += 1;
    }
    assert_eq!(count, 2);
}

/// The targets of the links in a document, without links to the web.
fn links(text: &str) -> Vec<&str> {
    let links = text.split("](").skip(1);
    let links = links.filter_map(|part| part.split(')').next());
    links.filter(|link| !link.starts_with("http")).collect()
}

/// The headings of a document as the anchors that GitHub gives them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.replace(' ', "-");
        let is_kept = |c: &char| c.is_alphanumeric() || "-_".contains(*c);
        kept.chars().filter(is_kept).collect()
    };
    headings.map(anchor).collect()
}

#[test]
fn the_links_in_the_documents_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for document in DOCUMENTS {
        let path = root.join(document);
        let text = fs::read_to_string(&path).expect("a readable document");
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => path.clone(),
                file => path.parent().expect("a folder").join(file),
            };
            assert!(target.exists(), "{document}: {link}");
            if !anchor.is_empty() {
                let text = fs::read_to_string(target).expect("a readable document");
                assert!(
                    anchors(&text).contains(&anchor.to_owned()),
                    "{document}: {link}"
                );
            }
        }
    }
}
