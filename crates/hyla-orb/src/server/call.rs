//! A call as a servant sees it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::cdr::{Cdr, Decoder, Encoder, Format, Limits, MarshalError};
use crate::exception::{Completion, SystemException, SystemKind};
use crate::giop::{self, ReplyStatus};
use crate::reference::Reference;

/// The server side of an IDL interface. Called from several threads at a time, unless the thread
/// policy prevents it.
pub trait Servant: Send + Sync {
    /// Repository identifier of its interface.
    fn repository_id(&self) -> &'static str;

    /// Whether it has that interface or one that inherits it.
    fn is_a(&self, id: &str) -> bool;

    /// Carries out a call: reads arguments, writes results. `false`: the operation does not exist.
    ///
    /// # Errors
    /// The exception for the caller, or a forward.
    fn dispatch(&self, call: &mut ServerCall<'_>) -> Result<bool, Failure>;
}

/// End of a call without a result.
#[derive(Debug)]
pub enum Failure {
    /// With an exception of the ORB.
    System(SystemException),
    /// A user exception written by [`ServerCall::raise`].
    User,
    /// A forward: the caller repeats the call there.
    Forward(Reference),
}

impl Failure {
    /// A result could not be written: the operation was carried out.
    #[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` passes")]
    pub fn after(error: MarshalError) -> Self {
        Self::System(SystemException::marshal(&error, Completion::Yes))
    }
}

impl From<SystemException> for Failure {
    fn from(exception: SystemException) -> Self {
        Self::System(exception)
    }
}

impl From<MarshalError> for Failure {
    fn from(error: MarshalError) -> Self {
        Self::System(SystemException::marshal(&error, Completion::No))
    }
}

/// One call: name, arguments and reply.
#[derive(Debug)]
pub struct ServerCall<'a> {
    /// Name of the operation.
    pub operation: &'a str,
    /// Arguments, in order.
    pub arguments: Decoder<'a>,
    pub(crate) id: u32,
    pub(crate) out: &'a mut Vec<u8>,
    pub(crate) format: Format,
    pub(crate) limits: &'a Limits,
}

impl ServerCall<'_> {
    /// Begins the result; ended by [`Encoder::finish_message`].
    pub fn reply(&mut self) -> Encoder<'_> {
        self.begin(ReplyStatus::NoException)
    }

    /// Writes a user exception.
    pub fn raise<T: Cdr>(&mut self, id: &str, exception: &T) -> Failure {
        let mut to = self.begin(ReplyStatus::UserException);
        to.string(id);
        exception.encode(&mut to);
        match to.finish_message() {
            Ok(()) => Failure::User,
            Err(error) => Failure::System(SystemException::marshal(&error, Completion::Yes)),
        }
    }

    fn begin(&mut self, status: ReplyStatus) -> Encoder<'_> {
        giop::begin_reply(self.out, self.format, self.limits, self.id, status, &[])
    }

    /// Carries the call out and leaves a complete reply in the buffer.
    pub(crate) fn run(&mut self, servant: &dyn Servant) {
        let result = match self.operation {
            "_is_a" | "_non_existent" | "_not_existent" | "_interface" | "_repository_id" => {
                self.implicit(servant)
            }
            _ => {
                // A panic of a servant ends its call only.
                let dispatch = AssertUnwindSafe(|| servant.dispatch(self));
                catch_unwind(dispatch).unwrap_or_else(|_| Err(panicked().into()))
            }
        };
        let failure = match result {
            Ok(true) | Err(Failure::User) => return,
            Ok(false) => Failure::System(SystemException::bad_operation(self.operation)),
            Err(failure) => failure,
        };
        self.fail(&failure);
    }

    /// Writes the failure.
    pub(crate) fn fail(&mut self, failure: &Failure) {
        let written = match failure {
            Failure::User => return,
            Failure::System(exception) => {
                let mut to = self.begin(ReplyStatus::SystemException);
                exception.encode(&mut to);
                to.finish_message()
            }
            Failure::Forward(reference) => {
                let mut to = self.begin(ReplyStatus::Forward);
                reference.encode(&mut to);
                to.finish_message()
            }
        };
        if let Err(error) = written {
            // Only a reference can be too large to be sent.
            let mut to = self.begin(ReplyStatus::SystemException);
            SystemException::marshal(&error, Completion::No).encode(&mut to);
            let _ = to.finish_message();
        }
    }

    /// Operations that every object has.
    fn implicit(&mut self, servant: &dyn Servant) -> Result<bool, Failure> {
        let answer = match self.operation {
            "_is_a" => {
                let id = self.arguments.name()?;
                let object = "IDL:omg.org/CORBA/Object:1.0";
                id == object || id == servant.repository_id() || servant.is_a(&id)
            }
            "_repository_id" => {
                let id = servant.repository_id();
                let mut to = self.reply();
                to.string(id);
                to.finish_message()?;
                return Ok(true);
            }
            "_interface" => {
                let reason = "there is no interface repository";
                let kind = SystemKind::NoImplement;
                return Err(SystemException::new(kind, 0, Completion::No, reason).into());
            }
            _ => false,
        };
        let mut to = self.reply();
        answer.encode(&mut to);
        to.finish_message()?;
        Ok(true)
    }
}

fn panicked() -> SystemException {
    let reason = "the servant panicked";
    SystemException::new(SystemKind::Unknown, 0, Completion::Maybe, reason)
}
