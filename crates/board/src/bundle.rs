//! One style sheet and one script in place of many files: a browser shows nothing before it has all of them, and each
//! costs it a round trip. `web/build` compiles this file alone, so it uses only the standard library.

use std::fmt::Write;

/// The names of the files that take the place of the others.
pub const STYLE: &str = "style.css";
pub const SCRIPT: &str = "script.js";

/// The module that starts the page.
const MAIN: &str = "main.js";

const STYLE_LINK: &str = "<link rel=\"stylesheet\" href=\"/";
const SCRIPT_LINK: &str = "<script type=\"module\" src=\"/main.js\">";

/// A page with its style sheets and modules in one file each.
pub struct Bundle {
    pub page: String,
    pub style: String,
    pub script: String,
}

impl Bundle {
    /// Bundles the files that a page names. `read` returns the content of a file; a missing file is left out.
    pub fn new(page: &str, read: impl Fn(&str) -> Option<String>) -> Bundle {
        let (mut changed, mut style) = (String::new(), String::new());
        for line in page.lines() {
            let name = line.strip_prefix(STYLE_LINK);
            let name = name.and_then(|rest| rest.split('"').next());
            match name.and_then(&read) {
                Some(content) => {
                    if style.is_empty() {
                        changed += &format!("{STYLE_LINK}{STYLE}\">\n");
                    }
                    style += &content;
                }
                None => changed += &format!("{line}\n"),
            }
        }
        let script_link = SCRIPT_LINK.replace(MAIN, SCRIPT);
        Bundle {
            page: changed.replace(SCRIPT_LINK, &script_link),
            style,
            script: script(&read),
        }
    }
}

/// The functions of a bundle. A module is a function that runs when another one first uses it, and returns what the
/// module exports. Tests use `$use` to reach the modules of a page.
const RUNTIME: &str = "\
const $modules = {};
export const $use = (name) => $modules[name]();
const $load = async (name) => $use(name);
const $define = (name, body) => {
  let exports;
  $modules[name] = () => (exports ??= body());
};
";

/// All modules that the main module needs, directly or not, as one.
fn script(read: impl Fn(&str) -> Option<String>) -> String {
    let mut names = vec![MAIN.to_owned()];
    let mut script = RUNTIME.to_owned();
    let mut next = 0;
    while let Some(name) = names.get(next).cloned() {
        next += 1;
        let Some(text) = read(&name) else { continue };
        for path in text.split("\"./").skip(1) {
            let path = path.split('"').next().unwrap_or_default();
            if path.ends_with(".js") && !names.iter().any(|name| name == path) {
                names.push(path.to_owned());
            }
        }
        // Writing into a string cannot fail.
        let _ = writeln!(
            script,
            "$define(\"./{name}\", () => {{\n{}}});",
            body(&text)
        );
    }
    script + &format!("$use(\"./{MAIN}\");\n")
}

/// The function of a module. Imports and exports are statements that begin a line, and only functions, classes and
/// constants are exported, where they are defined. Comments and indents are left out: they are a third of the script.
fn body(module: &str) -> String {
    let (mut body, mut exports) = (String::new(), Vec::new());
    let mut lines = module.lines();
    while let Some(mut line) = lines.next() {
        let code = line.trim_start();
        if code.starts_with("//") {
            continue;
        }
        if code.starts_with("/*") {
            while !line.contains("*/")
                && let Some(more) = lines.next()
            {
                line = more;
            }
            line = line.split_once("*/").map_or("", |(_, code)| code);
            if line.trim().is_empty() {
                continue;
            }
        }
        if line.starts_with("import ") {
            let mut statement = line.to_owned();
            while !statement.ends_with(';')
                && let Some(more) = lines.next()
            {
                statement += more;
            }
            body += &imported(&statement);
        } else if let Some(declaration) = line.strip_prefix("export ") {
            let mut words = declaration.split(|c: char| !c.is_alphanumeric() && !"_$".contains(c));
            let name =
                words.find(|word| !matches!(*word, "async" | "function" | "class" | "const" | ""));
            exports.extend(name);
            body += &plain(declaration);
        } else {
            body += &plain(line);
        }
        body.push('\n');
    }
    let body = body.replace("import(\"./", "$load(\"./");
    format!("{body}return {{ {} }};\n", exports.join(", "))
}

/// A line without its indent and the comments inside it. No text of the page has one, or goes on in the next line.
fn plain(line: &str) -> String {
    let (mut plain, mut rest) = (String::new(), line.trim());
    while let Some((code, comment)) = rest.split_once("/*") {
        plain += code;
        rest = comment.split_once("*/").map_or("", |(_, code)| code);
    }
    plain + rest
}

/// `import { a, b as c } from "./d.js";` as `const { a, b: c } = $use("./d.js");`.
fn imported(statement: &str) -> String {
    let statement = statement.trim_start_matches("import ");
    let (names, from) = statement.split_once(" from ").unwrap_or(("{}", statement));
    let names = names.trim_start_matches("* as ").replace(" as ", ": ");
    format!("const {names} = $use({});", from.trim_end_matches(';'))
}
