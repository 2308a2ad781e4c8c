// The two standard times, by the rules that both share.

#include <limits>
#include <sstream>

#include <RTI/Exception.h>
#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAfloat64Time.h>
#include <RTI/time/HLAfloat64TimeFactory.h>
#include <RTI/time/HLAinteger64Interval.h>
#include <RTI/time/HLAinteger64Time.h>
#include <RTI/time/HLAinteger64TimeFactory.h>
#include <gtest/gtest.h>

#include "time/edition_times.h"

using namespace HYLA_RTI;

namespace
{
struct Integer
{
   using Time = HLAinteger64Time;
   using Interval = HLAinteger64Interval;
   using Factory = HLAinteger64TimeFactory;
   using OtherTime = HLAfloat64Time;
   using OtherInterval = HLAfloat64Interval;
   using Value = Integer64;
   static const wchar_t *name()
   {
      return L"HLAinteger64Time";
   }
};

struct Float
{
   using Time = HLAfloat64Time;
   using Interval = HLAfloat64Interval;
   using Factory = HLAfloat64TimeFactory;
   using OtherTime = HLAinteger64Time;
   using OtherInterval = HLAinteger64Interval;
   using Value = double;
   static const wchar_t *name()
   {
      return L"HLAfloat64Time";
   }
};
}

template <typename Kind>
class Times : public testing::Test
{};
using BothKinds = testing::Types<Integer, Float>;
TYPED_TEST_SUITE(Times, BothKinds);

TYPED_TEST(Times, start_at_the_initial_time)
{
   typename TypeParam::Time time;
   EXPECT_TRUE(time.isInitial());
   EXPECT_FALSE(time.isFinal());

   time.setFinal();
   EXPECT_TRUE(time.isFinal());
   EXPECT_EQ(time.getTime(), std::numeric_limits<typename TypeParam::Value>::max());

   time.setInitial();
   EXPECT_EQ(time.getTime(), 0);
   EXPECT_EQ(time.implementationName(), TypeParam::name());
}

TYPED_TEST(Times, are_copied_and_assigned_within_one_implementation)
{
   const typename TypeParam::Time five(5);
   typename TypeParam::Time assigned;
   assigned = five;
   const LogicalTime &base = five;
   typename TypeParam::Time from_base(base);
   LogicalTime &assigned_base = from_base;
   assigned_base = typename TypeParam::Time(6);

   EXPECT_EQ(assigned.getTime(), 5);
   EXPECT_EQ(from_base.getTime(), 6);
   EXPECT_EQ(static_cast<typename TypeParam::Value>(five), 5);

   const typename TypeParam::OtherTime other(5);
   const LogicalTime &other_base = other;
   EXPECT_THROW(typename TypeParam::Time{other_base}, InvalidLogicalTime);
   EXPECT_THROW(assigned_base = other_base, InvalidLogicalTime);
}

TYPED_TEST(Times, are_compared_within_one_implementation)
{
   const typename TypeParam::Time five(5);
   const typename TypeParam::Time six(6);
   const LogicalTime &base = six;

   EXPECT_TRUE(five < base);
   EXPECT_TRUE(five <= base);
   EXPECT_FALSE(five > base);
   EXPECT_FALSE(five >= base);
   EXPECT_FALSE(five == base);
   EXPECT_TRUE(six == base);
   EXPECT_TRUE(six <= base);
   EXPECT_TRUE(six >= base);

   const typename TypeParam::OtherTime other(5);
   const LogicalTime &other_base = other;
   EXPECT_THROW((void)(five < other_base), InvalidLogicalTime);
   EXPECT_THROW((void)(five <= other_base), InvalidLogicalTime);
   EXPECT_THROW((void)(five > other_base), InvalidLogicalTime);
   EXPECT_THROW((void)(five >= other_base), InvalidLogicalTime);
   EXPECT_THROW((void)(five == other_base), InvalidLogicalTime);
}

