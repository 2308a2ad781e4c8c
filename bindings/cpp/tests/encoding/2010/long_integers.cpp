// A federate that is compiled with RTI_USE_64BIT_LONGS asks the same library for members that take a long.

#define RTI_USE_64BIT_LONGS

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

#include <RTI/VariableLengthData.h>
#include <RTI/encoding/BasicDataElements.h>

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

namespace
{

using namespace rti1516e;

static_assert(std::is_same<Integer64, long>::value, "what this test is about");

template <class Class>
void takesLongs(const char * encodingOfFive)
{
   Class one(5L);
   EXPECT_EQ(one.get(), 5L);
   const VariableLengthData data = one.encode();
   ASSERT_EQ(data.size(), 8u);
   EXPECT_EQ(std::string(static_cast<const char *>(data.data()), 8), std::string(encodingOfFive, 8));

   long memory = 7;
   Class outside(&memory);
   outside.decode(data);
   EXPECT_EQ(memory, 5L);
   outside.set(8L);
   EXPECT_EQ(memory, 8L);
   outside = 9L;
   EXPECT_EQ(static_cast<long>(outside), 9L);
   long more = 0;
   outside.setDataPointer(&more);
   outside = one;
   EXPECT_EQ(more, 5L);
   EXPECT_EQ(memory, 9L);
}

}

TEST(LongIntegers, AreOneTypeWithLongLongIntegers)
{
   takesLongs<HLAinteger64BE>("\0\0\0\0\0\0\0\5");
   takesLongs<HLAinteger64LE>("\5\0\0\0\0\0\0\0");
}
