//! Settings that are one of a few words.

/// A type whose values are words, each with the short forms that are accepted for it.
pub(super) trait Words: Copy + PartialEq + 'static {
    /// Every value with its name first and short forms after it.
    const WORDS: &'static [(Self, &'static [&'static str])];

    fn from_word(word: &str) -> Option<Self> {
        Self::WORDS
            .iter()
            .find(|(_, words)| words.contains(&word))
            .map(|(value, _)| *value)
    }

    fn word(self) -> &'static str {
        let (_, words) = Self::WORDS
            .iter()
            .find(|(value, _)| *value == self)
            .expect("all values are listed");
        words[0]
    }
}

/// Which threads do the work of a federate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ProcessModel {
    /// `AsynchronousIo` for a federate that connects with `HLA_EVOKED`, `Immediate` for `HLA_IMMEDIATE`.
    Auto,
    /// Everything, sockets included, happens inside the federate's own calls: no thread is made.
    SingleThreaded,
    /// Hyla's threads read and write; callbacks run inside the evoke calls.
    AsynchronousIo,
    /// Hyla's threads read and write and call back at once.
    Immediate,
}

impl Words for ProcessModel {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Auto, &["auto"]),
        (Self::SingleThreaded, &["single-threaded", "single"]),
        (Self::AsynchronousIo, &["asynchronous-io", "async"]),
        (Self::Immediate, &["immediate"]),
    ];
}

impl ProcessModel {
    /// The name as settings have it.
    pub fn name(self) -> &'static str {
        self.word()
    }
}

/// How much is logged; each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogLevel {
    /// Nothing.
    Off,
    /// Someone must act.
    Error,
    /// It may bite later.
    Warn,
    /// Life cycle: who came, who went.
    Info,
    /// One line per call of a service.
    Debug,
    /// One line per message: slow.
    Trace,
}

impl Words for LogLevel {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Off, &["off"]),
        (Self::Error, &["error"]),
        (Self::Warn, &["warn"]),
        (Self::Info, &["info"]),
        (Self::Debug, &["debug"]),
        (Self::Trace, &["trace"]),
    ];
}

impl LogLevel {
    /// The name as settings have it; the `tracing` crate reads the same words.
    pub fn name(self) -> &'static str {
        self.word()
    }
}

/// How a log line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object for each line, for programs that gather logs.
    Json,
}

impl Words for LogFormat {
    const WORDS: &'static [(Self, &'static [&'static str])] =
        &[(Self::Text, &["text"]), (Self::Json, &["json"])];
}

impl LogFormat {
    /// The name as settings have it.
    pub fn name(self) -> &'static str {
        self.word()
    }
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
