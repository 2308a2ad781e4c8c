//! Authorization (2025, clause 4): the [`Authorizer`] trait, and the one that reads a file.

mod attempts;
mod edit;
mod file;
mod pattern;
mod source;
mod staying;
mod thread;
mod users;

use std::net::SocketAddr;

pub use edit::add_user;
pub use file::{FileAuthorizer, hash_password};
use hyla_types::{AuthorizationResultCode, Credentials};
pub(super) use thread::{AuthorizerThread, Outcome, Question};
pub use users::{Action, UsersFileError};

/// Decides who may connect, create and destroy federation executions and join them.
///
/// An RTI asks it on every such call of federates of all kinds, by calls on one thread that it has
/// for itself: they never overlap, and while it thinks, only those who wait for its verdict wait. A
/// verdict that takes longer than 20 seconds comes too late, and a panic refuses everything from then on.
///
/// Lists of the names of executions and members are not its matter.
///
/// ```
/// use hyla_rti::{Authorization, Authorizer, Caller, FederationAction, RtiServer};
///
/// /// Everybody may do everything, except in the federation of the accountants.
/// struct Example;
///
/// impl Authorizer for Example {
///     fn name(&self) -> String {
///         "example".into()
///     }
///
///     fn authorize_rti_operation(&mut self, _: &Caller<'_>) -> Authorization {
///         Authorization::authorized()
///     }
///
///     fn authorize_federation_operation(
///         &mut self,
///         _: &Caller<'_>,
///         _: FederationAction,
///         federation: &str,
///     ) -> Authorization {
///         match federation {
///             "Accounts" => Authorization::unauthorized("for accountants only"),
///             _ => Authorization::authorized(),
///         }
///     }
///
///     fn authorize_federate_operation(
///         &mut self,
///         caller: &Caller<'_>,
///         federation: &str,
///         _: &str,
///         _: &str,
///     ) -> Authorization {
///         self.authorize_federation_operation(caller, FederationAction::Create, federation)
///     }
/// }
///
/// let mut server = RtiServer::new(&hyla_settings::Settings::default())?;
/// server.set_authorizer(Box::new(Example))?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Authorizer: Send {
    /// Name in the log.
    fn name(&self) -> String;

    /// Whether users were removed, or their passwords changed, since the last call: then the RTI asks again whether the callers
    /// that are connected may be, and cuts the others. Called twice a second.
    fn has_changed(&mut self) -> bool {
        false
    }

    /// Whether the caller may connect (4.2). Only authorized callers can make further requests,
    /// with the same credentials.
    fn authorize_rti_operation(&mut self, caller: &Caller<'_>) -> Authorization;

    /// Whether a caller who is connected may stay so, after [`Self::has_changed`]. Not a login: what limits attempts does not
    /// count here. A caller stays whose case cannot be decided ([`Authorization::error`]).
    fn authorize_to_stay(&mut self, caller: &Caller<'_>) -> Authorization {
        self.authorize_rti_operation(caller)
    }

    /// The same, if the decision costs next to nothing: that its user has been removed, for example. `None` leaves it to
    /// [`Self::authorize_to_stay`]. This is asked about all callers before, so that those who are removed wait for no password of others.
    fn authorize_to_stay_at_once(&mut self, _caller: &Caller<'_>) -> Option<Authorization> {
        None
    }

    /// Whether the caller may create (4.5) or destroy (4.6) the federation execution, remove a federate from it with a tool, or
    /// watch it.
    fn authorize_federation_operation(
        &mut self,
        caller: &Caller<'_>,
        action: FederationAction,
        federation: &str,
    ) -> Authorization;

    /// Whether the caller may watch each of these federation executions, in their order; one without a decision it may not. Tools
    /// ask about all of an RTI at once: identify the caller once here, if that costs anything.
    fn authorize_to_watch(
        &mut self,
        caller: &Caller<'_>,
        federations: &[String],
    ) -> Vec<Authorization> {
        let each = federations.iter().map(|federation| {
            self.authorize_federation_operation(caller, FederationAction::Watch, federation)
        });
        each.collect()
    }

    /// Whether the caller may join (4.11) with this name and type. The name is empty if the RTI
    /// will generate one.
    fn authorize_federate_operation(
        &mut self,
        caller: &Caller<'_>,
        federation: &str,
        federate: &str,
        federate_type: &str,
    ) -> Authorization;
}

/// The caller of a request.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Caller<'a> {
    /// Its credentials; `HLAnoCredentials` if it has none.
    pub credentials: &'a Credentials,
    /// Its address; `None` for a federate of the RTI's own process.
    pub peer: Option<SocketAddr>,
}

impl<'a> Caller<'a> {
    /// A caller at that address.
    #[must_use]
    pub fn new(credentials: &'a Credentials, peer: Option<SocketAddr>) -> Self {
        Self { credentials, peer }
    }
}

/// Action on a federation execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FederationAction {
    /// `createFederationExecution` in all its forms.
    Create,
    /// `destroyFederationExecution`.
    Destroy,
    /// Removing a federate with a tool, which is not a service of the standard.
    RemoveFederate,
    /// Seeing with tools what nobody but its federates sees: their addresses and transports, times, metrics and latency. Those
    /// who may join should be permitted it.
    Watch,
}

/// Decision of an authorizer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Authorization {
    /// The decision.
    pub code: AuthorizationResultCode,
    /// Message for the caller.
    pub message: String,
    /// User name, verified or claimed, for the audit line.
    pub user: Option<String>,
}

impl Authorization {
    /// Permitted.
    #[must_use]
    pub fn authorized() -> Self {
        Self::of(AuthorizationResultCode::Authorized, "")
    }

    /// Denied: `Unauthorized`.
    #[must_use]
    pub fn unauthorized(message: impl Into<String>) -> Self {
        Self::of(AuthorizationResultCode::Unauthorized, message)
    }

    /// Invalid credentials: `InvalidCredentials` at connect, `Unauthorized` elsewhere.
    #[must_use]
    pub fn invalid_credentials(message: impl Into<String>) -> Self {
        Self::of(AuthorizationResultCode::InvalidCredentials, message)
    }

    /// The authorizer cannot decide: `RTIinternalError`.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Self {
        Self::of(AuthorizationResultCode::AuthorizationError, message)
    }

    /// The same, with that user name.
    #[must_use]
    pub fn about(self, user: impl Into<String>) -> Self {
        let user = Some(user.into());
        Self { user, ..self }
    }

    fn of(code: AuthorizationResultCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            user: None,
        }
    }
}
