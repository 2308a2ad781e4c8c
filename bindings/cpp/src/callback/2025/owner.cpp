// Callbacks of ownership management, in the form of 2025.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_owner(hyla_federate_ambassador &table)
{
   table.request_divestiture_confirmation =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes tag) {
         tell(context, "requestDivestitureConfirmation", [&](Connection &connection) {
            connection.federate.requestDivestitureConfirmation(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes), LentData(tag));
         });
      };

   table.attribute_ownership_unavailable =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes tag) {
         tell(context, "attributeOwnershipUnavailable", [&](Connection &connection) {
            connection.federate.attributeOwnershipUnavailable(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes), LentData(tag));
         });
      };

   table.inform_attribute_ownership =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_federate_handle owner) {
         tell(context, "informAttributeOwnership", [&](Connection &connection) {
            connection.federate.informAttributeOwnership(
               make_handle<ObjectInstanceHandle>(object),
               handle_set<AttributeHandle>(attributes),
               make_handle<FederateHandle>(owner));
         });
      };

   table.attribute_is_not_owned = [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
      tell(context, "attributeIsNotOwned", [&](Connection &connection) {
         connection.federate.attributeIsNotOwned(
            make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
      });
   };

   table.attribute_is_owned_by_rti = [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
      tell(context, "attributeIsOwnedByRTI", [&](Connection &connection) {
         connection.federate.attributeIsOwnedByRTI(
            make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
      });
   };
}
}
