//! Action lists: a run of a world as text, which replays without the random program.
//!
//! ```text
//! hyla-sim actions 1
//! # What it found.
//! groups time+ownership
//! rti-seed 17
//! default-delay 1000
//! lossy
//! modules
//! process 0 2025 immediate reachable
//! process 1 2010 evoked hidden
//! process 2 2025 evoked reachable client
//! wall 0 1
//! delays 0>rti 1:812 7:3004
//! disk 1 12000 full
//! 1200 0 connect
//! 9100 0 create federation=North time=-
//! quiet
//! 99000 1 crash lot=5
//! rti-dies 8
//! ```
//!
//! All times are in microseconds: those of lines, delays and `disk`. `quiet`: everything arrives
//! before the next line. `rti-restarts 99000 4`: at that time the RTI dies with lot 4, and a new
//! RTI starts with its disk. `client`: the federate uses a client of the Federate Protocol.
//! `lossy`: one in eight datagrams is lost. `modules`: lanes over datagrams have protocol modules;
//! packet faults follow from `rti-seed`. `multicast`: reliable types use reliable multicast. `lot` decides how many of the frames in flight arrive;
//! with 0 all of them do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use hyla_types::Edition;

use crate::groups::Groups;
use crate::network::{Party, ProcessId};
use crate::operations::{Command, Operation};

/// First line of every list.
const VERSION: &str = "hyla-sim actions 1";

/// Sender and receiver of frames.
pub(crate) type Hop = (Party, Party);

/// Properties of a process that never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ProcessSettings {
    pub(crate) edition: Edition,
    /// Callbacks come on arrival, not when the federate evokes them.
    pub(crate) immediate: bool,
    /// The process has an address for other members.
    pub(crate) reachable: bool,
    /// The federate uses a client of the Federate Protocol.
    pub(crate) client: bool,
}

/// An operation at its time, or a point at which everything has arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ActionLine {
    Act {
        at: u64,
        process: u32,
        command: Command,
    },
    Quiet,
    /// The RTI dies with that lot, and a new one takes its place.
    Restart {
        at: u64,
        lot: u64,
    },
}

/// A recorded world: configuration, network, and the operations of its processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionList {
    pub(crate) comments: Vec<String>,
    pub(crate) groups: Groups,
    pub(crate) rti_seed: u64,
    /// Delay of frames without an entry in `delays`.
    pub(crate) default_delay: u64,
    pub(crate) processes: BTreeMap<u32, ProcessSettings>,
    /// Pairs of processes that cannot connect, the lower number first.
    pub(crate) walls: BTreeSet<(u32, u32)>,
    /// Delays by the number of the frame on its route, from 1.
    pub(crate) delays: BTreeMap<Hop, BTreeMap<u64, u64>>,
    /// Results of the disk by number of the request: time taken, and whether it was full.
    pub(crate) disk: BTreeMap<u64, (u64, bool)>,
    pub(crate) lines: Vec<ActionLine>,
    /// Some datagrams are lost.
    pub(crate) lossy: bool,
    /// Lanes over datagrams have protocol modules.
    pub(crate) modules: bool,
    /// Reliable transportation types use reliable multicast.
    pub(crate) multicast: bool,
    /// The RTI dies at the end, with that lot.
    pub(crate) rti_dies: Option<u64>,
}

/// Why a text is not an action list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionListError {
    /// Line number, from 1.
    pub line: usize,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for ActionListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ActionListError {}

impl ActionList {
    pub(crate) fn new(groups: Groups, rti_seed: u64) -> Self {
        Self {
            comments: Vec::new(),
            groups,
            rti_seed,
            default_delay: 1000,
            processes: BTreeMap::new(),
            walls: BTreeSet::new(),
            delays: BTreeMap::new(),
            disk: BTreeMap::new(),
            lines: Vec::new(),
            lossy: false,
            modules: false,
            multicast: false,
            rti_dies: None,
        }
    }

    /// Number of operations, faults included.
    #[must_use]
    pub fn count(&self) -> usize {
        let acts = self.lines.iter().filter(|line| **line != ActionLine::Quiet);
        acts.count() + usize::from(self.rti_dies.is_some())
    }

    /// Number of processes.
    #[must_use]
    pub fn processes(&self) -> usize {
        self.processes.len()
    }

    /// Puts a comment at the top.
    #[must_use]
    pub fn with_comment(mut self, text: &str) -> Self {
        self.comments.extend(text.lines().map(str::to_owned));
        self
    }

    pub(crate) fn delay(&self, route: Hop, number: u64) -> u64 {
        let listed = self.delays.get(&route).and_then(|all| all.get(&number));
        listed.copied().unwrap_or(self.default_delay).max(1)
    }

