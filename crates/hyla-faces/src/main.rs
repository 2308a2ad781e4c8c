//! Writes the files that are not as the table of services wants them, and says which.

use std::fs;
use std::io::{self, Write};

fn main() -> io::Result<()> {
    let root = hyla_faces::root();
    let mut written = 0;
    for file in hyla_faces::files()? {
        let path = root.join(&file.path);
        if fs::read_to_string(&path).is_ok_and(|there| there == file.text) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, &file.text)?;
        writeln!(io::stdout(), "{}", file.path)?;
        written += 1;
    }
    writeln!(io::stdout(), "{written} files written")
}