TYPED_TEST(Times, move_by_intervals)
{
   typename TypeParam::Time time(5);
   time += typename TypeParam::Interval(3);
   EXPECT_EQ(time.getTime(), 8);
   time -= typename TypeParam::Interval(7);
   EXPECT_EQ(time.getTime(), 1);
   EXPECT_THROW(time += typename TypeParam::OtherInterval(1), InvalidLogicalTimeInterval);
   EXPECT_THROW(time -= typename TypeParam::OtherInterval(1), InvalidLogicalTimeInterval);
}

TYPED_TEST(Times, never_leave_their_range_and_stay_where_they_are_if_asked_to)
{
   typename TypeParam::Interval epsilon;
   epsilon.setEpsilon();
   typename TypeParam::Time time;
   EXPECT_THROW(time -= epsilon, IllegalTimeArithmetic);
   EXPECT_TRUE(time.isInitial());

   time.setFinal();
   EXPECT_THROW(time += epsilon, IllegalTimeArithmetic);
   EXPECT_TRUE(time.isFinal());

   typename TypeParam::Interval zero;
   time += zero;
   EXPECT_TRUE(time.isFinal());
}

TYPED_TEST(Times, are_as_far_apart_whichever_is_the_later)
{
   const typename TypeParam::Time five(5);
   const typename TypeParam::Time nine(9);
   typename TypeParam::Interval interval;

   interval.setToDifference(nine, five);
   EXPECT_EQ(interval.getInterval(), 4);
   interval.setToDifference(five, nine);
   EXPECT_EQ(interval.getInterval(), 4);
   EXPECT_THROW(interval.setToDifference(five, typename TypeParam::OtherTime(1)), InvalidLogicalTime);
   EXPECT_THROW(interval.setToDifference(typename TypeParam::OtherTime(1), five), InvalidLogicalTime);
}

TYPED_TEST(Times, are_encoded_in_eight_bytes)
{
   const typename TypeParam::Time time(5);
   const VariableLengthData data = time.encode();
   ASSERT_EQ(data.size(), 8u);
   EXPECT_EQ(time.encodedLength(), 8u);

   char bytes[9] = "";
   EXPECT_EQ(time.encode(bytes, sizeof(bytes)), 8u);
   EXPECT_EQ(std::string(bytes, 8), std::string(static_cast<const char *>(data.data()), 8));
   EXPECT_THROW(time.encode(bytes, 7), CouldNotEncode);

   typename TypeParam::Time decoded;
   decoded.decode(data);
   EXPECT_EQ(decoded.getTime(), 5);
   decoded.setInitial();
   decoded.decode(bytes, 8);
   EXPECT_EQ(decoded.getTime(), 5);
}

TYPED_TEST(Times, are_not_decoded_from_other_lengths_or_from_numbers_below_zero)
{
   char bytes[20] = "";
   typename TypeParam::Time time(5);
   typename TypeParam::Interval interval(5);
   for (size_t length = 0; length <= sizeof(bytes); ++length)
   {
      if (length != 8)
      {
         EXPECT_THROW(time.decode(bytes, length), CouldNotDecode) << length;
         EXPECT_THROW(interval.decode(bytes, length), CouldNotDecode) << length;
         EXPECT_THROW(time.decode(VariableLengthData(bytes, length)), CouldNotDecode) << length;
      }
   }
   typename TypeParam::Time(-1).encode(bytes, sizeof(bytes));
   EXPECT_THROW(time.decode(bytes, 8), CouldNotDecode);
   EXPECT_THROW(interval.decode(bytes, 8), CouldNotDecode);
   EXPECT_EQ(time.getTime(), 5);
   EXPECT_EQ(interval.getInterval(), 5);
}

TYPED_TEST(Times, hold_what_is_no_time_so_that_a_service_can_refuse_it)
{
   EXPECT_EQ(typename TypeParam::Time(-1).getTime(), -1);
   EXPECT_EQ(typename TypeParam::Interval(-1).getInterval(), -1);
}

