// Support services (clause 10).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
TransportationTypeHandle Services::getTransportationTypeHandle(const std::wstring &transportationTypeName)
{
   hyla_transportation_type_handle out;
   check(hyla_get_transportation_type_handle(_rti, LentText(transportationTypeName), &out));
   return make_handle<TransportationTypeHandle>(out);
}

std::wstring Services::getTransportationTypeName(In<TransportationTypeHandle> transportationType)
{
   OwnedText out;
   check(hyla_get_transportation_type_name(_rti, handle_number(transportationType), out.out()));
   return out.text();
}

DimensionHandleSet Services::getAvailableDimensionsForObjectClass(In<ObjectClassHandle> objectClass)
{
   OwnedHandles out;
   check(hyla_get_available_dimensions_for_object_class(_rti, handle_number(objectClass), out.out()));
   return out.set<DimensionHandle>();
}

unsigned long Services::normalizeObjectClassHandle(In<ObjectClassHandle> objectClass)
{
   std::uint32_t out;
   check(hyla_normalize_object_class_handle(_rti, handle_number(objectClass), &out));
   return out;
}

unsigned long Services::normalizeInteractionClassHandle(In<InteractionClassHandle> interactionClass)
{
   std::uint32_t out;
   check(hyla_normalize_interaction_class_handle(_rti, handle_number(interactionClass), &out));
   return out;
}

unsigned long Services::normalizeObjectInstanceHandle(In<ObjectInstanceHandle> objectInstance)
{
   std::uint32_t out;
   check(hyla_normalize_object_instance_handle(_rti, handle_number(objectInstance), &out));
   return out;
}
}
