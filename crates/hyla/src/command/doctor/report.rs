//! Findings of checks, and their presentation.

use std::fmt::Write;

use hyla_terminal::{Colour, Painter};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Level {
    Ok,
    /// Hyla works, and something will be slower or refused.
    Warn,
    /// Hyla will not work as it is set up.
    Fail,
}

/// The outcome of one check.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Finding {
    level: Level,
    topic: &'static str,
    found: String,
    advice: Option<String>,
}

impl Finding {
    /// All is well.
    pub(crate) fn ok(topic: &'static str, found: impl Into<String>) -> Self {
        Self {
            level: Level::Ok,
            topic,
            found: found.into(),
            advice: None,
        }
    }

    /// A risk; `advice` is the remedy.
    pub(crate) fn warn(
        topic: &'static str,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            level: Level::Warn,
            topic,
            found: found.into(),
            advice: Some(advice.into()),
        }
    }

    /// A failure; `advice` is the remedy.
    pub(crate) fn fail(
        topic: &'static str,
        found: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            level: Level::Fail,
            topic,
            found: found.into(),
            advice: Some(advice.into()),
        }
    }

    /// How bad it is.
    pub(crate) fn level(&self) -> Level {
        self.level
    }
}

/// A line for each finding, its advice below it, and a closing line that counts.
pub(crate) fn render(findings: &[Finding], painter: Painter) -> String {
    let width = findings
        .iter()
        .map(|finding| finding.topic.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for finding in findings {
        let (word, colour) = match finding.level {
            Level::Ok => ("ok  ", Colour::Green),
            Level::Warn => ("warn", Colour::Yellow),
            Level::Fail => ("fail", Colour::Red),
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            text,
            "{}  {:width$}  {}",
            painter.paint(colour, word),
            finding.topic,
            finding.found
        );
        for line in finding.advice.iter().flat_map(|advice| advice.lines()) {
            let _ = writeln!(
                text,
                "{:6}{:width$}  {}",
                "",
                "",
                painter.paint(Colour::Cyan, format!("-> {line}"))
            );
        }
    }
    let count = |level| {
        findings
            .iter()
            .filter(|finding| finding.level == level)
            .count()
    };
    let _ = writeln!(
        text,
        "\n{} checks: {} ok, {} warn, {} fail",
        findings.len(),
        count(Level::Ok),
        count(Level::Warn),
        count(Level::Fail)
    );
    text
}

/// The findings as a JSON array of objects with `level` (`ok`, `warn`, `fail`), `topic`, `found` and `advice`
/// (text or null).
pub(crate) fn json(findings: &[Finding]) -> String {
    serde_json::to_string_pretty(findings).expect("findings are text") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_is_a_line_with_its_advice_below() {
        let findings = [
            Finding::ok("cores", "8"),
            Finding::warn("clock", "hpet", "use tsc"),
            Finding::fail("loopback", "refused", "look at the firewall"),
        ];

        let text = render(&findings, Painter::stdout());

        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        assert!(
            lines[0].ends_with("8") && lines[1].ends_with("hpet"),
            "{text}"
        );
        assert!(lines[2].contains("-> use tsc"), "{text}");
        assert!(lines[4].contains("-> look at the firewall"), "{text}");
        assert_eq!(lines[6], "3 checks: 1 ok, 1 warn, 1 fail");
    }
}
