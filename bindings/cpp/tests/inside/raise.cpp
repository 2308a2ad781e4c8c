// From the numbers of the C interface to the exceptions.

#include "exceptions/raise.h"

#include <RTI/Exception.h>
#include <gtest/gtest.h>

#include "exceptions/exception_list.h"

using namespace HYLA_RTI;

namespace
{
template <typename Name>
void is_raised(std::int32_t number, const char *name)
{
   EXPECT_THROW(raise(number, L""), Name) << name;
}
}

TEST(Raise, throws_the_exception_of_every_number)
{
#define HYLA_RAISED(Name, number) is_raised<Name>(number, #Name);
   HYLA_EXCEPTIONS(HYLA_RAISED)
}

TEST(Raise, throws_an_internal_error_for_what_the_edition_lacks)
{
   try
   {
      raise(
#if HYLA_EDITION == 2010
         HYLA_UNAUTHORIZED,
#else
         HYLA_COULD_NOT_OPEN_FDD,
#endif
         L"because");
   }
   catch (const RTIinternalError &error)
   {
      EXPECT_NE(error.what().find(L"because"), std::wstring::npos) << "the words are kept";
      return;
   }
   FAIL() << "nothing was thrown";
}
