//! Names to handles and back.

use hyla_types::{
    AttributeHandle, DimensionHandle, DimensionHandleSet, Exception, ExceptionKind, FederateHandle,
    InteractionClassHandle, ObjectClassHandle, ObjectInstanceHandle, OrderType, ParameterHandle,
    TimeImplementation, TimeName, TransportationTypeHandle,
};

use super::refusals::no_such_rate;
use crate::Result;
use crate::ddm::effective;
use crate::fdd::{InteractionClass, ObjectClass};
use crate::member::{Joined, Member};
use crate::object::Instance;

fn no_name(what: &str, name: &str) -> Exception {
    Exception::new(
        ExceptionKind::NameNotFound,
        format!("there is no {what} named {name:?}"),
    )
}

fn invalid(kind: ExceptionKind, handle: impl std::fmt::Debug) -> Exception {
    Exception::new(
        kind,
        format!("{handle:?} was not given out by this federation execution"),
    )
}

impl Member {
    /// `getFederateHandle` (10.4 in 2010, 10.2 in 2025).
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn federate_handle(&self, name: &str) -> Result<FederateHandle> {
        let joined = self.joined_ref()?;
        if joined.identity.name() == name {
            return Ok(joined.identity.handle());
        }
        let peer = joined
            .roster
            .peers()
            .find(|(_, peer)| peer.info.name == name);
        peer.map(|(_, peer)| peer.info.handle)
            .ok_or_else(|| no_name("joined federate", name))
    }

    /// `getFederateName` (10.5 in 2010, 10.3 in 2025).
    ///
    /// # Errors
    /// `InvalidFederateHandle` for zero, `FederateHandleNotKnown` for a federate that is not joined.
    pub fn federate_name(&self, federate: FederateHandle) -> Result<&str> {
        let joined = self.joined_ref()?;
        if federate == joined.identity.handle() {
            return Ok(joined.identity.name());
        }
        if federate.raw() == 0 {
            return Err(invalid(ExceptionKind::InvalidFederateHandle, federate));
        }
        joined
            .roster
            .peer(federate)
            .map(|peer| peer.info.name.as_str())
            .ok_or_else(|| {
                Exception::new(
                    ExceptionKind::FederateHandleNotKnown,
                    format!("{federate:?} is not a joined federate"),
                )
            })
    }

    /// `getObjectClassHandle` (10.6 in 2010, 10.4 in 2025); the leading `HLAobjectRoot.` may be left
    /// out.
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn object_class_handle(&self, name: &str) -> Result<ObjectClassHandle> {
        let joined = self.joined_ref()?;
        joined
            .fdd
            .object_class_named(name)
            .ok_or_else(|| no_name("object class", name))
    }

    /// `getObjectClassName` (10.7 in 2010, 10.5 in 2025): the full name from the root.
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`.
    pub fn object_class_name(&self, class: ObjectClassHandle) -> Result<&str> {
        Ok(&self.joined_ref()?.valid_object_class(class)?.name)
    }

    /// `getKnownObjectClassHandle` (10.8 in 2010, 10.6 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`.
    pub fn known_object_class_handle(
        &self,
        object: ObjectInstanceHandle,
    ) -> Result<ObjectClassHandle> {
        let instance = self.known_or_parting(object)?;
        instance
            .known
            .ok_or_else(|| crate::object::not_known(object))
    }

    /// `getObjectInstanceHandle` (10.9 in 2010, 10.7 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`.
    pub fn object_instance_handle(&self, name: &str) -> Result<ObjectInstanceHandle> {
        let joined = self.joined_ref()?;
        let parting = self.parting.as_ref().filter(|i| &**i.name() == name);
        let instance = joined
            .objects
            .named(name)
            .find(|i| i.known.is_some())
            .or(parting);
        instance.map(|i| i.object).ok_or_else(|| {
            Exception::new(
                ExceptionKind::ObjectInstanceNotKnown,
                format!("no instance named {name:?} is known here"),
            )
        })
    }

