// Every exception, thrown where the federate is and caught there, with its type from the library.

#include <set>
#include <sstream>
#include <string>
#include <typeindex>
#include <typeinfo>

#include <RTI/Exception.h>
#include <gtest/gtest.h>

#include "edition.h"
#include "exceptions/exception_list.h"

using namespace HYLA_RTI;

namespace
{
// Whether an exception of this class is caught by it, and as Exception with the class still to be seen.
template <typename Name>
void is_caught(const char *name)
{
   SCOPED_TRACE(name);
   bool by_class = false;
   try
   {
      throw Name(L"because");
   }
   catch (const Name &caught)
   {
      by_class = true;
      EXPECT_EQ(caught.what(), L"because");
   }
   EXPECT_TRUE(by_class);

   bool as_exception = false;
   try
   {
      throw Name(L"because");
   }
   catch (const Exception &caught)
   {
      as_exception = true;
      EXPECT_EQ(typeid(caught), typeid(Name));
      EXPECT_EQ(caught.what(), L"because");
#if HYLA_EDITION == 2025
      const std::wstring told = caught.name();
      EXPECT_EQ(std::string(told.begin(), told.end()), name);
#endif
   }
   EXPECT_TRUE(as_exception);

   Name copy(L"other");
   copy = Name(L"because");
   EXPECT_EQ(copy.what(), L"because");
}
}

TEST(ExceptionsOfTheApi, are_caught_by_their_class_and_as_Exception)
{
#define HYLA_CAUGHT(Name, number) is_caught<Name>(#Name);
   HYLA_EXCEPTIONS(HYLA_CAUGHT)
}

TEST(ExceptionsOfTheApi, are_each_of_a_class_of_their_own)
{
   std::set<std::type_index> classes;
#define HYLA_CLASS(Name, number) EXPECT_TRUE(classes.insert(typeid(Name)).second) << #Name;
   HYLA_EXCEPTIONS(HYLA_CLASS)
}

TEST(ExceptionsOfTheApi, are_written_to_a_stream)
{
   std::wostringstream stream;
   stream << NotConnected(L"connect first");
#if HYLA_EDITION == 2010
   EXPECT_EQ(stream.str(), L"connect first");
#else
   EXPECT_EQ(stream.str(), L"NotConnected: connect first");
#endif
}
