//! Records a world as an action list, and replays such a list.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::actions::{ActionLine, ActionList, ProcessSettings};
use crate::config::Config;
use crate::faults::Sabotage;
use crate::network::{Event, ProcessId};
use crate::operations::{Command, Operation};
use crate::outcome::Outcome;
use crate::words::NameLookup;
use crate::world::World;

/// Destination of recorded lists: it outlives a world that panics.
pub(crate) type Recorder = Rc<RefCell<ActionList>>;

impl World {
    /// Runs the world of a seed and records it as an action list. A panic counts as a violation.
    #[must_use]
    pub fn record_run(seed: u64, config: Config) -> (Outcome, ActionList) {
        let mut list = ActionList::new(config.groups, seed);
        list.lossy = config.faults;
        list.modules = config.modules;
        list.multicast = config.multicast;
        let recorder = Rc::new(RefCell::new(list));
        let held = Rc::clone(&recorder);
        let outcome = caught(seed, || {
            let mut world = Self::empty(seed, config, Some(recorder), None);
            world.populate();
            world.run()
        });
        let actions = held.borrow().clone();
        (outcome, actions)
    }

    /// As [`World::run`], but a panic counts as a violation.
    #[must_use]
    pub fn run_caught(self) -> Outcome {
        caught(self.seed, || self.run())
    }

    /// Adds an operation of a process to the list.
    pub(crate) fn record(&mut self, id: ProcessId, operation: &Operation) {
        let Some(recorder) = &self.recorder else {
            return;
        };
        let command = operation.command(&self.names(id));
        recorder.borrow_mut().lines.push(ActionLine::Act {
            at: self.network.now(),
            process: id.0,
            command,
        });
    }

    pub(crate) fn record_into(&mut self, change: impl FnOnce(&mut ActionList)) {
        if let Some(recorder) = &self.recorder {
            change(&mut recorder.borrow_mut());
        }
    }

    fn names(&self, id: ProcessId) -> NameLookup<'_> {
        let process = &self.processes[id.0 as usize];
        NameLookup {
            schema: process.schema.as_deref(),
            membership: process.membership,
            judge: &self.judge,
            labels: &self.labels,
        }
    }

    /// Schedules the lines of a list from `first` up to the next quiet point; gives the number of
    /// the line after that, or `None` if no line is left.
    pub(crate) fn schedule_lines(&mut self, script: &ActionList, first: usize) -> Option<usize> {
        for (number, line) in script.lines.iter().enumerate().skip(first) {
            let ActionLine::Act {
                at,
                process,
                command,
            } = line
            else {
                return Some(number + 1);
            };
            let id = ProcessId(*process);
            let event = Event::Line(number, id);
            // Same order as in the recorded world, where it was one of these events.
            let like = if befalls(command) {
                Event::Fault
            } else {
                Event::Step(id)
            };
            self.network.schedule_like(*at, event, like);
        }
        None
    }

    /// Whether a line is a fault, which happens even while its process is paused.
    pub(crate) fn is_fault(&self, number: usize) -> bool {
        let line = self.script.as_ref().and_then(|list| list.lines.get(number));
        matches!(line, Some(ActionLine::Act { command, .. }) if befalls(command))
    }

    /// Executes a line at its time.
    pub(crate) fn line_is_due(&mut self, number: usize, id: ProcessId) {
        let Some(script) = self.script.clone() else {
            return;
        };
        let Some(ActionLine::Act { command, .. }) = script.lines.get(number) else {
            return;
        };
        let operation = Operation::read(command, &self.names(id));
        if let Some(operation) = operation.filter(|operation| self.is_ready_for(id, operation)) {
            self.undertake(id, operation);
            if self.processes[id.0 as usize].alive {
                self.flush(id);
            }
        } else {
            self.note(format_args!("{id:?} cannot {}", command.verb));
        }
    }
}

impl ActionList {
    /// Replays the list. A panic counts as a violation.
    #[must_use]
    pub fn replay(&self, sabotage: Option<Sabotage>, print: bool) -> Outcome {
        let config = Config {
            members: self.processes.len(),
            steps: 0,
            faults: false,
            clients: false,
            groups: self.groups,
            modules: self.modules,
            multicast: self.multicast,
            hostile: false,
            untimely: false,
            sabotage,
            print,
        };
        let script = Rc::new(self.clone());
        caught(self.rti_seed, || {
            let mut world = World::empty(self.rti_seed, config, None, Some(script));
            let most = self.processes.keys().last().map_or(0, |last| last + 1);
            for id in 0..most {
                let settings = self.processes.get(&id);
                world.add_process(settings.copied().unwrap_or(ABSENT));
                world.process(ProcessId(id)).alive = settings.is_some();
            }
            world.run()
        })
    }
}

fn befalls(command: &Command) -> bool {
    matches!(
        &command.verb[..],
        "crash" | "sever" | "cut" | "pause" | "pause-rti" | "cut-client"
    )
}

/// Settings of a process that a list has left out.
const ABSENT: ProcessSettings = ProcessSettings {
    edition: hyla_types::Edition::Hla2025,
    immediate: true,
    reachable: false,
    client: false,
};

fn caught(seed: u64, run: impl FnOnce() -> Outcome) -> Outcome {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|reason| {
        let text = reason
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| reason.downcast_ref::<&str>().copied());
        let mut outcome = Outcome::of(seed);
        outcome.violation = Some(format!("panicked: {}", text.unwrap_or("for some reason")));
        outcome
    })
}
