// From the numbers of the C interface to the exceptions.

#include "exceptions/raise.h"

#include <RTI/Exception.h>
#include <gtest/gtest.h>

#include "exceptions/exception_list.h"

using namespace HYLA_RTI;

#define HYLA_RAISED(Name, number)                                                                                      \
   TEST(Raise, number##_throws_its_exception)                                                                          \
   {                                                                                                                   \
      EXPECT_THROW(raise(number, L""), Name);                                                                          \
   }

HYLA_EXCEPTIONS(HYLA_RAISED)

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
