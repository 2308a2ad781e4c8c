//! Errors of settings: location, value found, and accepted values.

use std::fmt;
use std::path::PathBuf;

use super::raw::Raw;
use super::sources::QOS_VARIABLE;
use super::table::{SECTIONS, SETTINGS, Setting};

/// Location of a value or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// In a file.
    File {
        /// The requested file.
        path: PathBuf,
        /// Line, counted from 1.
        line: usize,
        /// Column in characters, counted from 1.
        column: usize,
    },
    /// In an environment variable of that name.
    Variable(String),
    /// In the settings string of connect.
    Connect {
        /// Line of the string, counted from 1.
        line: usize,
    },
    /// The address of the RTI in a configuration of 2025.
    RtiAddress,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, line, column } => {
                write!(f, "{}:{line}:{column}", path.display())
            }
            Self::Variable(name) => write!(f, "environment variable {name}"),
            Self::Connect { line } => write!(f, "settings string of connect, line {line}"),
            Self::RtiAddress => write!(f, "RTI address"),
        }
    }
}

/// One error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// Unknown name of a setting.
    #[error("{origin}: there is no setting `{name}`{}", help(.nearest))]
    UnknownSetting {
        /// Location of the name.
        origin: Origin,
        /// The name, or the variable, as written.
        name: String,
        /// The closest known name, in the same form.
        nearest: Option<String>,
    },
    /// The settings string of connect, or the address of a configuration, was written for another
    /// RTI and cannot be used.
    #[error(
        "{what}: {text:?} is {form}, and {problem}: give rti.address=HOST:PORT instead, or set \
         rti.foreign_designators to `ignore` in a file or a variable"
    )]
    Foreign {
        /// The kind of the string.
        what: String,
        /// The string.
        text: String,
        /// The RTI whose form it has.
        form: &'static str,
        /// Why it cannot be used.
        problem: &'static str,
    },
    /// The setting does not accept that value.
    #[error("{origin}: `{name}` cannot be {found}: it takes {accepts}{}", unit_hint(.hint))]
    WrongValue {
        /// Location of the value.
        origin: Origin,
        /// Full name of the setting.
        name: String,
        /// The value as written.
        found: String,
        /// Accepted values, in words.
        accepts: String,
        /// The setting that was probably meant.
        hint: Option<String>,
    },
    /// Text that is not `key = value`.
    #[error("{origin}: `{found}` is not of the form key=value")]
    NotAPair {
        /// Its location.
        origin: Origin,
        /// The text found.
        found: String,
    },
    /// One source sets one setting twice.
    #[error("{origin}: `{name}` is set a second time")]
    GivenTwice {
        /// Location of the second value.
        origin: Origin,
        /// Full name of the setting.
        name: String,
    },
    /// A value that contradicts other settings.
    #[error("{origin}: {what}")]
    Inconsistent {
        /// Its location.
        origin: Origin,
        /// The contradiction.
        what: String,
    },
    /// The file is not TOML.
    #[error("{origin}: {what}")]
    Syntax {
        /// Location of the error.
        origin: Origin,
        /// Expectation of the parser.
        what: String,
    },
    /// A requested or existing file cannot be read.
    #[error("{}: cannot be read: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        cause: std::io::Error,
    },
    /// Settings that exclude each other, from any sources.
    #[error("{what}")]
    Contradiction {
        /// Both settings with their values, and the reason.
        what: String,
    },
}

impl Problem {
    pub(super) fn wrong_value(origin: Origin, setting: &'static Setting, raw: &Raw) -> Self {
        let name = setting.name().to_owned();
        Self::wrong(
            origin,
            name,
            setting.accepts(),
            setting.kind().is_bare(),
            raw,
        )
    }

    /// A value that is not accepted; `bare` where a file writes it without quotes.
    pub(super) fn wrong(
        origin: Origin,
        name: String,
        accepts: String,
        bare: bool,
        raw: &Raw,
    ) -> Self {
        let hint = match raw {
            Raw::Quoted(_) if bare => Some("write it without quotes".to_owned()),
            Raw::Text(text) | Raw::Quoted(text) if !bare => nearest_word(&accepts, text),
            _ => None,
        };
        Self::WrongValue {
            origin,
            name,
            found: raw.show(),
            accepts,
            hint,
        }
    }
}

/// All errors of the settings, not only the first.
#[derive(Debug)]
pub struct SettingsError {
    problems: Vec<Problem>,
}

