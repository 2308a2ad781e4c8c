//! Saved state of a member and of an executive.
//!
//! An image is taken out of the live state, encoded, and put back; a restore puts back one that was
//! decoded. The live states are destructured without `..`, so that the compiler names each new field here.

use std::collections::BTreeMap;
use std::collections::VecDeque;
use std::sync::Arc;

use hyla_types::{FederateHandle, TransportationTypeHandle};
use serde::{Deserialize, Serialize};

use super::executive_image::{EnrolledImage, ExecutiveImage, ExecutiveState, FederationImage};
use super::member_image::{MemberImage, MemberState, Prepared};
use crate::declaration::Following;
use crate::executive::{Enrolled, Executive};
use crate::fdd::{Fdd, Transportation};
use crate::federation::Models;
use crate::member::{CallbackQueue, Joined};
use crate::message::{Installation, MemberInfo};

fn taken<T: Default>(field: &mut T) -> T {
    std::mem::take(field)
}

impl MemberState {
    fn take(joined: &mut Joined) -> Self {
        let Joined {
            roster,
            declarations,
            ddm,
            objects,
            ownership,
            streams,
            time,
            switches,
            points,
            // Of the process, and kept when another state is put in force.
            participation: _,
            // From the executive's image.
            identity: _,
            fdd: _,
            // In the image in another form.
            managed: _,
            // Counts of the process.
            refused: _,
        } = joined;
        let (mine, advisories) = declarations.take_saved();
        let (instances, objects) = objects.take_saved();
        Self {
            roster: taken(roster),
            mine,
            ddm: taken(ddm),
            advisories,
            instances,
            ownership: taken(ownership),
            departing: streams.take_saved(),
            objects,
            time: time.take_saved(),
            switches: switches.clone(),
            points: taken(points),
        }
    }

    fn put(self, joined: &mut Joined) {
        let Self {
            roster,
            mine,
            ddm,
            advisories,
            instances,
            ownership,
            departing,
            objects,
            time,
            switches,
            points,
        } = self;
        joined.roster = roster;
        joined.declarations.put_saved(mine, advisories);
        joined.ddm = ddm;
        joined.objects.put_saved(instances, objects);
        joined.ownership = ownership;
        joined.streams.put_saved(departing);
        joined.time.put_saved(time);
        joined.switches = switches;
        joined.points = points;
    }
}

impl MemberImage {
    fn take(joined: &mut Joined, queue: &mut CallbackQueue) -> Self {
        Self {
            state: MemberState::take(joined),
            managed: joined.managed.image(),
            queue: queue.take_state(),
        }
    }

    fn put(self, joined: &mut Joined, queue: &mut CallbackQueue) {
        let Self {
            state,
            managed,
            queue: waiting,
        } = self;
        state.put(joined);
        joined.managed.restore(managed, &joined.fdd);
        queue.put_state(waiting);
    }
}

/// State of a member, encoded; the member is as before.
pub(super) fn encode_member(joined: &mut Joined, queue: &mut CallbackQueue) -> Vec<u8> {
    let image = MemberImage::take(joined, queue);
    let encoded = encode(&image);
    image.put(joined, queue);
    encoded
}

fn encode<T: Serialize>(image: &T) -> Vec<u8> {
    // Only types that refuse to be encoded make this fail, and none of these do. Nothing decodes from
    // an empty image.
    postcard::to_allocvec(image).unwrap_or_default()
}

fn decode<'b, T: Deserialize<'b>>(bytes: &'b [u8], what: &str) -> Result<T, String> {
    match postcard::take_from_bytes(bytes) {
        Ok((image, [])) => Ok(image),
        Ok((_, rest)) => Err(format!("{} bytes too many after {what}", rest.len())),
        Err(error) => Err(format!("{what} cannot be read: {error}")),
    }
}

/// Reads the state of a federation and of all its members.
pub(super) fn check(body: &[u8]) -> Result<(), String> {
    for state in FederationImage::decode(body)?.members.values() {
        decode::<MemberImage>(state, "the state of a member")?;
    }
    Ok(())
}