    fn read_line(&mut self, text: &str) -> Result<(), String> {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        if first.starts_with(|c: char| c.is_ascii_digit()) {
            return self.read_act(first, rest);
        }
        let words: Vec<_> = rest.split_whitespace().collect();
        match (first, &words[..]) {
            ("groups", [names]) => {
                self.groups = Groups::named(names).ok_or("no such groups")?;
            }
            ("rti-seed", [seed]) => self.rti_seed = number(seed)?,
            ("default-delay", [delay]) => self.default_delay = number(delay)?,
            ("process", [id, edition, callbacks, address, client @ ..]) => {
                let settings = ProcessSettings {
                    edition: one_of(
                        edition,
                        ["2025", "2010"],
                        [Edition::Hla2025, Edition::Hla2010],
                    )?,
                    immediate: one_of(callbacks, ["immediate", "evoked"], [true, false])?,
                    reachable: one_of(address, ["reachable", "hidden"], [true, false])?,
                    client: match client {
                        [] => false,
                        [word] => one_of(word, ["client"], [true])?,
                        _ => return Err("unexpected words after the process".into()),
                    },
                };
                if self.processes.insert(number(id)?, settings).is_some() {
                    return Err(format!("process {id} occurs twice"));
                }
            }
            ("wall", [a, b]) => {
                let (a, b): (u32, u32) = (number(a)?, number(b)?);
                self.walls.insert((a.min(b), a.max(b)));
            }
            ("delays", [route, pairs @ ..]) => {
                let all = self.delays.entry(route_of(route)?).or_default();
                for pair in pairs {
                    let (frame, delay) = pair.split_once(':').ok_or("expected frame:delay")?;
                    if all.insert(number(frame)?, number(delay)?).is_some() {
                        return Err(format!("frame {frame} has a delay already"));
                    }
                }
            }
            ("disk", [request, time, outcome]) => {
                let full = one_of(outcome, ["full", "done"], [true, false])?;
                self.disk.insert(number(request)?, (number(time)?, full));
            }
            ("lossy", []) => self.lossy = true,
            ("modules", []) => self.modules = true,
            ("multicast", []) => self.multicast = true,
            ("quiet", []) => self.lines.push(ActionLine::Quiet),
            ("rti-restarts", [at, lot]) => self.lines.push(ActionLine::Restart {
                at: number(at)?,
                lot: number(lot)?,
            }),
            ("rti-dies", [lot]) => self.rti_dies = Some(number(lot)?),
            _ => return Err("unknown line, or wrong words in it".into()),
        }
        Ok(())
    }

    fn read_act(&mut self, at: &str, rest: &str) -> Result<(), String> {
        let mut words = rest.split_whitespace();
        let process = number(words.next().ok_or("expected a process")?)?;
        if !self.processes.contains_key(&process) {
            return Err(format!("process {process} does not exist"));
        }
        let verb = words.next().ok_or("expected an operation")?.to_owned();
        let arguments = words.map(|word| {
            let (name, value) = word.split_once('=').ok_or("expected name=value")?;
            Ok((name.to_owned(), value.to_owned()))
        });
        let command = Command {
            verb,
            arguments: arguments.collect::<Result<_, String>>()?,
        };
        Operation::check(&command)?;
        self.lines.push(ActionLine::Act {
            at: number(at)?,
            process,
            command,
        });
        Ok(())
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is not a number, or too large"))
}

fn one_of<T: Copy, const N: usize>(
    text: &str,
    names: [&str; N],
    values: [T; N],
) -> Result<T, String> {
    let found = names.iter().position(|name| *name == text);
    let at = found.ok_or_else(|| format!("expected one of {}", names.join(", ")))?;
    Ok(values[at])
}

fn party_of(text: &str) -> Result<Party, String> {
    match text {
        "rti" => Ok(Party::Rti),
        other => number(other).map(|id| Party::Process(ProcessId(id))),
    }
}

fn route_of(text: &str) -> Result<Hop, String> {
    let (from, to) = text.split_once('>').ok_or("expected from>to")?;
    Ok((party_of(from)?, party_of(to)?))
}

impl fmt::Display for Party {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rti => f.write_str("rti"),
            Self::Process(id) => write!(f, "{}", id.0),
        }
    }
}

impl FromStr for ActionList {
    type Err = ActionListError;

