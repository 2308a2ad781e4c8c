// Handles from their encodings.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
FederateHandle Ambassador::decodeFederateHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_federate_handle(_rti, lend(encoded), &handle));
   return make_handle<FederateHandle>(handle);
}

ObjectClassHandle Ambassador::decodeObjectClassHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_object_class_handle(_rti, lend(encoded), &handle));
   return make_handle<ObjectClassHandle>(handle);
}

InteractionClassHandle Ambassador::decodeInteractionClassHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_interaction_class_handle(_rti, lend(encoded), &handle));
   return make_handle<InteractionClassHandle>(handle);
}

ObjectInstanceHandle Ambassador::decodeObjectInstanceHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_object_instance_handle(_rti, lend(encoded), &handle));
   return make_handle<ObjectInstanceHandle>(handle);
}

AttributeHandle Ambassador::decodeAttributeHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_attribute_handle(_rti, lend(encoded), &handle));
   return make_handle<AttributeHandle>(handle);
}

ParameterHandle Ambassador::decodeParameterHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_parameter_handle(_rti, lend(encoded), &handle));
   return make_handle<ParameterHandle>(handle);
}

DimensionHandle Ambassador::decodeDimensionHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_dimension_handle(_rti, lend(encoded), &handle));
   return make_handle<DimensionHandle>(handle);
}

MessageRetractionHandle Ambassador::decodeMessageRetractionHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_message_retraction_handle(_rti, lend(encoded), &handle));
   return make_handle<MessageRetractionHandle>(handle);
}

RegionHandle Ambassador::decodeRegionHandle(const VariableLengthData &encoded) const
{
   std::uint64_t handle;
   check(hyla_decode_region_handle(_rti, lend(encoded), &handle));
   return make_handle<RegionHandle>(handle);
}
}
