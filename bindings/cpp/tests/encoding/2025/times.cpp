// HLAlogicalTime and HLAlogicalTimeInterval.

#include "../support.h"
#include "ambassador_with_times.h"

#include <RTI/encoding/HLAlogicalTime.h>
#include <RTI/encoding/HLAlogicalTimeInterval.h>
#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAfloat64Time.h>
#include <RTI/time/HLAfloat64TimeFactory.h>
#include <RTI/time/HLAinteger64Interval.h>
#include <RTI/time/HLAinteger64Time.h>
#include <RTI/time/HLAinteger64TimeFactory.h>

using namespace encoding_tests;

namespace
{

template <class Factory>
std::unique_ptr<LogicalTimeFactory> make()
{
   return std::unique_ptr<LogicalTimeFactory>(new Factory());
}

const AmbassadorWithTimes integers(make<HLAinteger64TimeFactory>);
const AmbassadorWithTimes floats(make<HLAfloat64TimeFactory>);

}

TEST(LogicalTimeElement, IsACountAndTheEncodingOfTheTime)
{
   HLAlogicalTime other(&integers);
   EXPECT_EQ(digits(encoded(other)), "00 00 00 08 00 00 00 00 00 00 00 00");
   const HLAlogicalTime element(&integers, HLAinteger64Time(5));
   expectEncoding(element, "00 00 00 08 00 00 00 00 00 00 00 05", other);
   HLAinteger64Time time;
   other.get(time);
   EXPECT_EQ(time.getTime(), 5);
   EXPECT_EQ(&other.set(HLAinteger64Time(7)), &other);
   EXPECT_EQ(digits(encoded(other)), "00 00 00 08 00 00 00 00 00 00 00 07");
   EXPECT_EQ(other.getOctetBoundary(), 4u);
   expectClone(other);
   EXPECT_EQ(&other.decode(block(bytes("00 00 00 08 00 00 00 00 00 00 00 09"))), &other);

   HLAlogicalTime otherFloat(&floats);
   expectEncoding(HLAlogicalTime(&floats, HLAfloat64Time(2.5)), "00 00 00 08 40 04 00 00 00 00 00 00", otherFloat);
}

TEST(LogicalTimeElement, OfIntervals)
{
   HLAlogicalTimeInterval other(&integers);
   EXPECT_EQ(digits(encoded(other)), "00 00 00 08 00 00 00 00 00 00 00 00");
   expectEncoding(HLAlogicalTimeInterval(&integers, HLAinteger64Interval(5)), "00 00 00 08 00 00 00 00 00 00 00 05", other);
   HLAinteger64Interval interval;
   other.get(interval);
   EXPECT_EQ(interval.getInterval(), 5);
   EXPECT_EQ(&other.set(HLAinteger64Interval(6)), &other);
   EXPECT_EQ(digits(encoded(other)), "00 00 00 08 00 00 00 00 00 00 00 06");
   HLAlogicalTimeInterval otherFloat(&floats);
   expectEncoding(HLAlogicalTimeInterval(&floats, HLAfloat64Interval(2.5)), "00 00 00 08 40 04 00 00 00 00 00 00", otherFloat);
   EXPECT_FALSE(other.isSameTypeAs(otherFloat));
   EXPECT_FALSE(other.isSameTypeAs(HLAlogicalTime(&integers)));
}

TEST(LogicalTimeElement, WhatIsNoTimeIsRefused)
{
   HLAlogicalTime element(&integers, HLAinteger64Time(5));
   for (const char * hex : {"00 00 00 00", "00 00 00 04 00 00 00 01", "FF FF FF FF 00", "7F FF FF FF 00"}) {
      EXPECT_THROW(element.decode(block(bytes(hex))), EncoderException) << hex;
   }
   EXPECT_EQ(digits(encoded(element)), "00 00 00 08 00 00 00 00 00 00 00 05");
   EXPECT_THROW(element.set(HLAfloat64Time(1.0)), InvalidLogicalTime);
   HLAfloat64Time wrong;
   EXPECT_THROW(element.get(wrong), InvalidLogicalTime);
   EXPECT_THROW(HLAlogicalTime(&integers, HLAfloat64Time(1.0)), InvalidLogicalTime);
   EXPECT_THROW(HLAlogicalTime(nullptr), EncoderException);
   EXPECT_THROW(HLAlogicalTimeInterval(nullptr), EncoderException);
   EXPECT_FALSE(element.isSameTypeAs(HLAlogicalTime(&floats)));
}

TEST(LogicalTimeElement, AnAmbassadorThatIsNotJoinedSaysSo)
{
   const AmbassadorWithTimes absent([]() -> std::unique_ptr<LogicalTimeFactory> {
      throw FederateNotExecutionMember(L"not joined");
   });
   EXPECT_THROW(HLAlogicalTime element(&absent), FederateNotExecutionMember);
}

TEST(LogicalTimeElement, IsCopiedWithoutTheAmbassador)
{
   std::unique_ptr<AmbassadorWithTimes> ambassador(new AmbassadorWithTimes(make<HLAinteger64TimeFactory>));
   const HLAlogicalTime element(ambassador.get(), HLAinteger64Time(5));
   ambassador.reset();
   expectClone(element);
   HLAvariableArray array(element);
   array.addElement(element);
   EXPECT_EQ(digits(encoded(array)), "00 00 00 01 00 00 00 08 00 00 00 00 00 00 00 05");
}
