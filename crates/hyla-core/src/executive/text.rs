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

/// Names and labels of a message, with what they are.
type Texts<'t> = Vec<(&'static str, &'t str)>;

impl ToRti {
    /// Number of the request and its refusal, if a name in it is too long.
    ///
    /// # Errors
    /// A text for the log if no member of ours would send it.
    pub(super) fn overlong(&self) -> std::result::Result<Option<(RequestId, Exception)>, String> {
        if let Self::Member(wish) = self {
            return wish.check_texts().map(|()| None);
        }
        if let Self::Join { addresses, .. } = self
            && addresses.len() > MOST_ADDRESSES
        {
            let count = addresses.len();
            return Err(format!("{count} addresses; {MOST_ADDRESSES} are the limit"));
        }
        let refusal = check_all(self.texts()).err();
        Ok(refusal.and_then(|refusal| Some((self.request()?, refusal))))
    }

    /// The names that are kept, wait or are written to the audit log.
    fn texts(&self) -> Texts<'_> {
        const FEDERATION: &str = "the name of the federation";
        const FEDERATE: &str = "the name of the federate";
        const MODULE: &str = "the name of a module";
        match self {
            Self::Create {
                federation,
                modules,
                mim,
                time,
                ..
            } => {
                let modules = modules.iter().chain(mim);
                let mut texts: Texts<'_> = modules.map(|m| (MODULE, &m.designator[..])).collect();
                texts.extend([(FEDERATION, &federation[..]), ("that of its time", time)]);
                texts
            }
            Self::Join {
                name,
                federate_type,
                federation,
                modules,
                addresses,
                host,
                ..
            } => {
                let modules = modules.iter().map(|m| (MODULE, &m.designator[..]));
                let addresses = addresses.iter().map(|at| ("one of its addresses", &at[..]));
                let mut texts: Texts<'_> = modules.chain(addresses).collect();
                texts.extend([
                    (FEDERATE, name.as_deref().unwrap_or_default()),
                    ("the type of the federate", federate_type),
                    (FEDERATION, federation),
                    ("the name of its host", host),
                ]);
                texts
            }
            Self::Destroy { federation, .. }
            | Self::TimeStatus { federation, .. }
            | Self::Metrics { federation, .. } => vec![(FEDERATION, federation)],
            Self::Latency {
                federation,
                sender,
                receiver,
                ..
            } => vec![
                (FEDERATION, federation),
                (FEDERATE, sender),
                (FEDERATE, receiver.as_deref().unwrap_or_default()),
            ],
            Self::RemoveFederate {
                federation,
                federate,
                reason,
                ..
            } => vec![
                (FEDERATION, federation),
                (FEDERATE, federate),
                ("the reason", reason),
            ],
            Self::Member(_)
            | Self::ListMembers { .. }
            | Self::ListExecutions
            | Self::Status { .. }
            | Self::ClientCut { .. } => Vec::new(),
        }
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
