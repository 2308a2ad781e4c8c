// When callbacks come.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
bool Ambassador::evokeCallback(double minimum)
{
   bool more;
   const hyla_exception result = hyla_evoke_callback(_rti, minimum, &more);
   tsan::acquire(_times.get());
   check(result);
   return more;
}

bool Ambassador::evokeMultipleCallbacks(double minimum, double maximum)
{
   bool more;
   const hyla_exception result = hyla_evoke_multiple_callbacks(_rti, minimum, maximum, &more);
   tsan::acquire(_times.get());
   check(result);
   return more;
}
}
