//! The RTI ambassador: one method for each service of the standard.

mod bindings;
mod callback_control;
mod channels;
mod credentials;
mod federation;
mod hosted;
mod module_file;
#[expect(
    clippy::redundant_closure_for_method_calls,
    reason = "all services are written in one form"
)]
mod services;
mod tools;

use std::sync::Arc;

use hyla_types::Edition;

use crate::engine::{Engine, ServiceUsage};

pub use hyla_core::declaration::{Activity, DirectedScope};
pub use hyla_core::support::Switch;

/// A federate's connection to the RTI (1516.1, `RTIambassador`). Clones share one connection, which ends when
/// the last of them is dropped; a federate ambassador that keeps a clone keeps the connection, until
/// [`Self::disconnect`].
///
/// Services may be called from any thread and from inside callbacks (but for connect, disconnect,
/// join, resign and evoke). A service that sends to a federate which cannot keep up waits until there
/// is room again. What a service refuses it refuses as a whole: on an exception nothing has changed.
///
/// Clauses are those of IEEE 1516.1. **Errors of every service** that needs a joined federate are
/// `NotConnected`, `FederateNotExecutionMember`, `SaveInProgress`, `RestoreInProgress` and `RTIinternalError`, as far
/// as the standard lists them.
///
/// ```
/// use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
/// use hyla_types::{CallbackModel, ResignAction};
///
/// let rti = RtiAmbassador::new();
/// rti.connect(Box::new(NullFederateAmbassador), CallbackModel::Evoked, "rti.address = embedded")?;
/// rti.create_federation_execution("Example", &[], "")?;
/// rti.join_federation_execution(Some("me"), "example", "Example", &[])?;
/// let root = rti.object_class_handle("HLAobjectRoot")?;
/// assert_eq!(rti.object_class_name(root)?, "HLAobjectRoot");
/// rti.resign_federation_execution(ResignAction::NoAction)?;
/// rti.destroy_federation_execution("Example")?;
/// rti.disconnect()?;
/// # Ok::<(), hyla_types::Exception>(())
/// ```
#[derive(Clone)]
pub struct RtiAmbassador {
    engine: Arc<Engine>,
    /// Closes the connection with the last clone that has it.
    _guard: Option<Arc<Guard>>,
}

/// Closes the connection when the last ambassador is dropped. Waits only for a callback of this federate in progress on
/// another thread.
struct Guard(Arc<Engine>);

impl Drop for Guard {
    fn drop(&mut self) {
        if self.0.is_of_parent() {
            // All of it is the parent's, who still uses it.
            std::mem::forget(self.0.clone());
            return;
        }
        self.0.end("the ambassador was dropped");
    }
}

impl RtiAmbassador {
    /// Creates an unconnected ambassador with the 2025 edition.
    ///
    /// Any thread. Allocates; neither thread nor connection is made.
    #[must_use]
    pub fn new() -> Self {
        Self::of_edition(Edition::Hla2025)
    }

    /// An unconnected ambassador for a federate that uses this edition: exceptions bear its names and
    /// callbacks follow its rules where the editions differ.
    ///
    /// Any thread. Allocates; neither thread nor connection is made.
    #[must_use]
    pub fn of_edition(edition: Edition) -> Self {
        let engine = Engine::new(edition);
        Self {
            _guard: Some(Arc::new(Guard(engine.clone()))),
            engine,
        }
    }

    /// The edition.
    ///
    /// Any thread, without a lock.
    #[must_use]
    pub fn edition(&self) -> Edition {
        self.engine.edition()
    }

    /// How often each service and callback succeeded so far.
    ///
    /// Any thread, without a lock.
    #[must_use]
    pub fn usage(&self) -> &ServiceUsage {
        self.engine.usage()
    }

    /// Messages that were not sent since the connection was made, because the federate they were meant
    /// for, or the RTI, was gone before it was known here.
    ///
    /// Any thread; takes the ambassador's lock briefly.
    #[must_use]
    pub fn dropped_messages(&self) -> u64 {
        self.engine().core().links.dropped_frames()
    }

    /// Messages that came after the deadline of their transportation type's profile, whether they were
    /// delivered or dropped.
    ///
    /// Any thread; takes the ambassador's lock briefly.
    #[must_use]
    pub fn late_messages(&self) -> u64 {
        self.engine().core().late_messages
    }

    /// A clone that does not keep the connection: when only such clones are left it is closed, and their services are
    /// refused. For a federate ambassador that calls services and shall not keep its own connection.
    ///
    /// ```
    /// use hyla_lrc::{NullFederateAmbassador, RtiAmbassador};
    /// use hyla_types::{CallbackModel, ExceptionKind};
    ///
    /// let rti = RtiAmbassador::new();
    /// let federate = Box::new(NullFederateAmbassador);
    /// rti.connect(federate, CallbackModel::Evoked, "rti.address = embedded")?;
    /// let unkept = rti.unkept();
    /// unkept.list_federation_executions()?;
    /// drop(rti);
    ///
    /// let refused = unkept.list_federation_executions().unwrap_err();
    /// assert_eq!(refused.kind, ExceptionKind::NotConnected);
    /// # Ok::<(), hyla_types::Exception>(())
    /// ```
    #[must_use]
    pub fn unkept(&self) -> Self {
        Self {
            engine: self.engine.clone(),
            _guard: None,
        }
    }

    /// Whether both are clones of one ambassador.
    ///
    /// Any thread, without a lock.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.engine, &other.engine)
    }

    pub(crate) fn engine(&self) -> &Arc<Engine> {
        if self.engine.is_of_parent() {
            return Engine::orphan(self.engine.edition());
        }
        &self.engine
    }
}

impl Default for RtiAmbassador {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for RtiAmbassador {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let core = self.engine().core();
        f.debug_struct("RtiAmbassador")
            .field("edition", &self.engine.edition())
            .field("federation", &core.member.federation())
            .field("federate", &core.member.name())
            .finish_non_exhaustive()
    }
}
