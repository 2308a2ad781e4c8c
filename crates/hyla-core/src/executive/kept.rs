//! What the RTI keeps for federates of a user, and what a request may make it keep: estimates, of which the first is never more
//! than the second.

use hyla_types::{
    AttributeHandleSet, FederateHandle, InteractionClassHandleSet, Region, RegionHandle,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

use super::{Enrolled, Executive, User};
use crate::message::{DeclarationChange, FederationRequest, MemberRequest, OwnershipRequest};

/// Takes bytes that are kept for a federate; may be called several times for each.
pub(crate) type Tally<'a> = &'a mut dyn FnMut(FederateHandle, usize);

/// Stands for a federate that is not known, of before a restore: what is kept for it counts for the creator of the execution.
pub(crate) const UNKNOWN_FEDERATE: FederateHandle = FederateHandle::new(u32::MAX);

/// Memory of an entry in a table, about: of a set or map, with its key and what it needs beside.
pub(crate) const ENTRY_BYTES: usize = 64;

/// The same of a request that waits, without what it holds.
pub(crate) const REQUEST_BYTES: usize = 256;

/// The same of a member.
const MEMBER_BYTES: usize = 1024;

/// Users of departed federates that are remembered before it is looked which of these have left something behind.
pub(super) const USERS_KEPT: usize = 1024;

/// The same of an instance: its entries by handle and by name, and its attributes.
const INSTANCE_BYTES: usize = 320;

/// Longest instance name that is part of this.
const SHORT_NAME: usize = 32;

/// The same of an attribute that is transferred, without its tag: entries for its owner, its offer and its acquirer.
const TRANSFER_BYTES: usize = 4 * ENTRY_BYTES;

/// Memory of an instance.
pub(crate) fn instance_bytes(name: &str, owned: &AttributeHandleSet) -> usize {
    INSTANCE_BYTES + 2 * name.len().saturating_sub(SHORT_NAME) + 4 * owned.len()
}

/// Memory of a name that is reserved.
pub(crate) fn name_bytes(name: &str) -> usize {
    2 * ENTRY_BYTES + name.len()
}

/// Memory of a synchronization point.
pub(crate) fn point_bytes(label: &str, tag: &[u8], federates: usize) -> usize {
    2 * ENTRY_BYTES + label.len() + tag.len() + ENTRY_BYTES * federates
}

/// Memory of regions.
pub(crate) fn region_bytes<'r>(regions: impl Iterator<Item = &'r Region>) -> usize {
    regions
        .map(|region| 2 * ENTRY_BYTES + ENTRY_BYTES * region.iter().len())
        .sum()
}

/// Memory of a member without what it asks for.
pub(super) fn member_bytes<'t>(texts: impl IntoIterator<Item = &'t str>) -> usize {
    let texts = texts.into_iter();
    MEMBER_BYTES + texts.map(|text| ENTRY_BYTES + text.len()).sum::<usize>()
}

impl MemberRequest {
    /// Memory that it takes while it waits, or that it takes for good, whichever is more.
    pub(crate) fn kept_bytes(&self, members: usize) -> usize {
        let held = match self {
            Self::Declare(change) => change.kept_bytes(),
            Self::ReserveNames { names, .. } | Self::ReleaseNames { names } => {
                names.iter().map(|name| name_bytes(name)).sum()
            }
            Self::Registered { name, owned, .. } => instance_bytes(name, owned),
            Self::Ownership(request) => request.kept_bytes(),
            Self::MomUpdate { values } => held_values(values.iter().map(|(_, value)| value)),
            Self::MomInteraction { parameters, .. } | Self::MomReport { parameters, .. } => {
                held_values(parameters.iter().map(|(_, value)| value))
            }
            Self::MomRequest { attributes, .. } | Self::MomClassRequest { attributes, .. } => {
                4 * attributes.len()
            }
            Self::Federation(FederationRequest::RegisterPoint { label, tag, set }) => {
                point_bytes(label, tag, members.max(set.len()))
            }
            Self::Federation(FederationRequest::StatePart { bytes, .. }) => bytes.len(),
            _ => 0,
        };
        REQUEST_BYTES.saturating_add(held)
    }
}

/// Memory of values of attributes or parameters.
pub(crate) fn held_values<'v>(values: impl Iterator<Item = &'v Vec<u8>>) -> usize {
    values.map(|value| ENTRY_BYTES + value.len()).sum()
}

