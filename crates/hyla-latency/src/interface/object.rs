//! The server as an object of `idl/latency.idl`, for clients of an object request broker.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use hyla_orb::client::Client;
use hyla_orb::naming::CosNaming::{
    NamingContext, NamingContext_bind_new_context_Error as BindContextError,
};
use hyla_orb::naming::parse_name;
use hyla_orb::qos::Qos;
use hyla_orb::reference::{ObjectUrl, Reference};
use hyla_orb::server::{Objects, Server, ServerSettings};

use super::idl::HylaLatency as idl;
use super::{Refusal, call, schema};
use crate::server::{OrbConfig, Shared};

/// Key of the object. With a token, that of the object which takes calls is followed by `/` and the token.
const KEY: &str = "latency";
/// Most rows of a table: a message has at most 2 MiB by default.
const MOST_ROWS: usize = 1000;

/// Serves the object until it is dropped.
#[derive(Debug)]
pub(crate) struct Broker {
    _server: Server,
    reference: Reference,
}

impl Broker {
    /// Listens, activates the object, writes its reference to a file and binds it to a name, as far as configured.
    ///
    /// # Errors
    /// What failed, and why.
    pub(crate) fn start(config: &OrbConfig, shared: &Arc<Shared>) -> Result<Self, String> {
        let settings = ServerSettings {
            published_host: config.published_host.clone(),
            ..ServerSettings::default()
        };
        let server = Server::listen(config.listen, settings)
            .map_err(|error| format!("listen = {}: {error}", config.listen))?;
        let object = |is_open| {
            Arc::new(idl::ServerServer(Object {
                shared: Arc::clone(shared),
                objects: server.objects(),
                is_open,
            }))
        };
        let reference = server.activate(KEY.as_bytes(), object(shared.token.is_none()));
        if let Some(token) = &shared.token {
            server.activate(key_with(token.text()).as_bytes(), object(true));
        }
        if let Some(file) = &config.ior_file {
            write(file, &reference)
                .map_err(|error| format!("ior_file = {}: {error}", file.display()))?;
        }
        if let Some(name) = &config.name {
            bind(name, &reference).map_err(|problem| format!("name = {name:?}: {problem}"))?;
        }
        Ok(Self {
            _server: server,
            reference,
        })
    }

    /// The object.
    pub(crate) fn reference(&self) -> &Reference {
        &self.reference
    }
}

fn key_with(token: &str) -> String {
    format!("{KEY}/{token}")
}

/// Writes the reference to a temporary file first: readers see a whole one.
fn write(file: &Path, reference: &Reference) -> io::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".new");
    let mut to = std::fs::File::create(&part)?;
    writeln!(to, "{reference}")?;
    to.sync_all()?;
    std::fs::rename(&part, file)
}

/// Binds the object to a `corbaname:`; makes contexts that are missing, and replaces the object of an earlier run.
fn bind(name: &str, object: &Reference) -> Result<(), String> {
    let url: ObjectUrl = name.parse().map_err(|error| format!("{error}"))?;
    let ObjectUrl::Name {
        addresses,
        key,
        name,
    } = url
    else {
        return Err("expected corbaname:HOST#NAME".to_owned());
    };
    let name = parse_name(&name).map_err(|error| error.to_string())?;
    let root = ObjectUrl::reference_at(&addresses, &key);
    let root: NamingContext = Client::default()
        .bind(&root, &Qos::default())
        .map_err(|error| format!("no naming service answers: {error}"))?;
    for length in 1..name.len() {
        match root.bind_new_context(&name[..length]) {
            Ok(_) | Err(BindContextError::NamingContext_AlreadyBound(_)) => {}
            Err(error) => return Err(error.to_string()),
        }
    }
    root.rebind(&name, object)
        .map_err(|error| error.to_string())
}

/// Carries out calls. Cheap: an answer takes some microseconds, under a lock that all interfaces share.
struct Object {
    shared: Arc<Shared>,
    objects: Objects,
    /// Whether clients of this object have shown the token, or there is none.
    is_open: bool,
}

fn refused(refusal: &Refusal) -> idl::Refused {
    let reason = match refusal {
        Refusal::NotAuthenticated => {
            "the server takes calls with its token only: authenticate(TOKEN) gives the object that \
                                      takes them"
                .to_owned()
        }
        other => other.to_string(),
    };
    idl::Refused { reason }
}

impl Object {
    fn shared(&self) -> Result<&Shared, idl::Refused> {
        if self.is_open {
            Ok(&self.shared)
        } else {
            Err(refused(&Refusal::NotAuthenticated))
        }
    }
}

impl idl::ServerServant for Object {
    fn connect(&self, what: &idl::Connection) -> Result<u32, idl::Server_connect_Error> {
        let made = call::connect(self.shared()?, &schema::Connection::from(what));
        Ok(made.map_err(|refusal| refused(&refusal))?.id)
    }

    fn disconnect(&self, id: u32) -> Result<(), idl::Server_disconnect_Error> {
        let done = call::disconnect(self.shared()?, &schema::ConnectionId { id });
        done.map_err(|refusal| refused(&refusal))?;
        Ok(())
    }