    /// `getObjectInstanceName` (10.10 in 2010, 10.8 in 2025).
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`.
    pub fn object_instance_name(&self, object: ObjectInstanceHandle) -> Result<&str> {
        Ok(self.known_or_parting(object)?.name())
    }

    fn known_or_parting(&self, object: ObjectInstanceHandle) -> Result<&Instance> {
        let joined = self.joined_ref()?;
        let parting = self.parting.as_ref().filter(|i| i.object == object);
        let known = joined.objects.record(object).filter(|i| i.known.is_some());
        known
            .or(parting)
            .ok_or_else(|| crate::object::not_known(object))
    }

    /// `getAttributeHandle` (10.11 in 2010, 10.9 in 2025); inherited attributes are found.
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `NameNotFound`.
    pub fn attribute_handle(
        &self,
        class: ObjectClassHandle,
        name: &str,
    ) -> Result<AttributeHandle> {
        let joined = self.joined_ref()?;
        let class = joined.valid_object_class(class)?;
        joined
            .fdd
            .attribute_named(class, name)
            .ok_or_else(|| no_name(&format!("attribute of {}", class.name), name))
    }

    /// `getAttributeName` (10.12 in 2010, 10.10 in 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `InvalidAttributeHandle`, `AttributeNotDefined`.
    pub fn attribute_name(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<&str> {
        let joined = self.joined_ref()?;
        joined.valid_object_class(class)?;
        let found = joined
            .fdd
            .find_attribute(attribute)
            .ok_or_else(|| invalid(ExceptionKind::InvalidAttributeHandle, attribute))?;
        joined.check_attributes(class, &[attribute].into())?;
        Ok(&found.name)
    }

    /// `getUpdateRateValue` (10.13 in 2010, 10.11 in 2025), in Hz.
    ///
    /// # Errors
    /// `InvalidUpdateRateDesignator`.
    pub fn update_rate_value(&self, designator: &str) -> Result<f64> {
        let found = self.joined_ref()?.fdd.update_rate_named(designator);
        found
            .map(|(_, rate)| rate.rate_hz)
            .ok_or_else(|| no_such_rate(designator))
    }

    /// `getUpdateRateValueForAttribute` (10.14 in 2010, 10.12 in 2025): the rate at which this
    /// federate wants the attribute, in Hz; zero if it is not limited or not subscribed.
    ///
    /// # Errors
    /// `ObjectInstanceNotKnown`, `AttributeNotDefined`.
    pub fn update_rate_value_for_attribute(
        &self,
        object: ObjectInstanceHandle,
        attribute: AttributeHandle,
    ) -> Result<f64> {
        let joined = self.joined_ref()?;
        let class = self.known_object_class_handle(object)?;
        joined.check_attributes(class, &[attribute].into())?;
        let Joined {
            declarations,
            ddm,
            fdd,
            ..
        } = joined;
        let mine = declarations.own();
        let subscription = effective(mine, ddm, fdd, class, class, attribute, None);
        let rate = subscription.and_then(|s| s.rate);
        Ok(rate
            .and_then(|r| joined.fdd.update_rate(r))
            .map_or(0.0, |rate| rate.rate_hz))
    }

    /// `getInteractionClassHandle` (10.15 in 2010, 10.13 in 2025); the leading `HLAinteractionRoot.`
    /// may be left out.
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn interaction_class_handle(&self, name: &str) -> Result<InteractionClassHandle> {
        let joined = self.joined_ref()?;
        joined
            .fdd
            .interaction_class_named(name)
            .ok_or_else(|| no_name("interaction class", name))
    }

    /// `getInteractionClassName` (10.16 in 2010, 10.14 in 2025): the full name from the root.
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`.
    pub fn interaction_class_name(&self, class: InteractionClassHandle) -> Result<&str> {
        Ok(&self.joined_ref()?.valid_interaction_class(class)?.name)
    }

    /// `getParameterHandle` (10.17 in 2010, 10.15 in 2025); inherited parameters are found.
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`, `NameNotFound`.
    pub fn parameter_handle(
        &self,
        class: InteractionClassHandle,
        name: &str,
    ) -> Result<ParameterHandle> {
        let joined = self.joined_ref()?;
        let class = joined.valid_interaction_class(class)?;
        joined
            .fdd
            .parameter_named(class, name)
            .ok_or_else(|| no_name(&format!("parameter of {}", class.name), name))
    }

    /// `getParameterName` (10.18 in 2010, 10.16 in 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`, `InvalidParameterHandle`, `InteractionParameterNotDefined`.
    pub fn parameter_name(
        &self,
        class: InteractionClassHandle,
        parameter: ParameterHandle,
    ) -> Result<&str> {
        let joined = self.joined_ref()?;
        let class = joined.valid_interaction_class(class)?;
        let found = joined
            .fdd
            .parameter(parameter)
            .ok_or_else(|| invalid(ExceptionKind::InvalidParameterHandle, parameter))?;
        if !class.parameters.contains(parameter) {
            return Err(Exception::new(
                ExceptionKind::InteractionParameterNotDefined,
                format!("{parameter:?} is not available at {}", class.name),
            ));
        }
        Ok(&found.name)
    }

    /// `getOrderType` (10.19 in 2010, 10.17 in 2025): of `Receive` or `TimeStamp`.
    ///
    /// # Errors
    /// `InvalidOrderName`.
    pub fn order_type(&self, name: &str) -> Result<OrderType> {
        self.joined_ref()?;
        name.parse().map_err(|_| {
            Exception::new(
                ExceptionKind::InvalidOrderName,
                format!("{name:?} is neither Receive nor TimeStamp"),
            )
        })
    }

    /// `getOrderName` (10.20 in 2010, 10.18 in 2025).
    ///
    /// # Errors
    /// Only those of every service: an order type that does not exist cannot be stated here.
    pub fn order_name(&self, order: OrderType) -> Result<String> {
        self.joined_ref()?;
        Ok(order.to_string())
    }

    /// `getTransportationTypeHandle` (10.21 in 2010, 10.19 in 2025).
    ///
    /// # Errors
    /// `InvalidTransportationName`.
    pub fn transportation_type_handle(&self, name: &str) -> Result<TransportationTypeHandle> {
        self.joined_ref()?
            .fdd
            .transportation_named_handle(name)
            .ok_or_else(|| {
                Exception::new(
                    ExceptionKind::InvalidTransportationName,
                    format!("the object model has no transportation type {name:?}"),
                )
            })
    }

