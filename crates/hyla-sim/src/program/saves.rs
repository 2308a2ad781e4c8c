//! Saves and restores in the random program.

use hyla_types::{Edition, ExceptionKind as Kind, InteractionClassHandle, Service};

use crate::deeds::Deed;
use crate::model::Seat;
use crate::network::ProcessId;
use crate::saving::Part;
use crate::world::World;

const LABELS: [&str; 2] = ["morning", "evening"];

impl World {
    /// The type as which a federate joins: another edition cannot take its place in a restore.
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

    pub(crate) fn work_with_saves(&mut self, id: ProcessId, seat: Seat) {
        let deed = match self.rng.u8(..16) {
            0..6 => Deed::Save {
                name: self.choose_label(),
                stamp: match self.rng.bool() {
                    true => self.choose_stamp(seat),
                    false => None,
                },
            },
            6..12 => Deed::Restore {
                name: self.choose_label(),
            },
            12 => Deed::AbortSave {},
            13 => Deed::AbortRestore {},
            14 => Deed::BeginUnasked {},
            _ => Deed::CompleteUnasked {},
        };
        self.act(id, deed);
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
        seat: Seat,
        label: &str,
        stamp: Option<i64>,
    ) {
        let refusal = match (stamp, self.judge.clock(seat)) {
            (Some(time), Some(clock)) => match clock.send_bound() {
                None => Some(Kind::FederateUnableToUseTime),
                Some(bound) if time <= clock.now || (time, false) < bound => {
                    Some(Kind::LogicalTimeAlreadyPassed)
                }
                Some(_) => None,
            },
            _ => None,
        };
        let time = stamp.and_then(|stamp| self.time(seat, stamp));
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

    pub(super) fn abort_save(&mut self, id: ProcessId, seat: Seat) -> bool {
        let saves = self.judge.part(seat).saves();
        let service = Service::AbortFederationSave;
        let done = self.call(id, service, |m, out| m.abort_federation_save(out));
        // Whether it has heard of a save that was asked for is not clear.
        if done.is_ok() || saves {
            self.agree(id, service, &done, None);
        } else {
            self.agree(id, service, &done, Some(Kind::SaveNotInProgress));
        }
        done.is_ok()
    }

    pub(super) fn abort_restore(&mut self, id: ProcessId, seat: Seat) {
        let part = self.judge.part(seat);
        let restores = matches!(part, Part::Stopped | Part::ToldToRestore);
        let service = Service::AbortFederationRestore;
        let done = self.call(id, service, |m, out| m.abort_federation_restore(out));
        if done.is_ok() || restores {
            self.agree(id, service, &done, None);
        } else {
            self.agree(id, service, &done, Some(Kind::RestoreNotInProgress));
        }
    }

    /// A step of a federate that saves or restores.
    pub(crate) fn go_on_with_save(&mut self, id: ProcessId, part: Part) {
        match (self.rng.u8(..200), part.saves()) {
            (0, _) => return self.choose_to_resign(id),
            (1, true) => self.act(id, Deed::AbortSave {}),
            (1, false) => self.act(id, Deed::AbortRestore {}),
            (2..12, _) => self.act(id, Deed::Status {}),
            (12..24, _) => self.act(id, Deed::Forbidden {}),
            _ => {}
        }
        let successfully = self.rng.u8(..40) != 0;
        if matches!(part, Part::ToldToSave | Part::Saves | Part::ToldToRestore) {
            self.act(id, Deed::Answer { successfully });
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

    pub(super) fn do_what_is_forbidden(&mut self, id: ProcessId, part: Part) {
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

    /// The federate does what it was told; `false` if there is nothing to do.
    pub(super) fn answer(
        &mut self,
        id: ProcessId,
        seat: Seat,
        part: Part,
        successfully: bool,
    ) -> bool {
        match part {
            Part::ToldToSave => {
                let service = Service::FederateSaveBegun;
                let done = self.call(id, service, |m, out| m.federate_save_begun(out));
                self.agree(id, service, &done, None);
                self.judge.set_part(seat, Part::Saves);
            }
            Part::Saves => {
                let service = match successfully {
                    true => Service::FederateSaveComplete,
                    false => Service::FederateSaveNotComplete,
                };
                let done = self.call(id, service, |m, out| {
                    m.federate_save_ended(successfully, out)
                });
                self.agree(id, service, &done, None);
                self.judge.set_part(seat, Part::HasSaved);
            }
            Part::ToldToRestore => {
                let service = match successfully {
                    true => Service::FederateRestoreComplete,
                    false => Service::FederateRestoreNotComplete,
                };
                let done = self.call(id, service, |m, out| {
                    m.federate_restore_ended(successfully, out)
                });
                self.agree(id, service, &done, None);
                // It stays so until it is told that all are restored.
                self.judge.set_part(seat, Part::Stopped);
            }
            _ => return false,
        }
        true
    }

    /// Everything has arrived: who was told to save or restore does so; saves that wait for somebody
    /// who does not move are given up. `false` if there was nothing to do.
    pub(crate) fn end_saves(&mut self) -> bool {
        let mut any = false;
        let at_work = self.at_work();
        for (id, seat) in &at_work {
            let part = self.judge.part(*seat);
            any |= self.answer(*id, *seat, part, true);
            self.flush(*id);
        }
        if any || self.judge.violation.is_some() {
            return any;
        }
        if let Some(problem) = self.judge.save_problem() {
            self.judge
                .violated(format!("when all was quiet: {problem}"));
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
            let somebody = at_work.iter().find(|(_, seat)| seat.execution == execution);
            let Some((id, seat)) = somebody else { continue };
            if !self.abort_save(*id, *seat) {
                self.judge
                    .violated(format!("{seat:?} does not know of the save that waits"));
            }
            self.flush(*id);
            any = true;
        }
        any
    }

    fn at_work(&self) -> Vec<(ProcessId, Seat)> {
        let free = self
            .processes
            .iter()
            .filter(|p| p.alive && p.waiting.is_none() && p.member.is_connected());
        free.filter_map(|p| Some((p.id, p.seat?))).collect()
    }
}
