// Callbacks of object management, but for those that bring values.

#include <set>
#include <string>

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
namespace
{
std::set<std::wstring> names_of(hyla_texts texts)
{
   std::set<std::wstring> names;
   for (std::size_t i = 0; i < texts.length; ++i)
   {
      names.insert(wide(texts.data[i]));
   }
   return names;
}
}

void put_object(hyla_federate_ambassador &table)
{
   table.object_instance_name_reservation_succeeded = [](void *context, hyla_text name) {
      tell(context, "objectInstanceNameReservationSucceeded", [&](Connection &connection) {
         connection.federate.objectInstanceNameReservationSucceeded(wide(name));
      });
   };

   table.object_instance_name_reservation_failed = [](void *context, hyla_text name) {
      tell(context, "objectInstanceNameReservationFailed", [&](Connection &connection) {
         connection.federate.objectInstanceNameReservationFailed(wide(name));
      });
   };

   table.multiple_object_instance_name_reservation_succeeded = [](void *context, hyla_texts names) {
      tell(context, "multipleObjectInstanceNameReservationSucceeded", [&](Connection &connection) {
         connection.federate.multipleObjectInstanceNameReservationSucceeded(names_of(names));
      });
   };

   table.multiple_object_instance_name_reservation_failed = [](void *context, hyla_texts names) {
      tell(context, "multipleObjectInstanceNameReservationFailed", [&](Connection &connection) {
         connection.federate.multipleObjectInstanceNameReservationFailed(names_of(names));
      });
   };

   table.attributes_in_scope = [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
      tell(context, "attributesInScope", [&](Connection &connection) {
         connection.federate.attributesInScope(
            make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
      });
   };

   table.attributes_out_of_scope = [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
      tell(context, "attributesOutOfScope", [&](Connection &connection) {
         connection.federate.attributesOutOfScope(
            make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
      });
   };

   table.provide_attribute_value_update =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes tag) {
         tell(context, "provideAttributeValueUpdate", [&](Connection &connection) {
            connection.federate.provideAttributeValueUpdate(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes), LentData(tag));
         });
      };

   table.turn_updates_on_for_object_instance =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, const hyla_text *rate) {
         tell(context, "turnUpdatesOnForObjectInstance", [&](Connection &connection) {
            const ObjectInstanceHandle instance = make_handle<ObjectInstanceHandle>(object);
            const AttributeHandleSet wanted = handle_set<AttributeHandle>(attributes);
            if (rate == nullptr)
            {
               connection.federate.turnUpdatesOnForObjectInstance(instance, wanted);
            }
            else
            {
               connection.federate.turnUpdatesOnForObjectInstance(instance, wanted, wide(*rate));
            }
         });
      };

   table.turn_updates_off_for_object_instance =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
         tell(context, "turnUpdatesOffForObjectInstance", [&](Connection &connection) {
            connection.federate.turnUpdatesOffForObjectInstance(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
         });
      };
}
}
