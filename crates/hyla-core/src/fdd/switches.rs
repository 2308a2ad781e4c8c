//! The switches table: the values a federation and each new member start with (1516.1 clause 10).

use hyla_types::ResignAction;
use serde::{Deserialize, Serialize};

/// Values of all switches of both editions. What no module sets is off, and the resign directive is
/// `NO_ACTION`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // one field for each switch that the standard names
pub struct Switches {
    /// Newly discovered instances are asked for their values (federation).
    pub auto_provide: bool,
    /// Sent regions come with reflections and interactions (federate).
    pub convey_region_designator_sets: bool,
    /// The producing federate comes with callbacks (federate, 2010).
    pub convey_producing_federate: bool,
    /// `attributesInScope` and `attributesOutOfScope` (federate).
    pub attribute_scope_advisory: bool,
    /// `turnUpdatesOnForObjectInstance` and its counterpart (federate).
    pub attribute_relevance_advisory: bool,
    /// `startRegistrationForObjectClass` and its counterpart (federate).
    pub object_class_relevance_advisory: bool,
    /// `turnInteractionsOn` and its counterpart (federate).
    pub interaction_relevance_advisory: bool,
    /// Service invocations are reported through the MOM (federate).
    pub service_reporting: bool,
    /// Exceptions are reported through the MOM (federate).
    pub exception_reporting: bool,
    /// Subscriptions count at delivery instead of at sending (federation).
    pub delay_subscription_evaluation: bool,
    /// Federates that do not regulate are granted without bound (federation, 2025).
    pub non_regulated_grant: bool,
    /// Relaxed data distribution (federation, 2025).
    pub allow_relaxed_ddm: bool,
    /// Relevance advisories use the known class (federation, 2025).
    pub advisories_use_known_class: bool,
    /// Service reports go to a file (federate, 2025).
    pub send_service_reports_to_file: bool,
    /// Resign action that the RTI takes for a lost federate (federate).
    pub automatic_resign_action: ResignAction,
}

impl From<&hyla_omt::model::Switches> for Switches {
    fn from(table: &hyla_omt::model::Switches) -> Self {
        use hyla_omt::model::ResignDirective;
        let on = |value: Option<bool>| value.unwrap_or(false);
        Self {
            auto_provide: on(table.auto_provide),
            convey_region_designator_sets: on(table.convey_region_designator_sets),
            convey_producing_federate: on(table.convey_producing_federate),
            attribute_scope_advisory: on(table.attribute_scope_advisory),
            attribute_relevance_advisory: on(table.attribute_relevance_advisory),
            object_class_relevance_advisory: on(table.object_class_relevance_advisory),
            interaction_relevance_advisory: on(table.interaction_relevance_advisory),
            service_reporting: on(table.service_reporting),
            exception_reporting: on(table.exception_reporting),
            delay_subscription_evaluation: on(table.delay_subscription_evaluation),
            non_regulated_grant: on(table.non_regulated_grant),
            allow_relaxed_ddm: on(table.allow_relaxed_ddm),
            advisories_use_known_class: on(table.advisories_use_known_class),
            send_service_reports_to_file: on(table.send_service_reports_to_file),
            automatic_resign_action: match table.automatic_resign_action {
                Some(ResignDirective::UnconditionallyDivestAttributes) => {
                    ResignAction::UnconditionallyDivestAttributes
                }
                Some(ResignDirective::DeleteObjects) => ResignAction::DeleteObjects,
                Some(ResignDirective::CancelPendingOwnershipAcquisitions) => {
                    ResignAction::CancelPendingOwnershipAcquisitions
                }
                Some(ResignDirective::DeleteObjectsThenDivest) => {
                    ResignAction::DeleteObjectsThenDivest
                }
                Some(ResignDirective::CancelThenDeleteThenDivest) => {
                    ResignAction::CancelThenDeleteThenDivest
                }
                Some(ResignDirective::NoAction) | None => ResignAction::NoAction,
            },
        }
    }
}
