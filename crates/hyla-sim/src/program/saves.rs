//! Saves and restores in the random program.

use hyla_types::{Edition, ExceptionKind as Kind, InteractionClassHandle, Service};

use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::saving::SavePhase;
use crate::world::World;

const LABELS: [&str; 2] = ["morning", "evening"];

impl World {
    /// The federate type: a restore requires the same edition.
    pub(crate) fn federate_type(&mut self, id: ProcessId) -> &'static str {
        let old = self.process(id).edition == Edition::Hla2010;
        match self.config.groups.saves {
            true if old => "sim 2010",
            true => "sim 2025",
            false => "sim",
        }
    }

    /// Whether it is time to ask for a save or restore.
    pub(crate) fn wants_save(&mut self) -> bool {
        self.config.groups.saves && self.rng.usize(..self.config.members * 5) == 0
    }

    pub(crate) fn work_with_saves(&mut self, id: ProcessId, membership: Membership) {
        let operation = match self.rng.u8(..16) {
            0..6 => Operation::Save {
                name: self.choose_label(),
                stamp: match self.rng.bool() {
                    true => self.choose_stamp(membership),
                    false => None,
                },
            },
            6..12 => Operation::Restore {
                name: self.choose_label(),
            },
            12 => Operation::AbortSave {},
            13 => Operation::AbortRestore {},
            14 => Operation::BeginUnasked {},
            _ => Operation::CompleteUnasked {},
        };
        self.act(id, operation);
    }

    fn choose_label(&mut self) -> String {
        self.pick(&LABELS).unwrap_or_default().to_owned()
    }

    pub(super) fn begin_unasked(&mut self, id: ProcessId) {
        let service = Service::FederateSaveBegun;
        let done = self.call(id, service, |m, out| m.federate_save_begun(out));
        self.agree(id, service, &done, Some(Kind::SaveNotInitiated));
    }

    pub(super) fn complete_unasked(&mut self, id: ProcessId) {
        let service = Service::FederateRestoreComplete;
        let done = self.call(id, service, |m, out| m.federate_restore_ended(true, out));
        self.agree(id, service, &done, Some(Kind::RestoreNotRequested));
    }

    pub(super) fn request_save(
        &mut self,
        id: ProcessId,
        membership: Membership,
        label: &str,
        stamp: Option<i64>,
    ) {
        let refusal = match (stamp, self.judge.clock(membership)) {
            (Some(time), Some(clock)) => match clock.send_bound() {
                None => Some(Kind::FederateUnableToUseTime),
                Some(bound) if time <= clock.now || (time, false) < bound => {
                    Some(Kind::LogicalTimeAlreadyPassed)
                }
                Some(_) => None,
            },
            _ => None,
        };
        let time = stamp.and_then(|stamp| self.time(membership, stamp));
        let service = Service::RequestFederationSave;
        let done = self.call(id, service, |m, out| {
            m.request_federation_save(label, time, out)
        });
        self.agree(id, service, &done, refusal);
    }

    pub(super) fn request_restore(&mut self, id: ProcessId, label: &str) {
        let service = Service::RequestFederationRestore;
        let done = self.call(id, service, |m, out| {
            m.request_federation_restore(label, out)
        });
        self.agree(id, service, &done, None);
        self.process(id).restores += 1;
    }

    pub(super) fn abort_save(&mut self, id: ProcessId, membership: Membership) -> bool {
        let saves = self.judge.part(membership).saves();
        let service = Service::AbortFederationSave;
        let done = self.call(id, service, |m, out| m.abort_federation_save(out));
        // Whether it knows of a requested save is uncertain.
        if done.is_ok() || saves {
            self.agree(id, service, &done, None);
        } else {
            self.agree(id, service, &done, Some(Kind::SaveNotInProgress));
        }
        done.is_ok()
    }

    pub(super) fn abort_restore(&mut self, id: ProcessId, membership: Membership) {
        let part = self.judge.part(membership);
        let restores = matches!(part, SavePhase::Stopped | SavePhase::ToldToRestore);
        let service = Service::AbortFederationRestore;
        let done = self.call(id, service, |m, out| m.abort_federation_restore(out));
        if done.is_ok() || restores {
            self.agree(id, service, &done, None);
        } else {
            self.agree(id, service, &done, Some(Kind::RestoreNotInProgress));
        }
    }

    /// A step of a federate that saves or restores.
    pub(crate) fn go_on_with_save(&mut self, id: ProcessId, part: SavePhase) {
        match (self.rng.u8(..200), part.saves()) {
            (0, _) => return self.choose_to_resign(id),
            (1, true) => self.act(id, Operation::AbortSave {}),
            (1, false) => self.act(id, Operation::AbortRestore {}),
            (2..12, _) => self.act(id, Operation::Status {}),
            (12..24, _) => self.act(id, Operation::Forbidden {}),
            _ => {}
        }
        let successfully = self.rng.u8(..40) != 0;
        if matches!(
            part,
            SavePhase::ToldToSave | SavePhase::Saves | SavePhase::ToldToRestore
        ) {
            self.act(id, Operation::Answer { successfully });
        }
    }

    pub(super) fn query_status(&mut self, id: ProcessId) {
        let service = Service::QueryFederationSaveStatus;
        let process = self.process(id);
        if process.member.admit(service).is_ok() {
            let done = self.call(id, service, |m, out| m.query_federation_save_status(out));
            self.agree(id, service, &done, None);
        } else {
            let service = Service::QueryFederationRestoreStatus;
            let done = self.call(id, service, |m, out| m.query_federation_restore_status(out));
            self.agree(id, service, &done, None);
        }
    }

    pub(super) fn do_what_is_forbidden(&mut self, id: ProcessId, part: SavePhase) {
        let kind = if part.saves() {
            Kind::SaveInProgress
        } else {
            Kind::RestoreInProgress
        };
        let service = Service::SubscribeInteractionClass;
        let class = InteractionClassHandle::new(1);
        let done = self.call(id, service, |m, out| {
            let active = hyla_core::declaration::Activity::Active;
            m.subscribe_interaction_class(class, active, out)
        });
        self.agree(id, service, &done, Some(kind));
    }

    /// The federate answers callbacks; `false` if there is nothing to do.
    pub(super) fn answer(
        &mut self,
        id: ProcessId,
        membership: Membership,
        part: SavePhase,
        successfully: bool,
    ) -> bool {
        match part {
            SavePhase::ToldToSave => {
                let service = Service::FederateSaveBegun;
                let done = self.call(id, service, |m, out| m.federate_save_begun(out));
                self.agree(id, service, &done, None);
                self.judge.set_part(membership, SavePhase::Saves);
            }
            SavePhase::Saves => {
                let service = match successfully {
                    true => Service::FederateSaveComplete,
                    false => Service::FederateSaveNotComplete,
                };
                let done = self.call(id, service, |m, out| {
                    m.federate_save_ended(successfully, out)
                });
                self.agree(id, service, &done, None);
                self.judge.set_part(membership, SavePhase::HasSaved);
            }
            SavePhase::ToldToRestore => {
                let service = match successfully {
                    true => Service::FederateRestoreComplete,
                    false => Service::FederateRestoreNotComplete,
                };
                let done = self.call(id, service, |m, out| {
                    m.federate_restore_ended(successfully, out)
                });
                self.agree(id, service, &done, None);
                // The phase stays until all are restored.
                self.judge.set_part(membership, SavePhase::Stopped);
            }
            _ => return false,
        }
        true
    }

    /// All messages have arrived: federates answer pending saves and restores, and saves that wait
    /// for a stopped federate are aborted. `false` if there was nothing to do.
    pub(crate) fn end_saves(&mut self) -> bool {
        let mut any = false;
        let at_work = self.at_work();
        for (id, membership) in &at_work {
            let part = self.judge.part(*membership);
            any |= self.answer(*id, *membership, part, true);
            self.flush(*id);
        }
        if any || self.judge.violation.is_some() {
            return any;
        }
        if let Some(problem) = self.judge.save_problem() {
            self.judge.violated(format!("at a quiet point: {problem}"));
            return false;
        }
        let waiting: Vec<u64> = self
            .judge
            .coordinations
            .iter()
            .filter(|(_, at)| at.begun || at.wanted.is_some())
            .map(|(execution, _)| *execution)
            .collect();
        for execution in waiting {
            let somebody = at_work
                .iter()
                .find(|(_, membership)| membership.execution == execution);
            let Some((id, membership)) = somebody else {
                continue;
            };
            if !self.abort_save(*id, *membership) {
                self.judge
                    .violated(format!("{membership:?} does not know of the waiting save"));
            }
            self.flush(*id);
            any = true;
        }
        any
    }

    fn at_work(&self) -> Vec<(ProcessId, Membership)> {
        let free = self
            .processes
            .iter()
            .filter(|p| p.alive && p.waiting.is_none() && p.member.is_connected());
        free.filter_map(|p| Some((p.id, p.membership?))).collect()
    }
}
