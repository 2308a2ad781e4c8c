//! Notices for the log of the process that hosts the RTI.

use hyla_omt::Finding;

use super::session::SessionId;

/// How much a notice matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeLevel {
    /// Normal operation.
    Information,
    /// A risk.
    Warning,
    /// An action of the caller of that session, or what became of its federate, for the audit log.
    Audit(Audited, SessionId),
}

/// The event in a notice for the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audited {
    /// A federate acted through the MOM.
    Mom,
    /// A federate resigned.
    Resigned,
    /// The connection of a federate was lost.
    Lost,
    /// A federate was removed, by a tool, by another federate or by the RTI.
    Removed,
}

/// Something that happened, for the log of the process that hosts the RTI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RtiNotice {
    /// The federation execution, if it concerns one.
    pub federation: Option<String>,
    /// The federate, if it concerns one.
    pub federate: Option<String>,
    /// How much it matters.
    pub level: NoticeLevel,
    /// The event.
    pub text: String,
}

/// Most findings about an object model that are logged at once; `hyla fom check` shows all.
const MOST_FINDINGS: usize = 20;

/// Notices about irregularities of FOM modules.
pub(super) fn object_model_notices(
    federation: &str,
    warnings: &[Finding],
) -> impl Iterator<Item = RtiNotice> {
    let mut texts: Vec<String> = warnings
        .iter()
        .take(MOST_FINDINGS)
        .map(|finding| format!("object model: {finding}"))
        .collect();
    if let Some(more) = warnings.len().checked_sub(MOST_FINDINGS + 1) {
        texts.push(format!(
            "object model: {} more warnings; hyla fom check shows them all",
            more + 1
        ));
    }
    texts.into_iter().map(move |text| RtiNotice {
        federation: Some(federation.to_owned()),
        federate: None,
        level: NoticeLevel::Warning,
        text,
    })
}
