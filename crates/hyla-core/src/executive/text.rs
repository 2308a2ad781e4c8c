//! Lengths of names and labels, which federates choose and the RTI keeps.

use hyla_types::{Exception, ExceptionKind};

use crate::Result;
use crate::message::{FederationRequest, MemberRequest, RequestId, ToRti};

/// Longest name of a federation, federate, federate type, module, host or instance, and longest label, in bytes.
pub(crate) const LONGEST_TEXT: usize = 4096;

/// Most addresses of a federate.
const MOST_ADDRESSES: usize = 256;

/// Checks a name or label that a federate has chosen.
///
/// # Errors
/// `RTIinternalError`, with the limit.
pub(crate) fn check_text(what: &str, text: &str) -> Result<()> {
    if text.len() <= LONGEST_TEXT {
        return Ok(());
    }
    Err(Exception::new(
        ExceptionKind::RTIinternalError,
        format!(
            "{what} has {} bytes; {LONGEST_TEXT} are the limit: use a shorter one",
            text.len()
        ),
    ))
}

fn check_all<'t>(texts: impl IntoIterator<Item = (&'static str, &'t str)>) -> Result<()> {
    let mut texts = texts.into_iter();
    texts.try_for_each(|(what, text)| check_text(what, text))
}

impl ToRti {
    /// Number of the request and its refusal, if a name in it is too long.
    ///
    /// # Errors
    /// A text for the log if such a request has no answer, or no member of ours would send it.
    pub(super) fn overlong(&self) -> std::result::Result<Option<(RequestId, Exception)>, String> {
        let (request, checked) = match self {
            Self::Create {
                request,
                federation,
                modules,
                mim,
                time,
            } => {
                let modules = modules.iter().chain(mim).map(|m| &m.designator[..]);
                let named = modules.map(|name| ("the name of a module", name));
                let others = [
                    ("the name of the federation", &federation[..]),
                    ("that of its time", time),
                ];
                (*request, check_all(named.chain(others)))
            }
            Self::Join {
                request,
                name,
                federate_type,
                federation,
                modules,
                addresses,
                host,
            } => {
                let modules = modules
                    .iter()
                    .map(|m| ("the name of a module", &m.designator[..]));
                let addresses = addresses
                    .iter()
                    .map(|at| ("an address of the federate", &at[..]));
                let others = [
                    (
                        "the name of the federate",
                        name.as_deref().unwrap_or_default(),
                    ),
                    ("the type of the federate", federate_type),
                    ("the name of the federation", federation),
                    ("the name of its host", host),
                ];
                (
                    *request,
                    check_all(
                        modules
                            .chain(addresses.take(MOST_ADDRESSES + 1))
                            .chain(others),
                    ),
                )
            }
            Self::Destroy {
                request,
                federation,
            }
            | Self::TimeStatus {
                request,
                federation,
            }
            | Self::Metrics {
                request,
                federation,
            } => (
                *request,
                check_text("the name of the federation", federation),
            ),
            Self::Latency {
                request,
                federation,
                sender,
                receiver,
                ..
            } => {
                let texts = [
                    ("the name of the federation", &federation[..]),
                    ("the name of a federate", sender),
                    (
                        "the name of a federate",
                        receiver.as_deref().unwrap_or_default(),
                    ),
                ];
                (*request, check_all(texts))
            }
            Self::RemoveFederate {
                request,
                federation,
                federate,
                reason,
            } => {
                let texts = [
                    ("the name of the federation", &federation[..]),
                    ("the name of the federate", federate),
                    ("the reason", reason),
                ];
                (*request, check_all(texts))
            }
            Self::ListMembers { federation } => {
                check_text("the name of the federation", federation).map_err(|e| e.message)?;
                return Ok(None);
            }
            Self::Member(wish) => return wish.check_texts().map(|()| None),
            Self::ListExecutions | Self::Status { .. } | Self::ClientCut { .. } => return Ok(None),
        };
        if let Self::Join { addresses, .. } = self
            && addresses.len() > MOST_ADDRESSES
        {
            return Err(format!(
                "{} addresses; {MOST_ADDRESSES} are the limit",
                addresses.len()
            ));
        }
        Ok(checked.err().map(|refusal| (request, refusal)))
    }
}

impl MemberRequest {
    /// A member checks this before it asks, so a text beyond the limit comes from a faulty peer.
    fn check_texts(&self) -> std::result::Result<(), String> {
        use FederationRequest as Request;
        let checked = match self {
            Self::ReserveNames { names, .. } | Self::ReleaseNames { names } => check_all(
                names
                    .iter()
                    .map(|name| ("the name of an instance", &name[..])),
            ),
            Self::Registered { name, .. } => check_text("the name of an instance", name),
            Self::Federation(
                Request::RegisterPoint { label, .. }
                | Request::PointAchieved { label, .. }
                | Request::RequestSave { label, .. }
                | Request::RequestRestore { label },
            ) => check_text("a label", label),
            _ => Ok(()),
        };
        checked.map_err(|error| error.message)
    }
}
