// Checks of the RTI on times that a federation brings itself.

#include "ambassador/custom_time.h"

#include <RTI/time/HLAfloat64TimeFactory.h>
#include <RTI/time/HLAinteger64TimeFactory.h>
#include <gtest/gtest.h>

#include "ambassador/test_times.h"

using namespace HYLA_RTI;

namespace
{
std::unique_ptr<const CustomTime> probed(LogicalTimeFactory *factory, std::wstring &words)
{
   return CustomTime::probe(std::unique_ptr<LogicalTimeFactory>(factory), L"Mine", words);
}

std::unique_ptr<const CustomTime> usable(LogicalTimeFactory *factory)
{
   std::wstring words;
   auto custom = probed(factory, words);
   EXPECT_NE(custom, nullptr) << std::string(words.begin(), words.end());
   return custom;
}

std::wstring objection(LogicalTimeFactory *factory)
{
   std::wstring words;
   EXPECT_EQ(probed(factory, words), nullptr);
   EXPECT_EQ(words.find(L"the RTI cannot count with times of Mine: "), 0u);
   return words;
}

bool contains(const std::wstring &text, const std::wstring &part)
{
   return text.find(part) != std::wstring::npos;
}

// A factory that fails to make what it is asked for.
class Failing : public TestFactory<Ticks>
{
public:
   OwnedTime<LogicalTimeInterval> makeEpsilon() override
   {
      throw InternalError(L"no epsilon today");
   }
};
}

TEST(CustomTime, whole_numbers_count_as_integers)
{
   const auto custom = usable(new TestFactory<Ticks>());

   EXPECT_EQ(custom->representation(), HYLA_INTEGER64);
   EXPECT_EQ(custom->name_and_representation(), L"Mine\x1fHLAinteger64Time");
}

TEST(CustomTime, seconds_count_as_doubles_although_the_first_ones_look_like_integers)
{
   const auto custom = usable(new TestFactory<Seconds>());

   EXPECT_EQ(custom->representation(), HYLA_FLOAT64);
   EXPECT_EQ(custom->name_and_representation(), L"Mine\x1fHLAfloat64Time");
}

TEST(CustomTime, the_standard_times_count_as_themselves)
{
   EXPECT_EQ(usable(new HLAinteger64TimeFactory())->representation(), HYLA_INTEGER64);
   EXPECT_EQ(usable(new HLAfloat64TimeFactory())->representation(), HYLA_FLOAT64);
}

TEST(CustomTime, what_cannot_be_counted_with_is_told_with_what_was_found)
{
   EXPECT_TRUE(contains(objection(new TestFactory<Wide>()), L"9 bytes"));
   const std::wstring backwards = objection(new TestFactory<Backwards>());
   EXPECT_TRUE(contains(backwards, L"the initial time is encoded as 1000000, not as 0"));
   EXPECT_TRUE(contains(objection(new Failing()), L"no epsilon today"));
}

TEST(CustomTime, times_are_read_and_written_if_they_are_its_own)
{
   const auto custom = usable(new TestFactory<Ticks>());
   TestTime<Ticks> time(42);
   TestInterval<Ticks> interval(7);
   TestTime<Seconds> foreign(1.0);

   EXPECT_EQ(custom->bits(time), 42u);
   EXPECT_EQ(custom->bits(interval), 7u);
   EXPECT_EQ(custom->bits(foreign), std::nullopt);
   EXPECT_TRUE(custom->store(43, time));
   EXPECT_EQ(time.value, 43);
   EXPECT_TRUE(custom->store(8, interval));
   EXPECT_EQ(interval.value, 8);
   EXPECT_FALSE(custom->store(1, foreign));
   EXPECT_EQ(TestTime<Ticks>::of(*custom->decode(44)), 44);
}
