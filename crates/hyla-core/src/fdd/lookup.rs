//! Questions to the FDD. Getters that take a handle return `None` for one that it did not give out.

use hyla_types::{
    AttributeHandle, DimensionHandle, InteractionClassHandle, ObjectClassHandle, ParameterHandle,
    TransportationTypeHandle,
};

use super::{
    Attribute, Dimension, Fdd, InteractionClass, ObjectClass, Parameter, Switches, Transportation,
    UpdateRate,
};

const SERVICE_REPORT: &str =
    "HLAinteractionRoot.HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation";

fn at<T>(all: &[T], number: u32) -> Option<&T> {
    all.get((number as usize).checked_sub(1)?)
}

impl Fdd {
    /// The class of that handle.
    #[must_use]
    pub fn object_class(&self, handle: ObjectClassHandle) -> Option<&ObjectClass> {
        at(&self.object_classes, handle.raw())
    }

    /// The interaction class of that handle.
    #[must_use]
    pub fn interaction_class(&self, handle: InteractionClassHandle) -> Option<&InteractionClass> {
        at(&self.interaction_classes, handle.raw())
    }

    /// The attribute of that handle.
    #[must_use]
    pub fn find_attribute(&self, handle: AttributeHandle) -> Option<&Attribute> {
        at(&self.attributes, handle.raw())
    }

    /// The attribute of a handle taken from this FDD.
    pub(crate) fn attribute(&self, handle: AttributeHandle) -> &Attribute {
        self.find_attribute(handle)
            .expect("handles in class tables come from this FDD")
    }

    /// The parameter of that handle.
    #[must_use]
    pub fn parameter(&self, handle: ParameterHandle) -> Option<&Parameter> {
        at(&self.parameters, handle.raw())
    }

    /// The dimension of that handle.
    #[must_use]
    pub fn dimension(&self, handle: DimensionHandle) -> Option<&Dimension> {
        at(&self.dimensions, handle.raw())
    }

    /// The transportation type of that handle.
    #[must_use]
    pub fn transportation(&self, handle: TransportationTypeHandle) -> Option<&Transportation> {
        at(&self.transportations, handle.raw())
    }

    /// The class of that full name, with or without the leading `HLAobjectRoot.`.
    #[must_use]
    pub fn object_class_named(&self, name: &str) -> Option<ObjectClassHandle> {
        let names = &self.names.object_classes;
        names
            .get(name)
            .or_else(|| names.get(&format!("HLAobjectRoot.{name}")))
            .copied()
    }

    /// The interaction class of that full name, with or without the leading `HLAinteractionRoot.`.
    #[must_use]
    pub fn interaction_class_named(&self, name: &str) -> Option<InteractionClassHandle> {
        let names = &self.names.interaction_classes;
        names
            .get(name)
            .or_else(|| names.get(&format!("HLAinteractionRoot.{name}")))
            .copied()
    }

    /// The attribute of that name that is available at the class.
    #[must_use]
    pub fn attribute_named(&self, class: &ObjectClass, name: &str) -> Option<AttributeHandle> {
        class
            .attributes
            .iter()
            .find(|&a| self.attribute(a).name == name)
    }

    /// The parameter of that name that is available at the class.
    #[must_use]
    pub fn parameter_named(&self, class: &InteractionClass, name: &str) -> Option<ParameterHandle> {
        class
            .parameters
            .iter()
            .find(|&p| self.parameter(p).is_some_and(|p| p.name == name))
    }

    /// The dimension of that name.
    #[must_use]
    pub fn dimension_named(&self, name: &str) -> Option<DimensionHandle> {
        (1..)
            .zip(&self.dimensions)
            .find(|(_, d)| d.name == name)
            .map(|(number, _)| DimensionHandle::new(number))
    }

    /// The transportation type of that name.
    #[must_use]
    pub fn transportation_named_handle(&self, name: &str) -> Option<TransportationTypeHandle> {
        (1..)
            .zip(&self.transportations)
            .find(|(_, t)| t.name == name)
            .map(|(number, _)| TransportationTypeHandle::new(number))
    }

    /// The update rate of that designator and its position in the table.
    #[must_use]
    pub fn update_rate_named(&self, designator: &str) -> Option<(u16, &UpdateRate)> {
        (0..)
            .zip(&self.update_rates)
            .find(|(_, rate)| rate.name == designator)
    }

    /// The update rate at that position.
    #[must_use]
    pub fn update_rate(&self, position: u16) -> Option<&UpdateRate> {
        self.update_rates.get(usize::from(position))
    }

    /// All transportation types, each with its handle.
    pub fn transportations(
        &self,
    ) -> impl Iterator<Item = (TransportationTypeHandle, &Transportation)> {
        (1..)
            .map(TransportationTypeHandle::new)
            .zip(&self.transportations)
    }

    /// The handles of all transportation types.
    pub(crate) fn transportation_handles(
        &self,
    ) -> impl Iterator<Item = TransportationTypeHandle> + '_ {
        (1..)
            .zip(&self.transportations)
            .map(|(number, _)| TransportationTypeHandle::new(number))
    }

    /// Changes the switch of the whole federation, for members that join from now on.
    pub(crate) fn set_auto_provide(&mut self, on: bool) {
        self.switches.auto_provide = on;
    }

    /// Values with which the federation and its members start.
    #[must_use]
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// Whether subscriptions count at the delivery of messages in time-stamp order instead of at their sending
    /// (`delaySubscriptionEvaluation`): then they go to all members, and each decides.
    #[inline]
    pub(crate) fn delays_evaluation(&self) -> bool {
        self.switches.delay_subscription_evaluation
    }

    /// Whether the class is `HLAreportServiceInvocation`. A federate does not receive reports of its own services: the callback
    /// would cause a further report, without end.
    pub(crate) fn is_service_report(&self, class: InteractionClassHandle) -> bool {
        self.interaction_class(class)
            .is_some_and(|class| class.name == SERVICE_REPORT)
    }

    /// `HLAprivilegeToDeleteObject`.
    #[must_use]
    pub fn privilege_to_delete(&self) -> AttributeHandle {
        self.privilege_to_delete
    }

    /// Whether `class` is `ancestor` or lies below it.
    #[must_use]
    pub fn descends(&self, class: ObjectClassHandle, ancestor: ObjectClassHandle) -> bool {
        self.object_class(class)
            .is_some_and(|c| c.lineage.contains(&ancestor))
    }

    /// All classes with their handles.
    pub fn object_classes(&self) -> impl Iterator<Item = (ObjectClassHandle, &ObjectClass)> {
        (1..)
            .zip(&self.object_classes)
            .map(|(number, c)| (ObjectClassHandle::new(number), c))
    }
}

impl Fdd {
    /// Whether every handle inside refers to something inside: true for all that [`Fdd::compile`]
    /// made, to be checked for one that came over a wire.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let attribute = |a| self.find_attribute(a).is_some();
        let transportation = |t| self.transportation(t).is_some();
        attribute(self.privilege_to_delete)
            && self
                .attributes
                .iter()
                .all(|a| transportation(a.transportation))
            && self.object_classes.iter().all(|c| {
                c.attributes.iter().all(attribute)
                    && c.lineage.iter().all(|&c| self.object_class(c).is_some())
            })
            && self.interaction_classes.iter().all(|c| {
                transportation(c.transportation)
                    && c.parameters.iter().all(|p| self.parameter(p).is_some())
                    && c.lineage
                        .iter()
                        .all(|&c| self.interaction_class(c).is_some())
            })
    }
}
