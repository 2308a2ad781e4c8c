//! Reading `hyla.toml`.

use std::borrow::Cow;
use std::path::Path;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::model::Settings;
use super::problem::{Origin, Problem, nearest_section, nearest_setting};
use super::qos::{Draft, FieldName};
use super::raw::Raw;
use super::table::{SECTIONS, find};

/// Applies the settings of `text` (contents of the file at `path`) and reports errors.
pub(super) fn apply(
    settings: &mut Settings,
    profiles: &mut Draft,
    path: &Path,
    text: &str,
) -> Vec<Problem> {
    let origin = |offset: usize| origin_at(path, text, offset);
    let (document, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        return errors
            .into_iter()
            .map(|error| Problem::Syntax {
                origin: origin(error.span().map_or(text.len(), |span| span.start)),
                what: error.message().replace('\n', "; "),
            })
            .collect();
    }

    let mut problems = Vec::new();
    for (section, value) in document.get_ref() {
        if section.get_ref() == "qos" {
            let reader = Reader { path, text };
            reader.profiles(section, value, profiles, &mut problems);
            continue;
        }
        let known = SECTIONS.iter().any(|(name, _)| name == section.get_ref());
        match value.get_ref() {
            DeValue::Table(keys) if known => {
                for (key, value) in keys {
                    let name = format!("{}.{}", section.get_ref(), key.get_ref());
                    let Some(setting) = find(&name) else {
                        problems.push(Problem::UnknownSetting {
                            origin: origin(key.span().start),
                            nearest: nearest_setting(&name),
                            name,
                        });
                        continue;
                    };
                    let raw = raw(value, text);
                    if !setting.assign(settings, &raw) {
                        let origin = origin(value.span().start);
                        problems.push(Problem::wrong_value(origin, setting, &raw));
                    }
                }
            }
            other => {
                let name = section.get_ref().to_string();
                problems.push(Problem::UnknownSetting {
                    origin: origin(section.span().start),
                    nearest: if other.is_table() {
                        nearest_section(&name)
                    } else {
                        nearest_setting(&name)
                    },
                    name,
                });
            }
        }
    }
    problems
}

/// State for reading profiles and locating errors.
struct Reader<'a> {
    path: &'a Path,
    text: &'a str,
}

impl Reader<'_> {
    fn origin(&self, offset: usize) -> Origin {
        origin_at(self.path, self.text, offset)
    }

    /// All tables below `qos`.
    fn profiles(
        &self,
        section: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        profiles: &mut Draft,
        problems: &mut Vec<Problem>,
    ) {
        let is_no_table = |offset: usize, name: String| Problem::Inconsistent {
            origin: self.origin(offset),
            what: format!("`{name}` is in no table; a profile is a table: [qos.NAME]"),
        };
        let Some(named) = value.get_ref().as_table() else {
            problems.push(is_no_table(section.span().start, "qos".to_owned()));
            return;
        };
        for (name, value) in named {
            let Some(fields) = value.get_ref().as_table() else {
                let full = format!("qos.{}", name.get_ref());
                problems.push(is_no_table(name.span().start, full));
                continue;
            };
            let origin = self.origin(name.span().start);
            if let Err(problem) = profiles.begin(name.get_ref(), &origin) {
                problems.push(*problem);
                continue;
            }
            for (key, value) in fields {
                match value.get_ref().as_table() {
                    None => {
                        self.value(name.get_ref(), None, key, value, profiles, problems);
                    }
                    Some(parameters) => {
                        let module = Some(key.get_ref().as_ref());
                        for (key, value) in parameters {
                            self.value(name.get_ref(), module, key, value, profiles, problems);
                        }
                    }
                }
            }
        }
    }

    fn value(
        &self,
        profile: &str,
        module: Option<&str>,
        key: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
        profiles: &mut Draft,
        problems: &mut Vec<Problem>,
    ) {
        let place = FieldName {
            profile,
            module,
            key: key.get_ref(),
        };
        let known = profiles.set(
            &place,
            raw(value, self.text),
            self.origin(value.span().start),
        );
        let Err(problem) = known else {
            return;
        };
        problems.push(match *problem {
            // The error is in the name, not the value.
            Problem::UnknownSetting { name, nearest, .. } => Problem::UnknownSetting {
                origin: self.origin(key.span().start),
                name,
                nearest,
            },
            problem => problem,
        });
    }
}

