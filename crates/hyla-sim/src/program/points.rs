//! Synchronization points in the random program.

use std::collections::BTreeSet;

use hyla_types::{ExceptionKind as Kind, FederateHandle, FederateHandleSet, Service};

use crate::model::Membership;
use crate::network::ProcessId;
use crate::operations::Operation;
use crate::world::World;

const LABELS: [&str; 3] = ["ready", "halfway", "done"];

impl World {
    pub(crate) fn work_with_points(&mut self, id: ProcessId, membership: Membership) {
        let Some(label) = self.pick(&LABELS) else {
            return;
        };
        if self.rng.u8(..5) == 0 {
            self.choose_point(id, membership, label);
            return;
        }
        let successfully = self.rng.u8(..4) != 0;
        let point = label.to_owned();
        let operation = Operation::Achieve {
            point,
            successfully,
        };
        self.act(id, operation);
    }

    fn choose_point(&mut self, id: ProcessId, membership: Membership, label: &str) {
        let mut federates = BTreeSet::new();
        if self.rng.bool() {
            let mut there = self.judge.others(membership);
            there.push(membership.federate);
            for federate in there {
                if self.rng.bool() {
                    federates.insert(federate);
                }
            }
        }
        let point = label.to_owned();
        self.act(id, Operation::RegisterPoint { point, federates });
    }

    pub(super) fn register_point(
        &mut self,
        id: ProcessId,
        membership: Membership,
        label: &str,
        federates: &BTreeSet<FederateHandle>,
    ) {
        let set: FederateHandleSet = federates.iter().copied().collect();
        let service = Service::RegisterFederationSynchronizationPoint;
        let done = self.call(id, service, |member, links| {
            member.register_federation_synchronization_point(label, b"go", Some(&set), links)
        });
        self.agree(id, service, &done, None);
        if let Some(member) = self.judge.members.get_mut(&membership) {
            member.announced.asked.push(label.to_owned());
        }
    }

    pub(super) fn achieve(
        &mut self,
        id: ProcessId,
        membership: Membership,
        label: &str,
        successfully: bool,
    ) {
        let Some(member) = self.judge.members.get_mut(&membership) else {
            return;
        };
        let open = member.announced.open.get_mut(label);
        let moving = open.is_some_and(|arrived| !std::mem::replace(arrived, true));
        let service = Service::SynchronizationPointAchieved;
        let done = self.call(id, service, |member, links| {
            member.synchronization_point_achieved(label, successfully, links)
        });
        let refused = Some(Kind::SynchronizationPointLabelNotAnnounced);
        self.agree(id, service, &done, refused.filter(|_| !moving));
    }

    /// All federates arrive at announced points; `false` if there are none.
    pub(crate) fn arrive_everywhere(&mut self) -> bool {
        let mut any = false;
        for at in 0..self.processes.len() {
            let id = ProcessId(at as u32);
            let process = &self.processes[at];
            let (true, Some(membership), None) =
                (process.alive, process.membership, process.waiting)
            else {
                continue;
            };
            let Some(member) = self.judge.members.get(&membership) else {
                continue;
            };
            let open: Vec<_> = member
                .announced
                .open
                .iter()
                .filter(|(_, arrived)| !**arrived)
                .map(|(label, _)| label.clone())
                .collect();
            for label in open {
                self.achieve(id, membership, &label, true);
                any = true;
            }
            self.flush(id);
        }
        any
    }
}
