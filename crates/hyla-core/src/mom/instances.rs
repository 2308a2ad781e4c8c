//! The executive's side: the instances of the MOM, the members that know them, and their values.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use hyla_omt::encoding::{EncodedTime, decode, encode};
use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, LogicalTime, ObjectClassHandle,
    ObjectInstanceHandle, RegionHandleSet,
};

use super::managed::{AttributeValues, initial_values};
use super::standing::{Saves, Standing};
use super::vocabulary::{
    CONDITIONAL, ENROLLED, FEDERATE, FEDERATION, LIVE, OF_FEDERATION, attribute,
};
use crate::executive::{Enrolled, Executive, Transmit};
use crate::fdd::Fdd;
use crate::message::data::{self, Ending, Envelope, SentRegions};
use crate::message::{FromRti, LeaveCause};
use crate::time::earlier;

/// Of `HLAfederateState`.
const SAVE_IN_PROGRESS: i32 = 3;

/// The instance that stands for the federation execution.
const THE_FEDERATION: ObjectInstanceHandle = ObjectInstanceHandle::of(FederateHandle::RTI, 1);

/// The instance that stands for a federate.
fn standing_for(federate: FederateHandle) -> ObjectInstanceHandle {
    ObjectInstanceHandle::of(FederateHandle::RTI, federate.raw().saturating_add(1))
}

/// The attributes of those names at the class, as far as the MIM has them, and the privilege to delete.
pub(super) fn owned(
    fdd: &Fdd,
    class: ObjectClassHandle,
    names: impl IntoIterator<Item = &'static &'static str>,
) -> AttributeHandleSet {
    let mut set: AttributeHandleSet = names
        .into_iter()
        .filter_map(|name| attribute(fdd, class, name))
        .collect();
    set.insert(fdd.privilege_to_delete());
    set
}

impl Executive {
    /// The execution exists: so does the instance that stands for it.
    pub(crate) fn open_mom(&mut self, version: &str) {
        version.clone_into(&mut self.mom.version);
        let fdd = &self.models.fdd;
        if let Some(class) = fdd.object_class_named(FEDERATION) {
            let standing = Standing {
                class,
                name: format!("HLAmanager.HLAfederation.{}", self.identity.name()),
                federate: None,
                owned: owned(fdd, class, OF_FEDERATION),
                told: BTreeSet::new(),
                restored: BTreeSet::new(),
                values: BTreeMap::new(),
                asked: AttributeHandleSet::new(),
            };
            self.mom.instances.insert(THE_FEDERATION, standing);
        }
    }

    /// A federate has joined and been enrolled.
    pub(crate) fn mom_joined(&mut self, federate: FederateHandle, out: &mut Vec<Transmit>) {
        self.enrol_standing(federate);
        let members: Vec<_> = self.members.keys().copied().collect();
        for member in members {
            self.announce_standing(standing_for(federate), member, out);
        }
        self.federation_changed(&["HLAfederatesInFederation"], out);
    }

    /// Registers the instance that stands for a member.
    fn enrol_standing(&mut self, federate: FederateHandle) {
        let fdd = &self.models.fdd;
        let Some(name) = self.members.get(&federate).map(|m| &m.info.name) else {
            return;
        };
        if let Some(class) = fdd.object_class_named(FEDERATE) {
            let standing = Standing {
                class,
                // Names of federates may come again, handles do not.
                name: format!("HLAmanager.HLAfederate.{federate}.{name}"),
                federate: Some(federate),
                owned: owned(
                    fdd,
                    class,
                    [ENROLLED, CONDITIONAL, LIVE].into_iter().flatten(),
                ),
                told: BTreeSet::new(),
                restored: BTreeSet::new(),
                values: initial_values(fdd).into_iter().collect(),
                asked: AttributeHandleSet::new(),
            };
            self.mom.instances.insert(standing_for(federate), standing);
        }
    }

    /// A federate has left, and the members know it.
    pub(crate) fn mom_left(
        &mut self,
        federate: FederateHandle,
        name: &str,
        cause: &LeaveCause,
        last_time: Option<LogicalTime>,
        out: &mut Vec<Transmit>,
    ) {
        if let LeaveCause::Lost(fault) = cause {
            self.report_lost(federate, name, last_time, fault, out);
        }
        let gone = standing_for(federate);
        if let Some(standing) = self.mom.instances.remove(&gone) {
            let transportation = self
                .models
                .fdd
                .attribute(self.models.fdd.privilege_to_delete())
                .transportation;
            // Members that do not know it ignore the removal.
            for member in standing.told.union(&standing.restored).copied() {
                let frame = |buffer: &mut Vec<u8>| {
                    data::put_remove(buffer, gone, &Envelope::rti(transportation));
                };
                self.send_data(member, frame, out);
            }
        }
        for standing in self.mom.instances.values_mut() {
            standing.told.remove(&federate);
            standing.restored.remove(&federate);
        }
        self.federation_changed(&["HLAfederatesInFederation"], out);
    }