    fn request_status(&self, id: u32) -> Result<idl::Status, idl::Server_request_status_Error> {
        let answer = call::ask(self.shared()?, &schema::ConnectionId { id });
        Ok(status(answer.map_err(|refusal| refused(&refusal))?))
    }

    fn request_table(&self, first: u32) -> Result<idl::Table, idl::Server_request_table_Error> {
        let table = call::list(self.shared()?, first, MOST_ROWS);
        let rows = table.rows.into_iter().filter_map(|row| {
            Some(idl::Row {
                id: row.id,
                what: connection(row.connection?),
                known: status(row.answer?),
            })
        });
        Ok(rows.collect())
    }

    fn put_state(&self, reported: &idl::State) -> Result<(), idl::Server_put_state_Error> {
        let report = schema::HostReport {
            host: reported.host.clone(),
            processor: reported.processor,
            port: reported.has_port.then_some(reported.port),
            port_bits_per_s: reported.port_bits_per_s,
            valid_for_s: reported.valid_for_s,
        };
        call::report(self.shared()?, &report).map_err(|refusal| refused(&refusal))?;
        Ok(())
    }

    fn put_measurements(
        &self,
        id: u32,
        measured: &[f64],
    ) -> Result<(), idl::Server_put_measurements_Error> {
        let samples = schema::Samples {
            id,
            latency_us: measured.to_vec(),
        };
        call::put(self.shared()?, &samples).map_err(|refusal| refused(&refusal))?;
        Ok(())
    }

    fn authenticate(&self, token: &str) -> Result<Reference, idl::Server_authenticate_Error> {
        let key = match &self.shared.token {
            None => KEY.to_owned(),
            Some(own) if own.is(token.as_bytes()) => key_with(own.text()),
            Some(_) => {
                let reason = "that is not the token of this server".to_owned();
                return Err(idl::Refused { reason }.into());
            }
        };
        Ok(self
            .objects
            .reference(key.as_bytes(), "IDL:HylaLatency/Server:1.0"))
    }
}

impl From<&idl::Connection> for schema::Connection {
    fn from(of: &idl::Connection) -> Self {
        let quantity = match of.wanted {
            idl::Quantity::EITHER => schema::Quantity::Any,
            idl::Quantity::ONE_WAY => schema::Quantity::OneWay,
            idl::Quantity::ROUND_TRIP => schema::Quantity::RoundTrip,
        };
        Self {
            from: of.from.clone(),
            to: of.to.clone(),
            bytes: of.bytes,
            qos: of.qos,
            hardness: (of.hardness != 0.0).then_some(of.hardness),
            quantity: quantity.into(),
            lease_s: None,
        }
    }
}

fn quantity(of: schema::Quantity) -> idl::Quantity {
    match of {
        schema::Quantity::Any => idl::Quantity::EITHER,
        schema::Quantity::OneWay => idl::Quantity::ONE_WAY,
        schema::Quantity::RoundTrip => idl::Quantity::ROUND_TRIP,
    }
}

fn connection(of: schema::Connection) -> idl::Connection {
    idl::Connection {
        wanted: quantity(of.quantity()),
        from: of.from,
        to: of.to,
        bytes: of.bytes,
        qos: of.qos,
        hardness: of.hardness.unwrap_or(0.0),
    }
}

/// Where a value is missing.
const MISSING: f64 = -1.0;

fn status(of: schema::Answer) -> idl::Status {
    idl::Status {
        state: match of.validity() {
            schema::Validity::Unknown => idl::Validity::UNKNOWN,
            schema::Validity::Stale => idl::Validity::STALE,
            schema::Validity::Fresh => idl::Validity::FRESH,
        },
        answered: quantity(of.quantity()),
        source: match of.basis() {
            schema::Basis::Nothing => idl::Basis::NOTHING,
            schema::Basis::Profile => idl::Basis::PROFILE,
            schema::Basis::Interpolated => idl::Basis::INTERPOLATED,
            schema::Basis::Outside => idl::Basis::OUTSIDE,
            schema::Basis::Measured => idl::Basis::MEASURED,
            schema::Basis::Live => idl::Basis::LIVE,
        },
        reason: of.reason,
        has_estimate: of.estimate_us.is_some(),
        estimate_us: of.estimate_us.unwrap_or(0.0),
        low_us: of.low_us.unwrap_or(0.0),
        has_upper_end: of.high_us.is_some(),
        high_us: of.high_us.unwrap_or(0.0),
        updating: of.updating,
        age_s: of.age_s.unwrap_or(MISSING),
        samples: of.samples,
        interpolation_error_us: of.interpolation_error_us.unwrap_or(0.0),
        sender_load: of.sender_load,
        receiver_load: of.receiver_load,
        port_load: of.port_load.unwrap_or(MISSING),
        spent_bytes: of.spent_bytes,
        covered: of.covered.unwrap_or(MISSING),
        covered_lately: of.covered_lately.unwrap_or(MISSING),
        differences: of.warnings,
    }
}
