// Ownership management (clause 7).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
void Services::unconditionalAttributeOwnershipDivestiture(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &attributes,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_unconditional_attribute_ownership_divestiture(
      _rti, handle_number(objectInstance), LentHandles(attributes), lend(userSuppliedTag)));
}

void Services::attributeOwnershipAcquisitionIfAvailable(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &desiredAttributes,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_attribute_ownership_acquisition_if_available(
      _rti, handle_number(objectInstance), LentHandles(desiredAttributes), lend(userSuppliedTag)));
}

void Services::attributeOwnershipReleaseDenied(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &attributes,
   const VariableLengthData &userSuppliedTag)
{
   check(hyla_attribute_ownership_release_denied(
      _rti, handle_number(objectInstance), LentHandles(attributes), lend(userSuppliedTag)));
}

void Services::attributeOwnershipDivestitureIfWanted(
   In<ObjectInstanceHandle> objectInstance,
   const AttributeHandleSet &attributes,
   const VariableLengthData &userSuppliedTag,
   AttributeHandleSet &result)
{
   OwnedHandles out;
   check(hyla_attribute_ownership_divestiture_if_wanted(
      _rti, handle_number(objectInstance), LentHandles(attributes), lend(userSuppliedTag), out.out()));
   result = out.set<AttributeHandle>();
}

void Services::queryAttributeOwnership(In<ObjectInstanceHandle> objectInstance, const AttributeHandleSet &attributes)
{
   check(hyla_query_attribute_ownership(_rti, handle_number(objectInstance), LentHandles(attributes)));
}
}
