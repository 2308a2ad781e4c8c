// Callbacks that 2010 lacks, or has in another form.
//
// Written by `make faces` from the table of services.

#include "callback/groups.h"
#include "callback/lists.h"
#include "callback/shown_time.h"
#include "callback/tell.h"

namespace HYLA_RTI
{
void put_edition(hyla_federate_ambassador &table)
{
   table.report_federation_execution_members =
      [](void *context, hyla_text federationName, hyla_federation_execution_members report) {
         tell(context, "reportFederationExecutionMembers", [&](Connection &connection) {
            connection.federate.reportFederationExecutionMembers(wide(federationName), list_of(report));
         });
      };

   table.report_federation_execution_does_not_exist = [](void *context, hyla_text federationName) {
      tell(context, "reportFederationExecutionDoesNotExist", [&](Connection &connection) {
         connection.federate.reportFederationExecutionDoesNotExist(wide(federationName));
      });
   };

   table.federate_resigned = [](void *context, hyla_text reasonForResignDescription) {
      tell(context, "federateResigned", [&](Connection &connection) {
         connection.federate.federateResigned(wide(reasonForResignDescription));
      });
   };

   table.confirm_attribute_transportation_type_change =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles attributes,
         hyla_transportation_type_handle transportationType) {
         tell(context, "confirmAttributeTransportationTypeChange", [&](Connection &connection) {
            connection.federate.confirmAttributeTransportationTypeChange(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(attributes),
               make_handle<TransportationTypeHandle>(transportationType));
         });
      };

   table.report_attribute_transportation_type =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_attribute_handle attribute,
         hyla_transportation_type_handle transportationType) {
         tell(context, "reportAttributeTransportationType", [&](Connection &connection) {
            connection.federate.reportAttributeTransportationType(
               make_handle<ObjectInstanceHandle>(objectInstance),
               make_handle<AttributeHandle>(attribute),
               make_handle<TransportationTypeHandle>(transportationType));
         });
      };

   table.confirm_interaction_transportation_type_change =
      [](void *context,
         hyla_interaction_class_handle interactionClass,
         hyla_transportation_type_handle transportationType) {
         tell(context, "confirmInteractionTransportationTypeChange", [&](Connection &connection) {
            connection.federate.confirmInteractionTransportationTypeChange(
               make_handle<InteractionClassHandle>(interactionClass),
               make_handle<TransportationTypeHandle>(transportationType));
         });
      };

   table.report_interaction_transportation_type =
      [](void *context,
         hyla_federate_handle federate,
         hyla_interaction_class_handle interactionClass,
         hyla_transportation_type_handle transportationType) {
         tell(context, "reportInteractionTransportationType", [&](Connection &connection) {
            connection.federate.reportInteractionTransportationType(
               make_handle<FederateHandle>(federate),
               make_handle<InteractionClassHandle>(interactionClass),
               make_handle<TransportationTypeHandle>(transportationType));
         });
      };

   table.request_divestiture_confirmation =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles releasedAttributes,
         hyla_bytes userSuppliedTag) {
         tell(context, "requestDivestitureConfirmation", [&](Connection &connection) {
            connection.federate.requestDivestitureConfirmation(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(releasedAttributes),
               LentData(userSuppliedTag));
         });
      };

   table.attribute_ownership_unavailable =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles attributes,
         hyla_bytes userSuppliedTag) {
         tell(context, "attributeOwnershipUnavailable", [&](Connection &connection) {
            connection.federate.attributeOwnershipUnavailable(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(attributes),
               LentData(userSuppliedTag));
         });
      };

   table.inform_attribute_ownership =
      [](void *context,
         hyla_object_instance_handle objectInstance,
         hyla_handles attributes,
         hyla_federate_handle owner) {
         tell(context, "informAttributeOwnership", [&](Connection &connection) {
            connection.federate.informAttributeOwnership(
               make_handle<ObjectInstanceHandle>(objectInstance),
               handle_set<AttributeHandle>(attributes),
               make_handle<FederateHandle>(owner));
         });
      };

   table.attribute_is_not_owned =
      [](void *context, hyla_object_instance_handle objectInstance, hyla_handles attributes) {
         tell(context, "attributeIsNotOwned", [&](Connection &connection) {
            connection.federate.attributeIsNotOwned(
               make_handle<ObjectInstanceHandle>(objectInstance), handle_set<AttributeHandle>(attributes));
         });
      };

   table.attribute_is_owned_by_rti =
      [](void *context, hyla_object_instance_handle objectInstance, hyla_handles attributes) {
         tell(context, "attributeIsOwnedByRTI", [&](Connection &connection) {
            connection.federate.attributeIsOwnedByRTI(
               make_handle<ObjectInstanceHandle>(objectInstance), handle_set<AttributeHandle>(attributes));
         });
      };

   table.flush_queue_grant = [](void *context, hyla_time time, hyla_time optimisticTime) {
      tell(context, "flushQueueGrant", [&](Connection &connection) {
         connection.federate.flushQueueGrant(ShownTime(connection, time), ShownTime(connection, optimisticTime));
      });
   };
}
}
