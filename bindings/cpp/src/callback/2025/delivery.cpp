// Callbacks that discover, bring values and remove, in the form of 2025: with a time or without.

#include <optional>

#include "callback/groups.h"
#include "callback/shown_time.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
namespace
{
OrderType order(hyla_order_type type)
{
   return static_cast<OrderType>(type);
}

// Handles that come with a delivery or do not, as pointers that may be null.
class Optional
{
public:
   explicit Optional(const hyla_delivery &delivery)
   {
      if (delivery.sent_regions != nullptr)
      {
         _regions = handle_set<RegionHandle>(*delivery.sent_regions);
      }
      if (delivery.retraction != nullptr)
      {
         _retraction = make_handle<MessageRetractionHandle>(*delivery.retraction);
      }
   }

   const RegionHandleSet *regions() const
   {
      return _regions ? &*_regions : nullptr;
   }

   const MessageRetractionHandle *retraction() const
   {
      return _retraction ? &*_retraction : nullptr;
   }

private:
   std::optional<RegionHandleSet> _regions;
   std::optional<MessageRetractionHandle> _retraction;
};

void reflect(
   Connection &connection, hyla_object_instance_handle object, hyla_values values, const hyla_delivery &delivery)
{
   const ShownValues shown(connection.attributes, values);
   const ShownTag tag(connection.tag, delivery.tag);
   const Optional optional(delivery);
   if (delivery.time == nullptr)
   {
      connection.federate.reflectAttributeValues(
         make_handle<ObjectInstanceHandle>(object),
         shown.map(),
         tag.data(),
         make_handle<TransportationTypeHandle>(delivery.transportation),
         make_handle<FederateHandle>(delivery.producer),
         optional.regions());
   }
   else
   {
      connection.federate.reflectAttributeValues(
         make_handle<ObjectInstanceHandle>(object),
         shown.map(),
         tag.data(),
         make_handle<TransportationTypeHandle>(delivery.transportation),
         make_handle<FederateHandle>(delivery.producer),
         optional.regions(),
         ShownTime(connection, *delivery.time),
         order(delivery.sent_order),
         order(delivery.received_order),
         optional.retraction());
   }
}

void receive(
   Connection &connection,
   hyla_interaction_class_handle interactionClass,
   hyla_values values,
   const hyla_delivery &delivery)
{
   const ShownValues shown(connection.parameters, values);
   const ShownTag tag(connection.tag, delivery.tag);
   const Optional optional(delivery);
   if (delivery.time == nullptr)
   {
      connection.federate.receiveInteraction(
         make_handle<InteractionClassHandle>(interactionClass),
         shown.map(),
         tag.data(),
         make_handle<TransportationTypeHandle>(delivery.transportation),
         make_handle<FederateHandle>(delivery.producer),
         optional.regions());
   }
   else
   {
      connection.federate.receiveInteraction(
         make_handle<InteractionClassHandle>(interactionClass),
         shown.map(),
         tag.data(),
         make_handle<TransportationTypeHandle>(delivery.transportation),
         make_handle<FederateHandle>(delivery.producer),
         optional.regions(),
         ShownTime(connection, *delivery.time),
         order(delivery.sent_order),
         order(delivery.received_order),
         optional.retraction());
   }
}

void receive_directed(
   Connection &connection,
   hyla_interaction_class_handle interactionClass,
   hyla_object_instance_handle object,
   hyla_values values,
   const hyla_delivery &delivery)
{
   const ShownValues shown(connection.parameters, values);
   const ShownTag tag(connection.tag, delivery.tag);
   const Optional optional(delivery);
   if (delivery.time == nullptr)
   {
      connection.federate.receiveDirectedInteraction(
         make_handle<InteractionClassHandle>(interactionClass),
         make_handle<ObjectInstanceHandle>(object),
         shown.map(),
         tag.data(),
         make_handle<TransportationTypeHandle>(delivery.transportation),
         make_handle<FederateHandle>(delivery.producer));
   }
   else
   {
      connection.federate.receiveDirectedInteraction(
         make_handle<InteractionClassHandle>(interactionClass),
         make_handle<ObjectInstanceHandle>(object),
         shown.map(),
         tag.data(),
         make_handle<TransportationTypeHandle>(delivery.transportation),
         make_handle<FederateHandle>(delivery.producer),
         ShownTime(connection, *delivery.time),
         order(delivery.sent_order),
         order(delivery.received_order),
         optional.retraction());
   }
}

void remove(Connection &connection, hyla_object_instance_handle object, const hyla_delivery &delivery)
{
   const ShownTag tag(connection.tag, delivery.tag);
   const Optional optional(delivery);
   if (delivery.time == nullptr)
   {
      connection.federate.removeObjectInstance(
         make_handle<ObjectInstanceHandle>(object),
         tag.data(),
         make_handle<FederateHandle>(delivery.producer));
   }
   else
   {
      connection.federate.removeObjectInstance(
         make_handle<ObjectInstanceHandle>(object),
         tag.data(),
         make_handle<FederateHandle>(delivery.producer),
         ShownTime(connection, *delivery.time),
         order(delivery.sent_order),
         order(delivery.received_order),
         optional.retraction());
   }
}
}

void put_delivery(hyla_federate_ambassador &table)
{
   table.discover_object_instance =
      [](void *context,
         hyla_object_instance_handle object,
         hyla_object_class_handle objectClass,
         hyla_text name,
         hyla_federate_handle producer) {
         tell(context, "discoverObjectInstance", [&](Connection &connection) {
            connection.federate.discoverObjectInstance(
               make_handle<ObjectInstanceHandle>(object),
               make_handle<ObjectClassHandle>(objectClass),
               wide(name),
               make_handle<FederateHandle>(producer));
         });
      };

   table.reflect_attribute_values =
      [](void *context, hyla_object_instance_handle object, hyla_values values, const hyla_delivery *delivery) {
         tell(context, "reflectAttributeValues", [&](Connection &connection) {
            reflect(connection, object, values, *delivery);
         });
      };

   table.receive_interaction =
      [](void *context,
         hyla_interaction_class_handle interactionClass,
         hyla_values values,
         const hyla_delivery *delivery) {
         tell(context, "receiveInteraction", [&](Connection &connection) {
            receive(connection, interactionClass, values, *delivery);
         });
      };

   table.receive_directed_interaction =
      [](void *context,
         hyla_interaction_class_handle interactionClass,
         hyla_object_instance_handle object,
         hyla_values values,
         const hyla_delivery *delivery) {
         tell(context, "receiveDirectedInteraction", [&](Connection &connection) {
            receive_directed(connection, interactionClass, object, values, *delivery);
         });
      };

   table.remove_object_instance =
      [](void *context, hyla_object_instance_handle object, const hyla_delivery *delivery) {
         tell(context, "removeObjectInstance", [&](Connection &connection) {
            remove(connection, object, *delivery);
         });
      };
}
}
