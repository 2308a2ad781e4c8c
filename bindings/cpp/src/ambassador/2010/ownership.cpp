// Ownership management, in the form of 2010: without some tags, and about one attribute at a time.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
namespace
{
// Services that have a tag in 2025 only.
constexpr hyla_bytes NO_TAG = {nullptr, 0};
}

void Ambassador::unconditionalAttributeOwnershipDivestiture(
   ObjectInstanceHandle object, const AttributeHandleSet &attributes)
{
   check(hyla_unconditional_attribute_ownership_divestiture(
      _rti, handle_number(object), LentHandles(attributes), NO_TAG));
}

void Ambassador::attributeOwnershipAcquisitionIfAvailable(
   ObjectInstanceHandle object, const AttributeHandleSet &attributes)
{
   check(hyla_attribute_ownership_acquisition_if_available(
      _rti, handle_number(object), LentHandles(attributes), NO_TAG));
}

void Ambassador::attributeOwnershipReleaseDenied(
   ObjectInstanceHandle object, const AttributeHandleSet &attributes)
{
   check(hyla_attribute_ownership_release_denied(_rti, handle_number(object), LentHandles(attributes), NO_TAG));
}

void Ambassador::attributeOwnershipDivestitureIfWanted(
   ObjectInstanceHandle object, const AttributeHandleSet &attributes, AttributeHandleSet &divested)
{
   OwnedHandles taken;
   check(hyla_attribute_ownership_divestiture_if_wanted(
      _rti, handle_number(object), LentHandles(attributes), NO_TAG, taken.out()));
   divested = taken.set<AttributeHandle>();
}

void Ambassador::queryAttributeOwnership(ObjectInstanceHandle object, AttributeHandle attribute)
{
   const std::uint64_t number = handle_number(attribute);
   check(hyla_query_attribute_ownership(_rti, handle_number(object), hyla_handles{&number, 1}));
}
}
