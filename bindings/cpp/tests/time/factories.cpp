// Which factory a name leads to.

#include <RTI/time/HLAfloat64Time.h>
#include <gtest/gtest.h>

#include "time/edition_times.h"

using namespace HYLA_RTI;

TEST(TimeFactories, are_found_by_name_and_float_is_the_default)
{
   for (const auto make :
        {HLAlogicalTimeFactoryFactory::makeLogicalTimeFactory, LogicalTimeFactoryFactory::makeLogicalTimeFactory})
   {
      EXPECT_EQ(make(L"HLAinteger64Time")->getName(), L"HLAinteger64Time");
      EXPECT_EQ(make(L"HLAfloat64Time")->getName(), L"HLAfloat64Time");
      EXPECT_EQ(make(L"")->getName(), L"HLAfloat64Time");
      EXPECT_EQ(make(L"hlafloat64time").get(), nullptr);
   }
}

namespace
{
// A federate's own interval under the name of a standard one is not that one.
class Imposter : public HLAfloat64Time
{
public:
   std::wstring implementationName() const override
   {
      return L"HLAinteger64Time";
   }
};
}

TEST(TimeFactories, a_derived_time_is_one_of_its_base)
{
   EXPECT_TRUE(HLAfloat64Time(0.0) == static_cast<const LogicalTime &>(Imposter()));
}
