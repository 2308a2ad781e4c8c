//! Generates `docs/settings.md` from the table of settings.

use std::fmt::Write;

use hyla_net::{Profile, Reliability};

use super::model::Settings;
use super::qos::modules::MODULES;
use super::qos::table::FIELDS;
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
    profiles(&mut page);
    page
}

/// The sections `[qos.NAME]`.
fn profiles(page: &mut String) {
    page.push_str(PROFILES);
    let standard = Profile::standard("NAME", Reliability::Reliable);
    for field in FIELDS {
        let default = match field.name() {
            "reliability" => "as the object model says".to_owned(),
            "wait" => "as `process.wait`".to_owned(),
            _ => shown(&field.value_in(&standard), field.unit()),
        };
        let _ = write!(
            page,
            "\n### `qos.NAME.{}`\n\n{}\n\n- Default: {default}\n- Takes: {}\n",
            field.name(),
            field.about(),
            field.accepts(),
        );
        if !field.larger().is_empty() {
            let _ = writeln!(page, "- Trade-off: {}", field.larger());
        }
    }
    page.push_str(MODULES_ABOUT);
    for module in MODULES {
        let _ = write!(
            page,
            "\n### `[qos.NAME.{}]`\n\n{}\n",
            module.name(),
            module.about()
        );
        if module.parameters().is_empty() {
            continue;
        }
        page.push_str("\n| parameter | default | takes | for |\n|---|---|---|---|\n");
        let standard = module.standard();
        for parameter in module.parameters() {
            let _ = writeln!(
                page,
                "| `{}` | {} | {} | {} |",
                parameter.name(),
                shown(&parameter.value_in(&standard), parameter.unit()),
                parameter.accepts(),
                parameter.about(),
            );
        }
    }
}

fn shown(value: &str, unit: Option<&str>) -> String {
    match (value, unit) {
        ("", _) => "nothing".to_owned(),
        (value, Some(unit)) => format!("`{value}` ({unit})"),
        (value, None) => format!("`{value}`"),
    }
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
            "Trade-off"
        };
        let _ = writeln!(page, "- {lead}: {}", setting.larger());
    }
    let _ = writeln!(page, "- Variable: `{}`", setting.variable());
}

const INTRODUCTION: &str = "\
# Settings

Written from the table in `crates/hyla-settings/src/table.rs`; change it there and run
`UPDATE_DOCS=1 cargo test -p hyla-settings`.

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
which name is nearest. A variable `HYLA_...` that names no setting is warned of and has no effect, since another program may
use it. `hyla doctor` checks them without starting anything. A settings string that was written for another RTI:
[coming-from.md](coming-from.md).
";

const PROFILES: &str = "
## `[qos.NAME]`

How messages of the transportation type NAME are treated: HLAreliable, HLAbestEffort, or any type that an object model
declares. A type without such a section is treated as its object model says, reliable or not. A profile says how this
process sends such messages and how it reads those that arrive; the files of two hosts may differ.

```toml
[qos.Command]
priority = 7
deadline_us = 2_000
resources = \"dedicated\"
scheduling = \"fifo:50\"
cpus = [1]

[qos.Radar]
transport = \"udp\"
reliability = \"reliable\"
modules = [\"bundle\", \"fragment\", \"retransmit\", \"checksum\"]

[qos.Radar.bundle]
bytes = 4_096
```

A settings string says the same of `Radar` so:
`qos.Radar.transport=udp; qos.Radar.reliability=reliable; qos.Radar.modules=bundle,fragment,retransmit,checksum; qos.Radar.bundle.bytes=4096`.
Names of transportation types differ in their case and may have underscores, so that no variable could be made for each field:
one variable `HYLA_QOS` takes what a settings string takes,
`HYLA_QOS='Command.priority=7; Radar.transport=udp; Radar.reliability=best-effort'`.
Each source changes the fields that it names and leaves the others.

Resources that the system does not permit (a real-time priority, processors that are not there, more locked memory than allowed) are refused
when the federate connects, with the limit that prevents it; `hyla doctor` asks beforehand.
";

const MODULES_ABOUT: &str = "
## Protocol modules

The chain of a profile (`modules`) is named from the federate to the wire. A name that does not exist, a module twice, and
an order that cannot work are refused with the reason. Parameters of a module stand in a table of its name below the profile.

Modules work on the lanes of a profile, by TCP, in shared memory and by UDP alike; the connection that two members have anyway
(`transport = stream`) has none. Packets that wait in modules count as not sent yet: a reliable sender waits while it is more than
`channel.send_queue_bytes`, or what a module itself allows, and best effort drops what a module has no room for. A lane that ends
sends it first, for up to a second. By TCP and in shared memory packets have any size and nothing is lost, so that `fragment` needs
`packet_bytes` there and `retransmit` makes sense only above `impair`; with `impair` a machine or a local network behaves as a
distant one, whatever carries the lane.
";

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::Sources;

    #[test]
    fn the_page_in_docs_is_the_one_written_from_the_table() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/settings.md");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(&path, markdown()).unwrap();
        }

        let found = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            found == markdown(),
            "docs/settings.md is not up to date: run `UPDATE_DOCS=1 cargo test -p hyla-settings`"
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
