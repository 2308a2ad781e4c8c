//! Federates answer a Latency Server for their own messages, asked through their RTI.

use std::sync::{Arc, Mutex, PoisonError};

use hyla_latency::estimator::End;
use hyla_latency::interface::schema::{Answer, Basis, Connection, Quantity, Validity};
use hyla_latency::server::{Config, Federates, FederationConfig, NoAnswer};
use hyla_lrc::{LatencyAnswer, LatencyQuantity, LatencyQuestion, LatencyValidity, RtiAmbassador};
use hyla_settings::{RtiAddress, Sources};
use hyla_types::{Exception, ExceptionKind, FederateHandle};

use crate::command::ask::connect_to_ask;

/// Name of the RTI as an end of a connection: `HOST/RTI`.
const RTI: &str = "RTI";

/// The federates of one federation. The connection to their RTI is made when they are asked, and made anew after it was lost.
pub(super) struct OfFederation {
    config: FederationConfig,
    /// Address of the RTI, if the file has none.
    default_rti: Option<RtiAddress>,
    rti: Mutex<Option<RtiAmbassador>>,
}

/// The federates of a configuration, if it names a federation.
pub(super) fn of(config: &Config, default_rti: Option<RtiAddress>) -> Option<Arc<dyn Federates>> {
    let config = config.federation.clone()?;
    Some(Arc::new(OfFederation {
        config,
        default_rti,
        rti: Mutex::default(),
    }))
}

/// A question to a federate.
#[derive(Debug, PartialEq)]
struct Question {
    sender: String,
    /// `None`: the RTI.
    receiver: Option<String>,
    question: LatencyQuestion,
}

impl Federates for OfFederation {
    fn ask(&self, connection: &Connection) -> Result<Answer, NoAnswer> {
        let asked = Question::of(connection).map_err(NoAnswer::Silent)?;
        let text = asked.text(&self.config.name);
        let mut rti = self.rti.lock().unwrap_or_else(PoisonError::into_inner);
        if rti.is_none() {
            *rti = Some(self.connect().map_err(NoAnswer::Silent)?);
        }
        let Some(connected) = &*rti else {
            return Err(NoAnswer::Silent("there is no connection".to_owned()));
        };
        let ends = (&*asked.sender, asked.receiver.as_deref());
        match connected.latency_of(&self.config.name, ends, &asked.question) {
            Ok(found) => Ok(answer(found, asked.question.qos, text)),
            Err(error) => {
                if is_lost(&error) {
                    *rti = None;
                }
                // The kind is for programs.
                let kind = format!("{:?}: ", error.kind);
                let reason = error.message.trim_start_matches(&kind);
                let problem = format!("asked of {text}: {reason}");
                Err(match error.kind {
                    ExceptionKind::FederateNotExecutionMember
                    | ExceptionKind::FederationExecutionDoesNotExist => NoAnswer::Gone(problem),
                    _ => NoAnswer::Silent(problem),
                })
            }
        }
    }
}

fn is_lost(error: &Exception) -> bool {
    matches!(error.kind, ExceptionKind::NotConnected)
}

impl OfFederation {
    fn connect(&self) -> Result<RtiAmbassador, String> {
        let problem = |text: String| format!("federation {:?}: {text}", self.config.name);
        let sources = Sources::process().connect(&*self.config.settings);
        let mut settings = sources.load().map_err(|error| problem(error.to_string()))?;
        if let Some(at) = &self.config.rti {
            settings.rti.address = at
                .parse()
                .map_err(|error| problem(format!("rti = {at:?}: {error}")))?;
        } else if let Some(at) = &self.default_rti {
            settings.rti.address = at.clone();
        }
        connect_to_ask(settings).map_err(problem)
    }
}

impl Question {
    /// Round trips between the RTI and a federate are the same from either end, and federates measure.
    fn of(connection: &Connection) -> Result<Self, String> {
        let federate = |text: &str| {
            let end: End = text.parse().map_err(|error| format!("{error}"))?;
            let name = end
                .federate
                .ok_or_else(|| format!("{text} names no federate"))?;
            Ok::<_, String>(Some(name).filter(|name| name != RTI))
        };
        let (from, to) = (federate(&connection.from)?, federate(&connection.to)?);
        let is_from_rti = from.is_none();
        let (sender, receiver) = match (from, to) {
            (Some(from), to) => (from, to),
            (None, Some(to)) => (to, None),
            (None, None) => return Err("the RTI is asked about itself".to_owned()),
        };
        let quantity = match connection.quantity() {
            Quantity::OneWay if is_from_rti => {
                return Err(format!(
                    "{sender} measures round trips with the RTI, and one-way latency to it only"
                ));
            }
            Quantity::RoundTrip => LatencyQuantity::RoundTrip,
            _ if is_from_rti => LatencyQuantity::RoundTrip,
            Quantity::OneWay => LatencyQuantity::OneWay,
            Quantity::Any => LatencyQuantity::Any,
        };
        let bytes = u32::try_from(connection.bytes)
            .map_err(|_| format!("{} bytes are more than a message has", connection.bytes))?;
        let qos = u8::try_from(connection.qos).map_err(|error| error.to_string())?;
        Ok(Self {
            sender,
            receiver,
            question: LatencyQuestion {
                bytes,
                qos,
                hardness: connection.hardness,
                quantity,
                // The RTI replaces the handle by that of the name.
                ..LatencyQuestion::to(FederateHandle::RTI)
            },
        })
    }

    /// The question, and the federate that answers it.
    fn text(&self, federation: &str) -> String {
        let to = match &self.receiver {
            Some(receiver) => receiver,
            None => "the RTI",
        };
        let what = match self.question.quantity {
            LatencyQuantity::RoundTrip => "round trips with",
            _ if self.question.qos < 5 => "round trips with",
            _ => "messages to",
        };
        format!(
            "federate {} of {federation:?}, for its {what} {to}",
            self.sender
        )
    }
}

fn answer(of: LatencyAnswer, qos: u8, asked: String) -> Answer {
    let basis = match of.estimate_us {
        None => Basis::Nothing,
        Some(_) if qos == 5 => Basis::Live,
        Some(_) => Basis::Measured,
    };
    Answer {
        validity: match of.validity {
            LatencyValidity::Unknown => Validity::Unknown,
            LatencyValidity::Stale => Validity::Stale,
            LatencyValidity::Fresh => Validity::Fresh,
        }
        .into(),
        reason: of.reason,
        estimate_us: of.estimate_us,
        low_us: of.low_us,
        high_us: of.high_us,
        quantity: match of.quantity {
            LatencyQuantity::Any => Quantity::Any,
            LatencyQuantity::OneWay => Quantity::OneWay,
            LatencyQuantity::RoundTrip => Quantity::RoundTrip,
        }
        .into(),
        updating: of.updating,
        age_s: of.age_s,
        samples: of.samples,
        basis: basis.into(),
        interpolation_error_us: None,
        sender_load: of.sender_load,
        receiver_load: of.receiver_load,
        port_load: of.port_load,
        spent_bytes: of.spent_bytes,
        covered: of.covered,
        covered_lately: of.covered_lately,
        warnings: of.warnings,
        clock_error_us: of.clock_error_us,
        from_messages: of.from_messages,
        asked,
    }
}
