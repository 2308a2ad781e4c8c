// Support services (clause 10).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"

namespace HYLA_RTI
{
DimensionHandleSet Services::getAvailableDimensionsForClassAttribute(
   In<ObjectClassHandle> objectClass, In<AttributeHandle> attribute)
{
   OwnedHandles out;
   check(hyla_get_available_dimensions_for_class_attribute(
      _rti, handle_number(objectClass), handle_number(attribute), out.out()));
   return out.set<DimensionHandle>();
}
}