    fn from_str(text: &str) -> Result<Self, ActionListError> {
        let mut actions = Self::new(Groups::NONE, 0);
        let mut lines = text.lines().enumerate();
        if lines.next().map(|(_, line)| line.trim_end()) != Some(VERSION) {
            let problem = format!("expected {VERSION:?}");
            return Err(ActionListError { line: 1, problem });
        }
        for (at, line) in lines {
            let line = line.trim();
            if let Some(comment) = line.strip_prefix('#') {
                actions.comments.push(comment.trim_start().to_owned());
            } else if !line.is_empty() {
                let read = actions.read_line(line);
                read.map_err(|problem| ActionListError {
                    line: at + 1,
                    problem,
                })?;
            }
        }
        Ok(actions)
    }
}

impl fmt::Display for ActionList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{VERSION}")?;
        for comment in &self.comments {
            writeln!(f, "# {comment}")?;
        }
        writeln!(f, "groups {}", self.groups)?;
        writeln!(f, "rti-seed {}", self.rti_seed)?;
        writeln!(f, "default-delay {}", self.default_delay)?;
        if self.lossy {
            writeln!(f, "lossy")?;
        }
        if self.modules {
            writeln!(f, "modules")?;
        }
        if self.multicast {
            writeln!(f, "multicast")?;
        }
        for (id, settings) in &self.processes {
            let edition = match settings.edition {
                Edition::Hla2025 => "2025",
                Edition::Hla2010 => "2010",
            };
            let callbacks = if settings.immediate {
                "immediate"
            } else {
                "evoked"
            };
            let address = if settings.reachable {
                "reachable"
            } else {
                "hidden"
            };
            let client = if settings.client { " client" } else { "" };
            writeln!(f, "process {id} {edition} {callbacks} {address}{client}")?;
        }
        for (a, b) in &self.walls {
            writeln!(f, "wall {a} {b}")?;
        }
        for ((from, to), all) in &self.delays {
            write!(f, "delays {from}>{to}")?;
            for (frame, delay) in all {
                write!(f, " {frame}:{delay}")?;
            }
            writeln!(f)?;
        }
        for (request, (time, full)) in &self.disk {
            let outcome = if *full { "full" } else { "done" };
            writeln!(f, "disk {request} {time} {outcome}")?;
        }
        for line in &self.lines {
            match line {
                ActionLine::Quiet => writeln!(f, "quiet")?,
                ActionLine::Restart { at, lot } => writeln!(f, "rti-restarts {at} {lot}")?,
                ActionLine::Act {
                    at,
                    process,
                    command,
                } => {
                    write!(f, "{at} {process} {}", command.verb)?;
                    for (name, value) in &command.arguments {
                        write!(f, " {name}={value}")?;
                    }
                    writeln!(f)?;
                }
            }
        }
        if let Some(lot) = self.rti_dies {
            writeln!(f, "rti-dies {lot}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "hyla-sim actions 1
# What it found.
groups time+ownership
rti-seed 17
default-delay 1000
lossy
modules
multicast
process 0 2025 immediate reachable
process 1 2010 evoked hidden
process 2 2025 evoked reachable client
wall 0 1
delays 0>rti 1:812 7:3004
delays 1>0 2:5
disk 1 12000 full
1200 0 connect
9100 0 create federation=North time=-
9200 0 update object=0.1 attributes=place,speed stamp=- label=0.2
quiet
99000 1 crash lot=5
rti-restarts 99500 4
rti-dies 8
";

    #[test]
    fn a_list_is_written_as_it_was_read() {
        let actions: ActionList = LIST.parse().expect("a list");

        assert_eq!(actions.to_string(), LIST);
        assert_eq!(actions.count(), 6);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (good, bad, line, part) in [
            ("actions 1", "actions 2", 1, "expected"),
            ("time+ownership", "tide", 3, "groups"),
            ("process 1 2010", "process 0 2010", 10, "occurs twice"),
            ("1:812", "1:fast", 13, "number"),
            ("12000 full", "12000 maybe", 15, "full, done"),
            ("0 connect", "5 connect", 16, "process 5 does"),
            ("0 connect", "0 conect", 16, "not an operation"),
            ("time=-", "tide=-", 17, "tide"),
            (" time=-", "", 17, "lacks"),
            ("place,speed", "place,size", 18, "speed"),
            ("stamp=-", "stamp=soon", 18, "number"),
            ("stamp=-", "stamp=- stamp=-", 18, "twice"),
            ("quiet", "quite", 19, "unknown line"),
        ] {
            let text = LIST.replacen(good, bad, 1);
            let problem = text.parse::<ActionList>().expect_err(bad);

            assert_eq!(problem.line, line, "{problem}");
            assert!(problem.problem.contains(part), "{bad}: {problem}");
        }
    }
}
