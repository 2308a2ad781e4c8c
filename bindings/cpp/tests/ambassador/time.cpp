// Time management, with both of the standard's times.

#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAinteger64Interval.h>

#include "ambassador/federate.h"

using namespace HYLA_RTI;

using Time = TwoFederates;

namespace
{
// A time and an interval of classes that no federation has.
class OddTime : public HLAfloat64Time
{
public:
   using HLAfloat64Time::HLAfloat64Time;
};
}

class TimeManaged : public TwoFederates
{
protected:
   AttributeHandle speed;
   ObjectInstanceHandle object;

   // The first federate regulates, the second one is constrained, and updates of Speed are sent by time stamp.
   void start(const LogicalTimeInterval &lookahead, const std::wstring &time)
   {
      join(time);
      speed = attribute(L"Speed");
      object = shared_car({speed});
      one.rti->changeAttributeOrderType(object, {speed}, TIMESTAMP);
      one.rti->enableTimeRegulation(lookahead);
      ASSERT_TRUE(one.until([&] { return !one.told.last_time.empty(); }));
      two.rti->enableTimeConstrained();
      ASSERT_TRUE(two.until([&] { return !two.told.last_time.empty(); }));
   }
};

TEST_F(TimeManaged, messages_come_in_order_with_time_and_retraction)
{
   start(HLAinteger64Interval(1), L"HLAinteger64Time");
   const MessageRetractionHandle retraction =
      one.rti->updateAttributeValues(object, {{speed, bytes("ten")}}, VariableLengthData(), HLAinteger64Time(10));
   EXPECT_TRUE(retraction.isValid());
   one.rti->updateAttributeValues(object, {{speed, bytes("five")}}, VariableLengthData(), HLAinteger64Time(5));

   one.rti->timeAdvanceRequest(HLAinteger64Time(20));
   two.rti->timeAdvanceRequest(HLAinteger64Time(20));
   const std::string granted = [] {
      const std::wstring shown = HLAinteger64Time(20).toString();
      return "granted " + std::string(shown.begin(), shown.end());
   }();
   ASSERT_TRUE(one.until(granted));
   ASSERT_TRUE(two.until(granted));

   ASSERT_EQ(two.told.reflections.size(), 2u);
   const Reflection &first = two.told.reflections[0];
   EXPECT_EQ(text(first.values.at(speed)), "five");
   EXPECT_EQ(first.time, HLAinteger64Time(5).toString());
   EXPECT_EQ(first.sent_order, TIMESTAMP);
   EXPECT_EQ(first.received_order, TIMESTAMP);
   const Reflection &second = two.told.reflections[1];
   EXPECT_EQ(text(second.values.at(speed)), "ten");
   ASSERT_TRUE(second.retraction.has_value());
   EXPECT_TRUE(second.retraction->isValid());

   HLAinteger64Time time;
   two.rti->queryLogicalTime(time);
   EXPECT_EQ(time.getTime(), 20);
   ASSERT_TRUE(two.rti->queryGALT(time));
   EXPECT_EQ(time.getTime(), 21);
   ASSERT_TRUE(two.rti->queryLITS(time));
   EXPECT_EQ(time.getTime(), 21);
   EXPECT_FALSE(one.rti->queryGALT(time));
   HLAinteger64Interval lookahead;
   one.rti->queryLookahead(lookahead);
   EXPECT_EQ(lookahead.getInterval(), 1);
   one.rti->modifyLookahead(HLAinteger64Interval(3));
   one.rti->queryLookahead(lookahead);
   EXPECT_EQ(lookahead.getInterval(), 3);
}

TEST_F(TimeManaged, doubles_keep_every_bit)
{
   start(HLAfloat64Interval(0.1), L"");
   const double odd = 1.0 / 3.0 + 1.0;

   one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, VariableLengthData(), HLAfloat64Time(odd));
   one.rti->timeAdvanceRequest(HLAfloat64Time(5.0));
   two.rti->nextMessageRequest(HLAfloat64Time(5.0));

   ASSERT_TRUE(two.until([&] { return two.told.reflections.size() == 1; }));
   EXPECT_EQ(two.told.reflections.front().time, HLAfloat64Time(odd).toString());
   ASSERT_TRUE(two.until([&] { return two.told.last_time == HLAfloat64Time(odd).toString(); }));
   HLAfloat64Time time;
   two.rti->queryLogicalTime(time);
   EXPECT_EQ(time.getTime(), odd);
}

TEST_F(TimeManaged, a_message_is_taken_back)
{
   start(HLAfloat64Interval(1.0), L"HLAfloat64Time");
   const MessageRetractionHandle retraction =
      one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, VariableLengthData(), HLAfloat64Time(4.0));
   one.rti->retract(retraction);
   refused<MessageCanNoLongerBeRetracted>([&] { one.rti->retract(retraction); });
   refused<InvalidMessageRetractionHandle>([&] { one.rti->retract(MessageRetractionHandle()); });

   one.rti->timeAdvanceRequest(HLAfloat64Time(10.0));
   two.rti->timeAdvanceRequest(HLAfloat64Time(10.0));
   const std::wstring shown = HLAfloat64Time(10.0).toString();
   ASSERT_TRUE(two.until([&] { return two.told.last_time == shown; }));
   EXPECT_TRUE(two.told.reflections.empty());
}

