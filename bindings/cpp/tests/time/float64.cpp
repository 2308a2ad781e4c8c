// Properties of HLAfloat64Time alone.

#include <cmath>
#include <limits>

#include <RTI/Exception.h>
#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAfloat64Time.h>
#include <gtest/gtest.h>

#include "time/edition_times.h"

using namespace HYLA_RTI;

namespace
{
constexpr double INFINITE = std::numeric_limits<double>::infinity();
constexpr double GREATEST = std::numeric_limits<double>::max();
}

TEST(HLAfloat64Time, takes_infinity_for_the_final_time_and_minus_zero_for_zero)
{
   EXPECT_TRUE(HLAfloat64Time(INFINITE).isFinal());
   EXPECT_EQ(HLAfloat64Time(INFINITE).getTime(), GREATEST);
   EXPECT_FALSE(std::signbit(HLAfloat64Time(-0.0).getTime()));
   EXPECT_FALSE(std::signbit(HLAfloat64Interval(-0.0).getInterval()));
}

TEST(HLAfloat64Time, is_moved_even_by_an_interval_that_is_too_small_for_it)
{
   HLAfloat64Time late(1e17);
   late += HLAfloat64Interval(1.0);
   EXPECT_EQ(late.getTime(), std::nextafter(1e17, INFINITE));
   late -= HLAfloat64Interval(1.0);
   EXPECT_EQ(late.getTime(), 1e17);

   HLAfloat64Interval epsilon;
   epsilon.setEpsilon();
   HLAfloat64Time one(1.0);
   one += epsilon;
   EXPECT_EQ(one.getTime(), std::nextafter(1.0, INFINITE));
}

TEST(HLAfloat64Time, is_written_as_short_as_possible)
{
   EXPECT_EQ(HLAfloat64Time(2.5).toString(), L"2.5");
   EXPECT_EQ(HLAfloat64Time(7.0).toString(), L"7");
   EXPECT_EQ(HLAfloat64Time(0.1).toString(), L"0.1");
   EXPECT_EQ(HLAfloat64Time(123456789012345.0).toString(), L"123456789012345");
   EXPECT_EQ(HLAfloat64Time(1e16).toString(), L"1e16");
   EXPECT_EQ(HLAfloat64Time(1.5e-7).toString(), L"1.5e-7");
   EXPECT_EQ(HLAfloat64Time(1e100).toString(), L"1e100");
   EXPECT_EQ(HLAfloat64Time(GREATEST).toString(), L"1.7976931348623157e308");
   HLAfloat64Interval epsilon;
   epsilon.setEpsilon();
   EXPECT_EQ(epsilon.toString(), L"5e-324");
}

TEST(HLAfloat64Time, has_no_place_for_what_is_not_a_number)
{
   HLAfloat64Time time(1.0);
   const HLAfloat64Interval nothing(std::nan(""));

   EXPECT_THROW(time += nothing, IllegalTimeArithmetic);
   EXPECT_THROW(time -= nothing, IllegalTimeArithmetic);
   EXPECT_THROW(time += HLAfloat64Interval(INFINITE), IllegalTimeArithmetic);
   EXPECT_THROW(HLAfloat64Interval().setToDifference(time, HLAfloat64Time(std::nan(""))), IllegalTimeArithmetic);
   EXPECT_THROW(HLAfloat64Interval().decode(HLAfloat64Interval(INFINITE).encode()), CouldNotDecode);
   EXPECT_THROW(time.decode(HLAfloat64Time(std::nan("")).encode()), CouldNotDecode);
   EXPECT_EQ(time.getTime(), 1.0);
}
