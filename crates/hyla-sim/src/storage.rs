//! The disk of the RTI: stores files, with the judge's knowledge at that moment.

use std::collections::BTreeMap;
use std::rc::Rc;

use hyla_core::federation::{StorageOutcome, StorageRequest, StorageTicket};
use hyla_types::FederateHandle;

use crate::disk::{Files, Stored};
use crate::faults::Sabotage;
use crate::image::SavedExecution;
use crate::network::{Event, ProcessId};
use crate::world::World;

/// Most microseconds of one request.
const SLOWEST: u64 = 20_000;

/// Files, and requests in progress.
#[derive(Debug, Default)]
pub(crate) struct Disk {
    files: Files,
    requests: u64,
    /// With its execution.
    busy: Vec<(StorageTicket, u64, Option<Stored>, Option<u64>)>,
    /// Saved state to which each execution is being restored.
    loaded: BTreeMap<u64, Rc<SavedExecution>>,
}

impl Disk {
    /// Whether a file is being written.
    pub(crate) fn is_writing(&self) -> bool {
        self.busy.iter().any(|(_, writing, ..)| *writing == 1)
    }
}

impl World {
    /// Accepts storage requests of the RTI.
    pub(crate) fn take_up_storage(&mut self) {
        while let Some(request) = self.rti.poll_storage() {
            let (ticket, stored) = match request {
                StorageRequest::Store { ticket, file } => {
                    let execution = self.judge.execution_named(&ticket.federation);
                    let image = execution.and_then(|e| self.judge.capture(e));
                    let stored = image.map(|image| (file.encode("today"), Some(Rc::new(image))));
                    self.begin(ticket, 1, stored);
                    continue;
                }
                StorageRequest::Load { ticket } => {
                    let at = (ticket.federation.clone(), ticket.label.clone());
                    let ends = self.disk.files.ends(&at);
                    let read = ends.map(|(newest, oldest)| match self.config.sabotage {
                        Some(Sabotage::OldFile) => (oldest.0.clone(), newest.1.clone()),
                        _ => newest.clone(),
                    });
                    (ticket, read)
                }
            };
            self.begin(ticket, 0, stored);
        }
    }

    fn begin(&mut self, ticket: StorageTicket, writing: u64, stored: Option<Stored>) {
        self.disk.requests += 1;
        let number = self.disk.requests;
        let (time, full) = match &self.script {
            Some(script) => script.disk.get(&number).copied().unwrap_or((1000, false)),
            None => {
                let full = writing == 1 && self.rng.u8(..20) == 0;
                (self.rng.u64(1..SLOWEST), full)
            }
        };
        self.record_into(|list| {
            list.disk.insert(number, (time, full));
        });
        let stored = stored.filter(|_| !full);
        let execution = self.judge.execution_named(&ticket.federation);
        self.disk.busy.push((ticket, writing, stored, execution));
        let at = self.network.now() + time;
        self.network.schedule(at, Event::Disk);
    }

    /// The disk finishes its oldest request.
    pub(crate) fn disk_done(&mut self) {
        if self.disk.busy.is_empty() {
            return;
        }
        let (ticket, writing, stored, execution) = self.disk.busy.remove(0);
        // Another execution may have the name by now.
        let now = self.judge.execution_named(&ticket.federation);
        let execution = execution.filter(|execution| Some(*execution) == now);
        let outcome = match (writing == 1, stored) {
            (_, None) => {
                StorageOutcome::Failed("the disk is full, or the file does not exist".into())
            }
            (true, Some(stored)) => {
                let at = (ticket.federation.clone(), ticket.label.clone());
                self.disk.files.store(at, stored, self.config.sabotage);
                StorageOutcome::Stored
            }
            (false, Some((bytes, image))) => {
                // A torn file restores nothing.
                if let (Some(execution), Some(image)) = (execution, image) {
                    self.disk.loaded.insert(execution, image);
                }
                StorageOutcome::Loaded(bytes)
            }
        };
        if let (true, Some(execution)) = (writing == 1, execution) {
            let done = matches!(outcome, StorageOutcome::Stored);
            self.judge.stored(execution, done);
        }
        self.rti.handle_time(self.clock());
        let loaded = matches!(outcome, StorageOutcome::Loaded(_));
        let read = execution.filter(|_| writing == 0);
        self.rti.handle_storage(&ticket, outcome);
        if let Some(execution) = read.filter(|_| loaded) {
            self.judge.loaded(execution, true);
        }
        self.pump_rti();
        if let Some(execution) = read {
            self.judge.loaded(execution, false);
        }
    }

    /// The RTI has died; `lot` decides whether the file in progress exists.
    pub(crate) fn tear(&mut self, lot: u64) {
        for (ticket, writing, stored, _) in std::mem::take(&mut self.disk.busy) {
            if let (1, Some(stored)) = (writing, stored) {
                let at = (ticket.federation, ticket.label);
                let torn = self.disk.files.leave(at, stored, lot, self.config.sabotage);
                self.outcome.torn += u64::from(torn);
                self.outcome.unflushed += u64::from(!torn);
            }
        }
        if let Err(problem) = self.disk.files.lose(lot) {
            self.judge.violated(problem);
        }
        self.disk.loaded.clear();
    }

    /// The RTI has completed a restore.
    pub(crate) fn restored(
        &mut self,
        execution: u64,
        handles: &[(FederateHandle, FederateHandle)],
    ) {
        let Some(image) = self.disk.loaded.remove(&execution) else {
            self.judge.violated("nothing was loaded".into());
            return;
        };
        let handles: BTreeMap<_, _> = handles.iter().copied().collect();
        self.judge.put_back(execution, &image, &handles);
        for membership in self
            .sessions
            .values_mut()
            .filter(|s| s.execution == execution)
        {
            membership.federate = handles
                .get(&membership.federate)
                .copied()
                .unwrap_or(membership.federate);
        }
        for process in &mut self.processes {
            if let Some(membership) = process
                .membership
                .as_mut()
                .filter(|s| s.execution == execution)
                && let Some(after) = handles.get(&membership.federate)
            {
                membership.federate = *after;
            }
        }
    }

    /// A federate is informed that all are restored.
    pub(crate) fn look_around(&mut self, id: ProcessId) {
        let process = &self.processes[id.0 as usize];
        let Some(membership) = process.membership else {
            return;
        };
        if let Some(problem) = self.judge.restored_problem(membership, &process.member) {
            self.judge
                .violated(format!("{membership:?} was restored, but {problem}"));
        }
    }
}
