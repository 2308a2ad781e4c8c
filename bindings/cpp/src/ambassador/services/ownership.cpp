// Ownership management (clause 7).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
void Services::negotiatedAttributeOwnershipDivestiture(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &attributes,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_negotiated_attribute_ownership_divestiture(
      _rti, handle_number(objectInstance), LentHandles(attributes), lend(userSuppliedTag)));
}

void Services::confirmDivestiture(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &confirmedAttributes,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_confirm_divestiture(
      _rti, handle_number(objectInstance), LentHandles(confirmedAttributes), lend(userSuppliedTag)));
}

void Services::attributeOwnershipAcquisition(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &desiredAttributes,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_attribute_ownership_acquisition(
      _rti, handle_number(objectInstance), LentHandles(desiredAttributes), lend(userSuppliedTag)));
}

void Services::cancelNegotiatedAttributeOwnershipDivestiture(
   In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes)
{
   check(hyla_cancel_negotiated_attribute_ownership_divestiture(
      _rti, handle_number(objectInstance), LentHandles(attributes)));
}

void Services::cancelAttributeOwnershipAcquisition(
   In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes)
{
   check(hyla_cancel_attribute_ownership_acquisition(_rti, handle_number(objectInstance), LentHandles(attributes)));
}

bool Services::isAttributeOwnedByFederate(In<ObjectInstanceHandle> objectInstance, In<AttributeHandle> attribute)
{
   bool out;
   check(hyla_is_attribute_owned_by_federate(_rti, handle_number(objectInstance), handle_number(attribute), &out));
   return out;
}
}
