//! Processes of the tests: this test binary once more, in another role.
//!
//! A child gets its orders line by line and answers each line with one that starts with `@`. It
//! ends when its parent closes the pipe, also when that died.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use hyla_lrc::settings::Sources;
use hyla_rti::RtiServer;
use hyla_types::ResignAction;
use rustix::process::{Pid, Signal, kill_process};

use crate::federate::{Federate, Sender, Step};
use crate::warnings;
use crate::world::{Model, WATCHDOG, join_at};

const ROLE: &str = "FAULTS_TEST_ROLE";

/// Another process. Dropping it kills it.
pub(crate) struct Process {
    child: Child,
    orders: Option<ChildStdin>,
    answers: Receiver<String>,
}

impl Process {
    /// An RTI and the address that it listens at.
    pub(crate) fn rti() -> (Self, String) {
        let process = Self::start("rti");
        let address = process.answer();
        (process, address)
    }

    /// A federate that has joined, publishes and subscribes cars, and has registered one.
    pub(crate) fn federate(address: &str, federation: &str, name: &str, model: Model) -> Self {
        Self::federate_with(address, federation, name, model, "")
    }

    /// The same with settings.
    pub(crate) fn federate_with(
        address: &str,
        federation: &str,
        name: &str,
        model: Model,
        settings: &str,
    ) -> Self {
        let model = model.name();
        let process = Self::start(&format!(
            "federate|{address}|{federation}|{name}|{model}|{settings}"
        ));
        assert_eq!(process.answer(), "joined");
        process
    }

    fn start(role: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child::process", "--ignored", "--nocapture"])
            .env(ROLE, role)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let (put, answers) = channel();
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                // The test harness of the child talks, too, and may have begun a line.
                if let Some((_, answer)) = line.split_once('@') {
                    let _ = put.send(answer.to_owned());
                }
            }
        });
        Self {
            orders: child.stdin.take(),
            child,
            answers,
        }
    }

    #[track_caller]
    pub(crate) fn answer(&self) -> String {
        self.answers
            .recv_timeout(WATCHDOG)
            .expect("the child does not answer")
    }

    /// Gives an order; the answer is to be asked for.
    pub(crate) fn order(&mut self, order: &str) {
        let orders = self.orders.as_mut().expect("alive");
        writeln!(orders, "{order}").unwrap();
        orders.flush().unwrap();
    }

    /// Gives an order and waits for the answer.
    #[track_caller]
    pub(crate) fn ask(&mut self, order: &str) -> String {
        self.order(order);
        self.answer()
    }

    /// How many channels in shared memory it has.
    pub(crate) fn channels_in_memory(&self) -> usize {
        let maps = std::fs::read_to_string(format!("/proc/{}/maps", self.child.id()));
        maps.unwrap().matches("hyla-channel").count()
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// SIGSTOP; returns once every thread of it stands still.
    pub(crate) fn stop(&self) {
        kill_process(self.pid(), Signal::STOP).unwrap();
        let tasks = format!("/proc/{}/task", self.child.id());
        let stands = |task: std::fs::DirEntry| {
            let state = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            // The state follows the name, which may contain anything, in parentheses.
            state
                .rsplit_once(") ")
                .is_none_or(|(_, rest)| rest.starts_with('T'))
        };
        while !std::fs::read_dir(&tasks).unwrap().flatten().all(stands) {
            std::thread::yield_now();
        }
    }

    /// SIGCONT.
    pub(crate) fn resume(&self) {
        kill_process(self.pid(), Signal::CONT).unwrap();
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn say(answer: &str) {
    println!("@{answer}");
}

/// Main function of the other process. Run as a test it does nothing.
#[test]
#[ignore = "the body of the other processes"]
fn process() {
    let Ok(role) = std::env::var(ROLE) else {
        return;
    };
    let parts: Vec<_> = role.split('|').collect();
    match parts[..] {
        ["rti"] => rti(),
        ["federate", address, federation, name, model, settings] => {
            let model = Model::ALL.into_iter().find(|m| m.name() == model);
            let federate = join_at(address, federation, name, model.unwrap(), settings, None);
            obey(&federate);
        }
        _ => panic!("no such role: {role}"),
    }
    // The parent is gone: exit in any state of the threads.
    std::process::exit(0);
}

fn rti() {
    let settings = Sources::none().load().unwrap();
    let mut server = RtiServer::new(&settings).unwrap();
    let address = server.listen("127.0.0.1:0".parse().unwrap()).unwrap();
    std::thread::spawn(move || server.run().unwrap());
    say(&address.to_string());
    for line in std::io::stdin().lines() {
        if line.is_err() {
            return;
        }
    }
}

fn obey(federate: &Federate) {
    warnings::keep();
    federate.publish();
    federate.subscribe();
    let object = federate.register();
    let sender = federate.sender(object);
    say("joined");
    let mut next = 0;
    for line in std::io::stdin().lines() {
        let Ok(line) = line else { return };
        let words: Vec<_> = line.split(' ').collect();
        let number = |at: usize| words[at].parse::<u64>().unwrap();
        match words[0] {
            // send COUNT LENGTH
            "send" => {
                for _ in 0..number(1) {
                    sender.send(next, number(2) as usize).unwrap();
                    next += 1;
                }
                say("sent");
            }
            // Without an end: send LENGTH bytes again and again.
            "pour" => pour(sender.clone(), next, number(1) as usize),
            // register COUNT
            "register" => {
                for _ in 0..number(1) {
                    federate.register();
                }
                say("registered");
            }
            // Waits until so many updates of one other instance came: came COUNT
            "came" => {
                federate.until("updates", |told| told.got.len() as u64 >= number(1));
                let ordered = federate
                    .diary
                    .look(|told| told.got.iter().map(|got| got.number).eq(0..number(1)));
                say(if ordered { "in order" } else { "disorder" });
            }
            // Waits until so many updates came of whatever instance: got COUNT
            "got" => {
                federate.until("updates", |told| told.got.len() as u64 >= number(1));
                say("got");
            }
            // Waits until so many instances were discovered: discovered COUNT
            "discovered" => {
                federate.until("discoveries", |told| {
                    told.discovered.len() as u64 >= number(1)
                });
                say("discovered");
            }
            // The federate is notified to save or restore; it answers, or does not.
            "saves" => {
                federate.saves();
                say("answered");
            }
            "restores" => {
                federate.restores();
                say("answered");
            }
            // Resigns and disconnects, whatever the RTI says to it.
            "leave" => {
                let rti = &federate.rti;
                let _ = rti.resign_federation_execution(ResignAction::DeleteObjectsThenDivest);
                rti.disconnect().unwrap();
                say("left");
            }
            // Makes a child that stays until the test ends; what it says.
            "fork" => say(&crate::fork::child_says(federate)),
            // Waits until this process has warned of something with these words; says all warnings.
            "warned" => {
                let awaited = words[1..].join(" ");
                let said = std::iter::repeat_with(|| {
                    std::thread::sleep(Duration::from_millis(5));
                    warnings::said()
                });
                say(&{ said }.find(|said| said.contains(&awaited)).unwrap());
            }
            "told" => {
                let last = match words[1] {
                    "save" => Step::Save,
                    _ => Step::Restore,
                };
                federate.comes_to(last);
                say("told");
            }
            other => panic!("what is {other}?"),
        }
    }
}

fn pour(sender: Sender, next: u64, length: usize) {
    std::thread::spawn(move || {
        for number in next.. {
            if sender.send(number, length).is_err() {
                return;
            }
        }
    });
    say("pouring");
}
