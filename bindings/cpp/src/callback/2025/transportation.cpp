// Callbacks about transportation types.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_transportation(hyla_federate_ambassador &table)
{
   table.confirm_attribute_transportation_type_change =
      [](void *context,
         hyla_object_instance_handle object,
         hyla_handles attributes,
         hyla_transportation_type_handle type) {
         tell(context, "confirmAttributeTransportationTypeChange", [&](Connection &connection) {
            connection.federate.confirmAttributeTransportationTypeChange(
               make_handle<ObjectInstanceHandle>(object),
               handle_set<AttributeHandle>(attributes),
               make_handle<TransportationTypeHandle>(type));
         });
      };

   table.report_attribute_transportation_type =
      [](void *context,
         hyla_object_instance_handle object,
         hyla_attribute_handle attribute,
         hyla_transportation_type_handle type) {
         tell(context, "reportAttributeTransportationType", [&](Connection &connection) {
            connection.federate.reportAttributeTransportationType(
               make_handle<ObjectInstanceHandle>(object),
               make_handle<AttributeHandle>(attribute),
               make_handle<TransportationTypeHandle>(type));
         });
      };

   table.confirm_interaction_transportation_type_change =
      [](void *context, hyla_interaction_class_handle interactionClass, hyla_transportation_type_handle type) {
         tell(context, "confirmInteractionTransportationTypeChange", [&](Connection &connection) {
            connection.federate.confirmInteractionTransportationTypeChange(
               make_handle<InteractionClassHandle>(interactionClass), make_handle<TransportationTypeHandle>(type));
         });
      };

   table.report_interaction_transportation_type =
      [](void *context,
         hyla_federate_handle federate,
         hyla_interaction_class_handle interactionClass,
         hyla_transportation_type_handle type) {
         tell(context, "reportInteractionTransportationType", [&](Connection &connection) {
            connection.federate.reportInteractionTransportationType(
               make_handle<FederateHandle>(federate),
               make_handle<InteractionClassHandle>(interactionClass),
               make_handle<TransportationTypeHandle>(type));
         });
      };
}
}
