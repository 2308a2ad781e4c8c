//! Records what happens in a world as an action list, and lets such a list happen.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use crate::actions::{Actions, Line, Settings};
use crate::config::Config;
use crate::deeds::{Deed, Phrase};
use crate::faults::Sabotage;
use crate::network::{Event, ProcessId};
use crate::outcome::Outcome;
use crate::words::Names;
use crate::world::World;

/// Where lists are recorded: it outlives a world that panics.
pub(crate) type Recorder = Rc<RefCell<Actions>>;

impl World {
    /// Runs the world of a seed and gives what happened in it as an action list. A panic counts as a violation.
    #[must_use]
    pub fn record_run(seed: u64, config: Config) -> (Outcome, Actions) {
        let mut list = Actions::new(config.groups, seed);
        list.lossy = config.faults;
        list.modules = config.modules;
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

    /// What a process does, or what befalls it, is put into the list.
    pub(crate) fn record(&mut self, id: ProcessId, deed: &Deed) {
        let Some(recorder) = &self.recorder else {
            return;
        };
        let phrase = deed.phrase(&self.names(id));
        recorder.borrow_mut().lines.push(Line::Act {
            at: self.network.now(),
            process: id.0,
            phrase,
        });
    }

    pub(crate) fn record_into(&mut self, change: impl FnOnce(&mut Actions)) {
        if let Some(recorder) = &self.recorder {
            change(&mut recorder.borrow_mut());
        }
    }

    fn names(&self, id: ProcessId) -> Names<'_> {
        let process = &self.processes[id.0 as usize];
        Names {
            schema: process.schema.as_deref(),
            seat: process.seat,
            judge: &self.judge,
            labels: &self.labels,
        }
    }

    /// Schedules the lines of a list from `first` on, until everything has to arrive; gives the number of the
    /// line after that, or `None` if no line is left.
    pub(crate) fn schedule_lines(&mut self, script: &Actions, first: usize) -> Option<usize> {
        for (number, line) in script.lines.iter().enumerate().skip(first) {
            let Line::Act {
                at,
                process,
                phrase,
            } = line
            else {
                return Some(number + 1);
            };
            let id = ProcessId(*process);
            let event = Event::Line(number, id);
            // As in the world that was recorded, in which it was one of these.
            let like = if befalls(phrase) {
                Event::Fault
            } else {
                Event::Step(id)
            };
            self.network.schedule_like(*at, event, like);
        }
        None
    }

    /// Whether a line befalls its process, even while that stands still.
    pub(crate) fn is_fault(&self, number: usize) -> bool {
        let line = self.script.as_ref().and_then(|list| list.lines.get(number));
        matches!(line, Some(Line::Act { phrase, .. }) if befalls(phrase))
    }

    /// The time of a line has come.
    pub(crate) fn line_is_due(&mut self, number: usize, id: ProcessId) {
        let Some(script) = self.script.clone() else {
            return;
        };
        let Some(Line::Act { phrase, .. }) = script.lines.get(number) else {
            return;
        };
        let deed = Deed::read(phrase, &self.names(id));
        if let Some(deed) = deed.filter(|deed| self.is_ready_for(id, deed)) {
            self.undertake(id, deed);
            if self.processes[id.0 as usize].alive {
                self.flush(id);
            }
        } else {
            self.note(format_args!("{id:?} cannot {}", phrase.verb));
        }
    }
}

impl Actions {
    /// Lets the list happen. A panic counts as a violation.
    #[must_use]
    pub fn replay(&self, sabotage: Option<Sabotage>, print: bool) -> Outcome {
        let config = Config {
            members: self.processes.len(),
            steps: 0,
            faults: false,
            clients: false,
            groups: self.groups,
            modules: self.modules,
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

fn befalls(phrase: &Phrase) -> bool {
    matches!(
        &phrase.verb[..],
        "crash" | "sever" | "cut" | "pause" | "pause-rti" | "cut-client"
    )
}

/// Of a process that a list has left out.
const ABSENT: Settings = Settings {
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
