//! Bundles the files of the page in a folder: bundle FOLDER. `web/build` compiles this with rustc alone.

use std::path::Path;
use std::{env, fs, io};

#[path = "../crates/board/src/bundle.rs"]
mod bundle;

use bundle::{Bundle, SCRIPT, STYLE};

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_default();
    let folder = Path::new(&folder);
    let read = |name: &str| fs::read_to_string(folder.join(name)).ok();
    let Bundle {
        page,
        style,
        script,
    } = Bundle::new(&fs::read_to_string(folder.join("index.html"))?, read);
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        if path
            .extension()
            .is_some_and(|end| end == "js" || end == "css")
        {
            fs::remove_file(path)?;
        }
    }
    fs::write(folder.join("index.html"), page)?;
    fs::write(folder.join(STYLE), style)?;
    fs::write(folder.join(SCRIPT), script)
}