/// Reads what the executive has sent, and checks that it fits together.
pub(super) fn prepare(bytes: &[u8]) -> Result<Prepared, String> {
    let Installation {
        handle,
        name,
        mut fdd,
        time,
        members,
        state,
    } = decode(bytes, "the state from the RTI")?;
    if !fdd.is_sound() {
        return Err("the saved object model has dangling handles".into());
    }
    fdd.index_names();
    let mut image: MemberImage = decode(&state, "the state of the member")?;
    let others = members.into_iter().filter(|info| info.handle != handle);
    if !image.state.roster.meet(others.collect()) {
        return Err("the state of the member speaks of other members than the federation's".into());
    }
    image.state.instances.index_names();
    Ok(Prepared {
        handle,
        name,
        fdd,
        time,
        image,
    })
}

impl Prepared {
    /// Transportation types of the saved federation.
    pub(super) fn transportations(
        &self,
    ) -> impl Iterator<Item = (TransportationTypeHandle, &Transportation)> {
        self.fdd.transportations()
    }

    /// The member becomes the saved one. Its streams stay as they are.
    pub(super) fn install(self, joined: &mut Joined, queue: &mut CallbackQueue) {
        let Self {
            handle,
            name,
            fdd,
            time,
            image,
        } = self;
        image.put(joined, queue);
        joined.identity.become_saved(handle, name, time);
        joined.fdd = std::sync::Arc::new(fdd);
        joined.managed.model_changed(&joined.fdd);
        joined.streams.forget_ends();
        joined.time.end_direct();
        joined.declarations.forget_interest();
    }
}

impl ExecutiveState {
    fn take(executive: &mut Executive) -> Self {
        let Executive {
            registry,
            ownership,
            points,
            time,
            // Of the process, and kept when another state is put in force.
            identity: _,
            now: _,
            log: _,
            settlements: _,
            metrics: _,
            latency: _,
            // Follows from the members.
            mom: _,
            // In the image, by hand; of the coordination what is deferred.
            models: _,
            members: _,
            coordination: _,
            next_handle: _,
            // Secrets are not saved.
            seed: _,
            creator: _,
            brought: _,
            users: _,
            most_users: _,
        } = executive;
        // Names of federates that have left since all began to wait: nobody is answered.
        while registry.has_name_changes() {
            registry.change_names();
        }
        Self {
            registry: taken(registry),
            ownership: taken(ownership),
            points: taken(points),
            coordinator: time.take_saved(),
        }
    }

    fn put(self, executive: &mut Executive) {
        let Self {
            registry,
            ownership,
            points,
            coordinator,
        } = self;
        executive.registry = registry;
        executive.ownership = ownership;
        executive.points = points;
        executive.time.put_saved(coordinator);
    }
}

impl FederationImage {
    /// The federation with these states of its members, encoded; the executive is as before.
    pub(super) fn encode(
        executive: &mut Executive,
        label: &str,
        members: BTreeMap<FederateHandle, Vec<u8>>,
    ) -> Vec<u8> {
        let image = Self {
            federation: executive.identity.name().to_owned(),
            label: label.to_owned(),
            executive: ExecutiveImage::take(executive),
            members,
        };
        let encoded = encode(&image);
        image.executive.put(executive);
        encoded
    }

    /// Reads it back, and checks that it fits together.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, String> {
        let mut image: Self = decode(bytes, "the state of the federation")?;
        let Self {
            executive, members, ..
        } = &mut image;
        if !executive.members.keys().eq(members.keys()) {
            return Err("it does not hold the state of each of its members".into());
        }
        if !executive.models.fdd.is_sound() {
            return Err("its object model has dangling handles".into());
        }
        Arc::make_mut(&mut executive.models.fdd).index_names();
        Ok(image)
    }
}

impl ExecutiveImage {
    fn take(executive: &mut Executive) -> Self {
        let members = executive.members.iter();
        let members = members.map(|(handle, member)| (*handle, EnrolledImage::of(member)));
        Self {
            models: Models::clone(&executive.models),
            time: executive.identity.time(),
            time_name: executive.identity.time_name().to_owned(),
            members: members.collect(),
            state: ExecutiveState::take(executive),
            deferred: std::mem::take(&mut executive.coordination.deferred),
            next_handle: executive.next_handle,
        }
    }

