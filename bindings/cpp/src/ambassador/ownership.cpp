// Ownership management.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::negotiatedAttributeOwnershipDivestiture(
   In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag)
{
   check(hyla_negotiated_attribute_ownership_divestiture(
      _rti, handle_number(object), LentHandles(attributes), lend(tag)));
}

void Ambassador::confirmDivestiture(In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag)
{
   check(hyla_confirm_divestiture(_rti, handle_number(object), LentHandles(attributes), lend(tag)));
}

void Ambassador::attributeOwnershipAcquisition(
   In<ObjectInstanceHandle> object, const Attributes &attributes, const Tag &tag)
{
   check(hyla_attribute_ownership_acquisition(_rti, handle_number(object), LentHandles(attributes), lend(tag)));
}

void Ambassador::cancelNegotiatedAttributeOwnershipDivestiture(
   In<ObjectInstanceHandle> object, const Attributes &attributes)
{
   check(hyla_cancel_negotiated_attribute_ownership_divestiture(
      _rti, handle_number(object), LentHandles(attributes)));
}

void Ambassador::cancelAttributeOwnershipAcquisition(In<ObjectInstanceHandle> object, const Attributes &attributes)
{
   check(hyla_cancel_attribute_ownership_acquisition(_rti, handle_number(object), LentHandles(attributes)));
}

bool Ambassador::isAttributeOwnedByFederate(In<ObjectInstanceHandle> object, In<AttributeHandle> attribute)
{
   bool owned;
   check(hyla_is_attribute_owned_by_federate(_rti, handle_number(object), handle_number(attribute), &owned));
   return owned;
}
}
