//! Logical times: the standard's encodings, eight bytes.

use bytes::Bytes;
use hyla_fedpro_messages as fp;
use hyla_types::{LogicalTime, LogicalTimeInterval, TimeImplementation};

use super::ToField;

impl ToField<Option<fp::LogicalTime>> for LogicalTime {
    fn field(self) -> Option<fp::LogicalTime> {
        Some(fp::LogicalTime {
            data: Bytes::copy_from_slice(&self.encode()),
        })
    }
}

impl ToField<Option<fp::LogicalTimeInterval>> for LogicalTimeInterval {
    fn field(self) -> Option<fp::LogicalTimeInterval> {
        Some(fp::LogicalTimeInterval {
            data: Bytes::copy_from_slice(&self.encode()),
        })
    }
}

/// The answer to a query of GALT or LITS.
#[derive(Clone, Copy, Debug)]
pub struct Queried {
    /// The time; `None` if nothing bounds the federate.
    pub time: Option<LogicalTime>,
    /// Time implementation of the federation execution.
    pub implementation: TimeImplementation,
}

/// Clients read the time whether it is valid or not, so there always is one: where nothing bounds the
/// federate, the final time.
impl ToField<Option<fp::TimeQueryReturn>> for Queried {
    fn field(self) -> Option<fp::TimeQueryReturn> {
        let time = self.time.unwrap_or(self.implementation.final_());
        Some(fp::TimeQueryReturn {
            logical_time_is_valid: self.time.is_some(),
            logical_time: time.field(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_without_a_time_still_carries_eight_bytes() {
        for implementation in [TimeImplementation::Integer64, TimeImplementation::Float64] {
            for time in [None, Some(implementation.initial())] {
                let queried = Queried {
                    time,
                    implementation,
                };

                let told = queried.field().unwrap_or_default();

                assert_eq!(told.logical_time_is_valid, time.is_some());
                assert_eq!(told.logical_time.map(|time| time.data.len()), Some(8));
            }
        }
    }
}
