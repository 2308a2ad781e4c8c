//! The judge of requests for values: each reaches every owner that it concerns, once, and nobody
//! else.
//!
//! The tag of a request is its number. No request is expected for instances with ownership
//! transfers: the time at which both owners agree is uncertain.

use std::collections::{BTreeMap, BTreeSet};

use hyla_types::{AttributeHandle, AttributeHandleSet, ObjectClassHandle, ObjectInstanceHandle};

use crate::fom::Schema;
use crate::invariants::Judge;
use crate::model::{Membership, Object};
use crate::receiving::{Verdict, ensure};
use crate::regions::{Ranges, overlap};

/// Instances whose values were requested.
#[derive(Debug)]
pub(crate) enum RequestScope {
    Instance(ObjectInstanceHandle),
    /// All at or below the class.
    Class(ObjectClassHandle),
    /// Of these, instances whose update regions overlap these.
    Regional(ObjectClassHandle, Vec<Ranges>),
}

/// A request of a federate.
#[derive(Debug)]
struct Request {
    by: Membership,
    whose: RequestScope,
    attributes: BTreeSet<AttributeHandle>,
    /// A restore has undone it.
    undone: bool,
}

/// A request as an owner gets it: number, owner, and one of its instances.
type ExpectedRequest = (u64, Membership, ObjectInstanceHandle);

/// All requests of a world.
#[derive(Debug, Default)]
pub(crate) struct Requests {
    all: Vec<Request>,
    told: BTreeSet<ExpectedRequest>,
    due: BTreeMap<ExpectedRequest, BTreeSet<AttributeHandle>>,
}

/// Requests of one execution when it was saved.
#[derive(Debug)]
pub(crate) struct SavedRequests {
    /// Numbers of the requests.
    all: BTreeSet<usize>,
    told: Vec<ExpectedRequest>,
    due: Vec<(ExpectedRequest, BTreeSet<AttributeHandle>)>,
}

impl Requests {
    /// The tag of the next request.
    pub(crate) fn next_tag(&self) -> [u8; 8] {
        (self.all.len() as u64).to_le_bytes()
    }

    /// Requests of ended executions: nobody is asked, unless a save brings them back.
    pub(crate) fn of_earlier_executions(self) -> Self {
        Self {
            all: self.all,
            ..Self::default()
        }
    }

    pub(crate) fn capture(&self, execution: u64) -> SavedRequests {
        let here = |(_, owner, _): &ExpectedRequest| owner.execution == execution;
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
        let here = |(_, owner, _): &ExpectedRequest| owner.execution == execution;
        let re = |(number, owner, object): ExpectedRequest| {
            let federate = owner.federate;
            let owner = Membership {
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

impl RequestScope {
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
        by: Membership,
        whose: RequestScope,
        attributes: BTreeSet<AttributeHandle>,
    ) {
        let number = self.requests.all.len() as u64;
        let nowhere = matches!(&whose, RequestScope::Regional(_, regions) if regions.is_empty());
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
                let owner = Membership { federate, ..by };
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
        membership: Membership,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        tag: &[u8],
    ) -> Verdict {
        let number = u64::from_le_bytes(tag.try_into().map_err(|_| "a strange tag")?);
        let request = self.requests.all.get(number as usize);
        let request = request.ok_or("no federate requested it")?;
        ensure(!request.undone, || {
            "it was requested after the restored save".into()
        })?;
        let by = request.by;
        ensure(
            by.execution == membership.execution && by != membership,
            || format!("{by:?} requested it"),
        )?;
        let schema = self.schema(membership).ok_or("no schema")?;
        let execution = self.executions.get(&membership.execution);
        let it = execution.and_then(|e| e.objects.get(&object));
        let it = it.ok_or("no such instance")?;
        let all = !attributes.is_empty()
            && attributes.iter().all(|a| request.attributes.contains(&a))
            && request.whose.concerns(&schema, object, it);
        ensure(all, || format!("the request was {request:?}"))?;
        // A federate that waits for its resignation has given them up already.
        let leaves = self.members.get(&membership).is_some_and(|m| m.resigning);
        let owned = attributes.iter().all(|a| it.owns(membership.federate, a));
        ensure(owned || leaves, || {
            "the federate does not own the requested attributes".into()
        })?;
        let apart = attributes
            .iter()
            .find(|a| !it.traded && !self.may_overlap(&schema, membership, it, *a, &request.whose));
        ensure(apart.is_none(), || {
            format!("regions of {apart:?} do not overlap {:?}", request.whose)
        })?;
        let asked = (number, membership, object);
        ensure(self.requests.told.insert(asked), || {
            "it was asked before".into()
        })?;
        if let Some(left) = self.requests.due.get_mut(&asked) {
            left.retain(|a| !attributes.contains(*a));
        }
        Ok(())
    }

    /// All messages have arrived: every request must have reached the owners that it concerns.
    pub(crate) fn request_problem(&mut self) -> Option<String> {
        let due = std::mem::take(&mut self.requests.due);
        due.into_iter()
            .find(|(asked, left)| left.iter().any(|a| self.is_still_requested(asked, *a)))
            .map(|((number, owner, object), left)| {
                let request = &self.requests.all[number as usize];
                format!("{owner:?} was never asked for {left:?} of {object:?}: {request:?}")
            })
    }

    fn is_still_requested(&self, asked: &ExpectedRequest, attribute: AttributeHandle) -> bool {
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

    /// Whether recent update regions of an attribute overlap those of a request.
    fn may_overlap(
        &self,
        schema: &Schema,
        owner: Membership,
        it: &Object,
        attribute: AttributeHandle,
        whose: &RequestScope,
    ) -> bool {
        let RequestScope::Regional(_, wanted) = whose else {
            return true;
        };
        let lately = self.lately(schema, owner, it, attribute);
        !wanted.is_empty()
            && lately.is_none_or(|all| all.iter().any(|own| overlap_any(own, wanted)))
    }

    /// Whether all of them did, so that the time of the request does not matter.
    fn must_overlap(
        &self,
        schema: &Schema,
        owner: Membership,
        it: &Object,
        attribute: AttributeHandle,
        whose: &RequestScope,
    ) -> bool {
        let RequestScope::Regional(_, wanted) = whose else {
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
