// The callbacks of clause 6.
#pragma once

#include "federation_listener.h"

namespace over
{
class ObjectListener : public FederationListener
{
public:
   explicit ObjectListener(const hyla_federate_ambassador &table)
      : FederationListener(table)
   {
   }

   void objectInstanceNameReservationSucceeded(const std::wstring &objectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::object_instance_name_reservation_succeeded,
         Text(objectInstanceName).lend());
   }

   void objectInstanceNameReservationFailed(const std::wstring &objectInstanceName) override
   {
      table_.tell(&hyla_federate_ambassador::object_instance_name_reservation_failed, Text(objectInstanceName).lend());
   }

   void multipleObjectInstanceNameReservationSucceeded(const std::set<std::wstring> &objectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_succeeded,
         Texts(objectInstanceNames).lend());
   }

   void multipleObjectInstanceNameReservationFailed(const std::set<std::wstring> &objectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_failed,
         Texts(objectInstanceNames).lend());
   }

   void discoverObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const ObjectClassHandle &objectClass,
      const std::wstring &objectInstanceName,
      const FederateHandle &producingFederate) override
   {
      table_.tell(
         &hyla_federate_ambassador::discover_object_instance,
         number(objectInstance),
         number(objectClass),
         Text(objectInstanceName).lend(),
         number(producingFederate));
   }

   void reflectAttributeValues(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleValueMap &attributeValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(objectInstance),
         Values(attributeValues).lend(),
         delivered.lend());
   }

   void reflectAttributeValues(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleValueMap &attributeValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(objectInstance),
         Values(attributeValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      const InteractionClassHandle &interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(interactionClass),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      const InteractionClassHandle &interactionClass,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const RegionHandleSet *optionalSentRegions,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      if (optionalSentRegions != nullptr)
      {
         delivered.with(*optionalSentRegions);
      }
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(interactionClass),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void receiveDirectedInteraction(
      const InteractionClassHandle &interactionClass,
      const ObjectInstanceHandle &objectInstance,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      table_.tell(
         &hyla_federate_ambassador::receive_directed_interaction,
         number(interactionClass),
         number(objectInstance),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void receiveDirectedInteraction(
      const InteractionClassHandle &interactionClass,
      const ObjectInstanceHandle &objectInstance,
      const ParameterHandleValueMap &parameterValues,
      const VariableLengthData &userSuppliedTag,
      const TransportationTypeHandle &transportationType,
      const FederateHandle &producingFederate,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, transportation_number(transportationType), producingFederate);
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(
         &hyla_federate_ambassador::receive_directed_interaction,
         number(interactionClass),
         number(objectInstance),
         Values(parameterValues).lend(),
         delivered.lend());
   }

   void removeObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const VariableLengthData &userSuppliedTag,
      const FederateHandle &producingFederate) override
   {
      Delivered delivered(userSuppliedTag, 0, producingFederate);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(objectInstance), delivered.lend());
   }

   void removeObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const VariableLengthData &userSuppliedTag,
      const FederateHandle &producingFederate,
      const LogicalTime &time,
      OrderType sentOrderType,
      OrderType receivedOrderType,
      const MessageRetractionHandle *optionalRetraction) override
   {
      Delivered delivered(userSuppliedTag, 0, producingFederate);
      delivered.at(time, sentOrderType, receivedOrderType);
      if (optionalRetraction != nullptr)
      {
         delivered.retractable(*optionalRetraction);
      }
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(objectInstance), delivered.lend());
   }

   void attributesInScope(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(&hyla_federate_ambassador::attributes_in_scope, number(objectInstance), Numbers(attributes).lend());
   }

   void attributesOutOfScope(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attributes_out_of_scope,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void provideAttributeValueUpdate(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::provide_attribute_value_update,
         number(objectInstance),
         Numbers(attributes).lend(),
         bytes(userSuppliedTag));
   }

   void turnUpdatesOnForObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(objectInstance),
         Numbers(attributes).lend(),
         nullptr);
   }

   void turnUpdatesOnForObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const std::wstring &updateRateDesignator) override
   {
      const Text designator(updateRateDesignator);
      const hyla_text lent = designator.lend();
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(objectInstance),
         Numbers(attributes).lend(),
         &lent);
   }

   void turnUpdatesOffForObjectInstance(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_off_for_object_instance,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void confirmAttributeTransportationTypeChange(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_transportation_type_change,
         number(objectInstance),
         Numbers(attributes).lend(),
         transportation_number(transportationType));
   }

   void reportAttributeTransportationType(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandle &attribute,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_attribute_transportation_type,
         number(objectInstance),
         number(attribute),
         transportation_number(transportationType));
   }

   void confirmInteractionTransportationTypeChange(
      const InteractionClassHandle &interactionClass,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_interaction_transportation_type_change,
         number(interactionClass),
         transportation_number(transportationType));
   }

   void reportInteractionTransportationType(
      const FederateHandle &federate,
      const InteractionClassHandle &interactionClass,
      const TransportationTypeHandle &transportationType) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_interaction_transportation_type,
         number(federate),
         number(interactionClass),
         transportation_number(transportationType));
   }
};
}
