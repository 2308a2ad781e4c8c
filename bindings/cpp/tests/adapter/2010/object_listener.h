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

   void objectInstanceNameReservationSucceeded(const std::wstring &theObjectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::object_instance_name_reservation_succeeded,
         Text(theObjectInstanceName).lend());
   }

   void objectInstanceNameReservationFailed(const std::wstring &theObjectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::object_instance_name_reservation_failed,
         Text(theObjectInstanceName).lend());
   }

   void multipleObjectInstanceNameReservationSucceeded(const std::set<std::wstring> &theObjectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_succeeded,
         Texts(theObjectInstanceNames).lend());
   }

   void multipleObjectInstanceNameReservationFailed(const std::set<std::wstring> &theObjectInstanceNames) override
   {
      table_.tell(
         &hyla_federate_ambassador::multiple_object_instance_name_reservation_failed,
         Texts(theObjectInstanceNames).lend());
   }

   void discoverObjectInstance(
      ObjectInstanceHandle theObject,
      ObjectClassHandle theObjectClass,
      const std::wstring &theObjectInstanceName) override
   {
      table_.tell(
         &hyla_federate_ambassador::discover_object_instance,
         number(theObject),
         number(theObjectClass),
         Text(theObjectInstanceName).lend(),
         0);
   }

   void discoverObjectInstance(
      ObjectInstanceHandle theObject,
      ObjectClassHandle theObjectClass,
      const std::wstring &theObjectInstanceName,
      FederateHandle producingFederate) override
   {
      table_.tell(
         &hyla_federate_ambassador::discover_object_instance,
         number(theObject),
         number(theObjectClass),
         Text(theObjectInstanceName).lend(),
         number(producingFederate));
   }

   void reflectAttributeValues(
      ObjectInstanceHandle theObject,
      const AttributeHandleValueMap &theAttributeValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      SupplementalReflectInfo theReflectInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReflectInfo.hasProducingFederate ? theReflectInfo.producingFederate : FederateHandle());
      if (theReflectInfo.hasSentRegions)
      {
         delivered.with(theReflectInfo.sentRegions);
      }
      delivered.in(sentOrder, RECEIVE);
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(theObject),
         Values(theAttributeValues).lend(),
         delivered.lend());
   }

   void reflectAttributeValues(
      ObjectInstanceHandle theObject,
      const AttributeHandleValueMap &theAttributeValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      SupplementalReflectInfo theReflectInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReflectInfo.hasProducingFederate ? theReflectInfo.producingFederate : FederateHandle());
      if (theReflectInfo.hasSentRegions)
      {
         delivered.with(theReflectInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(theObject),
         Values(theAttributeValues).lend(),
         delivered.lend());
   }

   void reflectAttributeValues(
      ObjectInstanceHandle theObject,
      const AttributeHandleValueMap &theAttributeValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      MessageRetractionHandle theHandle,
      SupplementalReflectInfo theReflectInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReflectInfo.hasProducingFederate ? theReflectInfo.producingFederate : FederateHandle());
      if (theReflectInfo.hasSentRegions)
      {
         delivered.with(theReflectInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      delivered.retractable(theHandle);
      table_.tell(
         &hyla_federate_ambassador::reflect_attribute_values,
         number(theObject),
         Values(theAttributeValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      InteractionClassHandle theInteraction,
      const ParameterHandleValueMap &theParameterValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      SupplementalReceiveInfo theReceiveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReceiveInfo.hasProducingFederate ? theReceiveInfo.producingFederate : FederateHandle());
      if (theReceiveInfo.hasSentRegions)
      {
         delivered.with(theReceiveInfo.sentRegions);
      }
      delivered.in(sentOrder, RECEIVE);
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(theInteraction),
         Values(theParameterValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      InteractionClassHandle theInteraction,
      const ParameterHandleValueMap &theParameterValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      SupplementalReceiveInfo theReceiveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReceiveInfo.hasProducingFederate ? theReceiveInfo.producingFederate : FederateHandle());
      if (theReceiveInfo.hasSentRegions)
      {
         delivered.with(theReceiveInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(theInteraction),
         Values(theParameterValues).lend(),
         delivered.lend());
   }

   void receiveInteraction(
      InteractionClassHandle theInteraction,
      const ParameterHandleValueMap &theParameterValues,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      TransportationType theType,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      MessageRetractionHandle theHandle,
      SupplementalReceiveInfo theReceiveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, transportation_number(theType), theReceiveInfo.hasProducingFederate ? theReceiveInfo.producingFederate : FederateHandle());
      if (theReceiveInfo.hasSentRegions)
      {
         delivered.with(theReceiveInfo.sentRegions);
      }
      delivered.at(theTime, sentOrder, receivedOrder);
      delivered.retractable(theHandle);
      table_.tell(
         &hyla_federate_ambassador::receive_interaction,
         number(theInteraction),
         Values(theParameterValues).lend(),
         delivered.lend());
   }

   void removeObjectInstance(
      ObjectInstanceHandle theObject,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      SupplementalRemoveInfo theRemoveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, 0, theRemoveInfo.hasProducingFederate ? theRemoveInfo.producingFederate : FederateHandle());
      delivered.in(sentOrder, RECEIVE);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(theObject), delivered.lend());
   }

   void removeObjectInstance(
      ObjectInstanceHandle theObject,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      SupplementalRemoveInfo theRemoveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, 0, theRemoveInfo.hasProducingFederate ? theRemoveInfo.producingFederate : FederateHandle());
      delivered.at(theTime, sentOrder, receivedOrder);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(theObject), delivered.lend());
   }

   void removeObjectInstance(
      ObjectInstanceHandle theObject,
      const VariableLengthData &theUserSuppliedTag,
      OrderType sentOrder,
      const LogicalTime &theTime,
      OrderType receivedOrder,
      MessageRetractionHandle theHandle,
      SupplementalRemoveInfo theRemoveInfo) override
   {
      Delivered delivered(theUserSuppliedTag, 0, theRemoveInfo.hasProducingFederate ? theRemoveInfo.producingFederate : FederateHandle());
      delivered.at(theTime, sentOrder, receivedOrder);
      delivered.retractable(theHandle);
      table_.tell(&hyla_federate_ambassador::remove_object_instance, number(theObject), delivered.lend());
   }

   void attributesInScope(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(&hyla_federate_ambassador::attributes_in_scope, number(theObject), Numbers(theAttributes).lend());
   }

   void attributesOutOfScope(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(&hyla_federate_ambassador::attributes_out_of_scope, number(theObject), Numbers(theAttributes).lend());
   }

   void provideAttributeValueUpdate(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::provide_attribute_value_update,
         number(theObject),
         Numbers(theAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void turnUpdatesOnForObjectInstance(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(theObject),
         Numbers(theAttributes).lend(),
         nullptr);
   }

   void turnUpdatesOnForObjectInstance(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes,
      const std::wstring &updateRateDesignator) override
   {
      const Text designator(updateRateDesignator);
      const hyla_text lent = designator.lend();
      table_.tell(
         &hyla_federate_ambassador::turn_updates_on_for_object_instance,
         number(theObject),
         Numbers(theAttributes).lend(),
         &lent);
   }

   void turnUpdatesOffForObjectInstance(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::turn_updates_off_for_object_instance,
         number(theObject),
         Numbers(theAttributes).lend());
   }

   void confirmAttributeTransportationTypeChange(
      ObjectInstanceHandle theObject,
      AttributeHandleSet theAttributes,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_transportation_type_change,
         number(theObject),
         Numbers(theAttributes).lend(),
         transportation_number(theTransportation));
   }

   void reportAttributeTransportationType(
      ObjectInstanceHandle theObject,
      AttributeHandle theAttribute,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_attribute_transportation_type,
         number(theObject),
         number(theAttribute),
         transportation_number(theTransportation));
   }

   void confirmInteractionTransportationTypeChange(
      InteractionClassHandle theInteraction,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_interaction_transportation_type_change,
         number(theInteraction),
         transportation_number(theTransportation));
   }

   void reportInteractionTransportationType(
      FederateHandle federateHandle,
      InteractionClassHandle theInteraction,
      TransportationType theTransportation) override
   {
      table_.tell(
         &hyla_federate_ambassador::report_interaction_transportation_type,
         number(federateHandle),
         number(theInteraction),
         transportation_number(theTransportation));
   }
};
}
