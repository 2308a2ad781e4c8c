//! Settings with a choice of words.

use hyla_net::DatagramProtection;

/// A type whose values are words, each with its accepted short forms.
pub(super) trait Words: Copy + PartialEq + 'static {
    /// Every value.
    const VALUES: &'static [Self];

    /// The words of each of [`Self::VALUES`]: its name, then short forms.
    const WORDS: &'static [&'static [&'static str]];

    fn from_word(word: &str) -> Option<Self> {
        let place = Self::WORDS.iter().position(|words| words.contains(&word))?;
        Self::VALUES.get(place).copied()
    }

    fn word(self) -> &'static str {
        let place = Self::VALUES.iter().position(|value| *value == self);
        Self::WORDS[place.expect("all values are listed")][0]
    }
}

/// Threads that do the work of a federate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProcessModel {
    /// `AsynchronousIo` for a federate that connects with `HLA_EVOKED`, `Immediate` for `HLA_IMMEDIATE`.
    Auto,
    /// Everything, sockets included, happens inside the federate's own calls, without further
    /// threads.
    SingleThreaded,
    /// Hyla's threads read and write; callbacks run inside the evoke calls.
    AsynchronousIo,
    /// Hyla's threads read and write and call back at once.
    Immediate,
}

impl Words for ProcessModel {
    const VALUES: &'static [Self] = &[
        Self::Auto,
        Self::SingleThreaded,
        Self::AsynchronousIo,
        Self::Immediate,
    ];
    const WORDS: &'static [&'static [&'static str]] = &[
        &["auto"],
        &["single-threaded", "single"],
        &["asynchronous-io", "async"],
        &["immediate"],
    ];
}

impl ProcessModel {
    /// The name in settings.
    pub fn name(self) -> &'static str {
        self.word()
    }
}

/// Encryption of connections to the RTI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RtiSecurity {
    /// None.
    Off,
    /// TLS 1.3.
    Tls,
}

impl Words for RtiSecurity {
    const VALUES: &'static [Self] = &[Self::Off, Self::Tls];
    const WORDS: &'static [&'static [&'static str]] = &[&["off"], &["tls"]];
}

impl Words for DatagramProtection {
    const VALUES: &'static [Self] = &[Self::Encrypted, Self::Authenticated];
    const WORDS: &'static [&'static [&'static str]] = &[&["encrypted"], &["authenticated"]];
}

/// Log level; each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// Someone must act.
    Error,
    /// May become a problem.
    Warn,
    /// Life cycle: joins and departures.
    Info,
    /// One line per call of a service.
    Debug,
    /// One line per message: slow.
    Trace,
}

impl Words for LogLevel {
    const VALUES: &'static [Self] = &[
        Self::Off,
        Self::Error,
        Self::Warn,
        Self::Info,
        Self::Debug,
        Self::Trace,
    ];
    const WORDS: &'static [&'static [&'static str]] = &[
        &["off"],
        &["error"],
        &["warn"],
        &["info"],
        &["debug"],
        &["trace"],
    ];
}

impl LogLevel {
    /// The name in settings and in the `tracing` crate.
    pub fn name(self) -> &'static str {
        self.word()
    }
}

/// Format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line, for log collectors.
    Json,
}

impl Words for LogFormat {
    const VALUES: &'static [Self] = &[Self::Text, Self::Json];
    const WORDS: &'static [&'static [&'static str]] = &[&["text"], &["json"]];
}

impl LogFormat {
    /// The name in settings.
    pub fn name(self) -> &'static str {
        self.word()
    }
}

/// Handling of a latency profile of another machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OtherMachine {
    /// Not used.
    #[default]
    Refuse,
    /// Used; each answer says what differs.
    Warn,
}

impl Words for OtherMachine {
    const VALUES: &'static [Self] = &[Self::Refuse, Self::Warn];
    const WORDS: &'static [&'static [&'static str]] = &[&["refuse"], &["warn"]];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_of_process_models_are_understood() {
        assert_eq!(
            ProcessModel::from_word("single"),
            Some(ProcessModel::SingleThreaded)
        );
        assert_eq!(
            ProcessModel::from_word("async"),
            Some(ProcessModel::AsynchronousIo)
        );
        assert_eq!(ProcessModel::from_word("threads"), None);
    }

    #[test]
    fn a_quieter_level_is_less_than_a_louder_one() {
        assert!(LogLevel::Off < LogLevel::Error && LogLevel::Debug < LogLevel::Trace);
    }
}
