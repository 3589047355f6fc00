//! The files of the page, embedded in the program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::OnceLock;

use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};

use super::bundle::{Bundle, SCRIPT, STYLE};
use ringstack_arena::fingerprint::fingerprint;

static FOLDER: Dir = include_dir!("$CARGO_MANIFEST_DIR/page");

/// The HTML page.
const PAGE: &str = "index.html";

/// A file of the page.
#[derive(Debug)]
pub struct PageFile {
    /// The media type.
    pub kind: &'static str,
    /// The content.
    pub content: Cow<'static, [u8]>,
    compressed: OnceLock<Vec<u8>>,
}

impl PageFile {
    fn new(name: &str, content: Cow<'static, [u8]>) -> PageFile {
        let kind = match name.rsplit_once('.') {
            Some((_, "html")) => "text/html; charset=utf-8",
            Some((_, "css")) => "text/css; charset=utf-8",
            Some((_, "js")) => "text/javascript; charset=utf-8",
            Some((_, "svg")) => "image/svg+xml",
            _ => "application/octet-stream",
        };
        PageFile {
            kind,
            content,
            compressed: OnceLock::new(),
        }
    }

    /// The content in gzip format.
    pub fn compressed(&self) -> &[u8] {
        self.compressed.get_or_init(|| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            // Memory accepts every write.
            let _ = encoder.write_all(&self.content);
            encoder.finish().unwrap_or_default()
        })
    }
}

/// All files of the page.
#[derive(Debug)]
pub struct PageFiles {
    /// The HTML page. Its paths contain `version`.
    pub page: PageFile,
    /// A word that differs if any file differs: files with this prefix can be cached for ever.
    pub version: String,
    files: BTreeMap<String, PageFile>,
}

impl PageFiles {
    /// Reads all files.
    pub fn new() -> PageFiles {
        let mut texts = Vec::new();
        let mut files = BTreeMap::new();
        for file in FOLDER.files() {
            let name = file.path().to_string_lossy();
            texts.extend([
                name.to_string(),
                file.contents_utf8().unwrap_or_default().to_owned(),
            ]);
            files.insert(
                name.to_string(),
                PageFile::new(&name, file.contents().into()),
            );
        }
        let version = format!("{:016x}", fingerprint(texts.iter().map(String::as_str)));
        let page = files
            .remove(PAGE)
            .map_or_else(Cow::default, |it| it.content);
        let Bundle {
            page,
            style,
            script,
        } = Bundle::new(&String::from_utf8_lossy(&page), |name| {
            let file: &PageFile = files.get(name)?;
            Some(String::from_utf8_lossy(&file.content).into_owned())
        });
        for (name, content) in [(STYLE, style), (SCRIPT, script)] {
            let content = content.into_bytes().into();
            files.insert(name.to_owned(), PageFile::new(name, content));
        }
        let page = page.replace("=\"/", &format!("=\"/{version}/"));
        PageFiles {
            page: PageFile::new(PAGE, page.into_bytes().into()),
            version,
            files,
        }
    }

    /// The file at a path, which begins with a slash, and whether the path names its version.
    pub fn get(&self, path: &str) -> Option<(&PageFile, bool)> {
        let name = path.strip_prefix('/')?;
        let versioned = name.strip_prefix(self.version.as_str());
        let versioned = versioned.and_then(|name| name.strip_prefix('/'));
        let file = self.files.get(versioned.unwrap_or(name))?;
        Some((file, versioned.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCRIPT: &str = ".js";

    /// All files, with their texts.
    fn texts() -> BTreeMap<String, String> {
        FOLDER
            .files()
            .map(|file| {
                let name = file.path().to_str().expect("a name");
                (
                    format!("/{name}"),
                    file.contents_utf8().expect("a text").to_owned(),
                )
            })
            .collect()
    }

    fn page() -> String {
        texts().remove("/index.html").expect("the page")
    }

    fn scripts() -> BTreeMap<String, String> {
        let mut scripts = texts();
        scripts.retain(|path, _| path.ends_with(SCRIPT));
        scripts
    }

    #[test]
    fn files_have_a_version_a_type_and_a_compressed_form() {
        let files = PageFiles::new();
        let version = &files.version;
        let (file, is_versioned) = files.get(&format!("/{version}/main.js")).expect("a file");
        assert!(is_versioned && file.kind.starts_with("text/javascript"));
        let unpacked = ringstack_engine::play::record::unpack(file.compressed());
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut unpacked.expect("gzip"), &mut text).expect("gzip");
        assert_eq!(text, *file.content);
        assert!(
            files
                .get("/main.js")
                .is_some_and(|(_, versioned)| !versioned)
        );
        assert!(files.get("/index.html").is_none() && files.get("/../files.rs").is_none());
        let page = String::from_utf8_lossy(&files.page.content);
        assert!(page.contains(&format!("src=\"/{version}/script.js\"")));
    }

    #[test]
    fn the_page_has_one_style_sheet_with_the_rules_of_all() {
        let files = PageFiles::new();
        let page = String::from_utf8_lossy(&files.page.content).into_owned();
        assert_eq!(page.matches("rel=\"stylesheet\"").count(), 1);
        let (style, _) = files.get("/style.css").expect("the style sheet");
        let length: usize = texts()
            .iter()
            .filter(|(path, _)| path.ends_with(".css"))
            .map(|(_, text)| text.len())
            .sum();
        assert_eq!(style.content.len(), length);
    }

    #[test]
    fn the_page_has_no_inline_code_and_no_external_resources() {
        for word in ["<style", " style=", " onclick", "http://", "https://"] {
            assert!(!page().contains(word), "{word}");
        }
        for (path, script) in scripts() {
            for word in [
                "innerHTML",
                "outerHTML",
                "insertAdjacentHTML",
                "eval(",
                "document.write",
            ] {
                assert!(!script.contains(word), "{path}: {word}");
            }
        }
    }

    #[test]
    fn the_page_names_no_game() {
        for (path, text) in texts() {
            let text = text.to_lowercase();
            for id in ringstack_engine::games::ids() {
                let word = id.split('-').next().unwrap_or_default();
                assert!(!text.contains(word), "{path}: {word}");
            }
        }
    }

    /// The modules that a module imports when it is loaded.
    fn imports(script: &str) -> Vec<String> {
        let lines = script.lines();
        let names = lines.filter_map(|line| line.split(" from \"./").nth(1)?.split('"').next());
        names.map(|name| format!("/{name}")).collect()
    }

    /// Modules that import each other could not become functions of one script.
    #[test]
    fn every_imported_module_exists_and_none_imports_itself() {
        let scripts = scripts();
        for name in scripts.keys() {
            let mut needed = imports(&scripts[name]);
            let mut n = 0;
            while let Some(path) = needed.get(n) {
                assert!(path != name, "{name} imports itself");
                let more = imports(
                    scripts
                        .get(path)
                        .unwrap_or_else(|| panic!("{name}: {path}")),
                );
                let more: Vec<String> =
                    more.into_iter().filter(|it| !needed.contains(it)).collect();
                needed.extend(more);
                n += 1;
            }
        }
    }

    #[test]
    fn all_modules_are_in_one_script() {
        let files = PageFiles::new();
        let (script, _) = files.get("/script.js").expect("the script");
        let script = String::from_utf8_lossy(&script.content).into_owned();
        for path in scripts().keys() {
            assert!(script.contains(&format!("$define(\".{path}\"")), "{path}");
        }
        // Only the function that uses a module is exported.
        assert!(!script.contains("\nimport ") && script.matches("\nexport ").count() == 1);
    }
}
