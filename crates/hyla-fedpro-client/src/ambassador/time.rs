//! Times in answers, as the federation's time implementation reads them.

use hyla_fedpro_messages as pb;
use hyla_types::{LogicalTime, LogicalTimeInterval};

use super::{FedProAmbassador, Result, locked};
use crate::convert::broken;

impl FedProAmbassador {
    /// C++ clients read the time even where there is none.
    pub(super) fn queried(
        &self,
        result: Option<pb::TimeQueryReturn>,
    ) -> Result<Option<LogicalTime>> {
        let result = result.ok_or_else(|| broken("a query without a result"))?;
        let time = self.time(result.logical_time)?;
        Ok(result.logical_time_is_valid.then_some(time))
    }

    pub(super) fn time(&self, time: Option<pb::LogicalTime>) -> Result<LogicalTime> {
        let time = time.ok_or_else(|| broken("no time"))?;
        let decoded = locked(&self.0.time).decode_time(&time.data);
        decoded.map_err(|error| broken(error.to_string()))
    }

    pub(super) fn interval(
        &self,
        interval: Option<pb::LogicalTimeInterval>,
    ) -> Result<LogicalTimeInterval> {
        let interval = interval.ok_or_else(|| broken("no lookahead"))?;
        let decoded = locked(&self.0.time).decode_interval(&interval.data);
        decoded.map_err(|error| broken(error.to_string()))
    }
}
