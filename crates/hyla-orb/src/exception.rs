//! System exceptions: those of ORBs on either side.

use std::fmt;

use crate::cdr::{Cdr, Decoder, Encoder, MarshalError};

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal),* $(,)?) => {
        /// Kind of a system exception. The standard has more, which arrive as [`SystemKind::Unknown`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum SystemKind {
            $($(#[$doc])* $kind,)*
        }

        impl SystemKind {
            /// Name in capital letters, as the standard writes it.
            pub fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)* }
            }

            fn of(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$kind),)* _ => None }
            }
        }
    };
}

kinds! {
    /// An error without a kind of its own.
    Unknown = "UNKNOWN",
    /// An invalid parameter.
    BadParam = "BAD_PARAM",
    /// No memory.
    NoMemory = "NO_MEMORY",
    /// A limit of the ORB was exceeded.
    ImpLimit = "IMP_LIMIT",
    /// The connection broke during the call.
    CommFailure = "COMM_FAILURE",
    /// An invalid reference.
    InvObjref = "INV_OBJREF",
    /// Permission denied.
    NoPermission = "NO_PERMISSION",
    /// An internal error of the ORB.
    Internal = "INTERNAL",
    /// Octets are not a value of their type.
    Marshal = "MARSHAL",
    /// The ORB could not be initialized.
    Initialize = "INITIALIZE",
    /// The operation is not implemented.
    NoImplement = "NO_IMPLEMENT",
    /// An invalid TypeCode.
    BadTypecode = "BAD_TYPECODE",
    /// The object has no such operation.
    BadOperation = "BAD_OPERATION",
    /// Resources are exhausted.
    NoResources = "NO_RESOURCES",
    /// The reply is not available yet.
    NoResponse = "NO_RESPONSE",
    /// Storage failed.
    PersistStore = "PERSIST_STORE",
    /// Operations were called in a wrong order.
    BadInvOrder = "BAD_INV_ORDER",
    /// The call may be retried.
    Transient = "TRANSIENT",
    /// The interface repository failed.
    IntfRepos = "INTF_REPOS",
    /// The object adapter failed.
    ObjAdapter = "OBJ_ADAPTER",
    /// Characters could not be converted.
    DataConversion = "DATA_CONVERSION",
    /// The object does not exist.
    ObjectNotExist = "OBJECT_NOT_EXIST",
    /// An invalid policy.
    InvPolicy = "INV_POLICY",
    /// Client and server have no code set in common.
    CodesetIncompatible = "CODESET_INCOMPATIBLE",
    /// Quality of service changed.
    Rebind = "REBIND",
    /// A deadline passed.
    Timeout = "TIMEOUT",
    /// The quality of service is not possible.
    BadQos = "BAD_QOS",
}

/// Whether the operation was carried out when an exception was raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Completion {
    /// Yes.
    Yes,
    /// No: the call may be repeated.
    No,
    /// Unknown.
    Maybe,
}

/// An exception of the ORB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemException {
    /// Kind of the exception.
    pub kind: SystemKind,
    /// A code of its originator: 20 bits for the vendor, 12 for the reason.
    pub minor: u32,
    /// Whether the operation was carried out.
    pub completed: Completion,
    /// The reason, where it was raised on this side; not transmitted.
    pub reason: String,
}

/// Vendor part of codes defined by the OMG.
const OMG: u32 = 0x4F4D_0000;

impl SystemException {
    /// An exception with a code of the OMG; 0 for none.
    pub fn new(
        kind: SystemKind,
        code: u32,
        completed: Completion,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            minor: if code == 0 { 0 } else { OMG | code },
            completed,
            reason: reason.into(),
        }
    }

    /// Encoding or decoding failed.
    pub fn marshal(error: &MarshalError, completed: Completion) -> Self {
        let (kind, code) = match error {
            MarshalError::Wide { .. } => (SystemKind::BadParam, 23),
            MarshalError::CharSet(_) => (SystemKind::DataConversion, 1),
            MarshalError::Enum { .. } => (SystemKind::BadParam, 25),
            MarshalError::Kind(_) | MarshalError::Indirection(_) => (SystemKind::BadTypecode, 0),
            MarshalError::Limit { .. } => (SystemKind::ImpLimit, 0),
            _ => (SystemKind::Marshal, 0),
        };
        Self::new(kind, code, completed, error.to_string())
    }

    /// The object has no operation of that name.
    pub fn bad_operation(operation: &str) -> Self {
        let reason = format!("there is no operation {operation:?}");
        Self::new(SystemKind::BadOperation, 0, Completion::No, reason)
    }

    /// The object does not exist.
    pub fn object_not_exist() -> Self {
        let reason = "no object has this key";
        Self::new(SystemKind::ObjectNotExist, 1, Completion::No, reason)
    }

    /// `IDL:omg.org/CORBA/NAME:1.0`.
    pub fn repository_id(&self) -> String {
        format!("IDL:omg.org/CORBA/{}:1.0", self.kind.name())
    }

    /// Writes it as the body of a reply.
    pub fn encode(&self, to: &mut Encoder<'_>) {
        to.string(&self.repository_id());
        to.u32(self.minor);
        to.u32(match self.completed {
            Completion::Yes => 0,
            Completion::No => 1,
            Completion::Maybe => 2,
        });
    }

    /// Reads the body of a reply.
    ///
    /// # Errors
    /// Malformed octets.
    pub fn decode(from: &mut Decoder<'_>) -> Result<Self, MarshalError> {
        let id = from.name()?;
        let minor = u32::decode(from)?;
        let completed = match u32::decode(from)? {
            0 => Completion::Yes,
            1 => Completion::No,
            2 => Completion::Maybe,
            value => return Err(MarshalError::Enum { value, count: 3 }),
        };
        let name = id
            .strip_prefix("IDL:omg.org/CORBA/")
            .and_then(|rest| rest.strip_suffix(":1.0"));
        Ok(match name.and_then(SystemKind::of) {
            Some(kind) => Self {
                kind,
                minor,
                completed,
                reason: "raised by the server".to_owned(),
            },
            None => Self::new(SystemKind::Unknown, 2, completed, format!("raised as {id}")),
        })
    }
}

impl fmt::Display for SystemException {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let completed = match self.completed {
            Completion::Yes => "the operation was carried out",
            Completion::No => "the operation was not carried out",
            Completion::Maybe => "the operation may have been carried out",
        };
        let name = self.kind.name();
        write!(
            f,
            "{name} (minor {:#x}): {}; {completed}",
            self.minor, self.reason
        )
    }
}

impl std::error::Error for SystemException {}
