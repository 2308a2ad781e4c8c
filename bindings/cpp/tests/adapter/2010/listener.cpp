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
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &offeredAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_assumption,
         number(theObject),
         Numbers(offeredAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void requestDivestitureConfirmation(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &releasedAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_divestiture_confirmation,
         number(theObject),
         Numbers(releasedAttributes).lend(),
         hyla_bytes());
   }

   void attributeOwnershipAcquisitionNotification(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &securedAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_acquisition_notification,
         number(theObject),
         Numbers(securedAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void attributeOwnershipUnavailable(ObjectInstanceHandle theObject, const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_ownership_unavailable,
         number(theObject),
         Numbers(theAttributes).lend(),
         hyla_bytes());
   }

   void requestAttributeOwnershipRelease(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &candidateAttributes,
      const VariableLengthData &theUserSuppliedTag) override
   {
      table_.tell(
         &hyla_federate_ambassador::request_attribute_ownership_release,
         number(theObject),
         Numbers(candidateAttributes).lend(),
         bytes(theUserSuppliedTag));
   }

   void confirmAttributeOwnershipAcquisitionCancellation(
      ObjectInstanceHandle theObject,
      const AttributeHandleSet &theAttributes) override
   {
      table_.tell(
         &hyla_federate_ambassador::confirm_attribute_ownership_acquisition_cancellation,
         number(theObject),
         Numbers(theAttributes).lend());
   }

   void informAttributeOwnership(
      ObjectInstanceHandle theObject,
      AttributeHandle theAttribute,
      FederateHandle theOwner) override
   {
      table_.tell(
         &hyla_federate_ambassador::inform_attribute_ownership,
         number(theObject),
         Numbers(theAttribute).lend(),
         number(theOwner));
   }

   void attributeIsNotOwned(ObjectInstanceHandle theObject, AttributeHandle theAttribute) override
   {
      table_.tell(&hyla_federate_ambassador::attribute_is_not_owned, number(theObject), Numbers(theAttribute).lend());
   }

   void attributeIsOwnedByRTI(ObjectInstanceHandle theObject, AttributeHandle theAttribute) override
   {
      table_.tell(
         &hyla_federate_ambassador::attribute_is_owned_by_rti,
         number(theObject),
         Numbers(theAttribute).lend());
   }

   void timeRegulationEnabled(const LogicalTime &theFederateTime) override
   {
      table_.tell(&hyla_federate_ambassador::time_regulation_enabled, over::time(theFederateTime));
   }

   void timeConstrainedEnabled(const LogicalTime &theFederateTime) override
   {
      table_.tell(&hyla_federate_ambassador::time_constrained_enabled, over::time(theFederateTime));
   }

   void timeAdvanceGrant(const LogicalTime &theTime) override
   {
      table_.tell(&hyla_federate_ambassador::time_advance_grant, over::time(theTime));
   }

   void requestRetraction(MessageRetractionHandle theHandle) override
   {
      table_.tell(&hyla_federate_ambassador::request_retraction, number(theHandle));
   }
};
}

std::unique_ptr<FederateAmbassador> listen(const hyla_federate_ambassador &table)
{
   return std::make_unique<Listener>(table);
}
}
