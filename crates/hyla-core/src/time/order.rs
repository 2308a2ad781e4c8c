//! Order types: receive or time stamp (8.23 and 8.24 in 2010, 8.24 to 8.26 in 2025).

use hyla_types::{
    AttributeHandle, AttributeHandleSet, Exception, ExceptionKind, InteractionClassHandle,
    ObjectClassHandle, ObjectInstanceHandle, OrderType,
};

use crate::Result;
use crate::member::{Joined, Member};
use crate::object::{not_known, not_owned};

impl Member {
    /// `changeAttributeOrderType` (8.23 in 2010, 8.24 in 2025): for later updates by this owner.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`, `AttributeNotOwned`.
    pub fn change_attribute_order_type(
        &mut self,
        object: ObjectInstanceHandle,
        attributes: &AttributeHandleSet,
        order: OrderType,
    ) -> Result<()> {
        let joined = self.joined()?;
        let Some((_, known)) = joined.objects.known(object) else {
            return Err(not_known(object));
        };
        joined.check_attributes(known, attributes)?;
        let stranger = attributes.iter().find(|a| !joined.owns(object, *a));
        if let Some(attribute) = stranger {
            return Err(not_owned(object, attribute));
        }
        if let Some(instance) = joined.objects.record_mut(object)
            && !attributes.is_empty()
        {
            let orders = &mut instance.special().order;
            orders.extend(attributes.iter().map(|a| (a, order)));
        }
        Ok(())
    }

    /// `changeDefaultAttributeOrderType` (8.25, 2025): for instances that this federate registers from
    /// now on.
    ///
    /// # Errors
    /// `ObjectClassNotDefined`, `AttributeNotDefined`.
    pub fn change_default_attribute_order_type(
        &mut self,
        class: ObjectClassHandle,
        attributes: &AttributeHandleSet,
        order: OrderType,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.object_class(class)?;
        joined.check_attributes(class, attributes)?;
        let defaults = attributes.iter().map(|a| ((class, a), order));
        joined.time.order.defaults.extend(defaults);
        Ok(())
    }

    /// `changeInteractionOrderType` (8.24 in 2010, 8.26 in 2025): for what this federate sends of
    /// exactly this class.
    ///
    /// # Errors
    /// `InteractionClassNotDefined`, `InteractionClassNotPublished`.
    pub fn change_interaction_order_type(
        &mut self,
        class: InteractionClassHandle,
        order: OrderType,
    ) -> Result<()> {
        let joined = self.joined()?;
        joined.interaction_class(class)?;
        if !joined.declarations.own().publishes_interaction(class) {
            return Err(Exception::new(
                ExceptionKind::InteractionClassNotPublished,
                format!("{} does not publish {class:?}", joined.identity.name()),
            ));
        }
        joined.time.order.interactions.insert(class, order);
        Ok(())
    }
}

impl Joined {
    /// Whether this federate owns the attribute.
    pub(crate) fn owns(&self, object: ObjectInstanceHandle, attribute: AttributeHandle) -> bool {
        let instance = self.objects.record(object);
        instance.is_some_and(|i| i.owns(self.identity.handle(), attribute))
    }

    /// The order type that this federate sends the class with.
    pub(crate) fn interaction_order(&self, class: InteractionClassHandle) -> OrderType {
        let chosen = self.time.order.interactions.get(&class).copied();
        let stated = || self.fdd.interaction_class(class).map(|c| c.order);
        chosen.or_else(stated).unwrap_or(OrderType::Receive)
    }

    /// A new instance takes this federate's defaults.
    pub(crate) fn inherit_default_order(&mut self, object: ObjectInstanceHandle) {
        let Some(instance) = self.objects.record_mut(object) else {
            return;
        };
        let class = instance.class;
        let defaults = self.time.order.defaults.iter();
        let chosen: Vec<_> = defaults
            .filter(|((c, _), _)| *c == class)
            .map(|((_, attribute), order)| (*attribute, *order))
            .collect();
        if !chosen.is_empty() {
            instance.special().order.extend(chosen);
        }
    }
}
