// Callbacks of ownership management.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_ownership(hyla_federate_ambassador &table)
{
   table.request_attribute_ownership_assumption =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes tag) {
         tell(context, "requestAttributeOwnershipAssumption", [&](Connection &connection) {
            connection.federate.requestAttributeOwnershipAssumption(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes), LentData(tag));
         });
      };

   table.attribute_ownership_acquisition_notification =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes tag) {
         tell(context, "attributeOwnershipAcquisitionNotification", [&](Connection &connection) {
            connection.federate.attributeOwnershipAcquisitionNotification(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes), LentData(tag));
         });
      };

   table.request_attribute_ownership_release =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes, hyla_bytes tag) {
         tell(context, "requestAttributeOwnershipRelease", [&](Connection &connection) {
            connection.federate.requestAttributeOwnershipRelease(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes), LentData(tag));
         });
      };

   table.confirm_attribute_ownership_acquisition_cancellation =
      [](void *context, hyla_object_instance_handle object, hyla_handles attributes) {
         tell(context, "confirmAttributeOwnershipAcquisitionCancellation", [&](Connection &connection) {
            connection.federate.confirmAttributeOwnershipAcquisitionCancellation(
               make_handle<ObjectInstanceHandle>(object), handle_set<AttributeHandle>(attributes));
         });
      };
}
}
