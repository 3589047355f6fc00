//! The files of the page, embedded in the program.

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct PageFile {
    /// The path in the URL.
    pub path: &'static str,
    /// The media type.
    pub kind: &'static str,
    /// The content.
    pub content: &'static str,
}

const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! file {
    ($name:literal, $kind:expr) => {
        PageFile {
            path: concat!("/", $name),
            kind: $kind,
            content: include_str!(concat!("page/", $name)),
        }
    };
}

/// The HTML page.
pub const PAGE: PageFile = file!("index.html", "text/html; charset=utf-8");

/// All files that the page loads.
pub const FILES: &[PageFile] = &[
    file!("board-themes.css", STYLE),
    file!("board.css", STYLE),
    file!("dialogs.css", STYLE),
    file!("explorer.css", STYLE),
    file!("layout.css", STYLE),
    file!("learn.css", STYLE),
    file!("library.css", STYLE),
    file!("panels.css", STYLE),
    file!("start.css", STYLE),
    file!("style.css", STYLE),
    file!("tokens.css", STYLE),
    file!("icon.svg", "image/svg+xml"),
    file!("add-games.js", SCRIPT),
    file!("analysis-arrows.js", SCRIPT),
    file!("analysis-control.js", SCRIPT),
    file!("analysis-view.js", SCRIPT),
    file!("api.js", SCRIPT),
    file!("board-arrows.js", SCRIPT),
    file!("board-controller.js", SCRIPT),
    file!("board-drag.js", SCRIPT),
    file!("board-geometry.js", SCRIPT),
    file!("board-ground.js", SCRIPT),
    file!("board-marks.js", SCRIPT),
    file!("board-overlay.js", SCRIPT),
    file!("board-picture.js", SCRIPT),
    file!("board-view.js", SCRIPT),
    file!("callout.js", SCRIPT),
    file!("choice-menu.js", SCRIPT),
    file!("clock.js", SCRIPT),
    file!("comment-view.js", SCRIPT),
    file!("connect-early.js", SCRIPT),
    file!("connection.js", SCRIPT),
    file!("controls.js", SCRIPT),
    file!("cursor.js", SCRIPT),
    file!("dialog.js", SCRIPT),
    file!("dialogs.js", SCRIPT),
    file!("dom.js", SCRIPT),
    file!("download.js", SCRIPT),
    file!("exercise-parts.js", SCRIPT),
    file!("explorer-tab.js", SCRIPT),
    file!("explorer-view.js", SCRIPT),
    file!("game-commands.js", SCRIPT),
    file!("game-entries.js", SCRIPT),
    file!("game-families.js", SCRIPT),
    file!("game-picture.js", SCRIPT),
    file!("games-screen.js", SCRIPT),
    file!("graph-view.js", SCRIPT),
    file!("hint.js", SCRIPT),
    file!("import-export.js", SCRIPT),
    file!("invite-dialog.js", SCRIPT),
    file!("keyboard.js", SCRIPT),
    file!("language.js", SCRIPT),
    file!("layout.js", SCRIPT),
    file!("learn-screen.js", SCRIPT),
    file!("lesson-progress.js", SCRIPT),
    file!("lessons.js", SCRIPT),
    file!("levels.js", SCRIPT),
    file!("main.js", SCRIPT),
    file!("mistakes.js", SCRIPT),
    file!("mode.js", SCRIPT),
    file!("move-entry.js", SCRIPT),
    file!("move-list.js", SCRIPT),
    file!("navigation.js", SCRIPT),
    file!("new-game.js", SCRIPT),
    file!("notices.js", SCRIPT),
    file!("one-stop.js", SCRIPT),
    file!("own-side.js", SCRIPT),
    file!("pieces.js", SCRIPT),
    file!("player-inputs.js", SCRIPT),
    file!("players-view.js", SCRIPT),
    file!("proposals.js", SCRIPT),
    file!("position-editor.js", SCRIPT),
    file!("position-setup.js", SCRIPT),
    file!("practice-board.js", SCRIPT),
    file!("profile.js", SCRIPT),
    file!("puzzle-progress.js", SCRIPT),
    file!("puzzle-screen.js", SCRIPT),
    file!("puzzle-sets.js", SCRIPT),
    file!("puzzles.js", SCRIPT),
    file!("result-card.js", SCRIPT),
    file!("result-text.js", SCRIPT),
    file!("review.js", SCRIPT),
    file!("router.js", SCRIPT),
    file!("rules-panel.js", SCRIPT),
    file!("saved-games.js", SCRIPT),
    file!("saved-picture.js", SCRIPT),
    file!("scene.js", SCRIPT),
    file!("score.js", SCRIPT),
    file!("settings.js", SCRIPT),
    file!("sounds.js", SCRIPT),
    file!("start-screen.js", SCRIPT),
    file!("status-view.js", SCRIPT),
    file!("store.js", SCRIPT),
    file!("supply-view.js", SCRIPT),
    file!("texts-en-screens.js", SCRIPT),
    file!("texts-en.js", SCRIPT),
    file!("texts-fr-screens.js", SCRIPT),
    file!("texts-fr.js", SCRIPT),
    file!("texts.js", SCRIPT),
    file!("top-bar.js", SCRIPT),
    file!("translate.js", SCRIPT),
    file!("typed-move.js", SCRIPT),
    file!("view-requests.js", SCRIPT),
    file!("view-state.js", SCRIPT),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_no_inline_code_and_no_external_resources() {
        for word in ["<style", " style=", " onclick", "http://", "https://"] {
            assert!(!PAGE.content.contains(word), "{word}");
        }
        for script in FILES.iter().filter(|file| file.kind == SCRIPT) {
            for word in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "eval(",
                "document.write",
            ] {
                assert!(!script.content.contains(word), "{}: {word}", script.path);
            }
        }
    }

    #[test]
    fn the_page_names_no_game() {
        for file in FILES {
            for id in crate::games::ids() {
                let word = id.split('-').next().unwrap_or_default();
                let text = file.content.to_lowercase();
                assert!(!text.contains(word), "{}: {word}", file.path);
            }
        }
    }

    /// The modules that a module imports when it is loaded.
    fn imports(path: &str) -> Vec<String> {
        let script = FILES.iter().find(|file| file.path == path);
        let lines = script.map_or("", |file| file.content).lines();
        let names = lines.filter_map(|line| line.split(" from \"./").nth(1)?.split('"').next());
        names.map(|name| format!("/{name}")).collect()
    }

    #[test]
    fn the_page_preloads_the_modules_that_its_start_needs() {
        let mut needed = vec!["/main.js".to_owned(), "/connect-early.js".to_owned()];
        let mut n = 0;
        while let Some(path) = needed.get(n).cloned() {
            let new = imports(&path).into_iter();
            let new: Vec<String> = new.filter(|path| !needed.contains(path)).collect();
            needed.extend(new);
            n += 1;
        }
        // Screens and dialogs are loaded when they are shown.
        for script in FILES.iter().filter(|file| file.kind == SCRIPT) {
            let is_named = PAGE.content.contains(&format!("=\"{}\"", script.path));
            let is_needed = needed.iter().any(|path| path == script.path);
            assert_eq!(is_named, is_needed, "{}", script.path);
        }
    }

    #[test]
    fn every_imported_module_exists() {
        for script in FILES.iter().filter(|file| file.kind == SCRIPT) {
            for path in imports(script.path) {
                assert!(
                    FILES.iter().any(|file| file.path == path),
                    "{}: {path}",
                    script.path
                );
            }
        }
    }

    /// The text of all source files in a folder.
    fn sources(folder: &std::path::Path) -> String {
        let entries = std::fs::read_dir(folder).expect("a folder").flatten();
        let texts = entries.map(|entry| match entry.path() {
            path if path.is_dir() => sources(&path),
            path => std::fs::read_to_string(path).expect("a source file"),
        });
        texts.collect()
    }

    #[test]
    fn every_translated_refusal_is_one_of_the_session() {
        let session = concat!(env!("CARGO_MANIFEST_DIR"), "/src/gui/session");
        let session = sources(session.as_ref());
        let table = include_str!("page/texts-fr.js")
            .split_once("  refusals: {")
            .and_then(|(_, rest)| rest.split_once("\n  },"))
            .map_or("", |(table, _)| table);
        let lines = table.lines().map(str::trim);
        let refusals: Vec<&str> = lines
            .filter_map(|line| line.strip_prefix('"')?.split_once("\":"))
            .map(|(text, _)| text)
            .collect();
        assert!(!refusals.is_empty());
        for text in refusals {
            assert!(session.contains(&format!("\"{text}\"")), "{text}");
        }
    }
}