TYPED_TEST(Times, are_written_as_numbers)
{
   std::wostringstream stream;
   const typename TypeParam::Time time(7);
   const typename TypeParam::Interval interval(2);
   stream << static_cast<const LogicalTime &>(time) << L' ' << static_cast<const LogicalTimeInterval &>(interval);
   EXPECT_EQ(stream.str(), L"7 2");
}

TYPED_TEST(Times, have_intervals_that_are_compared_and_added)
{
   typename TypeParam::Interval interval(5);
   EXPECT_FALSE(interval.isZero());
   interval += typename TypeParam::Interval(2);
   EXPECT_EQ(interval.getInterval(), 7);
   interval -= typename TypeParam::Interval(6);
   EXPECT_EQ(static_cast<typename TypeParam::Value>(interval), 1);
   EXPECT_THROW(interval -= typename TypeParam::Interval(2), IllegalTimeArithmetic);
   EXPECT_THROW(
      interval += typename TypeParam::Interval(std::numeric_limits<typename TypeParam::Value>::max()) +=
      typename TypeParam::Interval(std::numeric_limits<typename TypeParam::Value>::max()),
      IllegalTimeArithmetic);
   EXPECT_EQ(interval.getInterval(), 1);

   interval.setZero();
   EXPECT_TRUE(interval.isZero());
   typename TypeParam::Interval epsilon;
   epsilon.setEpsilon();
   EXPECT_TRUE(epsilon.isEpsilon());
   const LogicalTimeInterval &base = epsilon;
   EXPECT_TRUE(interval < base);
   EXPECT_TRUE(interval <= base);
   EXPECT_FALSE(interval > base);
   EXPECT_FALSE(interval >= base);
   EXPECT_FALSE(interval == base);
   interval = base;
   EXPECT_TRUE(interval == base);
   EXPECT_EQ(interval.implementationName(), TypeParam::name());

   const typename TypeParam::OtherInterval other(1);
   const LogicalTimeInterval &other_base = other;
   EXPECT_THROW((void)(interval < other_base), InvalidLogicalTimeInterval);
   EXPECT_THROW((void)(interval == other_base), InvalidLogicalTimeInterval);
   EXPECT_THROW(interval = other_base, InvalidLogicalTimeInterval);
   EXPECT_THROW(interval += other_base, InvalidLogicalTimeInterval);
   EXPECT_THROW(typename TypeParam::Interval{other_base}, InvalidLogicalTimeInterval);
}

TYPED_TEST(Times, are_made_by_their_factory)
{
   typename TypeParam::Factory factory;
   const typename TypeParam::Time time(5);
   const VariableLengthData data = time.encode();
   char bytes[8];
   time.encode(bytes, sizeof(bytes));

   EXPECT_EQ(factory.getName(), TypeParam::name());
   EXPECT_TRUE(factory.makeInitial()->isInitial());
   EXPECT_TRUE(factory.makeFinal()->isFinal());
   EXPECT_TRUE(factory.makeZero()->isZero());
   EXPECT_TRUE(factory.makeEpsilon()->isEpsilon());
   EXPECT_EQ(factory.makeLogicalTime(5)->getTime(), 5);
   EXPECT_EQ(factory.makeLogicalTimeInterval(5)->getInterval(), 5);
   EXPECT_TRUE(*factory.decodeLogicalTime(data) == time);
   EXPECT_TRUE(*factory.decodeLogicalTime(bytes, 8) == time);
   EXPECT_EQ(factory.decodeLogicalTimeInterval(data)->toString(), L"5");
   EXPECT_EQ(factory.decodeLogicalTimeInterval(bytes, 8)->toString(), L"5");
   EXPECT_THROW(factory.decodeLogicalTime(bytes, 7), CouldNotDecode);
}