impl DeclarationChange {
    fn kept_bytes(&self) -> usize {
        let attributes = |set: &AttributeHandleSet| ENTRY_BYTES * (1 + set.len());
        let interactions = |set: &InteractionClassHandleSet| ENTRY_BYTES * (1 + set.len());
        let regions = |of: &BTreeMap<RegionHandle, Region>| region_bytes(of.values());
        match self {
            Self::PublishObjectClass {
                attributes: set, ..
            }
            | Self::SubscribeObjectClass {
                attributes: set, ..
            } => attributes(set),
            Self::PublishDirected {
                interactions: set, ..
            }
            | Self::SubscribeDirected {
                interactions: set, ..
            } => interactions(set),
            Self::SubscribeObjectClassWithRegions {
                pairs, regions: of, ..
            } => {
                let each = pairs.iter().map(|(a, r)| a.len().saturating_mul(r.len()));
                let count = each.fold(1_usize, usize::saturating_add);
                let entries = count.saturating_mul(ENTRY_BYTES);
                // An attribute has a table of its regions.
                let tables = pairs.iter().map(|(a, _)| ENTRY_BYTES * a.len());
                entries
                    .saturating_add(tables.sum())
                    .saturating_add(regions(of))
            }
            Self::SubscribeInteractionClassWithRegions { regions: of, .. } => {
                ENTRY_BYTES * (1 + of.len()) + regions(of)
            }
            Self::CommitRegions { regions: of } => regions(of),
            Self::UnsubscribeObjectClassWithRegions { pairs, .. } => pairs
                .iter()
                .map(|(a, r)| ENTRY_BYTES + 4 * a.len() + 8 * r.len())
                .sum(),
            Self::UnsubscribeInteractionClassWithRegions { regions, .. } => 8 * regions.len(),
            Self::UnpublishObjectClass { attributes, .. }
            | Self::UnsubscribeObjectClass { attributes, .. } => {
                4 * attributes.as_ref().map_or(0, AttributeHandleSet::len)
            }
            Self::UnpublishDirected { interactions, .. }
            | Self::UnsubscribeDirected { interactions, .. } => {
                4 * interactions
                    .as_ref()
                    .map_or(0, InteractionClassHandleSet::len)
            }
            Self::PublishInteractionClass { .. }
            | Self::UnpublishInteractionClass { .. }
            | Self::SubscribeInteractionClass { .. }
            | Self::UnsubscribeInteractionClass { .. } => ENTRY_BYTES,
        }
    }
}

impl OwnershipRequest {
    /// Each attribute keeps the tag by itself.
    pub(crate) fn kept_bytes(&self) -> usize {
        let (count, tag) = match self {
            Self::Divested {
                attributes, tag, ..
            }
            | Self::Negotiate {
                attributes, tag, ..
            }
            | Self::Acquire {
                attributes, tag, ..
            } => (attributes.len(), tag.len()),
            Self::Deny { denied, tag, .. } => (denied.len(), tag.len()),
            Self::CancelNegotiation { attributes, .. }
            | Self::CancelAcquisition { attributes, .. }
            | Self::CancellationAccepted { attributes, .. } => (attributes.len(), 0),
        };
        let each = TRANSFER_BYTES.saturating_add(tag);
        // A request about no attributes holds its tag all the same, while it waits.
        REQUEST_BYTES + count.max(1).saturating_mul(each)
    }
}

impl Executive {
    /// Bytes of memory, about, that it keeps for federates of the user, those that have left included. What came with a restore, of
    /// federates that are not members, counts for the creator.
    pub(super) fn kept_for(&self, user: &User) -> usize {
        let is_creator = self.creator == *user;
        if !is_creator && !self.users.values().any(|of| of == user) {
            return 0;
        }
        let mut sum = 0_usize;
        self.tally(&mut |federate, bytes| {
            let is_theirs = match self.users.get(&federate) {
                Some(of) => of == user,
                None => is_creator && federate != FederateHandle::RTI,
            };
            if is_theirs {
                sum = sum.saturating_add(bytes);
            }
        });
        sum
    }

    /// The same of each member that is of the user.
    pub(super) fn kept_for_each(&self, user: &User) -> FxHashMap<FederateHandle, usize> {
        let members = self.members.iter();
        let theirs = members.filter(|(_, member)| member.user == *user);
        let mut sums: FxHashMap<_, _> = theirs.map(|(federate, _)| (*federate, 0_usize)).collect();
        if !sums.is_empty() {
            self.tally(&mut |federate, bytes| {
                if let Some(sum) = sums.get_mut(&federate) {
                    *sum = sum.saturating_add(bytes);
                }
            });
        }
        sums
    }

    /// A federate has left. Its user is remembered while something of it is kept, which is looked for once many have left: it takes a
    /// walk over all instances.
    pub(super) fn forget_departed_users(&mut self) {
        if self.members.is_empty() {
            self.users.clear();
        } else if self.users.len() > self.most_users.max(2 * self.members.len()) {
            let mut kept = BTreeSet::new();
            self.tally(&mut |federate, _| {
                kept.insert(federate);
            });
            let stays = |federate: &FederateHandle| {
                kept.contains(federate) || self.members.contains_key(federate)
            };
            self.users.retain(|federate, _| stays(federate));
            self.most_users = 2 * self.users.len() + USERS_KEPT;
        }
    }

    /// Estimate of the bytes that a newcomer gets: object model, declarations of members, ownership and open synchronization points.
    pub(super) fn join_bytes(&self) -> usize {
        let members: usize = self.members.values().map(Enrolled::kept_bytes).sum();
        let mut sum = self.models.answer_bytes().saturating_add(members);
        let add: Tally<'_> = &mut |_, bytes| sum = sum.saturating_add(bytes);
        self.tally_points(add);
        self.tally_ownership(add);
        sum
    }

    fn tally(&self, add: Tally<'_>) {
        for (federate, member) in &self.members {
            add(*federate, member.kept_bytes());
        }
        self.registry.tally(add);
        self.tally_points(add);
        self.tally_ownership(add);
        self.mom.tally(add);
        self.coordination.tally(self.members.len(), add);
    }
}

impl Executive {
    /// Memory that a request of a member takes; nothing if it is carried out at once and leaves nothing.
    pub(super) fn kept_bytes_of(&self, request: &MemberRequest) -> usize {
        let kept = request.kept_bytes(self.members.len());
        if kept > REQUEST_BYTES || self.is_flushing() {
            kept
        } else {
            0
        }
    }
}

impl Enrolled {
    fn kept_bytes(&self) -> usize {
        let addresses = self.info.addresses.iter().map(|at| &at[..]);
        let texts = [&self.info.name[..], &self.info.federate_type, &self.host];
        member_bytes(addresses.chain(texts)) + self.declarations.kept_bytes()
    }
}
