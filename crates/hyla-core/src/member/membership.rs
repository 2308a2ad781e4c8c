//! The joined state, with two kinds of access.

use super::joined::Joined;

/// State of a federate while it is joined.
///
/// The accessor states the purpose: [`Self::as_deref_mut`] permits any change, and makes the remembered results of
/// sending and receiving values void; [`Self::steady`] is for updates, reflections and advances, and leaves
/// everything as it is that [`crate::object::Memo`] depends on.
#[derive(Debug, Default)]
pub(crate) struct Membership(Option<Box<Joined>>);

impl Membership {
    pub(crate) fn of(joined: Joined) -> Self {
        Self(Some(Box::new(joined)))
    }

    pub(crate) fn is_some(&self) -> bool {
        self.0.is_some()
    }

    #[inline]
    pub(crate) fn as_deref(&self) -> Option<&Joined> {
        self.0.as_deref()
    }

    /// To change anything.
    #[inline]
    pub(crate) fn as_deref_mut(&mut self) -> Option<&mut Joined> {
        let joined = self.0.as_deref_mut()?;
        joined.objects.forget_routes();
        Some(joined)
    }

    /// To change nothing but counts, clocks, the standing in time, and what was worked out from the rest.
    #[inline]
    pub(crate) fn steady(&mut self) -> Option<&mut Joined> {
        self.0.as_deref_mut()
    }
}
