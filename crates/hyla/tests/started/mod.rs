//! `hyla` as a process of its own, with the settings of its test only.
#![allow(dead_code, reason = "each test uses its part")]
#![allow(clippy::unwrap_used, reason = "test code")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

/// The program without settings of the environment.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyla"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("HYLA_") {
            command.env_remove(name);
        }
    }
    command
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env_remove("RUST_LOG")
        .args(arguments);
    command
}

/// A running `hyla rti` on a free port; it ends when this is dropped.
pub(crate) struct Rti {
    pub(crate) process: Child,
    /// What it printed until it was ready.
    lines: Vec<String>,
}

impl Rti {
    /// Starts it and waits until it is ready.
    pub(crate) fn start(settings: &[&str]) -> Self {
        let mut process = command(&["rti", "--listen=127.0.0.1:0", "--until-stdin-closes"])
            .args(settings)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let lines = lines.map(Result::unwrap).take_while(|it| it != "ready");
        Self {
            lines: lines.collect(),
            process,
        }
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> String {
        self.after("listening at ")
    }

    /// Where its metrics are, with `--set=rti.metrics=127.0.0.1:0`.
    pub(crate) fn metrics(&self) -> String {
        self.after("metrics at http://")
    }

    /// Where it serves the Federate Protocol over TCP, with `--set=fedpro.tcp=127.0.0.1:0`.
    pub(crate) fn fedpro(&self) -> String {
        self.after("Federate Protocol over TCP at ")
    }

    /// The same over TLS, with `--set=fedpro.tls=127.0.0.1:0`.
    pub(crate) fn fedpro_tls(&self) -> String {
        self.after("Federate Protocol over TLS at ")
    }

    fn after(&self, begin: &str) -> String {
        let line = self.lines.iter().find_map(|line| line.strip_prefix(begin));
        let line = line.unwrap_or_else(|| panic!("no {begin:?} in {:?}", self.lines));
        line.split([' ', '/']).next().unwrap().to_owned()
    }
}

impl Drop for Rti {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
