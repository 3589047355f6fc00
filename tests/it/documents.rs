//! Replays the examples of the documents, so that commands copied from there work.

use std::fs;
use std::path::{Path, PathBuf};

use ringstack::ugi::command::{GoKey, Query};
use ringstack::ugi::grammar::CommandForm;
use ringstack::ugi::json_queries::Topic;
use ringstack::ugi::options;
use ringstack::ugi::reply::ErrorCode;

use crate::program::{self, run, text};
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

/// The words of a command line with quoted words.
fn arguments(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
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
        let words = arguments(&line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        assert!(!text(&run(&words, "")).is_empty(), "{line}");
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

/// The quoted values that follow `name` in a text.
fn quoted_after<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let parts = text.split(name).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a folder").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

/// Cargo publishes only the files in `include`, so the files that sources include or read must be listed.
#[test]
fn the_published_files_are_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a readable manifest");
    let (_, list) = manifest.split_once("include = [").expect("a list");
    let (list, _) = list.split_once(']').expect("its end");
    let places = list.split('"').skip(1).step_by(2);
    let mut published: Vec<PathBuf> = places.map(|place| root.join(&place[1..])).collect();
    assert!(published.len() > 5, "{published:?}");
    for place in &published {
        assert!(place.exists(), "{}", place.display());
    }
    let folders: Vec<PathBuf> = published.iter().filter(|p| p.is_dir()).cloned().collect();
    // Cargo always includes these.
    published.extend(["Cargo.toml", "Cargo.lock"].map(|name| root.join(name)));
    let mut needed = 0;
    for source in folders.iter().flat_map(|folder| sources(folder)) {
        let text = fs::read_to_string(&source).expect("a source");
        let beside = source.parent().expect("a folder");
        let taken_in = ["#[path = \"", "include_str!(\"", "include_bytes!(\""];
        let taken_in = taken_in.iter().flat_map(|name| quoted_after(&text, name));
        let read = quoted_after(&text, "env!(\"CARGO_MANIFEST_DIR\")).join(\"");
        let places = taken_in.map(|path| beside.join(path));
        for place in places.chain(read.iter().map(|path| root.join(path))) {
            let found = place.canonicalize();
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", place.display()));
            let held = |folder: &PathBuf| folder.canonicalize().is_ok_and(|f| found.starts_with(f));
            assert!(
                published.iter().any(held),
                "{} needs {}, which is not published",
                source.display(),
                found.display()
            );
            needed += 1;
        }
    }
    assert!(needed > 5, "{needed}");
}
