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

/// The answer to a query of GALT or LITS. Clients read the time whether it is valid or not, so there
/// always is one: where nothing bounds the federate, the final time.
#[must_use]
pub fn query_return(
    time: Option<LogicalTime>,
    implementation: TimeImplementation,
) -> fp::TimeQueryReturn {
    fp::TimeQueryReturn {
        logical_time_is_valid: time.is_some(),
        logical_time: time.unwrap_or(implementation.final_()).field(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_without_a_time_still_carries_eight_bytes() {
        for implementation in [TimeImplementation::Integer64, TimeImplementation::Float64] {
            let none = query_return(None, implementation);
            let some = query_return(Some(implementation.initial()), implementation);

            assert!(!none.logical_time_is_valid && some.logical_time_is_valid);
            for told in [none, some] {
                assert_eq!(told.logical_time.map(|time| time.data.len()), Some(8));
            }
        }
    }
}
