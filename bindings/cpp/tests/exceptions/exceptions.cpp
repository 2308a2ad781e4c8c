// Every exception, thrown where the federate is and caught there, with its type from the library.

#include <sstream>
#include <typeinfo>

#include <RTI/Exception.h>
#include <gtest/gtest.h>

#include "edition.h"
#include "exceptions/exception_list.h"

using namespace HYLA_RTI;

#define HYLA_CAUGHT(Name, number)                                                                                      \
   TEST(ExceptionsOfTheApi, Name##_is_caught_by_its_class_and_as_Exception)                                            \
   {                                                                                                                   \
      try                                                                                                              \
      {                                                                                                                \
         throw Name(L"because");                                                                                       \
      }                                                                                                                \
      catch (const Name &caught)                                                                                       \
      {                                                                                                                \
         EXPECT_EQ(caught.what(), L"because");                                                                         \
      }                                                                                                                \
      try                                                                                                              \
      {                                                                                                                \
         throw Name(L"because");                                                                                       \
      }                                                                                                                \
      catch (const Exception &caught)                                                                                  \
      {                                                                                                                \
         EXPECT_EQ(typeid(caught), typeid(Name));                                                                      \
         EXPECT_EQ(caught.what(), L"because");                                                                         \
      }                                                                                                                \
      Name copy(Name(L"other"));                                                                                       \
      copy = Name(L"because");                                                                                         \
      EXPECT_EQ(copy.what(), L"because");                                                                              \
   }

HYLA_EXCEPTIONS(HYLA_CAUGHT)

TEST(ExceptionsOfTheApi, are_written_to_a_stream)
{
   std::wostringstream stream;
   stream << NotConnected(L"connect first");
#if HYLA_EDITION == 2010
   EXPECT_EQ(stream.str(), L"connect first");
#else
   EXPECT_EQ(stream.str(), L"NotConnected: connect first");
   EXPECT_EQ(NotConnected(L"").name(), L"NotConnected");
#endif
}