    /// Puts everything but the members in force.
    pub(super) fn put(self, executive: &mut Executive) {
        let Self {
            models,
            // Types of the execution, or the state would not be put in force.
            time: _,
            time_name: _,
            members: _,
            state,
            deferred,
            next_handle,
        } = self;
        executive.models = models.into();
        state.put(executive);
        executive.coordination.deferred = deferred;
        // A handle in use until the restore is announced goes to no newcomer: the newcomer would be taken for its present user.
        executive.next_handle = executive.next_handle.max(next_handle);
    }

    /// Assigns saved federates to joined ones: of the same type, and of the same name if there
    /// is one. `None` if there are more or fewer of a type than were saved.
    pub(super) fn assign(
        &self,
        joined: &BTreeMap<FederateHandle, Enrolled>,
    ) -> Option<BTreeMap<FederateHandle, FederateHandle>> {
        let mut free: BTreeMap<FederateHandle, &EnrolledImage> =
            self.members.iter().map(|(h, m)| (*h, m)).collect();
        let mut assigned = BTreeMap::new();
        for by_name in [true, false] {
            for (handle, member) in joined {
                if assigned.contains_key(handle) {
                    continue;
                }
                let fits = |saved: &EnrolledImage| {
                    saved.federate_type == member.info.federate_type
                        && (!by_name || saved.name == member.info.name)
                };
                let saved = free.iter().find(|(_, saved)| fits(saved)).map(|(h, _)| *h);
                if let Some(saved) = saved {
                    free.remove(&saved);
                    assigned.insert(*handle, saved);
                }
            }
        }
        (free.is_empty() && assigned.len() == joined.len()).then_some(assigned)
    }

    /// Name of a saved member.
    pub(super) fn member_name(&self, saved: FederateHandle) -> &str {
        self.members.get(&saved).map_or("", |m| m.name.as_str())
    }

    /// The members as saved, in the processes of the joined ones.
    pub(super) fn enrolled(
        &self,
        joined: &BTreeMap<FederateHandle, Enrolled>,
        assigned: &BTreeMap<FederateHandle, FederateHandle>,
    ) -> BTreeMap<FederateHandle, Enrolled> {
        let pairs = assigned.iter().filter_map(|(before, after)| {
            Some((*after, joined.get(before)?, self.members.get(after)?))
        });
        pairs
            .map(|(handle, process, saved)| (handle, saved.revived(handle, process)))
            .collect()
    }

    /// Messages that turn each joined member into its saved one.
    pub(super) fn installation(
        &self,
        handle: FederateHandle,
        members: &BTreeMap<FederateHandle, Enrolled>,
        state: Vec<u8>,
    ) -> Vec<u8> {
        encode(&Installation {
            handle,
            name: self.member_name(handle).to_owned(),
            fdd: Fdd::clone(&self.models.fdd),
            time: self.time,
            members: members.values().map(|m| m.info.clone()).collect(),
            state,
        })
    }
}

impl EnrolledImage {
    fn of(member: &Enrolled) -> Self {
        let Enrolled {
            info,
            session: _,
            user: _,
            declarations,
            following: _,
            resign_directive,
            registered_up_to,
            objects,
            host: _,
            modules: _,
            cut: _,
            // A member has answered before it gives its state: its answers are saved with the requests that wait.
            expected: _,
        } = member;
        let MemberInfo {
            handle: _,
            name,
            federate_type,
            edition: _,
            addresses: _,
            token: _,
        } = info;
        Self {
            name: name.clone(),
            federate_type: federate_type.clone(),
            declarations: declarations.clone(),
            resign_directive: *resign_directive,
            registered_up_to: *registered_up_to,
            objects: *objects,
        }
    }

    /// The saved member in the process of a joined one.
    fn revived(&self, handle: FederateHandle, process: &Enrolled) -> Enrolled {
        let Self {
            name,
            federate_type,
            declarations,
            resign_directive,
            registered_up_to,
            objects,
        } = self.clone();
        Enrolled {
            info: MemberInfo {
                handle,
                name,
                federate_type,
                edition: process.info.edition,
                addresses: process.info.addresses.clone(),
                token: process.info.token,
            },
            session: process.session,
            user: process.user.clone(),
            declarations,
            following: Following::default(),
            resign_directive,
            registered_up_to,
            objects,
            host: process.host.clone(),
            modules: process.modules.clone(),
            cut: process.cut,
            expected: VecDeque::new(),
        }
    }
}
