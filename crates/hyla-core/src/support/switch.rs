//! Switches that a federate may set.

/// A switch that services read or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Switch {
    /// `startRegistrationForObjectClass` and its counterpart.
    ObjectClassRelevanceAdvisory,
    /// `turnUpdatesOnForObjectInstance` and its counterpart.
    AttributeRelevanceAdvisory,
    /// `attributesInScope` and its counterpart.
    AttributeScopeAdvisory,
    /// `turnInteractionsOn` and its counterpart.
    InteractionRelevanceAdvisory,
    /// Sent regions come with data.
    ConveyRegionDesignatorSets,
    /// Service invocations are reported through the MOM.
    ServiceReporting,
    /// Exceptions are reported through the MOM.
    ExceptionReporting,
    /// Service reports go to a file.
    SendServiceReportsToFile,
    /// New instances are asked for their values (federation, read only).
    AutoProvide,
    /// Subscriptions count at delivery (federation, read only).
    DelaySubscriptionEvaluation,
    /// Advisories use the known class (federation, read only).
    AdvisoriesUseKnownClass,
    /// Relaxed data distribution (federation, read only).
    AllowRelaxedDdm,
    /// Grants without regulation (federation, read only).
    NonRegulatedGrant,
}
