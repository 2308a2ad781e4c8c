// Callbacks of ownership management, in the form of 2010: without some tags, and about one attribute at a time.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
namespace
{
// The callback of 2010 has one attribute.
template <typename Tell>
void for_each_attribute(hyla_handles attributes, Tell tell_one)
{
   for (std::size_t i = 0; i < attributes.length; ++i)
   {
      tell_one(make_handle<AttributeHandle>(attributes.data[i]));
   }
}
}

void put_owner(hyla_federate_ambassador &table)
{
   table.request_divestiture_confirmation =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes) {
         tell(context, "requestDivestitureConfirmation", [&](Connection &connection) {
            connection.federate.requestDivestitureConfirmation(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
         });
      };

   table.attribute_ownership_unavailable =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes) {
         tell(context, "attributeOwnershipUnavailable", [&](Connection &connection) {
            connection.federate.attributeOwnershipUnavailable(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
         });
      };

   table.inform_attribute_ownership =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_federate_handle owner) {
         for_each_attribute(attributes, [&](AttributeHandle attribute) {
            tell(context, "informAttributeOwnership", [&](Connection &connection) {
               connection.federate.informAttributeOwnership(
                  make_handle<ObjectInstanceHandle>(object), attribute, make_handle<FederateHandle>(owner));
            });
         });
      };

   table.attribute_is_not_owned = [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
      for_each_attribute(attributes, [&](AttributeHandle attribute) {
         tell(context, "attributeIsNotOwned", [&](Connection &connection) {
            connection.federate.attributeIsNotOwned(make_handle<ObjectInstanceHandle>(object), attribute);
         });
      });
   };

   table.attribute_is_owned_by_rti = [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
      for_each_attribute(attributes, [&](AttributeHandle attribute) {
         tell(context, "attributeIsOwnedByRTI", [&](Connection &connection) {
            connection.federate.attributeIsOwnedByRTI(make_handle<ObjectInstanceHandle>(object), attribute);
         });
      });
   };
}
}
