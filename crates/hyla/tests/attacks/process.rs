//! Processes of these tests: the same program with one of its tests, which takes orders by lines and answers by lines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// The process; it ends when this is dropped.
pub(crate) struct Process {
    process: Child,
    orders: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Process {
    /// Starts the test of that name, with `value` as that variable.
    pub(crate) fn start(test: &str, variable: &str, value: &str) -> Self {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(variable, value)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            orders: process.stdin.take().unwrap(),
            answers: BufReader::new(process.stdout.take().unwrap()),
            process,
        }
    }

    pub(crate) fn order(&mut self, order: &str) {
        writeln!(self.orders, "{order}").unwrap();
    }

    /// The rest of the next line with this word.
    pub(crate) fn answer(&mut self, word: &str) -> String {
        loop {
            let mut line = String::new();
            let read = self.answers.read_line(&mut line).unwrap();
            assert_ne!(read, 0, "the process has ended, without {word}");
            // The first answer follows what the test runner says.
            if let Some((_, rest)) = line.trim().split_once(word) {
                return rest.to_owned();
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// In the process: the orders, until its parent ends.
pub(crate) fn orders() -> Receiver<String> {
    let (orders, ordered) = channel();
    std::thread::spawn(move || {
        for line in std::io::stdin().lines() {
            let _ = orders.send(line.unwrap());
        }
    });
    ordered
}
