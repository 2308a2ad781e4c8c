// Control of callbacks (clause 10).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::enableCallbacks()
{
   check(hyla_enable_callbacks(_rti));
}

void Services::disableCallbacks()
{
   check(hyla_disable_callbacks(_rti));
}
}
