// RangeBounds holds two numbers and judges neither.

#include <RTI/RangeBounds.h>
#include <gtest/gtest.h>

#include "edition.h"

using namespace HYLA_RTI;

TEST(RangeBounds, keep_what_they_are_given)
{
   RangeBounds range(3, 8);
   RangeBounds copy(range);
   range.setLowerBound(9);
   range.setUpperBound(1);
   RangeBounds assigned;
   EXPECT_EQ(assigned.getLowerBound(), 0u);
   EXPECT_EQ(assigned.getUpperBound(), 0u);
   assigned = range;

   EXPECT_EQ(copy.getLowerBound(), 3u);
   EXPECT_EQ(copy.getUpperBound(), 8u);
   EXPECT_EQ(assigned.getLowerBound(), 9u);
   EXPECT_EQ(assigned.getUpperBound(), 1u);
}
