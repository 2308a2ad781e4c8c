//! Parameters of MOM interactions: read by name, written by name.

use hyla_omt::encoding::{Decode, Encode, EncodedTime, decode, encode};
use hyla_types::{
    AttributeHandle, CouldNotDecodeHandle, Edition, Exception, ExceptionKind, FederateHandle,
    HandleSet, InteractionClassHandle, LogicalTime, LogicalTimeInterval, ParameterHandle,
    ResignAction, TimeImplementation, TransportationTypeHandle,
};

use super::vocabulary::{edition_of, federate_report};
use crate::fdd::Fdd;

/// Parameters with their values, as they travel between executive and member.
pub(crate) type Parameters = Vec<(ParameterHandle, Vec<u8>)>;

/// Why a MOM interaction has no effect.
#[derive(Debug)]
pub(crate) enum Fault {
    /// A parameter is missing, cannot be decoded, or names what does not exist.
    Parameter(String),
    /// The service that it asks for raised an exception.
    Refused(Exception),
}

impl Fault {
    /// Description of the failure; an exception by its name in that edition.
    pub(crate) fn text(&self, edition: Edition) -> String {
        match self {
            Self::Parameter(text) => text.clone(),
            Self::Refused(exception) => exception.clone().for_edition(edition).to_string(),
        }
    }
}

impl From<Exception> for Fault {
    fn from(exception: Exception) -> Self {
        Self::Refused(exception)
    }
}

/// The parameters of one interaction, by name. What the federation's MIM does not know is ignored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields<'a> {
    fdd: &'a Fdd,
    values: &'a Parameters,
    pub(crate) edition: Edition,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(fdd: &'a Fdd, values: &'a Parameters) -> Self {
        let edition = edition_of(fdd);
        Self {
            fdd,
            values,
            edition,
        }
    }

    /// The value as it came, if the parameter is there.
    pub(crate) fn bytes(&self, name: &str) -> Option<&'a [u8]> {
        self.values
            .iter()
            .find(|(p, _)| self.fdd.parameter(*p).is_some_and(|p| p.name == name))
            .map(|(_, value)| value.as_slice())
    }

    fn needed(&self, name: &str) -> Result<&'a [u8], Fault> {
        self.bytes(name)
            .ok_or_else(|| Fault::Parameter(format!("the parameter {name} is missing")))
    }

    /// The value, if the parameter is there.
    pub(crate) fn optional<T: Decode<'a>>(&self, name: &str) -> Result<Option<T>, Fault> {
        let value = self.bytes(name).map(decode).transpose();
        value.map_err(|error| Fault::Parameter(format!("{name}: {error}")))
    }

    /// The value of a parameter that has to be there.
    pub(crate) fn value<T: Decode<'a>>(&self, name: &str) -> Result<T, Fault> {
        decode(self.needed(name)?).map_err(|error| Fault::Parameter(format!("{name}: {error}")))
    }

    /// A handle, with or without the count that the MIM's data type puts before its bytes.
    pub(crate) fn handle<H>(
        &self,
        name: &str,
        of: fn(&[u8]) -> Result<H, CouldNotDecodeHandle>,
    ) -> Result<H, Fault> {
        of(self.needed(name)?).map_err(|error| Fault::Parameter(format!("{name}: {error}")))
    }

    /// A list of handles as a set.
    pub(crate) fn handles<H: Copy + Ord + Decode<'a>>(
        &self,
        name: &str,
    ) -> Result<HandleSet<H>, Fault> {
        Ok(self.value::<Vec<H>>(name)?.into_iter().collect())
    }

    /// Attributes.
    pub(crate) fn attributes(&self, name: &str) -> Result<HandleSet<AttributeHandle>, Fault> {
        self.handles(name)
    }

    /// An `HLAswitch`, if the parameter is there.
    pub(crate) fn switch(&self, name: &str) -> Result<Option<bool>, Fault> {
        self.optional::<bool>(name)
    }

    /// A time that has to be there and defined.
    pub(crate) fn time(
        &self,
        name: &str,
        implementation: TimeImplementation,
    ) -> Result<LogicalTime, Fault> {
        self.needed(name)?;
        self.optional_time(name, implementation)?
            .ok_or_else(|| Fault::Parameter(format!("the parameter {name} holds no time")))
    }

    /// A time; absent or of no bytes means none.
    pub(crate) fn optional_time(
        &self,
        name: &str,
        implementation: TimeImplementation,
    ) -> Result<Option<LogicalTime>, Fault> {
        match self.optional::<EncodedTime>(name)? {
            None => Ok(None),
            Some(time) => time
                .time(implementation)
                .map_err(|error| Fault::Parameter(format!("{name}: {error}"))),
        }
    }

    /// An interval that has to be there and defined.
    pub(crate) fn interval(
        &self,
        name: &str,
        implementation: TimeImplementation,
    ) -> Result<LogicalTimeInterval, Fault> {
        let interval = self.value::<EncodedTime>(name)?.interval(implementation);
        interval
            .map_err(|error| Fault::Parameter(format!("{name}: {error}")))?
            .ok_or_else(|| Fault::Parameter(format!("the parameter {name} holds no interval")))
    }

    /// `HLAtransportation`: a name in 2010, a handle in 2025.
    pub(crate) fn transportation(&self) -> Result<TransportationTypeHandle, Fault> {
        const NAME: &str = "HLAtransportation";
        match self.edition {
            Edition::Hla2025 => self.handle(NAME, TransportationTypeHandle::decode),
            Edition::Hla2010 => {
                let name: String = self.value(NAME)?;
                self.fdd.transportation_named_handle(&name).ok_or_else(|| {
                    Fault::Refused(Exception::new(
                        ExceptionKind::InvalidTransportationTypeHandle,
                        format!("there is no transportation type {name:?}"),
                    ))
                })
            }
        }
    }
}

