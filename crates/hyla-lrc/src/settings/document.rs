//! `docs/settings.md`: the table of settings for a reader.

use std::fmt::Write;

use super::model::Settings;
use super::table::{SECTIONS, SETTINGS, Setting};

/// The whole page, in Markdown.
pub fn markdown() -> String {
    let mut page = String::from(INTRODUCTION);
    for (section, about) in SECTIONS {
        // Writing to a string does not fail.
        let _ = write!(page, "\n## `[{section}]`\n\n{about}\n");
        for setting in SETTINGS
            .iter()
            .filter(|setting| setting.section() == *section)
        {
            describe(&mut page, setting);
        }
    }
    page
}

fn describe(page: &mut String, setting: &Setting) {
    let defaults = Settings::default();
    let _ = write!(
        page,
        "\n### `{}`\n\n{}\n\n- Default: `{}`{}\n- Takes: {}\n",
        setting.name(),
        setting.about(),
        setting.toml_value_in(&defaults),
        setting
            .unit()
            .map(|unit| format!(" ({unit})"))
            .unwrap_or_default(),
        setting.accepts(),
    );
    if !setting.larger().is_empty() {
        let lead = if setting.unit().is_some() {
            "A larger value costs"
        } else {
            "To weigh"
        };
        let _ = writeln!(page, "- {lead}: {}", setting.larger());
    }
    let _ = writeln!(page, "- Variable: `{}`", setting.variable());
}

const INTRODUCTION: &str = "\
# Settings

Written from the table in `crates/hyla-lrc/src/settings/table.rs`; change it there and run
`UPDATE_DOCS=1 cargo test -p hyla-lrc settings`.

Every setting has a default that works on a clean machine. Other values come from four places; each
overrides those above it:

1. the defaults below;
2. one file: the one given as an argument (`--config`), else the one that the variable `HYLA_CONFIG` names,
   else `hyla.toml` in the working directory, else `/etc/hyla/hyla.toml`. The last two may be absent;
3. environment variables `HYLA_SECTION_KEY`;
4. the settings string that a federate passes to connect: `key=value` pairs separated by `;` or new lines.
   Lists are separated by commas.

```toml
# hyla.toml
[rti]
address = \"sim-host:15160\"

[timeout]
call_ms = 10_000
```

The same as a settings string: `rti.address=sim-host:15160; timeout.call_ms=10000`, and as variables:
`HYLA_RTI_ADDRESS=sim-host:15160 HYLA_TIMEOUT_CALL_MS=10000`.

A name that does not exist and a value that does not fit are errors that say where they stand, what is accepted and
which name is nearest. `hyla doctor` checks them without starting anything.
";

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::settings::Sources;

    #[test]
    fn the_page_in_docs_is_the_one_written_from_the_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&path, markdown()).unwrap();
        }

        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == markdown(),
            "docs/settings.md is not up to date: run `UPDATE_DOCS=1 cargo test -p hyla-lrc settings`"
        );
    }

    #[test]
    fn a_file_of_all_defaults_as_the_page_shows_them_is_accepted_and_changes_nothing() {
        let defaults = Settings::default();
        let mut text = String::new();
        for setting in SETTINGS {
            let _ = writeln!(
                text,
                "{} = {}",
                setting.name(),
                setting.toml_value_in(&defaults)
            );
        }
        let path = std::env::temp_dir().join(format!("hyla-{}-defaults.toml", std::process::id()));
        std::fs::write(&path, text).unwrap();

        let read = Sources::none().file(&path).load();

        std::fs::remove_file(&path).unwrap();
        assert_eq!(read.unwrap(), defaults);
    }
}
