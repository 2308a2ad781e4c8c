// Time management (clause 8).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::changeDefaultAttributeOrderType(
   In<ObjectClassHandle> objectClass, const AttributeHandleSet &attributes, OrderType orderType)
{
   check(hyla_change_default_attribute_order_type(
      _rti, handle_number(objectClass), LentHandles(attributes), static_cast<hyla_order_type>(orderType)));
}
}
