//! What is saved of a member and of an executive.
//!
//! An image is taken out of the live state, encoded, and put back; a restore puts back one that was
//! decoded. Both structures are taken apart without `..`, so that a new field has to be thought of here.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{FederateHandle, ObjectInstanceHandle, ResignAction, TimeImplementation};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use crate::ddm::Ddm;
use crate::declaration::{Advisories, Declarations};
use crate::executive::{Enrolled, Executive, NameUse, Registered};
use crate::fdd::{Fdd, Switches};
use crate::federation::{Models, SynchronizationPoint};
use crate::member::{CallbackQueue, Joined, Roster};
use crate::message::{Installation, MemberInfo, MemberRequest};
use crate::mom::ManagedImage;
use crate::object::{EarlyFrames, Instances, Tombstones, TransportationChoices};
use crate::ownership::{Dealings, OwnershipTable, Transfers};
use crate::time::{Coordinator, Doomed, OrderChoices, TimeMode, TimeState};

/// State of a member that its executive does not have.
#[derive(Debug, Serialize, Deserialize)]
struct MemberImage {
    /// The other members by their places, which other tables refer to.
    roster: Roster,
    mine: Declarations,
    ddm: Ddm,
    advisories: Advisories,
    instances: Instances,
    ownership: OwnershipTable,
    dealings: Dealings,
    departing: BTreeSet<FederateHandle>,
    tombstones: Tombstones,
    deleting: BTreeMap<ObjectInstanceHandle, Vec<u8>>,
    early: EarlyFrames,
    reserved_names: BTreeSet<String>,
    transportation: TransportationChoices,
    order: OrderChoices,
    time_state: TimeState,
    doomed: BTreeMap<u32, Doomed>,
    switches: Switches,
    points: BTreeSet<String>,
    managed: ManagedImage,
    /// What had arrived and was not delivered.
    queue: CallbackQueue,
}

impl MemberImage {
    fn take(joined: &mut Joined, queue: &mut CallbackQueue) -> Self {
        let Joined {
            // Of the process, and kept when another state is put in force.
            federation: _,
            execution: _,
            edition: _,
            streams: _,
            next_log: _,
            participation: _,
            // Members do not coordinate time for themselves while the federation is saved or restored.
            direct: _,
            early_reports: _,
            // From the executive's image.
            handle: _,
            name: _,
            fdd: _,
            time,
            // Worked out from the rest.
            interest: _,
            roster,
            mine,
            ddm,
            advisories,
            instances,
            ownership,
            dealings,
            departing,
            tombstones,
            deleting,
            early,
            reserved_names,
            transportation,
            order,
            time_state,
            doomed,
            switches,
            points,
            managed,
        } = joined;
        Self {
            roster: std::mem::take(roster),
            mine: std::mem::take(mine),
            ddm: std::mem::take(ddm),
            advisories: std::mem::take(advisories),
            instances: std::mem::take(instances),
            ownership: std::mem::take(ownership),
            dealings: std::mem::take(dealings),
            departing: std::mem::take(departing),
            tombstones: std::mem::take(tombstones),
            deleting: std::mem::take(deleting),
            early: std::mem::take(early),
            reserved_names: std::mem::take(reserved_names),
            transportation: std::mem::take(transportation),
            order: std::mem::take(order),
            time_state: std::mem::replace(time_state, TimeState::new(*time)),
            doomed: std::mem::take(doomed),
            switches: switches.clone(),
            points: std::mem::take(points),
            managed: managed.image(),
            queue: queue.take_state(),
        }
    }

    fn put(self, joined: &mut Joined, queue: &mut CallbackQueue) {
        let Self {
            roster,
            mine,
            ddm,
            advisories,
            instances,
            ownership,
            dealings,
            departing,
            tombstones,
            deleting,
            early,
            reserved_names,
            transportation,
            order,
            time_state,
            doomed,
            switches,
            points,
            managed,
            queue: waiting,
        } = self;
        joined.roster = roster;
        joined.mine = mine;
        joined.ddm = ddm;
        joined.advisories = advisories;
        joined.instances = instances;
        joined.ownership = ownership;
        joined.dealings = dealings;
        joined.departing = departing;
        joined.tombstones = tombstones;
        joined.deleting = deleting;
        joined.early = early;
        joined.reserved_names = reserved_names;
        joined.transportation = transportation;
        joined.order = order;
        joined.time_state = time_state;
        joined.doomed = doomed;
        joined.switches = switches;
        joined.points = points;
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

/// A saved state that has come to a member and was found to be whole.
#[derive(Debug)]
pub(super) struct Prepared {
    handle: FederateHandle,
    name: String,
    fdd: Fdd,
    time: TimeImplementation,
    image: MemberImage,
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
    if !image.roster.meet(others.collect()) {
        return Err("the state of the member speaks of other members than the federation's".into());
    }
    image.instances.index_names();
    Ok(Prepared {
        handle,
        name,
        fdd,
        time,
        image,
    })
}

impl Prepared {
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
        joined.handle = handle;
        joined.name = name;
        joined.fdd = std::sync::Arc::new(fdd);
        joined.managed.model_changed(&joined.fdd);
        joined.time = time;
        joined.streams.clear();
        joined.direct = None;
        joined.early_reports.clear();
        joined.interest.clear();
    }
}

/// State of an executive.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ExecutiveImage {
    models: Models,
    pub(super) time: TimeImplementation,
    members: BTreeMap<FederateHandle, EnrolledImage>,
    objects: FxHashMap<ObjectInstanceHandle, Registered>,
    names: FxHashMap<String, NameUse>,
    ownership: OwnershipTable,
    transfers: Transfers,
    points: BTreeMap<String, SynchronizationPoint>,
    coordinator: Coordinator,
    /// What members had asked for and was not dealt with.
    deferred: Vec<(FederateHandle, MemberRequest)>,
    next_handle: u32,
}

