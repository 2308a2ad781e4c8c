//! Agents started by the console on its own host.

use std::time::{Duration, Instant};

use super::error::ConsoleError;
use crate::agent::Program;
use crate::agent::process::{Process, ProcessOutput};

/// Local agents; dropping them ends them.
#[derive(Default)]
pub(super) struct LocalAgents {
    running: Vec<(String, Process)>,
}

impl LocalAgents {
    /// Starts agents with these names.
    pub(super) fn start(
        hyla: &std::path::Path,
        rti: &str,
        names: &[String],
        federate: Option<&Program>,
    ) -> Result<Self, ConsoleError> {
        let mut agents = Self::default();
        for name in names {
            let mut arguments: Vec<String> = ["bench", "agent", "--local", "--rti", rti, "--name"]
                .map(str::to_owned)
                .into();
            arguments.push(name.clone());
            if let Some(federate) = federate {
                arguments.push(format!("--federate={}", federate.path.display()));
                for argument in &federate.arguments {
                    arguments.push(format!("--federate-arg={argument}"));
                }
                for (key, value) in &federate.environment {
                    arguments.push(format!("--federate-env={key}={value}"));
                }
            }
            let program = Program {
                path: hyla.to_owned(),
                arguments,
                environment: Vec::new(),
            };
            let said = |said| {
                if let ProcessOutput::Line(line) = said {
                    tracing::debug!(line, "a local agent says");
                }
            };
            let process =
                Process::start(&program, "", said).map_err(|cause| ConsoleError::LocalAgent {
                    name: name.clone(),
                    problem: format!("{} cannot be started: {cause}", hyla.display()),
                })?;
            agents.running.push((name.clone(), process));
        }
        Ok(agents)
    }

    /// Names of ended agents, and how they ended.
    pub(super) fn ended(&mut self) -> Vec<(String, String)> {
        let mut ended = Vec::new();
        for (name, process) in &mut self.running {
            if let Some(status) = process.tend() {
                ended.push((name.clone(), process.end_in_words(status)));
            }
        }
        ended
    }

    /// Waits for their end; kills those that exceed the timeout.
    pub(super) fn end(&mut self) {
        for (_, process) in &mut self.running {
            process.dismiss();
        }
        let deadline = Instant::now() + Duration::from_secs(10);
        while Instant::now() < deadline {
            let all = self
                .running
                .iter_mut()
                .all(|(_, process)| process.tend().is_some());
            if all {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
