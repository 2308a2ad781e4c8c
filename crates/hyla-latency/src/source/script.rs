//! A script of states, for tests and demonstrations.

use std::time::Duration;

use super::Reading;

/// States of hosts at times.
///
/// A line each: `SECONDS HOST PROCESSOR [PORT [GBIT_PER_S]]` with loads in per cent, or `SECONDS HOST silent`. Text behind `#` is a comment.
/// Without a speed a port has 1 Gbit/s.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Script {
    steps: Vec<Step>,
    next: usize,
}

/// Event of a script.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Time since the start.
    pub at: Duration,
    /// The host.
    pub host: String,
    /// Its state from now on; `None`: no more reports.
    pub reading: Option<Reading>,
}

/// A line of a script that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct InvalidScript {
    /// Number of the line, from 1.
    pub line: usize,
    /// The error.
    pub problem: String,
}

impl Script {
    /// Parses a script.
    ///
    /// # Errors
    /// [`InvalidScript`] with the first invalid line.
    pub fn read(text: &str) -> Result<Self, InvalidScript> {
        let mut steps: Vec<Step> = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.is_empty() {
                continue;
            }
            let step = step(&words).and_then(|step| {
                let is_late = steps.last().is_some_and(|last| last.at > step.at);
                if is_late {
                    Err("it is earlier than the line before".to_owned())
                } else {
                    Ok(step)
                }
            });
            steps.push(step.map_err(|problem| InvalidScript {
                line: number + 1,
                problem,
            })?);
        }
        Ok(Self { steps, next: 0 })
    }

    /// The next step if its time has come.
    pub fn poll(&mut self, since: Duration) -> Option<Step> {
        let step = self.steps.get(self.next).filter(|step| step.at <= since)?;
        self.next += 1;
        Some(step.clone())
    }

    /// Names of its hosts.
    pub fn hosts(&self) -> impl Iterator<Item = String> + '_ {
        self.steps.iter().map(|step| step.host.clone())
    }

    /// Time of the next step.
    #[must_use]
    pub fn next_at(&self) -> Option<Duration> {
        self.steps.get(self.next).map(|step| step.at)
    }
}

fn step(words: &[&str]) -> Result<Step, String> {
    let [seconds, host, rest @ ..] = words else {
        return Err("it takes SECONDS HOST PROCESSOR or SECONDS HOST silent".to_owned());
    };
    let number = |word: &str, most: f64| {
        let number = word
            .parse::<f64>()
            .ok()
            .filter(|x| (0.0..=most).contains(x));
        number.ok_or_else(|| format!("{word} is no number from 0 to {most}"))
    };
    let share = |word: &str| Ok::<f64, String>(number(word, 100.0)? / 100.0);
    let reading = match rest {
        ["silent"] => None,
        [processor] => Some(Reading {
            processor: share(processor)?,
            port: None,
        }),
        [processor, port] => Some(Reading {
            processor: share(processor)?,
            port: Some((share(port)?, 1e9)),
        }),
        [processor, port, gbit] => Some(Reading {
            processor: share(processor)?,
            port: Some((share(port)?, number(gbit, 1e6)?.max(1e-6) * 1e9)),
        }),
        _ => return Err("it takes PROCESSOR [PORT [GBIT_PER_S]] or silent".to_owned()),
    };
    Ok(Step {
        at: Duration::from_secs_f64(number(seconds, 1e9)?),
        host: (*host).to_owned(),
        reading,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_come_when_their_time_has_come() {
        let text =
            "# two hosts\n0 alpha 17\n0 beta 50 95 10\n\n2.5 alpha silent # it has crashed\n";
        let mut script = Script::read(text).unwrap();
        let mut due = |millis| {
            let mut steps = Vec::new();
            while let Some(step) = script.poll(Duration::from_millis(millis)) {
                steps.push((step.host, step.reading));
            }
            steps
        };

        assert_eq!(
            due(0),
            [
                (
                    "alpha".to_owned(),
                    Some(Reading {
                        processor: 0.17,
                        port: None
                    })
                ),
                (
                    "beta".to_owned(),
                    Some(Reading {
                        processor: 0.5,
                        port: Some((0.95, 1e10))
                    })
                ),
            ]
        );
        assert_eq!(due(2499), []);
        assert_eq!(due(2500), [("alpha".to_owned(), None)]);
    }

    #[test]
    fn a_line_that_is_wrong_is_named() {
        for (text, line, problem) in [
            ("0 alpha", 1, "it takes"),
            (
                "0 alpha 17\n0 beta 170",
                2,
                "170 is no number from 0 to 100",
            ),
            ("x alpha 17", 1, "x is no number"),
            ("5 alpha 17\n4 alpha 17", 2, "earlier"),
            ("0 alpha 1 2 3 4", 1, "it takes"),
        ] {
            let error = Script::read(text).unwrap_err();
            assert_eq!(error.line, line, "{text}");
            assert!(error.problem.contains(problem), "{error}");
        }
    }
}