/// A member, as its executive saves it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct EnrolledImage {
    name: String,
    federate_type: String,
    declarations: Declarations,
    resign_directive: ResignAction,
    registered_up_to: u32,
    objects: u64,
}

/// What is saved of a federation.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct FederationImage {
    pub(super) federation: String,
    pub(super) label: String,
    pub(super) executive: ExecutiveImage,
    /// State of each member, encoded.
    pub(super) members: BTreeMap<FederateHandle, Vec<u8>>,
}

impl FederationImage {
    /// The federation with these states of its members, encoded; the executive is as before.
    pub(super) fn encode(
        executive: &mut Executive,
        label: &str,
        members: BTreeMap<FederateHandle, Vec<u8>>,
    ) -> Vec<u8> {
        let image = Self {
            federation: executive.name.clone(),
            label: label.to_owned(),
            executive: ExecutiveImage::take(executive),
            members,
        };
        let encoded = encode(&image);
        image.executive.put(executive);
        encoded
    }

    /// Reads it back, with a look at whether it fits together.
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
        executive.models.fdd.index_names();
        Ok(image)
    }
}

impl ExecutiveImage {
    fn take(executive: &mut Executive) -> Self {
        let Executive {
            // Of the process, and kept when another state is put in force.
            name: _,
            execution: _,
            // Whoever asks for a state has had everything said first.
            time_unsettled: _,
            now: _,
            next_log: _,
            storage: _,
            renamed: _,
            stall_watch: _,
            // Follows from the members.
            mom: _,
            // The executive coordinates time while the federation is saved or restored.
            time_mode: _,
            coordination,
            models,
            time,
            members,
            objects,
            names,
            ownership,
            transfers,
            points,
            coordinator,
            next_handle,
        } = executive;
        Self {
            models: models.clone(),
            time: *time,
            members: members
                .iter()
                .map(|(handle, member)| (*handle, EnrolledImage::of(member)))
                .collect(),
            objects: std::mem::take(objects),
            names: std::mem::take(names),
            ownership: std::mem::take(ownership),
            transfers: std::mem::take(transfers),
            points: std::mem::take(points),
            coordinator: std::mem::take(coordinator),
            deferred: std::mem::take(&mut coordination.deferred),
            next_handle: *next_handle,
        }
    }

    /// Puts everything but the members in force.
    pub(super) fn put(self, executive: &mut Executive) {
        let Self {
            models,
            time,
            members: _,
            objects,
            names,
            ownership,
            transfers,
            points,
            coordinator,
            deferred,
            next_handle,
        } = self;
        executive.models = models;
        executive.time = time;
        executive.objects = objects;
        executive.names = names;
        executive.ownership = ownership;
        executive.transfers = transfers;
        executive.points = points;
        executive.coordinator = coordinator;
        executive.time_mode = TimeMode::Central;
        executive.coordination.deferred = deferred;
        executive.next_handle = next_handle;
    }

    /// Which joined federate becomes which saved one: of the same type, and of the same name if there
    /// is one. Nothing if there are more or fewer of a type than were saved.
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

    /// What each joined member needs to become its saved one.
    pub(super) fn installation(
        &self,
        handle: FederateHandle,
        members: &BTreeMap<FederateHandle, Enrolled>,
        state: Vec<u8>,
    ) -> Vec<u8> {
        encode(&Installation {
            handle,
            name: self.member_name(handle).to_owned(),
            fdd: self.models.fdd.clone(),
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
            declarations,
            resign_directive,
            registered_up_to,
            objects,
            host: _,
            modules: _,
        } = member;
        let MemberInfo {
            handle: _,
            name,
            federate_type,
            edition: _,
            addresses: _,
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
            },
            session: process.session,
            declarations,
            resign_directive,
            registered_up_to,
            objects,
            host: process.host.clone(),
            modules: process.modules.clone(),
        }
    }
}
