// Callbacks that discover, bring values and remove, in the form of 2010: with and without time and retraction.

#include <type_traits>

#include "callback/2010/transportation.h"
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

// Sender and regions, as far as conveyed.
template <typename Info>
Info sender(const hyla_delivery &delivery)
{
   Info info;
   info.hasProducingFederate = delivery.producer != 0;
   info.producingFederate = make_handle<FederateHandle>(delivery.producer);
   if constexpr (!std::is_same_v<Info, SupplementalRemoveInfo>)
   {
      if (delivery.sent_regions != nullptr)
      {
         info.hasSentRegions = true;
         info.sentRegions = handle_set<RegionHandle>(*delivery.sent_regions);
      }
   }
   return info;
}

void reflect(
   Connection &connection, hyla_object_instance_handle handle, hyla_values values, const hyla_delivery &delivery)
{
   const ShownValues shown(connection.attributes, values);
   const ShownTag tag(connection.tag, delivery.tag);
   if (delivery.time == nullptr)
   {
      connection.federate.reflectAttributeValues(
         make_handle<ObjectInstanceHandle>(handle),
         shown.map(),
         tag.data(),
         order(delivery.sent_order),
         transportation_type(connection.rti, delivery.transportation),
         sender<SupplementalReflectInfo>(delivery));
      return;
   }
   const ShownTime time(connection, *delivery.time);
   if (delivery.retraction == nullptr)
   {
      connection.federate.reflectAttributeValues(
         make_handle<ObjectInstanceHandle>(handle),
         shown.map(),
         tag.data(),
         order(delivery.sent_order),
         transportation_type(connection.rti, delivery.transportation),
         time,
         order(delivery.received_order),
         sender<SupplementalReflectInfo>(delivery));
   }
   else
   {
      connection.federate.reflectAttributeValues(
         make_handle<ObjectInstanceHandle>(handle),
         shown.map(),
         tag.data(),
         order(delivery.sent_order),
         transportation_type(connection.rti, delivery.transportation),
         time,
         order(delivery.received_order),
         make_handle<MessageRetractionHandle>(*delivery.retraction),
         sender<SupplementalReflectInfo>(delivery));
   }
}

void receive(
   Connection &connection, hyla_interaction_class_handle handle, hyla_values values, const hyla_delivery &delivery)
{
   const ShownValues shown(connection.parameters, values);
   const ShownTag tag(connection.tag, delivery.tag);
   if (delivery.time == nullptr)
   {
      connection.federate.receiveInteraction(
         make_handle<InteractionClassHandle>(handle),
         shown.map(),
         tag.data(),
         order(delivery.sent_order),
         transportation_type(connection.rti, delivery.transportation),
         sender<SupplementalReceiveInfo>(delivery));
      return;
   }
   const ShownTime time(connection, *delivery.time);
   if (delivery.retraction == nullptr)
   {
      connection.federate.receiveInteraction(
         make_handle<InteractionClassHandle>(handle),
         shown.map(),
         tag.data(),
         order(delivery.sent_order),
         transportation_type(connection.rti, delivery.transportation),
         time,
         order(delivery.received_order),
         sender<SupplementalReceiveInfo>(delivery));
   }
   else
   {
      connection.federate.receiveInteraction(
         make_handle<InteractionClassHandle>(handle),
         shown.map(),
         tag.data(),
         order(delivery.sent_order),
         transportation_type(connection.rti, delivery.transportation),
         time,
         order(delivery.received_order),
         make_handle<MessageRetractionHandle>(*delivery.retraction),
         sender<SupplementalReceiveInfo>(delivery));
   }
}

void remove(Connection &connection, hyla_object_instance_handle handle, const hyla_delivery &delivery)
{
   const ShownTag tag(connection.tag, delivery.tag);
   if (delivery.time == nullptr)
   {
      connection.federate.removeObjectInstance(
         make_handle<ObjectInstanceHandle>(handle),
         tag.data(),
         order(delivery.sent_order),
         sender<SupplementalRemoveInfo>(delivery));
      return;
   }
   const ShownTime time(connection, *delivery.time);
   if (delivery.retraction == nullptr)
   {
      connection.federate.removeObjectInstance(
         make_handle<ObjectInstanceHandle>(handle),
         tag.data(),
         order(delivery.sent_order),
         time,
         order(delivery.received_order),
         sender<SupplementalRemoveInfo>(delivery));
   }
   else
   {
      connection.federate.removeObjectInstance(
         make_handle<ObjectInstanceHandle>(handle),
         tag.data(),
         order(delivery.sent_order),
         time,
         order(delivery.received_order),
         make_handle<MessageRetractionHandle>(*delivery.retraction),
         sender<SupplementalRemoveInfo>(delivery));
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
            const ObjectInstanceHandle instance = make_handle<ObjectInstanceHandle>(object);
            const ObjectClassHandle known = make_handle<ObjectClassHandle>(objectClass);
            if (producer == 0)
            {
               connection.federate.discoverObjectInstance(instance, known, wide(name));
            }
            else
            {
               connection.federate.discoverObjectInstance(
                  instance, known, wide(name), make_handle<FederateHandle>(producer));
            }
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

   table.remove_object_instance =
      [](void *context, hyla_object_instance_handle object, const hyla_delivery *delivery) {
         tell(context, "removeObjectInstance", [&](Connection &connection) {
            remove(connection, object, *delivery);
         });
      };
}
}
