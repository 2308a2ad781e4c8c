// Transportation types, as 2010 has them: an enumeration of two.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"
#include "callback/2010/transportation.h"

namespace HYLA_RTI
{
namespace
{
// The handles of the standard's transportation types: the two that every object model begins with.
constexpr hyla_transportation_type_handle RELIABLE_HANDLE = 1;
constexpr hyla_transportation_type_handle BEST_EFFORT_HANDLE = 2;

// Zero, which is refused, for a value that is none of the enumeration's.
hyla_transportation_type_handle handle_of(TransportationType type)
{
   switch (type)
   {
   case RELIABLE:
      return RELIABLE_HANDLE;
   case BEST_EFFORT:
      return BEST_EFFORT_HANDLE;
   }
   return 0;
}
}

TransportationType transportation_type(hyla_rti rti, hyla_transportation_type_handle handle)
{
   if (handle == RELIABLE_HANDLE || handle == BEST_EFFORT_HANDLE)
   {
      return handle == RELIABLE_HANDLE ? RELIABLE : BEST_EFFORT;
   }
   // One of the federation's own, which the enumeration has not: the one that does the same.
   bool reliable;
   const bool known = hyla_transportation_is_reliable(rti, handle, &reliable) == HYLA_OK;
   return known && !reliable ? BEST_EFFORT : RELIABLE;
}

void Ambassador::requestAttributeTransportationTypeChange(
   ObjectInstanceHandle object, const AttributeHandleSet &attributes, TransportationType type)
{
   check(hyla_request_attribute_transportation_type_change(
      _rti, handle_number(object), LentHandles(attributes), handle_of(type)));
}

void Ambassador::requestInteractionTransportationTypeChange(
   InteractionClassHandle interactionClass, TransportationType type)
{
   check(hyla_request_interaction_transportation_type_change(
      _rti, handle_number(interactionClass), handle_of(type)));
}

TransportationType Ambassador::getTransportationType(const std::wstring &name)
{
   hyla_transportation_type_handle handle;
   check(hyla_get_transportation_type_handle(_rti, LentText(name), &handle));
   return transportation_type(_rti, handle);
}

std::wstring Ambassador::getTransportationName(TransportationType type)
{
   OwnedText name;
   check(hyla_get_transportation_type_name(_rti, handle_of(type), name.out()));
   return name.text();
}
}
