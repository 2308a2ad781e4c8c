//! Objects by URL: `IOR:`, `corbaloc:` and `corbaname:`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::client::{Client, Stub};
use crate::exception::SystemException;
use crate::qos::Qos;
use crate::reference::{ObjectUrl, Reference, UrlError};

/// Name of the configured naming service.
const NAME_SERVICE: &str = "NameService";

/// References that `corbaloc:rir:` means, by name.
#[derive(Default)]
pub(super) struct Initials(Mutex<HashMap<String, Reference>>);

/// Why a URL gives no object.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ResolveError {
    /// The text is no URL.
    #[error(transparent)]
    Url(#[from] UrlError),
    /// `rir:` names a reference that this client was not given.
    #[error(
        "{0:?} is no initial reference of this client: give it one (Client::set_initial), or an address in the URL"
    )]
    Initial(String),
    /// The part behind `#` is no name.
    #[error("{name:?} behind # is no name: {reason}")]
    Name {
        /// The part.
        name: String,
        /// The rule.
        reason: String,
    },
    /// The naming service has no such name.
    #[error("the naming service has no {name:?}; it has everything before {rest:?}")]
    NotFound {
        /// The name.
        name: String,
        /// The part from where it is missing.
        rest: String,
    },
    /// Contexts of too many services follow one another.
    #[error("{0:?} leads from one naming service to the next")]
    Endless(String),
    /// A naming service does not answer, or refuses the question.
    #[error("the naming service: {0}")]
    Naming(SystemException),
    /// The object is not bound.
    #[error(transparent)]
    Binding(#[from] SystemException),
    /// This program cannot resolve names.
    #[error("this program has no stubs of a naming service (feature `naming`)")]
    NoNaming,
}

impl Client {
    /// Sets the reference that `corbaloc:rir:/NAME` means; `NameService` is also the naming service
    /// of `corbaname:rir:`.
    pub fn set_initial(&self, name: &str, reference: Reference) {
        let mut initials = self.initials();
        initials.insert(name.to_owned(), reference);
    }

    /// The reference that a URL means. `corbaname:` asks the naming service, and follows contexts of
    /// others.
    ///
    /// # Errors
    /// A name without an object, or a naming service that does not answer.
    pub fn resolve(&self, url: &ObjectUrl) -> Result<Reference, ResolveError> {
        match url {
            ObjectUrl::Reference(reference) => Ok(reference.clone()),
            ObjectUrl::Location { addresses, key } => Ok(ObjectUrl::reference_at(addresses, key)),
            ObjectUrl::Initial(name) => self.initial(name),
            ObjectUrl::Name {
                addresses,
                key,
                name,
            } => {
                let root = match addresses[..] {
                    [] => self.initial(NAME_SERVICE)?,
                    _ => ObjectUrl::reference_at(addresses, key),
                };
                match &**name {
                    "" => Ok(root),
                    name => self.by_name(root, name),
                }
            }
        }
    }

    /// Binds the object of a URL explicitly; see [`Client::bind`].
    ///
    /// # Errors
    /// Those of [`Client::resolve`] and [`Client::bind`].
    pub fn bind_url<S: Stub>(&self, url: &str, qos: &Qos) -> Result<S, ResolveError> {
        let reference = self.resolve(&url.parse()?)?;
        Ok(self.bind(&reference, qos)?)
    }

    fn initials(&self) -> std::sync::MutexGuard<'_, HashMap<String, Reference>> {
        let Initials(initials) = &self.0.initials;
        initials.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn initial(&self, name: &str) -> Result<Reference, ResolveError> {
        let known = self.initials().get(name).cloned();
        known.ok_or_else(|| ResolveError::Initial(name.to_owned()))
    }

    #[cfg(feature = "naming")]
    fn by_name(&self, root: Reference, name: &str) -> Result<Reference, ResolveError> {
        use crate::naming::CosNaming::{NamingContext, NamingContext_resolve_Error as NamingError};
        use crate::naming::{parse_name, show_name};

        let mut context = root;
        let wrong = |reason: String| ResolveError::Name {
            name: name.to_owned(),
            reason,
        };
        let mut rest = parse_name(name).map_err(|error| wrong(error.to_string()))?;
        for _ in 0..=self.0.settings.forwards {
            let stub = self.stub::<NamingContext>(&context);
            let stub = stub.map_err(ResolveError::Naming)?;
            match stub.resolve(&rest) {
                Ok(found) => return Ok(found),
                // The context belongs to another service.
                Err(NamingError::NamingContext_CannotProceed(next)) => {
                    (context, rest) = (next.cxt, next.rest_of_name);
                }
                Err(NamingError::NamingContext_NotFound(missing)) => {
                    return Err(ResolveError::NotFound {
                        name: name.to_owned(),
                        rest: show_name(&missing.rest_of_name),
                    });
                }
                Err(NamingError::NamingContext_InvalidName(_)) => {
                    return Err(wrong("the naming service refuses it".to_owned()));
                }
                Err(NamingError::System(exception)) => return Err(ResolveError::Naming(exception)),
            }
        }
        Err(ResolveError::Endless(name.to_owned()))
    }

    #[cfg(not(feature = "naming"))]
    fn by_name(&self, _: Reference, _: &str) -> Result<Reference, ResolveError> {
        Err(ResolveError::NoNaming)
    }
}
