//! The judge at requests for values: each reaches every owner that it concerns, once, and nobody else.
//!
//! The tag of a request is its number. No request is due of instances whose attributes change hands: when their
//! owners agree is not clear.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectClassHandle, ObjectInstanceHandle};

use crate::fom::Schema;
use crate::invariants::Judge;
use crate::model::{Object, Seat};
use crate::receiving::{Verdict, ensure};
use crate::regions::{Ranges, overlap};

/// Instances of which values were requested.
#[derive(Debug)]
pub(crate) enum Whose {
    Instance(ObjectInstanceHandle),
    /// All at or below the class.
    Class(ObjectClassHandle),
    /// The same, if attributes are updated with regions that overlap these.
    Regional(ObjectClassHandle, Vec<Ranges>),
}

/// A request that a federate has made.
#[derive(Debug)]
struct Request {
    by: Seat,
    whose: Whose,
    attributes: BTreeSet<AttributeHandle>,
    /// A restore has made it not sent.
    undone: bool,
}

/// A request as it reaches an owner: its number, the owner, and one instance of its.
type Asked = (u64, Seat, ObjectInstanceHandle);

/// All requests of a world.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    all: Vec<Request>,
    told: BTreeSet<Asked>,
    due: BTreeMap<Asked, BTreeSet<AttributeHandle>>,
}

/// Those of one execution when it was saved.
#[derive(Debug)]
pub(crate) struct SavedRequests {
    /// Their numbers.
    all: BTreeSet<usize>,
    told: Vec<Asked>,
    due: Vec<(Asked, BTreeSet<AttributeHandle>)>,
}

impl Requests {
    /// The tag of the next one.
    pub(crate) fn next_tag(&self) -> [u8; 8] {
        (self.all.len() as u64).to_le_bytes()
    }

    /// Those of executions that are no more: nobody is asked, unless a save brings them back.
    pub(crate) fn of_earlier_executions(self) -> Self {
        Self {
            all: self.all,
            ..Self::default()
        }
    }

    pub(crate) fn capture(&self, execution: u64) -> SavedRequests {
        let here = |(_, owner, _): &Asked| owner.execution == execution;
        let due = self.due.iter().filter(|(asked, _)| here(asked));
        let all = self.all.iter().enumerate();
        let all = all.filter(|(_, r)| r.by.execution == execution && !r.undone);
        SavedRequests {
            all: all.map(|(at, _)| at).collect(),
            told: self.told.iter().filter(|a| here(a)).copied().collect(),
            due: due.map(|(asked, left)| (*asked, left.clone())).collect(),
        }
    }

    pub(crate) fn put_back(&mut self, execution: u64, saved: &SavedRequests) {
        for (at, request) in self.all.iter_mut().enumerate() {
            if saved.all.contains(&at) {
                request.by.execution = execution;
                request.undone = false;
            } else {
                request.undone |= request.by.execution == execution;
            }
        }
        let here = |(_, owner, _): &Asked| owner.execution == execution;
        let re = |(number, owner, object): Asked| {
            let federate = owner.federate;
            let owner = Seat {
                execution,
                federate,
            };
            (number, owner, object)
        };
        self.told.retain(|asked| !here(asked));
        self.told.extend(saved.told.iter().map(|asked| re(*asked)));
        self.due.retain(|asked, _| !here(asked));
        let due = saved.due.iter();
        self.due
            .extend(due.map(|(asked, left)| (re(*asked), left.clone())));
    }
}

impl Whose {
    fn concerns(&self, schema: &Schema, object: ObjectInstanceHandle, it: &Object) -> bool {
        match self {
            Self::Instance(of) => *of == object,
            Self::Class(class) | Self::Regional(class, _) => {
                let row = schema.object(it.class);
                row.is_some_and(|row| row.lineage.contains(class))
            }
        }
    }
}

impl Judge {
    /// A federate has requested values.
    pub(crate) fn requested_values(
        &mut self,
        by: Seat,
        whose: Whose,
        attributes: BTreeSet<AttributeHandle>,
    ) {
        let number = self.requests.all.len() as u64;
        let nowhere = matches!(&whose, Whose::Regional(_, regions) if regions.is_empty());
        if !nowhere
            && let (Some(schema), Some(member), Some(execution)) = (
                self.schema(by),
                self.members.get(&by),
                self.executions.get(&by.execution),
            )
        {
            for (object, it) in &execution.objects {
                let federate = object.registrant();
                let there = federate != by.federate && member.view.contains_key(&federate);
                if !there || !it.is_settled() || !whose.concerns(&schema, *object, it) {
                    continue;
                }
                let owned = it.owned_by(federate);
                let wanted: BTreeSet<_> = attributes.intersection(&owned).copied().collect();
                let owner = Seat { federate, ..by };
                if !wanted.is_empty() {
                    self.requests.due.insert((number, owner, *object), wanted);
                }
            }
        }
        self.requests.all.push(Request {
            by,
            whose,
            attributes,
            undone: false,
        });
    }