fn raw(value: &Spanned<DeValue<'_>>, text: &str) -> Raw {
    let as_written = || Raw::Other(text.get(value.span()).unwrap_or_default().to_owned());
    match value.get_ref() {
        DeValue::String(text) => Raw::Quoted(text.to_string()),
        DeValue::Boolean(value) => Raw::Flag(*value),
        DeValue::Integer(_) => integer(value.get_ref()).map_or_else(as_written, Raw::Integer),
        DeValue::Array(items) => items
            .iter()
            .map(|item| item.get_ref().as_str().map(str::to_owned))
            .collect::<Option<_>>()
            .map(Raw::List)
            .or_else(|| {
                let numbers = items.iter().map(|item| integer(item.get_ref()));
                numbers.collect::<Option<_>>().map(Raw::Numbers)
            })
            .unwrap_or_else(as_written),
        _ => as_written(),
    }
}

fn integer(value: &DeValue<'_>) -> Option<i64> {
    let digits = value.as_integer()?;
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}

/// Location in the file of an offset in its text.
pub fn origin_at(path: &Path, text: &str, offset: usize) -> Origin {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Origin::File {
        path: path.to_owned(),
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn read(text: &str) -> (Settings, Vec<String>) {
        let mut settings = Settings::default();
        let mut profiles = Draft::default();
        let path = Path::new("hyla.toml");
        let mut problems = apply(&mut settings, &mut profiles, path, text);
        settings.qos = profiles.finish(&settings, &mut problems);
        (settings, problems.iter().map(Problem::to_string).collect())
    }

    #[test]
    fn sections_and_dotted_keys_are_both_read() {
        let (settings, problems) = read(
            "rti.listen = [\"0.0.0.0:1\", \"[::]:2\"]\npeer.direct = false\n\n[timeout]\ncall_ms = 0x1_00\nidle_ms = 5_000\n",
        );

        assert_eq!(problems, [""; 0]);
        assert_eq!(settings.rti.listen.len(), 2);
        assert!(!settings.peer.direct);
        assert_eq!(settings.timeout.call, Duration::from_millis(256));
        assert_eq!(settings.timeout.idle, Some(Duration::from_secs(5)));
    }

    #[test]
    fn an_unknown_key_is_named_with_line_column_and_neighbour() {
        let (_, problems) = read("[rti]\n  adress = \"a:1\"\n");
        assert_eq!(
            problems,
            ["hyla.toml:2:3: there is no setting `rti.adress`; the nearest is `rti.address`"]
        );
    }

    #[test]
    fn an_unknown_section_is_named_with_its_neighbour() {
        let (_, problems) = read("\n[chanel]\nyield_us = 1\n");
        assert_eq!(
            problems,
            ["hyla.toml:2:2: there is no setting `chanel`; the nearest is `channel`"]
        );
    }

    #[test]
    fn a_value_of_the_wrong_type_says_what_is_accepted() {
        let (_, problems) = read("[timeout]\nconnect_ms = \"5000\"\n");
        assert_eq!(
            problems,
            [
                "hyla.toml:2:14: `timeout.connect_ms` cannot be \"5000\": it takes a whole number of \
                 milliseconds, 1 to 3600000; write it without quotes"
            ]
        );
        for wrong in [
            "1.5",
            "-1",
            "0",
            "[1]",
            "2026-01-01",
            "99999999999999999999",
            "{}",
        ] {
            let (settings, problems) = read(&format!("[timeout]\nconnect_ms = {wrong}\n"));
            assert_eq!(problems.len(), 1, "{wrong}");
            assert!(
                problems[0].contains(&format!("cannot be {wrong}:")),
                "{problems:?}"
            );
            assert_eq!(settings, Settings::default());
        }
    }

    #[test]
    fn a_misspelt_word_is_answered_with_the_words() {
        let (_, problems) = read("[process]\nmodel = \"imediate\"\n");
        assert_eq!(
            problems,
            [
                "hyla.toml:2:9: `process.model` cannot be \"imediate\": it takes auto, single-threaded (or \
                 single), asynchronous-io (or async) or immediate; is `immediate` meant?"
            ]
        );
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once() {
        let (_, problems) = read("[rti]\nlisten = []\n[log]\nlevel = 3\ncolour = 1\n");
        assert_eq!(problems.len(), 3, "{problems:?}");
    }

    #[test]
    fn what_is_no_toml_is_told_with_line_and_column() {
        let (_, problems) = read("[rti]\naddress = \n");
        assert!(problems[0].starts_with("hyla.toml:2:1"), "{problems:?}");
        let (_, problems) = read("[rti]\naddress = \"a:1\"\naddress = \"b:1\"\n");
        assert!(problems[0].starts_with("hyla.toml:3:1: "), "{problems:?}");
    }
}
