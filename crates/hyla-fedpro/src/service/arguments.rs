//! Arguments of requests, converted for services. Invalid ones are refused as the service would.

use hyla_fedpro_messages as fp;
use hyla_lrc::Activity;
use hyla_types::{
    Edition, Exception, ExceptionKind, LogicalTime, LogicalTimeInterval, OrderType, RangeBounds,
    ResignAction, Service, ServiceGroup,
};

use super::Services;
use crate::convert::time::Queried;
use crate::convert::{Field, enums};

/// How a subscription with regions is meant.
pub(super) fn activity(active: bool) -> Activity {
    if active {
        Activity::Active
    } else {
        Activity::Passive
    }
}

impl Services {
    pub(super) fn time(
        &self,
        service: Service,
        field: &Option<fp::LogicalTime>,
    ) -> Result<LogicalTime, Exception> {
        let bytes = field.as_ref().map_or(&[][..], |time| &time.data);
        let implementation = self.implementation();
        let implementation = implementation.map_err(|e| self.refuse(service, e))?;
        implementation.decode_time(bytes).map_err(|error| {
            let why = Exception::new(ExceptionKind::InvalidLogicalTime, error.to_string());
            self.refuse(service, why)
        })
    }

    pub(super) fn lookahead(
        &self,
        service: Service,
        field: &Option<fp::LogicalTimeInterval>,
    ) -> Result<LogicalTimeInterval, Exception> {
        let bytes = field.as_ref().map_or(&[][..], |interval| &interval.data);
        let implementation = self.implementation();
        let implementation = implementation.map_err(|e| self.refuse(service, e))?;
        implementation.decode_interval(bytes).map_err(|error| {
            let why = Exception::new(ExceptionKind::InvalidLookahead, error.to_string());
            self.refuse(service, why)
        })
    }

    pub(super) fn order(&self, service: Service, number: i32) -> Result<OrderType, Exception> {
        enums::order_type(number).ok_or_else(|| {
            let text = format!("{number} is not an order type");
            self.refuse(
                service,
                Exception::new(ExceptionKind::InvalidOrderType, text),
            )
        })
    }

    pub(super) fn resign_action(
        &self,
        service: Service,
        number: i32,
    ) -> Result<ResignAction, Exception> {
        enums::resign_action(number).ok_or_else(|| {
            let text = format!("{number} is not a resign action");
            self.refuse(
                service,
                Exception::new(ExceptionKind::InvalidResignAction, text),
            )
        })
    }

    pub(super) fn service_group(
        &self,
        service: Service,
        number: i32,
    ) -> Result<ServiceGroup, Exception> {
        enums::service_group(number).ok_or_else(|| {
            let text = format!("{number} is not a service group");
            self.refuse(
                service,
                Exception::new(ExceptionKind::InvalidServiceGroup, text),
            )
        })
    }

    pub(super) fn range_bounds(
        &self,
        service: Service,
        field: &Option<fp::RangeBounds>,
    ) -> Result<RangeBounds, Exception> {
        field.value().map_err(|error| self.refuse(service, error))
    }

    /// The answer to a query of GALT or LITS.
    pub(super) fn queried(&self, time: Option<LogicalTime>) -> Result<Queried, Exception> {
        self.implementation().map(|implementation| Queried {
            time,
            implementation,
        })
    }

    /// A tag that the interface of 2010 does not have.
    pub(super) fn new_tag<'a>(&self, tag: &'a [u8]) -> &'a [u8] {
        match self.rti.edition() {
            Edition::Hla2010 => &[],
            Edition::Hla2025 => tag,
        }
    }
}