    pub(crate) fn told_to_provide(
        &mut self,
        seat: Seat,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Verdict {
        let number = u64::from_le_bytes(tag.try_into().map_err(|_| "a strange tag")?);
        let request = self.requests.all.get(number as usize);
        let request = request.ok_or("nobody requested that")?;
        ensure(!request.undone, || {
            "it was requested after the save that was restored".into()
        })?;
        let by = request.by;
        ensure(by.execution == seat.execution && by != seat, || {
            format!("{by:?} requested it")
        })?;
        let schema = self.schema(seat).ok_or("no schema")?;
        let execution = self.executions.get(&seat.execution);
        let it = execution.and_then(|e| e.objects.get(&object));
        let it = it.ok_or("no such instance")?;
        let all = !attributes.is_empty()
            && attributes.iter().all(|a| request.attributes.contains(&a))
            && request.whose.concerns(&schema, object, it);
        ensure(all, || format!("requested was {request:?}"))?;
        // One that waits for its resignation gave them up when it asked for that.
        let leaves = self.members.get(&seat).is_some_and(|m| m.resigning);
        let owned = attributes.iter().all(|a| it.owns(seat.federate, a));
        ensure(owned || leaves, || {
            "values are asked of one who does not own them".into()
        })?;
        let apart = attributes
            .iter()
            .find(|a| !it.traded && !self.may_overlap(&schema, seat, it, *a, &request.whose));
        ensure(apart.is_none(), || {
            format!("regions of {apart:?} do not overlap {:?}", request.whose)
        })?;
        let asked = (number, seat, object);
        ensure(self.requests.told.insert(asked), || {
            "that was asked before".into()
        })?;
        if let Some(left) = self.requests.due.get_mut(&asked) {
            left.retain(|a| !attributes.contains(*a));
        }
        Ok(())
    }

    /// Everything has arrived: every request must have reached the owners that it concerns.
    pub(crate) fn request_problem(&mut self) -> Option<String> {
        let due = std::mem::take(&mut self.requests.due);
        due.into_iter()
            .find(|(asked, left)| left.iter().any(|a| self.is_still_requested(asked, *a)))
            .map(|((number, owner, object), left)| {
                let request = &self.requests.all[number as usize];
                format!("{owner:?} was never asked for {left:?} of {object:?}: {request:?}")
            })
    }

    fn is_still_requested(&self, asked: &Asked, attribute: AttributeHandle) -> bool {
        let (number, owner, object) = *asked;
        let Request { by, whose, .. } = &self.requests.all[number as usize];
        let lost = self.lost.contains(by) || self.lost.contains(&owner);
        let member = self.members.get(&owner);
        let knows = member.is_some_and(|member| member.known.contains_key(&object));
        let execution = self.executions.get(&owner.execution);
        let Some(it) = execution.and_then(|e| e.objects.get(&object)) else {
            return false;
        };
        let schema = execution.and_then(|e| e.schema.as_ref());
        knows
            && !lost
            && !self.are_apart(*by, owner)
            && it.is_settled()
            && it.owns(owner.federate, attribute)
            && schema.is_some_and(|schema| self.must_overlap(schema, owner, it, attribute, whose))
    }

    /// Whether regions that an attribute was updated with lately overlap those of a request.
    fn may_overlap(
        &self,
        schema: &Schema,
        owner: Seat,
        it: &Object,
        attribute: AttributeHandle,
        whose: &Whose,
    ) -> bool {
        let Whose::Regional(_, wanted) = whose else {
            return true;
        };
        let lately = self.lately(schema, owner, it, attribute);
        !wanted.is_empty()
            && lately.is_none_or(|all| all.iter().any(|own| overlap_any(own, wanted)))
    }

    /// Whether all of them did, whichever the owner had when the request came.
    fn must_overlap(
        &self,
        schema: &Schema,
        owner: Seat,
        it: &Object,
        attribute: AttributeHandle,
        whose: &Whose,
    ) -> bool {
        let Whose::Regional(_, wanted) = whose else {
            return true;
        };
        match self.lately(schema, owner, it, attribute) {
            None => !it.associations.recently.contains_key(&attribute),
            Some(all) => all.iter().all(|own| overlap_any(own, wanted)),
        }
    }
}

fn overlap_any(own: &Ranges, wanted: &[Ranges]) -> bool {
    wanted.iter().any(|region| overlap(own, region))
}
