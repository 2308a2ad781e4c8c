//! The switches table: how the RTI of a federation behaves at the start.

use super::words::ResignDirective;
use serde::{Deserialize, Serialize};

/// Initial values of the switches. A switch that no module names is disabled.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Switches {
    /// The RTI asks owners for values when an instance is discovered.
    pub auto_provide: Option<bool>,
    /// Reflections and interactions carry the regions they were sent with.
    pub convey_region_designator_sets: Option<bool>,
    /// Callbacks carry the producing federate; 2010 only.
    pub convey_producing_federate: Option<bool>,
    /// Advisories that attributes come into scope and go out of scope.
    pub attribute_scope_advisory: Option<bool>,
    /// Advisories to turn updates on and off.
    pub attribute_relevance_advisory: Option<bool>,
    /// Advisories to start and stop registration.
    pub object_class_relevance_advisory: Option<bool>,
    /// Advisories to turn interactions on and off.
    pub interaction_relevance_advisory: Option<bool>,
    /// Service invocations are reported through the MOM.
    pub service_reporting: Option<bool>,
    /// Exceptions are reported through the MOM.
    pub exception_reporting: Option<bool>,
    /// Subscriptions are evaluated late.
    pub delay_subscription_evaluation: Option<bool>,
    /// Non-regulated grant; 2025 only.
    pub non_regulated_grant: Option<bool>,
    /// The RTI's action for a lost federate.
    pub automatic_resign_action: Option<ResignDirective>,
    /// Relaxed data distribution management; 2025 only.
    pub allow_relaxed_ddm: Option<bool>,
    /// Advisories use the known class; 2025 only.
    pub advisories_use_known_class: Option<bool>,
    /// Service reports go to a file; 2025 only.
    pub send_service_reports_to_file: Option<bool>,
}

/// The on-off switches of an edition as (element name, value).
type Entries<T> = [(&'static str, T); 14];

impl Switches {
    /// The on-off switches of both editions by element name, in the order of the schemas.
    /// `automaticResignAction`, which is no on-off switch, comes after `nonRegulatedGrant`.
    pub fn entries(&self) -> Entries<Option<bool>> {
        [
            ("autoProvide", self.auto_provide),
            (
                "conveyRegionDesignatorSets",
                self.convey_region_designator_sets,
            ),
            ("conveyProducingFederate", self.convey_producing_federate),
            ("attributeScopeAdvisory", self.attribute_scope_advisory),
            (
                "attributeRelevanceAdvisory",
                self.attribute_relevance_advisory,
            ),
            (
                "objectClassRelevanceAdvisory",
                self.object_class_relevance_advisory,
            ),
            (
                "interactionRelevanceAdvisory",
                self.interaction_relevance_advisory,
            ),
            ("serviceReporting", self.service_reporting),
            ("exceptionReporting", self.exception_reporting),
            (
                "delaySubscriptionEvaluation",
                self.delay_subscription_evaluation,
            ),
            ("nonRegulatedGrant", self.non_regulated_grant),
            ("allowRelaxedDDM", self.allow_relaxed_ddm),
            ("advisoriesUseKnownClass", self.advisories_use_known_class),
            (
                "sendServiceReportsToFile",
                self.send_service_reports_to_file,
            ),
        ]
    }

    /// The same switches, to be changed.
    pub fn entries_mut(&mut self) -> Entries<&mut Option<bool>> {
        [
            ("autoProvide", &mut self.auto_provide),
            (
                "conveyRegionDesignatorSets",
                &mut self.convey_region_designator_sets,
            ),
            (
                "conveyProducingFederate",
                &mut self.convey_producing_federate,
            ),
            ("attributeScopeAdvisory", &mut self.attribute_scope_advisory),
            (
                "attributeRelevanceAdvisory",
                &mut self.attribute_relevance_advisory,
            ),
            (
                "objectClassRelevanceAdvisory",
                &mut self.object_class_relevance_advisory,
            ),
            (
                "interactionRelevanceAdvisory",
                &mut self.interaction_relevance_advisory,
            ),
            ("serviceReporting", &mut self.service_reporting),
            ("exceptionReporting", &mut self.exception_reporting),
            (
                "delaySubscriptionEvaluation",
                &mut self.delay_subscription_evaluation,
            ),
            ("nonRegulatedGrant", &mut self.non_regulated_grant),
            ("allowRelaxedDDM", &mut self.allow_relaxed_ddm),
            (
                "advisoriesUseKnownClass",
                &mut self.advisories_use_known_class,
            ),
            (
                "sendServiceReportsToFile",
                &mut self.send_service_reports_to_file,
            ),
        ]
    }

    /// Whether no switch has a value.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