    /// `getTransportationTypeName` (10.22 in 2010, 10.20 in 2025).
    ///
    /// # Errors
    /// `InvalidTransportationTypeHandle`.
    pub fn transportation_type_name(&self, handle: TransportationTypeHandle) -> Result<&str> {
        let found = self.joined_ref()?.fdd.transportation(handle);
        found
            .map(|t| t.name.as_str())
            .ok_or_else(|| invalid(ExceptionKind::InvalidTransportationTypeHandle, handle))
    }

    /// Whether what is sent with this transportation type always arrives.
    ///
    /// # Errors
    /// `InvalidTransportationTypeHandle`.
    pub fn transportation_is_reliable(&self, handle: TransportationTypeHandle) -> Result<bool> {
        let found = self.joined_ref()?.fdd.transportation(handle);
        found
            .map(|t| t.reliable)
            .ok_or_else(|| invalid(ExceptionKind::InvalidTransportationTypeHandle, handle))
    }

    /// `getAvailableDimensionsForClassAttribute` (10.23 in 2010).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`, `InvalidAttributeHandle`, `AttributeNotDefined`.
    pub fn available_dimensions_for_class_attribute(
        &self,
        class: ObjectClassHandle,
        attribute: AttributeHandle,
    ) -> Result<DimensionHandleSet> {
        let joined = self.joined_ref()?;
        joined.valid_object_class(class)?;
        if joined.fdd.find_attribute(attribute).is_none() {
            return Err(invalid(ExceptionKind::InvalidAttributeHandle, attribute));
        }
        joined.check_attributes(class, &[attribute].into())?;
        Ok(joined.fdd.available_dimensions(class, attribute))
    }

    /// `getAvailableDimensionsForObjectClass` (10.21 in 2025).
    ///
    /// # Errors
    /// `InvalidObjectClassHandle`.
    pub fn available_dimensions_for_object_class(
        &self,
        class: ObjectClassHandle,
    ) -> Result<DimensionHandleSet> {
        Ok(self
            .joined_ref()?
            .valid_object_class(class)?
            .dimensions
            .clone())
    }

    /// `getAvailableDimensionsForInteractionClass` (10.24 in 2010, 10.22 in 2025).
    ///
    /// # Errors
    /// `InvalidInteractionClassHandle`.
    pub fn available_dimensions_for_interaction_class(
        &self,
        class: InteractionClassHandle,
    ) -> Result<DimensionHandleSet> {
        Ok(self
            .joined_ref()?
            .valid_interaction_class(class)?
            .dimensions
            .clone())
    }

    /// `getDimensionHandle` (10.25 in 2010, 10.23 in 2025).
    ///
    /// # Errors
    /// `NameNotFound`.
    pub fn dimension_handle(&self, name: &str) -> Result<DimensionHandle> {
        let joined = self.joined_ref()?;
        joined
            .fdd
            .dimension_named(name)
            .ok_or_else(|| no_name("dimension", name))
    }

    /// `getDimensionName` (10.26 in 2010, 10.24 in 2025).
    ///
    /// # Errors
    /// `InvalidDimensionHandle`.
    pub fn dimension_name(&self, dimension: DimensionHandle) -> Result<&str> {
        let found = self.joined_ref()?.fdd.dimension(dimension);
        found
            .map(|d| d.name.as_str())
            .ok_or_else(|| invalid(ExceptionKind::InvalidDimensionHandle, dimension))
    }

    /// `getDimensionUpperBound` (10.27 in 2010, 10.25 in 2025).
    ///
    /// # Errors
    /// `InvalidDimensionHandle`.
    pub fn dimension_upper_bound(&self, dimension: DimensionHandle) -> Result<u32> {
        let found = self.joined_ref()?.fdd.dimension(dimension);
        found
            .map(|d| d.upper_bound)
            .ok_or_else(|| invalid(ExceptionKind::InvalidDimensionHandle, dimension))
    }

    /// `getTimeFactory`: the federation's logical time implementation.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn time_factory(&self) -> Result<TimeImplementation> {
        Ok(self.joined_ref()?.identity.time())
    }

    /// Name of the time implementation among federates: a standard name, or that of their own implementation.
    ///
    /// # Errors
    /// Only those of every service.
    pub fn time_name(&self) -> Result<TimeName> {
        let joined = self.joined_ref()?;
        Ok(TimeName::own(
            joined.identity.time_name(),
            joined.identity.time(),
        ))
    }
}

impl Joined {
    fn valid_object_class(&self, class: ObjectClassHandle) -> Result<&ObjectClass> {
        self.fdd
            .object_class(class)
            .ok_or_else(|| invalid(ExceptionKind::InvalidObjectClassHandle, class))
    }

    fn valid_interaction_class(&self, class: InteractionClassHandle) -> Result<&InteractionClass> {
        self.fdd
            .interaction_class(class)
            .ok_or_else(|| invalid(ExceptionKind::InvalidInteractionClassHandle, class))
    }
}
