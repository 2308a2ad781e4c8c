// From the result of a function of libhyla to the exception of the API.

#include "ambassador/check.h"

#include "ambassador/take.h"
#include "exceptions/raise.h"

namespace HYLA_RTI
{
[[noreturn]] void fail(hyla_exception exception)
{
   raise(exception, wide(hyla_last_message()));
}
}
