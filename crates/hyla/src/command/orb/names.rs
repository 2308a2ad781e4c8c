//! Calls of a naming service.

use hyla_orb::cdr::Limits;
use hyla_orb::client::{Client, ClientSettings, Stub};
use hyla_orb::exception::SystemException;
use hyla_orb::naming::CosNaming::{
    BindingIterator, BindingType, Name, NamingContext, NamingContext_bind_Error as BindError,
    NamingContext_bind_new_context_Error as BindContextError,
    NamingContext_rebind_Error as RebindError, NamingContext_resolve_Error as ResolveError,
    NamingContext_unbind_Error as UnbindError,
};
use hyla_orb::naming::{parse_name, show_name};
use hyla_orb::qos::Qos;
use hyla_orb::reference::{ObjectUrl, Reference};
use hyla_settings::HostPort;

/// Bindings that one call lists.
const AT_ONCE: u32 = 500;

/// A name in a naming service.
pub(super) struct Place {
    client: Client,
    root: Reference,
    /// Where the service is, for messages.
    service: String,
    name: String,
}

impl Place {
    /// A name in the service at `service`, or a `corbaname:`.
    pub(super) fn parse(text: &str, service: &HostPort, limits: Limits) -> Result<Self, String> {
        let url = if text.contains(':') {
            text.to_owned()
        } else {
            format!("corbaname::1.2@{service}#{}", escaped(text))
        };
        let parsed: ObjectUrl = url.parse().map_err(|error| format!("{text}: {error}"))?;
        let ObjectUrl::Name {
            addresses,
            key,
            name,
        } = parsed
        else {
            return Err(format!(
                "{text}: expected a name, as in sim/radar.sensor, or corbaname:HOST#NAME"
            ));
        };
        let client = Client::new(ClientSettings {
            limits,
            ..ClientSettings::default()
        });
        let service = addresses
            .iter()
            .map(|at| format!("{}:{}", at.host, at.port))
            .collect::<Vec<_>>()
            .join(", ");
        Ok(Self {
            client,
            root: ObjectUrl::reference_at(&addresses, &key),
            service,
            name,
        })
    }

    fn root(&self) -> Result<NamingContext, String> {
        self.bound(&self.root)
    }

    fn bound<S: Stub>(&self, reference: &Reference) -> Result<S, String> {
        let bound = self.client.bind(reference, &Qos::default());
        bound.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &SystemException) -> String {
        format!("the naming service at {}: {error}", self.service)
    }

    /// The name, which has at least one component.
    fn components(&self) -> Result<Name, String> {
        let name = parse_name(&self.name).map_err(|error| format!("{:?}: {error}", self.name))?;
        if name.is_empty() {
            return Err("a name is missing, as in sim/radar.sensor".to_owned());
        }
        Ok(name)
    }

    fn no_name(&self) -> String {
        format!("there is no name {:?} at {}", self.name, self.service)
    }
}

/// Escapes for the part of a `corbaname:` behind `#`.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for octet in name.bytes() {
        if octet.is_ascii_alphanumeric() || b"/.-_".contains(&octet) {
            text.push(char::from(octet));
        } else {
            text.push_str(&format!("%{octet:02x}"));
        }
    }
    text
}

/// The names of a context, one a line; those of contexts end with `/`.
pub(super) fn list(place: &Place) -> Result<Vec<String>, String> {
    let root = place.root()?;
    let context = if place.name.is_empty() {
        root
    } else {
        let reference = reference_of(place, &root)?;
        let context: NamingContext = place.bound(&reference)?;
        let is_context = context
            .binding()
            .is_a(NamingContext::ID)
            .map_err(|error| place.failed(&error))?;
        if !is_context {
            return Err(format!("{:?} is an object, not a context", place.name));
        }
        context
    };
    let failed = |error: SystemException| place.failed(&error);
    let (mut bindings, rest) = context.list(AT_ONCE).map_err(failed)?;
    if !rest.is_nil() {
        let rest: BindingIterator = place.bound(&rest)?;
        loop {
            let (is_more, more) = rest.next_n(AT_ONCE).map_err(failed)?;
            bindings.extend(more);
            if !is_more {
                break;
            }
        }
        rest.destroy().map_err(failed)?;
    }
    let mut lines: Vec<String> = bindings
        .iter()
        .map(|binding| {
            let end = match binding.binding_type {
                BindingType::ncontext => "/",
                BindingType::nobject => "",
            };
            show_name(&binding.binding_name) + end
        })
        .collect();
    lines.sort();
    Ok(lines)
}

fn reference_of(place: &Place, root: &NamingContext) -> Result<Reference, String> {
    root.resolve(&place.components()?)
        .map_err(|error| match error {
            ResolveError::NamingContext_NotFound(_) => place.no_name(),
            ResolveError::System(error) => place.failed(&error),
            other => other.to_string(),
        })
}

/// The reference that the name leads to.
pub(super) fn resolve(place: &Place) -> Result<String, String> {
    let root = place.root()?;
    if place.name.is_empty() {
        return Ok(root.binding().reference().to_string());
    }
    Ok(reference_of(place, &root)?.to_string())
}

/// Gives the object the name; makes contexts that are missing.
pub(super) fn bind(place: &Place, object: &str, replaces: bool) -> Result<(), String> {
    let object = match object
        .parse()
        .map_err(|error| format!("{object}: {error}"))?
    {
        ObjectUrl::Reference(reference) => reference,
        ObjectUrl::Location { addresses, key } => ObjectUrl::reference_at(&addresses, &key),
        ObjectUrl::Initial(_) | ObjectUrl::Name { .. } => {
            return Err(format!(
                "{object}: expected IOR: or corbaloc: with an address"
            ));
        }
    };
    let name = place.components()?;
    let root = place.root()?;
    for length in 1..name.len() {
        match root.bind_new_context(&name[..length]) {
            Ok(_) | Err(BindContextError::NamingContext_AlreadyBound(_)) => {}
            Err(BindContextError::System(error)) => return Err(place.failed(&error)),
            Err(error) => return Err(format!("{}: {error}", show_name(&name[..length]))),
        }
    }
    if replaces {
        return root.rebind(&name, &object).map_err(|error| match error {
            RebindError::System(error) => place.failed(&error),
            error => format!("{:?}: {error}", place.name),
        });
    }
    root.bind(&name, &object).map_err(|error| match error {
        BindError::NamingContext_AlreadyBound(_) => format!(
            "{:?} leads to another object; --replace replaces it",
            place.name
        ),
        BindError::System(error) => place.failed(&error),
        error => format!("{:?}: {error}", place.name),
    })
}

/// Removes the name.
pub(super) fn unbind(place: &Place) -> Result<(), String> {
    let name = place.components()?;
    place.root()?.unbind(&name).map_err(|error| match error {
        UnbindError::NamingContext_NotFound(_) => place.no_name(),
        UnbindError::System(error) => place.failed(&error),
        error => format!("{:?}: {error}", place.name),
    })
}
