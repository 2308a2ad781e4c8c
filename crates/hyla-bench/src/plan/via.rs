//! Levels at which a point is measured: messages of an RTI, calls of an object request broker, or messages of the bare
//! transport, under the same loads.

use hyla_settings::parameter::Kind;

use super::error::PlanError;
use super::parameter::Choice;
use super::point::BaselinePlan;
use crate::baseline::ORB;
use crate::job::{BaselineJob, VERSION, Work};

/// Level of a measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Via {
    /// Updates by federates and an RTI.
    Hla,
    /// TCP with blocking reads, without anything of Hyla.
    Tcp,
    /// The same with reads that yield before they block, as an ORB and an RTI do by default.
    TcpYielding,
    /// Calls of Hyla's object request broker over IIOP.
    Orb,
}

/// The values of `--via`.
pub(super) const KIND: Kind = Kind::Words(&[&["hla"], &["tcp"], &["tcp-yielding"], &["orb"]]);

impl Via {
    fn of(choice: &Choice) -> Self {
        match choice.text("via") {
            "tcp" => Self::Tcp,
            "tcp-yielding" => Self::TcpYielding,
            "orb" => Self::Orb,
            _ => Self::Hla,
        }
    }

    /// Carrier of the baseline that is measured; `None` for federates.
    fn carrier(self) -> Option<&'static str> {
        match self {
            Self::Hla => None,
            Self::Tcp => Some("tcp-blocking"),
            Self::TcpYielding => Some("tcp-yielding"),
            Self::Orb => Some(ORB),
        }
    }
}

/// The baseline that is measured in place of the federates of a point.
pub(super) fn bare(
    choice: &Choice,
    work: Option<&Work>,
    federates: usize,
    priority: u32,
) -> Result<Option<BaselinePlan>, PlanError> {
    let via = Via::of(choice);
    let Some(carrier) = via.carrier() else {
        return Ok(None);
    };
    let Some(work) = work else {
        return Err(PlanError::Contradiction(format!(
            "--via {}: nothing does what this experiment measures without an RTI",
            choice.text("via")
        )));
    };
    if via == Via::Orb && federates != 2 {
        return Err(PlanError::Contradiction(format!(
            "--via orb: a call has one client and one server, and there would be {federates} federates; use --federates 2"
        )));
    }
    Ok(Some(BaselinePlan {
        name: carrier.to_owned(),
        job: BaselineJob {
            version: VERSION,
            carrier: carrier.to_owned(),
            work: work.clone(),
            processes: u32::try_from(federates).unwrap_or(u32::MAX),
            cpus: Vec::new(),
            priority,
        },
    }))
}
