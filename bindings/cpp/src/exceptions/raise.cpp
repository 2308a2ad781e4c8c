// From the numbers of the C interface to the exceptions of the API.

#include "exceptions/raise.h"

#include <RTI/Exception.h>

#include "exceptions/exception_list.h"

namespace HYLA_RTI
{
[[noreturn]] void raise(std::int32_t number, const std::wstring &message)
{
   switch (number)
   {
#define HYLA_THROW(Name, constant)                                                                                     \
   case constant:                                                                                                      \
      throw Name(message);

      HYLA_EXCEPTIONS(HYLA_THROW)

#undef HYLA_THROW
   default:
      throw RTIinternalError(
         L"exception " + std::to_wstring(number) + L" of libhyla, which this edition lacks: " + message);
   }
}
}
