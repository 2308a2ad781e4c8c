// The callbacks of clauses 7 and 8, and with them all of this edition.
#include "object_listener.h"

namespace over
{
namespace
{
class Listener final : public ObjectListener
{
public:
   explicit Listener(const hyla_federate_ambassador &table)
      : ObjectListener(table)
   {
   }

   void requestAttributeOwnershipAssumption(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &offeredAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_assumption,
         number(objectInstance),
         Numbers(offeredAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void requestDivestitureConfirmation(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &releasedAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_divestiture_confirmation,
         number(objectInstance),
         Numbers(releasedAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void attributeOwnershipAcquisitionNotification(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &securedAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_acquisition_notification,
         number(objectInstance),
         Numbers(securedAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void attributeOwnershipUnavailable(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_unavailable,
         number(objectInstance),
         Numbers(attributes).lend(),
         bytes(userSuppliedTag));
   }

   void requestAttributeOwnershipRelease(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &candidateAttributes,
      const VariableLengthData &userSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_release,
         number(objectInstance),
         Numbers(candidateAttributes).lend(),
         bytes(userSuppliedTag));
   }

   void confirmAttributeOwnershipAcquisitionCancellation(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_ownership_acquisition_cancellation,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void informAttributeOwnership(
      const ObjectInstanceHandle &objectInstance,
      const AttributeHandleSet &attributes,
      const FederateHandle &owner) override
   {
      table_.tell(
         &hyla_federate_ambassador::inform_attribute_ownership,
         number(objectInstance),
         Numbers(attributes).lend(),
         number(owner));
   }

   void attributeIsNotOwned(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_is_not_owned,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void attributeIsOwnedByRTI(const ObjectInstanceHandle &objectInstance, const AttributeHandleSet &attributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_is_owned_by_rti,
         number(objectInstance),
         Numbers(attributes).lend());
   }

   void timeRegulationEnabled(const LogicalTime &time) override
   {
      table_.tell(&hyla_federate_ambassador::time_regulation_enabled, over::time(time));
   }

   void timeConstrainedEnabled(const LogicalTime &time) override
   {
      table_.tell(&hyla_federate_ambassador::time_constrained_enabled, over::time(time));
   }

   void flushQueueGrant(const LogicalTime &time, const LogicalTime &optimisticTime) override
   {
      table_.tell(&hyla_federate_ambassador::flush_queue_grant, over::time(time), over::time(optimisticTime));
   }

   void timeAdvanceGrant(const LogicalTime &time) override
   {
      table_.tell(&hyla_federate_ambassador::time_advance_grant, over::time(time));
   }

   void requestRetraction(const MessageRetractionHandle &retraction) override
   {
      table_.tell(&hyla_federate_ambassador::request_retraction, number(retraction));
   }
};
}

std::unique_ptr<FederateAmbassador> listen(const hyla_federate_ambassador &table)
{
   return std::make_unique<Listener>(table);
}
}
