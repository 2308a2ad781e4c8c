// Ownership management (clause 7).
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_ownership(hyla_federate_ambassador &table)
{
   table.request_attribute_ownership_assumption =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles offeredAttributes,
         hyla_bytes userSuppliedTag) {
         tell(context, "requestAttributeOwnershipAssumption", [&](Connection &connection) {
            connection.federate.requestAttributeOwnershipAssumption(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(offeredAttributes),
               LentData(userSuppliedTag));
         });
      };

   table.attribute_ownership_acquisition_notification =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles securedAttributes,
         hyla_bytes userSuppliedTag) {
         tell(context, "attributeOwnershipAcquisitionNotification", [&](Connection &connection) {
            connection.federate.attributeOwnershipAcquisitionNotification(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(securedAttributes),
               LentData(userSuppliedTag));
         });
      };

   table.request_attribute_ownership_release =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles candidateAttributes,
         hyla_bytes userSuppliedTag) {
         tell(context, "requestAttributeOwnershipRelease", [&](Connection &connection) {
            connection.federate.requestAttributeOwnershipRelease(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(candidateAttributes),
               LentData(userSuppliedTag));
         });
      };

   table.confirm_attribute_ownership_acquisition_cancellation =
      [](void *context, hyla_object_instance_handle objectInstance, hyla_handles attributes) {
         tell(context, "confirmAttributeOwnershipAcquisitionCancellation", [&](Connection &connection) {
            connection.federate.confirmAttributeOwnershipAcquisitionCancellation(
               make_handle<ObjectInstanceHandle>(objectInstance), handle_set<AttributeHandle>(attributes));
         });
      };
}
}
