// Services that have another name in 2010, and transportation types.
#include "../call.h"

using namespace over;

hyla_exception hyla_reserve_multiple_object_instance_names(hyla_rti rti, hyla_texts names)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->reserveMultipleObjectInstanceNames(over::names(names));
   });
}

hyla_exception hyla_release_multiple_object_instance_names(hyla_rti rti, hyla_texts names)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->releaseMultipleObjectInstanceNames(over::names(names));
   });
}

hyla_exception hyla_get_transportation_type_handle(hyla_rti rti, hyla_text name, hyla_transportation_type_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) { return ambassador->getTransportationTypeHandle(text(name)); });
}

hyla_exception hyla_get_transportation_type_name(
   hyla_rti rti,
   hyla_transportation_type_handle transportation,
   hyla_owned_text *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      return ambassador->getTransportationTypeName(ambassador.transportation(transportation));
   });
}
