// A map of values that serves from callback to callback.

#include <RTI/Typedefs.h>
#include <gtest/gtest.h>

#include "edition.h"
#include "types/handle_access.h"
#include "types/variable_length_data_access.h"

using namespace HYLA_RTI;

TEST(BorrowedData, is_pointed_elsewhere_without_touching_what_it_pointed_at)
{
   char first[] = "first";
   char second[] = "second";
   AttributeHandleValueMap values;
   VariableLengthData &value = values[make_handle<AttributeHandle>(1)];

   VariableLengthDataFriend::borrow(value, first, 5);
   const AttributeHandleValueMap kept = values;
   VariableLengthDataFriend::borrow(value, second, 6);

   EXPECT_EQ(value.data(), second);
   EXPECT_EQ(value.size(), 6u);
   EXPECT_EQ(kept.begin()->second.size(), 5u);
   EXPECT_NE(kept.begin()->second.data(), first);
   EXPECT_STREQ(first, "first");
}

TEST(BorrowedData, frees_what_a_federate_gave_before)
{
   // A leak shows under the address sanitizer.
   char bytes[] = "lent";
   VariableLengthData value;
   value.takeDataPointer(new char[3], 3);

   VariableLengthDataFriend::borrow(value, bytes, 4);

   EXPECT_EQ(value.data(), bytes);
}
