// A federation with times of its own: its factory is in this program, which comes before libfedtime.

#include <future>

#include "ambassador/federate.h"
#include "ambassador/test_times.h"

namespace
{
// Called by the thread that asks for a factory, if set.
std::function<void()> before_factory;
}

namespace HYLA_RTI
{
OwnedTime<LogicalTimeFactory> LogicalTimeFactoryFactory::makeLogicalTimeFactory(const std::wstring &name)
{
   if (before_factory)
   {
      std::exchange(before_factory, nullptr)();
   }
   if (name == Ticks::NAME)
   {
      return OwnedTime<LogicalTimeFactory>(new TestFactory<Ticks>());
   }
   if (name == Seconds::NAME)
   {
      return OwnedTime<LogicalTimeFactory>(new TestFactory<Seconds>());
   }
   if (name == Backwards::NAME)
   {
      return OwnedTime<LogicalTimeFactory>(new TestFactory<Backwards>());
   }
   return HLAlogicalTimeFactoryFactory::makeLogicalTimeFactory(name);
}
}

using namespace HYLA_RTI;

using CustomTimes = TwoFederates;

TEST_F(CustomTimes, are_sent_and_granted)
{
   join(Ticks::NAME);
   const AttributeHandle speed = attribute(L"Speed");
   const ObjectInstanceHandle object = shared_car({speed});
   one.rti->changeAttributeOrderType(object, {speed}, TIMESTAMP);
   one.rti->enableTimeRegulation(TestInterval<Ticks>(2));
   ASSERT_TRUE(one.until("regulating TestTicks 0"));
   two.rti->enableTimeConstrained();
   ASSERT_TRUE(two.until("constrained TestTicks 0"));

   one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, VariableLengthData(), TestTime<Ticks>(7));
   one.rti->timeAdvanceRequest(TestTime<Ticks>(10));
   two.rti->timeAdvanceRequest(TestTime<Ticks>(10));

   ASSERT_TRUE(one.until("granted TestTicks 10"));
   ASSERT_TRUE(two.until("granted TestTicks 10"));
   ASSERT_EQ(two.told.reflections.size(), 1u);
   EXPECT_EQ(two.told.reflections.front().time, L"TestTicks 7");
   TestTime<Ticks> time;
   two.rti->queryLogicalTime(time);
   EXPECT_EQ(time.value, 10);
   TestInterval<Ticks> lookahead;
   one.rti->queryLookahead(lookahead);
   EXPECT_EQ(lookahead.value, 2);
   EXPECT_EQ(two.rti->getTimeFactory()->getName(), Ticks::NAME);
}

TEST_F(CustomTimes, of_doubles_are_sent_too)
{
   join(Seconds::NAME);
   one.rti->timeAdvanceRequest(TestTime<Seconds>(2.5));

   ASSERT_TRUE(one.until([&] { return one.told.last_time == TestTime<Seconds>(2.5).toString(); }));
}

TEST_F(CustomTimes, do_not_mix_with_those_of_the_standard)
{
   join(Ticks::NAME);
   refused<InvalidLogicalTime>([&] { one.rti->timeAdvanceRequest(HLAinteger64Time(1)); });
   refused<InvalidLogicalTime>([&] { one.rti->timeAdvanceRequest(TestTime<Seconds>(1.0)); });
   HLAinteger64Time time;
   refused<RTIinternalError>([&] { one.rti->queryLogicalTime(time); });
}

TEST_F(CustomTimes, are_reported_by_their_name)
{
   join(Ticks::NAME);
   two.rti->listFederationExecutions();

   ASSERT_TRUE(two.until("reportFederationExecutions"));
   EXPECT_TRUE(std::any_of(
      two.told.executions.begin(), two.told.executions.end(), [&](const FederationExecutionInformation &execution) {
         return execution.federationExecutionName == name && execution.logicalTimeImplementationName == Ticks::NAME;
      }));
}

TEST_F(CustomTimes, that_the_rti_cannot_count_with_are_refused_with_the_reason)
{
   try
   {
      one.rti->createFederationExecution(name, fom(L"traffic"), Backwards::NAME);
      FAIL();
   }
   catch (const CouldNotCreateLogicalTimeFactory &exception)
   {
      EXPECT_NE(exception.what().find(L"not as 0"), std::wstring::npos);
   }
   refused<CouldNotCreateLogicalTimeFactory>(
      [&] { one.rti->createFederationExecution(name, fom(L"traffic"), L"Sundial"); });
}

TEST_F(CustomTimes, of_another_federation_are_no_times_of_a_standard_one)
{
   join(L"HLAinteger64Time");
   refused<InvalidLogicalTime>([&] { one.rti->timeAdvanceRequest(TestTime<Ticks>(1)); });
   refused<InvalidLookahead>([&] { one.rti->enableTimeRegulation(TestInterval<Ticks>(1)); });
   Federate alone;
   refused<NotConnected>([&] { alone.rti->timeAdvanceRequest(TestTime<Ticks>(1)); });
}

namespace
{
// Uses a time in the first callback after joining.
class Early : public NullFederateAmbassador
{
public:
   explicit Early(RTIambassador &called) : rti(called)
   {}

   void announceSynchronizationPoint(const std::wstring &, const VariableLengthData &) override
   {
      begun.set_value();
      try
      {
         rti.timeAdvanceRequest(TestTime<Ticks>(1));
         outcome.set_value(L"");
      }
      catch (const Exception &exception)
      {
         outcome.set_value(exception.what());
      }
   }

   RTIambassador &rti;
   std::promise<void> begun;
   std::promise<std::wstring> outcome;
};
}

TEST_F(CustomTimes, can_be_used_in_callbacks_that_come_before_joining_has_returned)
{
   join(Ticks::NAME);
   one.rti->registerFederationSynchronizationPoint(L"early", VariableLengthData());
   ASSERT_TRUE(two.until("announced early "));
   const auto rti = RTIambassadorFactory().createRTIambassador();
   Early early(*rti);
#if HYLA_EDITION == 2010
   rti->connect(early, HLA_IMMEDIATE, settings());
#else
   rti->connect(early, HLA_IMMEDIATE, RtiConfiguration::createConfiguration().withAdditionalSettings(settings()));
#endif
   std::future<std::wstring> outcome = early.outcome.get_future();
   // The federate has joined, and finds out about the federation's time.
   before_factory = [&] {
      early.begun.get_future().wait_for(std::chrono::seconds(30));
      // Time for the callback to fail; it waits for the factory, too.
      outcome.wait_for(std::chrono::milliseconds(200));
   };

   rti->joinFederationExecution(L"early", L"tester", name);

   ASSERT_EQ(outcome.wait_for(std::chrono::seconds(30)), std::future_status::ready);
   EXPECT_EQ(outcome.get(), L"");
   rti->resignFederationExecution(NO_ACTION);
   rti->disconnect();
}