    /// A member subscribes to a class: announces to it the instances that it may discover now.
    pub(crate) fn mom_subscribed(
        &mut self,
        federate: FederateHandle,
        class: ObjectClassHandle,
        out: &mut Vec<Transmit>,
    ) {
        let fdd = &self.models.fdd;
        let below = |s: &Standing| fdd.descends(s.class, class);
        let instances = self.mom.instances.iter().filter(|(_, s)| below(s));
        let objects: Vec<_> = instances.map(|(object, _)| *object).collect();
        for object in objects {
            self.announce_standing(object, federate, out);
        }
    }

    /// Announces an instance to a member, once, if it can discover it. Values that never change follow, so
    /// that they need no request; with the auto-provide switch on all values are requested anyway.
    fn announce_standing(
        &mut self,
        object: ObjectInstanceHandle,
        to: FederateHandle,
        out: &mut Vec<Transmit>,
    ) {
        let fdd = &self.models.fdd;
        let Some(standing) = self.mom.instances.get_mut(&object) else {
            return;
        };
        let lineage = fdd.object_class(standing.class).map(|c| &c.lineage);
        let declarations = self.members.get(&to).map(|m| &m.declarations);
        let (Some(lineage), Some(declarations)) = (lineage, declarations) else {
            return;
        };
        if declarations.candidate(lineage).is_none() || !standing.told.insert(to) {
            return;
        }
        let standing = &self.mom.instances[&object];
        let (class, name, owned) = (standing.class, &standing.name, &standing.owned);
        if let Some((handle, region)) = self.mom_region(standing.federate, None) {
            // A subscriber with regions has to know the region of the instance before its discovery.
            let bounds = [(handle, region)];
            self.send_data(to, |buffer| data::put_bounds(buffer, &bounds), out);
            let dimension = fdd.dimension_named("HLAfederate");
            let lies = |a: &AttributeHandle| {
                dimension.is_some_and(|d| fdd.available_dimensions(class, *a).contains(d))
            };
            let pairs = [(
                owned.iter().filter(lies).collect(),
                &RegionHandleSet::from([handle]),
            )];
            self.send_data(
                to,
                |buffer| data::put_associate(buffer, object, class, pairs.into_iter()),
                out,
            );
        }
        self.send_data(
            to,
            |buffer| data::put_discover(buffer, object, class, name, owned),
            out,
        );
        if !fdd.switches().auto_provide {
            let constant: &[&str] = match standing.federate {
                Some(_) => &[
                    "HLAfederateHandle",
                    "HLAfederateName",
                    "HLAfederateType",
                    "HLAfederateHost",
                    "HLARTIversion",
                    "HLAFOMmoduleDesignatorList",
                ],
                None => &[
                    "HLAfederationName",
                    "HLARTIversion",
                    "HLAMIMdesignator",
                    "HLAtimeImplementationName",
                    "HLAadvisoriesUseKnownClass",
                    "HLAdelaySubscriptionEvaluation",
                    "HLAnonRegulatedGrant",
                    "HLAallowRelaxedDDM",
                ],
            };
            let values = self.values_of(object, |name| constant.contains(&name));
            self.send_values(object, &values, to, out);
        }
    }

    /// Values that the executive knows of an instance.
    fn values_of(
        &self,
        object: ObjectInstanceHandle,
        wanted: impl Fn(&str) -> bool,
    ) -> Vec<(AttributeHandle, Cow<'_, [u8]>)> {
        let fdd = &self.models.fdd;
        self.values_where(object, |attribute| wanted(&fdd.attribute(attribute).name))
    }

    fn values_where(
        &self,
        object: ObjectInstanceHandle,
        wanted: impl Fn(AttributeHandle) -> bool,
    ) -> Vec<(AttributeHandle, Cow<'_, [u8]>)> {
        let fdd = &self.models.fdd;
        let Some(standing) = self.mom.instances.get(&object) else {
            return Vec::new();
        };
        let member = standing.federate.and_then(|f| self.members.get(&f));
        let mut values = Vec::new();
        for attribute in &standing.owned {
            if !wanted(attribute) {
                continue;
            }
            let name = fdd.attribute(attribute).name.as_str();
            let value = match (standing.federate, member) {
                (None, _) => self.federation_value(name),
                (Some(_), Some(member)) => self.enrolled_value(name, member).map(Cow::Owned),
                (Some(_), None) => None,
            };
            let kept = || standing.values.get(&attribute).map(Cow::from);
            let value = value.or_else(kept);
            values.extend(value.map(|value| (attribute, value)));
        }
        values
    }