impl SettingsError {
    /// An error, if there are problems.
    pub(super) fn check(problems: Vec<Problem>) -> Result<(), Self> {
        if problems.is_empty() {
            Ok(())
        } else {
            Err(Self { problems })
        }
    }

    /// The problems in the order they were found; at least one.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

impl fmt::Display for SettingsError {
    /// One line per problem.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.problems.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            problem.fmt(f)?;
        }
        Ok(())
    }
}

impl std::error::Error for SettingsError {}

/// The full name closest to `name`, if one is close.
pub(super) fn nearest_setting(name: &str) -> Option<String> {
    let names = || SETTINGS.iter().map(Setting::name);
    let key = name.rsplit('.').next().unwrap_or(name);
    // The right key in another section (or in none) is a better guess than any spelling.
    SETTINGS
        .iter()
        .find(|setting| setting.key() == key)
        .map(|setting| setting.name().to_owned())
        .or_else(|| closest(name, names()))
        .or_else(|| {
            closest(key, SETTINGS.iter().map(Setting::key)).and_then(|key| nearest_setting(&key))
        })
}

/// The section closest to `name`.
pub(super) fn nearest_section(name: &str) -> Option<String> {
    closest(
        name,
        SECTIONS.iter().map(|(section, _)| *section).chain(["qos"]),
    )
}

/// The variable closest to `variable`.
pub(super) fn nearest_variable(variable: &str) -> Option<String> {
    if variable.starts_with(QOS_VARIABLE) {
        return Some(QOS_VARIABLE.to_owned());
    }
    let variables: Vec<String> = SETTINGS.iter().map(Setting::variable).collect();
    closest(variable, variables.iter().map(String::as_str))
}

fn nearest_word(accepts: &str, text: &str) -> Option<String> {
    let words = accepts
        .split(|c: char| !(c.is_alphanumeric() || c == '-'))
        .filter(|word| word.len() > 3 && !matches!(*word, "host" | "port" | "list"));
    closest(text, words).map(|word| format!("is `{word}` meant?"))
}

/// The candidate with the fewest edits, if at most a third of its characters differ. Costs little for a name of any length: it
/// is compared only with candidates that are about as long.
pub fn closest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let length = name.chars().count();
    candidates
        .filter_map(|candidate| {
            let own = candidate.chars().count();
            let most = own.div_ceil(3);
            let edits = (own.abs_diff(length) <= most)
                .then(|| strsim::damerau_levenshtein(name, candidate))?;
            (edits <= most).then_some((edits, candidate))
        })
        .min_by_key(|(edits, _)| *edits)
        .map(|(_, candidate)| candidate.to_owned())
}

fn help(nearest: &Option<String>) -> String {
    match nearest {
        Some(name) => format!("; the nearest is `{name}`"),
        None => "; docs/settings.md lists all of them".to_owned(),
    }
}

fn unit_hint(hint: &Option<String>) -> String {
    hint.as_ref()
        .map(|hint| format!("; {hint}"))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_name_finds_its_neighbour() {
        assert_eq!(
            nearest_setting("rti.adress").as_deref(),
            Some("rti.address")
        );
        assert_eq!(
            nearest_setting("proces.modell").as_deref(),
            Some("process.model")
        );
        assert_eq!(nearest_section("timeouts").as_deref(), Some("timeout"));
        assert_eq!(
            nearest_variable("HYLA_RTI_ADRESS").as_deref(),
            Some("HYLA_RTI_ADDRESS")
        );
    }

    #[test]
    fn a_key_in_the_wrong_section_finds_the_right_one() {
        assert_eq!(
            nearest_setting("channel.call_ms").as_deref(),
            Some("timeout.call_ms")
        );
        assert_eq!(
            nearest_setting("heartbeat_ms").as_deref(),
            Some("timeout.heartbeat_ms")
        );
    }

    /// Found by the fuzz target `settings`: a name of 4 KiB took milliseconds. This one would take hours.
    #[test]
    fn a_name_of_any_length_is_looked_at_in_no_time() {
        let long = "rti_address".repeat(1 << 20);
        assert_eq!(nearest_setting(&long), None);
        assert_eq!(nearest_variable(&long.to_uppercase()), None);
    }

    #[test]
    fn nothing_is_offered_for_a_name_like_no_other() {
        assert_eq!(nearest_setting("colour"), None);
    }
}
