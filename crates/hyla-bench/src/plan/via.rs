//! Levels at which a point is measured: messages of an RTI, or of the bare transport, under the same loads.

use hyla_settings::parameter::Kind;

use super::error::PlanError;
use super::parameter::Choice;
use super::point::BaselinePlan;
use crate::job::{BaselineJob, VERSION, Work};

/// Level of a measurement. A further level, such as an object request broker, is a word here and its program in [`bare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Via {
    /// Updates by federates and an RTI.
    Hla,
    /// TCP with blocking reads, without anything of Hyla.
    Tcp,
}

/// The values of `--via`.
pub(super) const KIND: Kind = Kind::Words(&[&["hla"], &["tcp"]]);

impl Via {
    fn of(choice: &Choice) -> Self {
        match choice.text("via") {
            "tcp" => Self::Tcp,
            _ => Self::Hla,
        }
    }

    /// Carrier of the baseline that is measured; `None` for federates.
    fn carrier(self) -> Option<&'static str> {
        match self {
            Self::Hla => None,
            Self::Tcp => Some("tcp-blocking"),
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
    let Some(carrier) = Via::of(choice).carrier() else {
        return Ok(None);
    };
    let Some(work) = work else {
        return Err(PlanError::Contradiction(format!(
            "--via {}: nothing does what this experiment measures without an RTI",
            choice.text("via")
        )));
    };
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