    /// `HLAfederateState` of the federates that are not active: a restore concerns all members, a save
    /// those that were asked to save.
    fn federate_states(&self) -> BTreeMap<FederateHandle, i32> {
        const RESTORE_IN_PROGRESS: i32 = 5;
        if self.is_restoring() {
            let members = self.members.keys();
            return members.map(|f| (*f, RESTORE_IN_PROGRESS)).collect();
        }
        let saving = self.saving_federates();
        saving.map(|f| (f, SAVE_IN_PROGRESS)).collect()
    }

    /// Reports changes of saves and restores. To be called after each change.
    pub(crate) fn mom_follow_saves(&mut self, out: &mut Vec<Transmit>) {
        let owned = |save: Option<(&str, Option<LogicalTime>)>| {
            save.map(|(label, time)| (label.to_owned(), time))
        };
        let now = Saves {
            states: self.federate_states(),
            next: owned(self.next_save()),
            last: owned(self.last_save()),
        };
        if now == self.mom.saves {
            return;
        }
        let before = std::mem::replace(&mut self.mom.saves, now);
        let now = &self.mom.saves;
        for (object, standing) in &self.mom.instances {
            let state = |saves: &Saves| saves.states.get(&standing.federate?).copied();
            if state(now) != state(&before) {
                let values = self.values_of(*object, |name| name == "HLAfederateState");
                // A federate in a save would get it afterwards, when it holds no more.
                let in_save = |f: &FederateHandle| now.states.get(f) == Some(&SAVE_IN_PROGRESS);
                for member in standing.told.iter().filter(|f| !in_save(f)) {
                    self.send_values(*object, &values, *member, out);
                }
            }
        }
        if now.next != before.next {
            self.federation_changed(&["HLAnextSaveName", "HLAnextSaveTime"], out);
        }
        if now.last != before.last {
            self.federation_changed(&["HLAlastSaveName", "HLAlastSaveTime"], out);
        }
    }

    /// The saved federation is in force: its members are others, and what they know is what they knew.
    pub(crate) fn mom_restored(&mut self, out: &mut Vec<Transmit>) {
        let version = std::mem::take(&mut self.mom.version);
        self.mom.instances.clear();
        self.open_mom(&version);
        let members: Vec<_> = self.members.keys().copied().collect();
        for member in &members {
            self.enrol_standing(*member);
        }
        for standing in self.mom.instances.values_mut() {
            standing.restored.extend(&members);
        }
        let objects: Vec<_> = self.mom.instances.keys().copied().collect();
        for (object, member) in objects
            .iter()
            .flat_map(|o| members.iter().map(move |m| (o, m)))
        {
            self.announce_standing(*object, *member, out);
        }
    }

    fn enrolled_value(&self, name: &str, member: &Enrolled) -> Option<Vec<u8>> {
        Some(match name {
            "HLAfederateHandle" => encode(&member.info.handle),
            "HLAfederateName" => encode(&*member.info.name),
            "HLAfederateType" => encode(&*member.info.federate_type),
            "HLAfederateHost" => encode(&*member.host),
            "HLARTIversion" => encode(&*self.mom.version),
            "HLAFOMmoduleDesignatorList" => {
                let modules = member.modules.iter();
                encode(&modules.map(|m| m.designator.clone()).collect::<Vec<_>>())
            }
            "HLAfederateState" => {
                const ACTIVE: i32 = 1;
                let states = &self.mom.saves.states;
                encode(states.get(&member.info.handle).unwrap_or(&ACTIVE))
            }
            _ => return None,
        })
    }

    /// `HLARTIversion`.
    pub(super) fn version(&self) -> &str {
        &self.mom.version
    }

