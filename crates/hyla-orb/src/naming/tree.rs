//! Contexts and their bindings; no I/O.

use std::collections::BTreeMap;

use crate::naming::CosNaming::{NameComponent, NamingContext_NotFoundReason as Why};
use crate::reference::Reference;

/// Number of a context of this service; the root has 0.
pub(super) type ContextId = u64;

/// Meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Object(Reference),
    /// A context of this service.
    Context(ContextId),
    /// A context of another service.
    Foreign(Reference),
}

/// Why a name could not be used.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum NameError {
    NotFound(Why, Vec<NameComponent>),
    CannotProceed(Reference, Vec<NameComponent>),
    Invalid,
    AlreadyBound,
    NotEmpty,
    /// The context no longer exists.
    Gone,
    /// A limit is reached.
    Full,
}

/// Whether a bound name may be bound again.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Rebind {
    No,
    Yes,
}

/// Id and kind.
pub(super) type Key = (String, String);

#[derive(Debug)]
pub(super) struct Tree {
    contexts: BTreeMap<ContextId, BTreeMap<Key, Bound>>,
    next: ContextId,
    /// Most bindings and contexts.
    limit: usize,
    bindings: usize,
}

fn key(component: &NameComponent) -> Key {
    (component.id.clone(), component.kind.clone())
}

impl Tree {
    pub(super) fn new(limit: usize) -> Self {
        Self {
            contexts: BTreeMap::from([(0, BTreeMap::new())]),
            next: 1,
            limit,
            bindings: 0,
        }
    }

    pub(super) fn contexts(&self) -> impl Iterator<Item = (ContextId, &BTreeMap<Key, Bound>)> {
        self.contexts.iter().map(|(id, bound)| (*id, bound))
    }

    /// Adds a context of an earlier run.
    pub(super) fn restore(&mut self, id: ContextId) {
        self.contexts.entry(id).or_default();
        self.next = self.next.max(id.saturating_add(1));
    }

    /// Adds a binding of an earlier run.
    pub(super) fn restore_binding(&mut self, id: ContextId, key: Key, bound: Bound) {
        self.restore(id);
        if let Some(context) = self.contexts.get_mut(&id) {
            self.bindings += usize::from(context.insert(key, bound).is_none());
        }
    }

    pub(super) fn new_context(&mut self) -> Result<ContextId, NameError> {
        if self.contexts.len() >= self.limit {
            return Err(NameError::Full);
        }
        let id = self.next;
        self.next += 1;
        self.contexts.insert(id, BTreeMap::new());
        Ok(id)
    }

    /// The context of a name's last component, and that component.
    fn walk<'n>(
        &self,
        from: ContextId,
        name: &'n [NameComponent],
    ) -> Result<(ContextId, &'n NameComponent), NameError> {
        let mut at = from;
        let mut rest = name;
        loop {
            let context = self.contexts.get(&at).ok_or(NameError::Gone)?;
            let (first, behind) = rest.split_first().ok_or(NameError::Invalid)?;
            if behind.is_empty() {
                return Ok((at, first));
            }
            at = match context.get(&key(first)) {
                None => return Err(NameError::NotFound(Why::missing_node, rest.to_vec())),
                Some(Bound::Object(_)) => {
                    return Err(NameError::NotFound(Why::not_context, rest.to_vec()));
                }
                Some(Bound::Foreign(reference)) => {
                    return Err(NameError::CannotProceed(reference.clone(), behind.to_vec()));
                }
                Some(Bound::Context(id)) => *id,
            };
            rest = behind;
        }
    }

    pub(super) fn resolve(
        &self,
        from: ContextId,
        name: &[NameComponent],
    ) -> Result<Bound, NameError> {
        let (at, last) = self.walk(from, name)?;
        let found = self.contexts[&at].get(&key(last));
        let missing = || NameError::NotFound(Why::missing_node, vec![last.clone()]);
        found.cloned().ok_or_else(missing)
    }

    pub(super) fn bind(
        &mut self,
        from: ContextId,
        name: &[NameComponent],
        bound: Bound,
        rebind: Rebind,
    ) -> Result<(), NameError> {
        let (at, last) = self.walk(from, name)?;
        let is_full = self.bindings >= self.limit;
        let context = self.contexts.get_mut(&at).ok_or(NameError::Gone)?;
        let key = key(last);
        let is_object = |bound: &Bound| matches!(bound, Bound::Object(_));
        match context.get(&key) {
            Some(_) if rebind == Rebind::No => return Err(NameError::AlreadyBound),
            // An object does not replace a context, nor a context an object.
            Some(old) if is_object(old) != is_object(&bound) => {
                let why = if is_object(old) {
                    Why::not_context
                } else {
                    Why::not_object
                };
                return Err(NameError::NotFound(why, vec![last.clone()]));
            }
            None if is_full => return Err(NameError::Full),
            _ => {}
        }
        self.bindings += usize::from(context.insert(key, bound).is_none());
        Ok(())
    }

    pub(super) fn unbind(
        &mut self,
        from: ContextId,
        name: &[NameComponent],
    ) -> Result<(), NameError> {
        let (at, last) = self.walk(from, name)?;
        let context = self.contexts.get_mut(&at).ok_or(NameError::Gone)?;
        if context.remove(&key(last)).is_none() {
            return Err(NameError::NotFound(Why::missing_node, vec![last.clone()]));
        }
        self.bindings -= 1;
        Ok(())
    }

    /// Removes an empty context, except the root.
    pub(super) fn destroy(&mut self, id: ContextId) -> Result<(), NameError> {
        let context = self.contexts.get(&id).ok_or(NameError::Gone)?;
        if !context.is_empty() || id == 0 {
            return Err(NameError::NotEmpty);
        }
        self.contexts.remove(&id);
        Ok(())
    }

    pub(super) fn list(&self, id: ContextId) -> Result<Vec<(Key, bool)>, NameError> {
        let context = self.contexts.get(&id).ok_or(NameError::Gone)?;
        let list = context.iter();
        Ok(list
            .map(|(key, bound)| (key.clone(), !matches!(bound, Bound::Object(_))))
            .collect())
    }
}
