// From the result of a function of libhyla to the exception of the API: the one place.
#pragma once

#include <hyla.h>

#include "edition.h"

namespace HYLA_RTI
{
// Throws what the last call of this thread ended with, in its own words.
[[noreturn]] void fail(hyla_exception exception);

inline void check(hyla_exception result)
{
   if (__builtin_expect(result != HYLA_OK, 0))
   {
      fail(result);
   }
}
}
