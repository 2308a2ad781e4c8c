// Object management (clause 6).
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/lists.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_object(hyla_federate_ambassador &table)
{
   table.object_instance_name_reservation_succeeded = [](void *context, hyla_text objectInstanceName) {
      tell(context, "objectInstanceNameReservationSucceeded", [&](Connection &connection) {
         connection.federate.objectInstanceNameReservationSucceeded(wide(objectInstanceName));
      });
   };

   table.object_instance_name_reservation_failed = [](void *context, hyla_text objectInstanceName) {
      tell(context, "objectInstanceNameReservationFailed", [&](Connection &connection) {
         connection.federate.objectInstanceNameReservationFailed(wide(objectInstanceName));
      });
   };

   table.multiple_object_instance_name_reservation_succeeded = [](void *context, hyla_texts objectInstanceNames) {
      tell(context, "multipleObjectInstanceNameReservationSucceeded", [&](Connection &connection) {
         connection.federate.multipleObjectInstanceNameReservationSucceeded(list_of(objectInstanceNames));
      });
   };

   table.multiple_object_instance_name_reservation_failed = [](void *context, hyla_texts objectInstanceNames) {
      tell(context, "multipleObjectInstanceNameReservationFailed", [&](Connection &connection) {
         connection.federate.multipleObjectInstanceNameReservationFailed(list_of(objectInstanceNames));
      });
   };

   table.attributes_in_scope =
      [](void *context, hyla_object_instance_handle objectInstance, hyla_handles attributes) {
         tell(context, "attributesInScope", [&](Connection &connection) {
            connection.federate.attributesInScope(
               make_handle<ObjectInstanceHandle>(objectInstance), handle_set<AttributeHandle>(attributes));
         });
      };

   table.attributes_out_of_scope =
      [](void *context, hyla_object_instance_handle objectInstance, hyla_handles attributes) {
         tell(context, "attributesOutOfScope", [&](Connection &connection) {
            connection.federate.attributesOutOfScope(
               make_handle<ObjectInstanceHandle>(objectInstance), handle_set<AttributeHandle>(attributes));
         });
      };

   table.provide_attribute_value_update =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles attributes,
         hyla_bytes userSuppliedTag) {
         tell(context, "provideAttributeValueUpdate", [&](Connection &connection) {
            connection.federate.provideAttributeValueUpdate(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(attributes),
               LentData(userSuppliedTag));
         });
      };

   table.turn_updates_on_for_object_instance =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles attributes,
         const hyla_text *updateRateDesignator) {
         tell(context, "turnUpdatesOnForObjectInstance", [&](Connection &connection) {
            if (updateRateDesignator == nullptr)
            {
               connection.federate.turnUpdatesOnForObjectInstance(
                  make_handle<ObjectInstanceHandle>(objectInstance), handle_set<AttributeHandle>(attributes));
            }
            else
            {
               connection.federate.turnUpdatesOnForObjectInstance(
                  make_handle<ObjectInstanceHandle>(objectInstance),
                  handle_set<AttributeHandle>(attributes),
                  wide(*updateRateDesignator));
            }
         });
      };

   table.turn_updates_off_for_object_instance =
      [](void *context, hyla_object_instance_handle objectInstance, hyla_handles attributes) {
         tell(context, "turnUpdatesOffForObjectInstance", [&](Connection &connection) {
            connection.federate.turnUpdatesOffForObjectInstance(
               make_handle<ObjectInstanceHandle>(objectInstance), handle_set<AttributeHandle>(attributes));
         });
      };
}
}