TEST_F(TimeManaged, deletions_and_interactions_have_times_too)
{
   start(HLAfloat64Interval(1.0), L"");
   one.rti->publishInteractionClass(message());
   two.rti->subscribeInteractionClass(message());
   ASSERT_TRUE(one.until("turnInteractionsOn"));
   one.rti->changeInteractionOrderType(message(), TIMESTAMP);
   EXPECT_TRUE(one.rti->sendInteraction(message(), {}, bytes("tag"), HLAfloat64Time(2.0)).isValid());
   // The right to delete is sent by time stamp as it is.
   EXPECT_TRUE(one.rti->deleteObjectInstance(object, bytes("end"), HLAfloat64Time(3.0)).isValid());

   one.rti->timeAdvanceRequest(HLAfloat64Time(10.0));
   two.rti->timeAdvanceRequest(HLAfloat64Time(10.0));
   ASSERT_TRUE(two.until([&] { return !two.told.interactions.empty() && !two.told.removals.empty(); }));
   EXPECT_EQ(two.told.interactions.front().time, HLAfloat64Time(2.0).toString());
   EXPECT_TRUE(two.told.interactions.front().retraction.has_value());
   EXPECT_EQ(two.told.removals.front().time, HLAfloat64Time(3.0).toString());
   EXPECT_TRUE(two.told.removals.front().retraction.has_value());
}

TEST_F(TimeManaged, a_save_waits_for_its_time)
{
   start(HLAfloat64Interval(1.0), L"");
   one.rti->requestFederationSave(L"later", HLAfloat64Time(5.0));
   one.rti->timeAdvanceRequest(HLAfloat64Time(10.0));
   two.rti->timeAdvanceRequest(HLAfloat64Time(10.0));

   EXPECT_TRUE(two.until([&] {
      return std::any_of(two.told.events.begin(), two.told.events.end(), [](const std::string &event) {
         return event.rfind("save later at ", 0) == 0;
      });
   }));
}

TEST_F(TimeManaged, a_flush_is_granted_in_the_form_of_the_edition)
{
   start(HLAfloat64Interval(1.0), L"");
   two.rti->flushQueueRequest(HLAfloat64Time(8.0));
#if HYLA_EDITION == 2010
   EXPECT_TRUE(two.until([&] {
      return std::any_of(two.told.events.begin(), two.told.events.end(), [](const std::string &event) {
         return event.rfind("granted ", 0) == 0;
      });
   }));
#else
   EXPECT_TRUE(two.until([&] {
      return std::any_of(two.told.events.begin(), two.told.events.end(), [](const std::string &event) {
         return event.rfind("flushed ", 0) == 0;
      });
   }));
#endif
}

TEST_F(Time, a_time_of_a_federate_that_does_not_regulate_is_told_without_retraction)
{
   join();
   const AttributeHandle speed = attribute(L"Speed");
   const ObjectInstanceHandle object = shared_car({speed});

   const MessageRetractionHandle retraction =
      one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, VariableLengthData(), HLAfloat64Time(7.0));

   EXPECT_FALSE(retraction.isValid());
   ASSERT_TRUE(two.until([&] { return !two.told.reflections.empty(); }));
   const Reflection &reflection = two.told.reflections.front();
   EXPECT_EQ(reflection.time, HLAfloat64Time(7.0).toString());
   EXPECT_EQ(reflection.sent_order, RECEIVE);
   EXPECT_EQ(reflection.received_order, RECEIVE);
   EXPECT_FALSE(reflection.retraction.has_value());
}

TEST_F(Time, times_of_another_implementation_are_refused)
{
   join(L"HLAinteger64Time");
   refused<InvalidLogicalTime>([&] { one.rti->timeAdvanceRequest(HLAfloat64Time(1.0)); });
   refused<InvalidLookahead>([&] { one.rti->enableTimeRegulation(HLAfloat64Interval(1.0)); });
   HLAfloat64Time time;
   refused<RTIinternalError>([&] { one.rti->queryLogicalTime(time); });
}

TEST_F(Time, a_class_derived_from_a_time_is_one)
{
   join();
   one.rti->timeAdvanceRequest(OddTime(3.0));
   ASSERT_TRUE(one.until([&] { return one.told.last_time == HLAfloat64Time(3.0).toString(); }));
   OddTime time;
   one.rti->queryLogicalTime(time);
   EXPECT_EQ(time.getTime(), 3.0);
}

TEST_F(Time, the_factory_is_that_of_the_federation)
{
   join(L"HLAinteger64Time");

   const auto factory = one.rti->getTimeFactory();

   EXPECT_EQ(factory->getName(), L"HLAinteger64Time");
   EXPECT_TRUE(factory->makeInitial()->isInitial());
}
