// Handles from the bytes that `encode` wrote.
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
FederateHandle Services::decodeFederateHandle(const VariableLengthData &encodedValue) const
{
   hyla_federate_handle out;
   check(hyla_decode_federate_handle(_rti, lend(encodedValue), &out));
   return make_handle<FederateHandle>(out);
}

ObjectClassHandle Services::decodeObjectClassHandle(const VariableLengthData &encodedValue) const
{
   hyla_object_class_handle out;
   check(hyla_decode_object_class_handle(_rti, lend(encodedValue), &out));
   return make_handle<ObjectClassHandle>(out);
}

InteractionClassHandle Services::decodeInteractionClassHandle(const VariableLengthData &encodedValue) const
{
   hyla_interaction_class_handle out;
   check(hyla_decode_interaction_class_handle(_rti, lend(encodedValue), &out));
   return make_handle<InteractionClassHandle>(out);
}

ObjectInstanceHandle Services::decodeObjectInstanceHandle(const VariableLengthData &encodedValue) const
{
   hyla_object_instance_handle out;
   check(hyla_decode_object_instance_handle(_rti, lend(encodedValue), &out));
   return make_handle<ObjectInstanceHandle>(out);
}

AttributeHandle Services::decodeAttributeHandle(const VariableLengthData &encodedValue) const
{
   hyla_attribute_handle out;
   check(hyla_decode_attribute_handle(_rti, lend(encodedValue), &out));
   return make_handle<AttributeHandle>(out);
}

ParameterHandle Services::decodeParameterHandle(const VariableLengthData &encodedValue) const
{
   hyla_parameter_handle out;
   check(hyla_decode_parameter_handle(_rti, lend(encodedValue), &out));
   return make_handle<ParameterHandle>(out);
}

DimensionHandle Services::decodeDimensionHandle(const VariableLengthData &encodedValue) const
{
   hyla_dimension_handle out;
   check(hyla_decode_dimension_handle(_rti, lend(encodedValue), &out));
   return make_handle<DimensionHandle>(out);
}

MessageRetractionHandle Services::decodeMessageRetractionHandle(const VariableLengthData &encodedValue) const
{
   hyla_message_retraction_handle out;
   check(hyla_decode_message_retraction_handle(_rti, lend(encodedValue), &out));
   return make_handle<MessageRetractionHandle>(out);
}

RegionHandle Services::decodeRegionHandle(const VariableLengthData &encodedValue) const
{
   hyla_region_handle out;
   check(hyla_decode_region_handle(_rti, lend(encodedValue), &out));
   return make_handle<RegionHandle>(out);
}
}
