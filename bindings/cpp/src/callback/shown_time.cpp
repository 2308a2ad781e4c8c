// A time of libhyla as the federate sees it in a callback.

#include "callback/shown_time.h"

#include <cstring>

namespace HYLA_RTI
{
ShownTime::ShownTime(const Connection &connection, hyla_time time)
{
   if (const CustomTime *custom = connection.times->custom(connection.rti))
   {
      _custom = custom->decode(time.bits);
      if (_custom == nullptr)
      {
         throw RTIinternalError(L"the factory of " + custom->name() + L" decoded a time to a null pointer");
      }
      _time = _custom.get();
   }
   else if (time.representation == HYLA_INTEGER64)
   {
      _time = &_integer.emplace(static_cast<Integer64>(time.bits));
   }
   else
   {
      double value;
      std::memcpy(&value, &time.bits, sizeof(value));
      _time = &_float.emplace(value);
   }
}
}