/// A report on its way: parameters that the MIM lacks are left out.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    fdd: &'a Fdd,
    class: InteractionClassHandle,
    values: Parameters,
}

impl<'a> Report<'a> {
    pub(crate) fn new(fdd: &'a Fdd, class: InteractionClassHandle) -> Self {
        Self {
            fdd,
            class,
            values: Vec::new(),
        }
    }

    /// Adds a parameter.
    pub(crate) fn with<T: Encode + ?Sized>(mut self, name: &str, value: &T) -> Self {
        let class = self.fdd.interaction_class(self.class);
        if let Some(parameter) = class.and_then(|c| self.fdd.parameter_named(c, name)) {
            self.values.push((parameter, encode(value)));
        }
        self
    }

    /// Adds `HLAtransportation`: a name in 2010, a handle in 2025.
    pub(crate) fn with_transportation(self, transportation: TransportationTypeHandle) -> Self {
        const NAME: &str = "HLAtransportation";
        match edition_of(self.fdd) {
            Edition::Hla2025 => self.with(NAME, &transportation),
            Edition::Hla2010 => {
                let named = self.fdd.transportation(transportation);
                let name = named.map_or("", |t| t.name.as_str());
                self.with(NAME, name)
            }
        }
    }

    pub(crate) fn into_parts(self) -> (InteractionClassHandle, Parameters) {
        (self.class, self.values)
    }
}

/// A number as `HLAcount`.
pub(crate) fn count(number: impl TryInto<i32>) -> i32 {
    number.try_into().unwrap_or(i32::MAX)
}

/// The report of that name, if the MIM has it.
pub(super) fn report<'f>(fdd: &'f Fdd, name: &str) -> Option<Report<'f>> {
    federate_report(fdd, name).map(|class| Report::new(fdd, class))
}

/// `HLAresignAction` by the numbers of the MIM's edition.
pub(super) fn resign_action(fields: Fields<'_>, code: i32) -> Result<ResignAction, Fault> {
    ResignAction::from_mom_code(code, fields.edition)
        .map_err(|error| Fault::Parameter(error.to_string()))
}

/// `HLAreportMOMexception` about that federate, if the MIM has it.
pub(super) fn mom_exception<'f>(
    fdd: &'f Fdd,
    federate: FederateHandle,
    service: &str,
    fault: Fault,
    edition: Edition,
) -> Option<Report<'f>> {
    let parameter_error = matches!(fault, Fault::Parameter(_));
    let text = fault.text(edition);
    report(fdd, "HLAreportMOMexception").map(|r| {
        r.with("HLAfederate", &federate)
            .with("HLAservice", service)
            .with("HLAexception", &*text)
            .with("HLAparameterError", &parameter_error)
    })
}
