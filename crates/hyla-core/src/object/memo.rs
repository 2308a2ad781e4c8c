//! Remembered results of the last updates and reflections: equal updates of instances of a class have the same
//! destination, until a change.
//!
//! Federates update the same attributes of many instances again and again. Owners, transportation types, subscribers
//! and this federate's own interest are worked out at the first update, and forgotten with each change that could
//! matter: [`crate::member::Membership`] forgets them, not the code that makes the change.

use std::sync::Arc;

use hyla_types::{
    AttributeHandle, AttributeHandleSet, FederateHandle, ObjectClassHandle,
    TransportationTypeHandle,
};
use smallvec::SmallVec;

use super::Instance;
use crate::outbox::Receivers;

/// How many of each kind are remembered.
const KEPT: usize = 16;

/// Attributes in the order in which they were named.
pub(in crate::object) type Named = SmallVec<[AttributeHandle; 8]>;

/// Updates of these attributes, without a time, of instances that this federate registered at that class and of which
/// it still owns what it owned at first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    pub(super) class: ObjectClassHandle,
    /// Attributes that the registrant owned.
    pub(super) owned: Arc<AttributeHandleSet>,
    pub(super) attributes: Named,
    /// Common destination of all of them; `None` if they differ.
    pub(super) destination: Option<Destination>,
}

/// Transportation type and receivers of messages that are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Destination {
    pub(super) transportation: TransportationTypeHandle,
    pub(super) to: Receivers,
}

/// Updates of these attributes by that federate, of instances registered at `class` and known by `known`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct View {
    pub(super) from: FederateHandle,
    pub(super) class: ObjectClassHandle,
    pub(super) known: ObjectClassHandle,
    pub(super) attributes: Named,
    /// Attributes that this federate does not want.
    pub(super) left_out: Named,
    /// All others are wanted, each update of them.
    pub(super) is_plain: bool,
    /// The producer, if this federate has asked for it.
    pub(super) producer: Option<FederateHandle>,
}

/// Some routes and views, each found out since the last change.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    routes: Vec<Route>,
    views: Vec<View>,
    /// Index of the entry that is replaced next.
    oldest: usize,
    /// Whether anybody subscribes the state in time of MOM instances, which each advance changes twice.
    pub(super) time_state: Option<bool>,
}

impl Memo {
    /// Something changed.
    #[inline]
    pub(crate) fn forget(&mut self) {
        self.time_state = None;
        if !self.routes.is_empty() || !self.views.is_empty() {
            self.routes.clear();
            self.views.clear();
        }
    }

    /// The destination of an update of these attributes of an ordinary instance.
    #[inline]
    pub(super) fn route(
        &self,
        instance: &Instance,
        values: &[(AttributeHandle, &[u8])],
    ) -> Option<&Route> {
        let named = || values.iter().map(|(attribute, _)| *attribute);
        self.routes.iter().find(|route| {
            route.class == instance.class
                && route.attributes.iter().copied().eq(named())
                && (Arc::ptr_eq(&route.owned, &instance.initial) || route.owned == instance.initial)
        })
    }

    /// How this federate sees an update of these attributes.
    #[inline]
    pub(super) fn view(
        &self,
        from: FederateHandle,
        (class, known): (ObjectClassHandle, ObjectClassHandle),
        values: &[(AttributeHandle, &[u8])],
    ) -> Option<&View> {
        let named = || values.iter().map(|(attribute, _)| *attribute);
        self.views.iter().find(|view| {
            (view.from, view.class, view.known) == (from, class, known)
                && view.attributes.iter().copied().eq(named())
        })
    }

    pub(super) fn keep_route(&mut self, route: Route) {
        keep(&mut self.routes, &mut self.oldest, route);
    }

    pub(super) fn keep_view(&mut self, view: View) {
        keep(&mut self.views, &mut self.oldest, view);
    }
}

fn keep<T>(all: &mut Vec<T>, oldest: &mut usize, one: T) {
    if all.len() < KEPT {
        all.push(one);
    } else {
        *oldest = (*oldest + 1) % KEPT;
        all[*oldest] = one;
    }
}