    /// Sends values to one member, as far as it subscribes them.
    fn send_values(
        &self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, impl AsRef<[u8]>)],
        to: FederateHandle,
        out: &mut Vec<Transmit>,
    ) {
        let fdd = &self.models.fdd;
        let standing = self.mom.instances.get(&object);
        let class = standing.and_then(|s| fdd.object_class(s.class));
        let (Some(class), Some(member)) = (class, self.members.get(&to)) else {
            return;
        };
        // As of any sender: the receiver may know the instance by a class that it subscribed earlier.
        let subscribed = |attribute| {
            let mut classes = class.lineage.iter();
            classes.any(|c| member.declarations.subscribes(*c, attribute))
        };
        let wanted: Vec<_> = values.iter().filter(|(a, _)| subscribed(*a)).collect();
        let Some((first, _)) = wanted.first() else {
            return;
        };
        let mut envelope = Envelope::rti(fdd.attribute(*first).transportation);
        let mut encoded = Vec::new();
        let federate = standing.and_then(|s| s.federate);
        if let Some((handle, region)) = self.mom_region(federate, None) {
            data::encode_regions(&mut encoded, [(handle, &region)].into_iter());
            envelope.regions = Some(SentRegions::of(&encoded));
        }
        self.send_data(
            to,
            |buffer| {
                let values = wanted.iter().map(|(a, value)| (*a, value.as_ref()));
                data::put_update(
                    buffer,
                    object,
                    &envelope,
                    wanted.len(),
                    values,
                    Ending::Whole,
                );
            },
            out,
        );
    }

    fn send_to_all(
        &self,
        object: ObjectInstanceHandle,
        values: &[(AttributeHandle, impl AsRef<[u8]>)],
        out: &mut Vec<Transmit>,
    ) {
        let Some(standing) = self.mom.instances.get(&object) else {
            return;
        };
        for member in &standing.told {
            self.send_values(object, values, *member, out);
        }
    }

    /// Attributes of the federation have new values.
    pub(crate) fn federation_changed(&self, names: &[&str], out: &mut Vec<Transmit>) {
        let values = self.values_of(THE_FEDERATION, |name| names.contains(&name));
        self.send_to_all(THE_FEDERATION, &values, out);
    }

    /// A member reports values of itself.
    ///
    /// # Errors
    /// A text for the log if they are of attributes that it cannot speak of.
    pub(crate) fn mom_update(
        &mut self,
        from: FederateHandle,
        mut values: AttributeValues,
        out: &mut Vec<Transmit>,
    ) -> Result<(), String> {
        self.put_galt(from, &mut values);
        let object = standing_for(from);
        let Some(standing) = self.mom.instances.get_mut(&object) else {
            return Ok(());
        };
        if let Some((a, _)) = values.iter().find(|(a, _)| !standing.owned.contains(*a)) {
            return Err(format!("told a value of {a:?}, which is not of the MOM"));
        }
        let fdd = &self.models.fdd;
        for (attribute, value) in &values {
            standing.asked.remove(*attribute);
            if !LIVE.contains(&fdd.attribute(*attribute).name.as_str()) {
                standing.values.insert(*attribute, value.clone());
            }
        }
        self.send_to_all(object, &values, out);
        Ok(())
    }

    /// GALT and LITS of a federate, as the executive knows them while it coordinates time.
    fn put_galt(&self, federate: FederateHandle, values: &mut AttributeValues) {
        let Some(galt) = self.time.galt_of(federate) else {
            return;
        };
        let fdd = &self.models.fdd;
        for (attribute, value) in values {
            let name = fdd.find_attribute(*attribute).map(|a| a.name.as_str());
            let time = match name {
                Some("HLAGALT") => galt,
                Some("HLALITS") => {
                    // The member reports the least stamp that it has queued.
                    let queued = decode::<EncodedTime>(value).ok();
                    let queued =
                        queued.and_then(|time| time.time(self.identity.time()).ok().flatten());
                    galt.into_iter().chain(queued).reduce(earlier)
                }
                _ => continue,
            };
            *value = encode(&time.map_or(EncodedTime::UNDEFINED, EncodedTime::from));
        }
    }

    /// Values of an instance are requested: known ones go to the requester, the rest is
    /// fetched from its member and goes to all subscribers.
    pub(crate) fn mom_requested(
        &mut self,
        by: FederateHandle,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        out: &mut Vec<Transmit>,
    ) {
        let fdd = &self.models.fdd;
        // No other value is written: the object model alone may take 50 MiB.
        let requested = |attribute| attributes.contains(attribute);
        let values = self.values_where(object, requested);
        self.send_values(object, &values, by, out);

        let Some(standing) = self.mom.instances.get_mut(&object) else {
            return;
        };
        let Some(federate) = standing.federate else {
            return;
        };
        let live = |a: &AttributeHandle| LIVE.contains(&fdd.attribute(*a).name.as_str());
        let wanted: AttributeHandleSet = attributes
            .iter()
            .filter(|a| standing.owned.contains(*a) && live(a))
            .collect();
        let attributes = wanted.difference(&standing.asked);
        if !attributes.is_empty() {
            standing.asked.extend(&attributes);
            self.tell(federate, &FromRti::MomProvide { attributes }, out);
        }
    }

    /// The same for every instance of a class.
    pub(crate) fn mom_class_requested(
        &mut self,
        by: FederateHandle,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        out: &mut Vec<Transmit>,
    ) {
        let fdd = &self.models.fdd;
        let known = |s: &Standing| s.told.contains(&by) && fdd.descends(s.class, class);
        let instances = self.mom.instances.iter().filter(|(_, s)| known(s));
        let objects: Vec<_> = instances.map(|(object, _)| *object).collect();
        for object in objects {
            self.mom_requested(by, object, attributes, out);
        }
    }
}
