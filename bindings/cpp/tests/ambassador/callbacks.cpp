// How callbacks come, and what becomes of what a federate throws.

#include <atomic>
#include <stdexcept>

#include "ambassador/federate.h"

using namespace HYLA_RTI;

using Callbacks = TwoFederates;

namespace
{
// Throws out of every announcement and grant; counts them.
class Thrower : public NullFederateAmbassador
{
public:
   void announceSynchronizationPoint(const std::wstring &label, const VariableLengthData &) override
   {
      ++announced;
      if (label == L"standard")
      {
         throw FederateInternalError(L"Größe");
      }
      if (label == L"library")
      {
         throw std::runtime_error("a library");
      }
      throw 7;
   }

   std::atomic<int> announced{0};
};

bool contains(const std::string &text, const std::string &part)
{
   return text.find(part) != std::string::npos;
}

// As the types of the MOM encode characters.
std::string utf16(const std::string &ascii)
{
   std::string text;
   for (const char character : ascii)
   {
      text += '\0';
      text += character;
   }
   return text;
}

std::size_t times(const std::string &text, const std::string &part)
{
   std::size_t count = 0;
   for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
   {
      ++count;
   }
   return count;
}
}

TEST_F(Callbacks, what_a_federate_throws_is_logged_once_of_a_kind_and_ends_there)
{
   one.rti->createFederationExecution(name, fom(L"traffic"));
   Thrower thrower;
   const auto rti = RTIambassadorFactory().createRTIambassador();
#if HYLA_EDITION == 2010
   rti->connect(thrower, HLA_EVOKED, settings());
#else
   rti->connect(thrower, HLA_EVOKED, RtiConfiguration::createConfiguration().withAdditionalSettings(settings()));
#endif
   rti->joinFederationExecution(L"thrower", name);

   testing::internal::CaptureStderr();
   const std::wstring labels[] = {L"standard", L"library", L"number", L"standard"};
   int announced = 0;
   for (const std::wstring &label : labels)
   {
      rti->registerFederationSynchronizationPoint(label, VariableLengthData());
      ++announced;
      for (int i = 0; i < 600 && thrower.announced < announced; ++i)
      {
         rti->evokeMultipleCallbacks(0.05, 0.1);
      }
      ASSERT_EQ(thrower.announced, announced);
      rti->synchronizationPointAchieved(label);
      // Only then may the label be used once more.
      for (int i = 0; i < 5; ++i)
      {
         rti->evokeMultipleCallbacks(0.05, 0.1);
      }
   }
   const std::string logged = testing::internal::GetCapturedStderr();

   EXPECT_EQ(times(logged, "FederateInternalError"), 1u) << logged;
   EXPECT_TRUE(contains(logged, "announceSynchronizationPoint")) << logged;
   EXPECT_TRUE(contains(logged, "Größe")) << logged;
   EXPECT_TRUE(contains(logged, "a library")) << logged;
   EXPECT_TRUE(contains(logged, "int")) << logged;
}

TEST_F(Callbacks, that_throw_are_reported_as_failed)
{
   one.rti->createFederationExecution(name, fom(L"traffic"));
   one.rti->joinFederationExecution(L"watcher", name);
   const InteractionClassHandle report =
      one.rti->getInteractionClassHandle(L"HLAmanager.HLAfederate.HLAreport.HLAreportServiceInvocation");
   one.rti->subscribeInteractionClass(report);
   Thrower thrower;
   const auto rti = RTIambassadorFactory().createRTIambassador();
#if HYLA_EDITION == 2010
   rti->connect(thrower, HLA_EVOKED, settings());
   const wchar_t *const adjust = L"HLAmanager.HLAfederate.HLAadjust.HLAsetServiceReporting";
   const wchar_t *const switched = L"HLAreportingState";
#else
   rti->connect(thrower, HLA_EVOKED, RtiConfiguration::createConfiguration().withAdditionalSettings(settings()));
   const wchar_t *const adjust = L"HLAmanager.HLAfederate.HLAadjust.HLAsetSwitches";
   const wchar_t *const switched = L"HLAserviceReporting";
#endif
   const FederateHandle thrown = rti->joinFederationExecution(L"thrower", name);
   const InteractionClassHandle on = one.rti->getInteractionClassHandle(adjust);
   one.rti->publishInteractionClass(on);
   ParameterHandleValueMap values;
   values[one.rti->getParameterHandle(on, L"HLAfederate")] = thrown.encode();
   values[one.rti->getParameterHandle(on, switched)] = bytes(std::string("\0\0\0\1", 4));
   one.rti->sendInteraction(on, values, VariableLengthData());

   testing::internal::CaptureStderr();
   const auto service = one.rti->getParameterHandle(report, L"HLAservice");
   const auto reported = [&](const std::string &name) {
      return std::find_if(one.told.interactions.begin(), one.told.interactions.end(), [&](const Interaction &report) {
         return contains(text(report.values.at(service)), utf16(name));
      });
   };
   ASSERT_TRUE(one.until([&] {
      rti->getObjectClassHandle(L"Vehicle");
      return !one.told.interactions.empty();
   }));
   rti->registerFederationSynchronizationPoint(L"standard", VariableLengthData());
   ASSERT_TRUE(one.until([&] {
      rti->evokeMultipleCallbacks(0.0, 0.01);
      return reported("nnounceSynchronizationPoint") != one.told.interactions.end();
   }));
   testing::internal::GetCapturedStderr();

   const auto success = one.rti->getParameterHandle(report, L"HLAsuccessIndicator");
   const auto exception = one.rti->getParameterHandle(report, L"HLAexception");
   const Interaction &failed = *reported("nnounceSynchronizationPoint");
   EXPECT_EQ(text(failed.values.at(success)), std::string(4, '\0'));
   EXPECT_TRUE(contains(text(failed.values.at(exception)), utf16("FederateInternalError")));
   const auto succeeded = reported("ynchronizationPointRegistrationSucceeded");
   ASSERT_NE(succeeded, one.told.interactions.end());
   EXPECT_EQ(text(succeeded->values.at(success)), std::string("\0\0\0\1", 4));
}

TEST_F(Callbacks, of_the_immediate_model_come_on_a_thread_of_the_rti)
{
   join();
   Federate three(HLA_IMMEDIATE);
   three.rti->joinFederationExecution(L"three", L"tester", name);
   const AttributeHandle speed = attribute(L"Speed");
   one.rti->publishObjectClassAttributes(car(), {speed});
   three.rti->subscribeObjectClassAttributes(car(), {speed});
   const ObjectInstanceHandle object = one.rti->registerObjectInstance(car());
   ASSERT_TRUE(three.told.wait([&] { return !three.told.discovered.empty(); }));

   one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, bytes("tag"));

   ASSERT_TRUE(three.told.wait([&] { return !three.told.reflections.empty(); }));
   EXPECT_NE(three.told.reflections.front().thread, std::this_thread::get_id());
   EXPECT_EQ(text(three.told.reflections.front().values.at(speed)), "x");
}

TEST_F(Callbacks, are_held_back_and_let_go)
{
   join();
   one.rti->disableCallbacks();
   two.rti->registerFederationSynchronizationPoint(L"held", VariableLengthData());
   ASSERT_TRUE(two.until("announced held "));
   one.rti->evokeMultipleCallbacks(0.05, 0.2);
   EXPECT_EQ(one.told.count("announced held "), 0u);

   one.rti->enableCallbacks();

   EXPECT_TRUE(one.until("announced held "));
}

TEST_F(Callbacks, one_is_evoked_at_a_time)
{
   join();
   one.rti->registerFederationSynchronizationPoint(L"a", VariableLengthData());
   one.rti->registerFederationSynchronizationPoint(L"b", VariableLengthData());
   ASSERT_TRUE(two.until([&] { return two.told.count("announced a ") + two.told.count("announced b ") == 2; }));
   // Four callbacks wait for the first by now; each call delivers one.
   const std::size_t before = one.told.events.size();
   one.rti->evokeCallback(1.0);
   EXPECT_EQ(one.told.events.size(), before + 1);
}

namespace
{
// Calls services from inside of callbacks.
class Caller : public Recorder
{
public:
   void announceSynchronizationPoint(const std::wstring &label, const VariableLengthData &tag) override
   {
      rti->synchronizationPointAchieved(label);
      try
      {
         rti->evokeCallback(0.0);
      }
      catch (const CallNotAllowedFromWithinCallback &)
      {
         note("not allowed");
      }
      Recorder::announceSynchronizationPoint(label, tag);
   }

   RTIambassador *rti = nullptr;
};
}

TEST_F(Callbacks, may_call_services)
{
   one.rti->createFederationExecution(name, fom(L"traffic"));
   Caller caller;
   const auto rti = RTIambassadorFactory().createRTIambassador();
   caller.rti = rti.get();
#if HYLA_EDITION == 2010
   rti->connect(caller, HLA_IMMEDIATE, settings());
#else
   rti->connect(caller, HLA_IMMEDIATE, RtiConfiguration::createConfiguration().withAdditionalSettings(settings()));
#endif
   rti->joinFederationExecution(L"caller", name);

   rti->registerFederationSynchronizationPoint(L"x", VariableLengthData());

   EXPECT_TRUE(caller.wait([&] { return caller.count("synchronized x 0") == 1; }));
   rti->resignFederationExecution(NO_ACTION);
   rti->disconnect();
}

TEST_F(Callbacks, an_ambassador_serves_several_threads)
{
   join();
   const AttributeHandle speed = attribute(L"Speed");
   const ObjectInstanceHandle object = shared_car({speed});
   constexpr std::size_t EACH = 50;
   std::vector<std::thread> threads;
   for (int i = 0; i < 4; ++i)
   {
      threads.emplace_back([&] {
         for (std::size_t j = 0; j < EACH; ++j)
         {
            one.rti->updateAttributeValues(object, {{speed, bytes("x")}}, bytes("tag"));
            one.rti->getObjectClassName(one.rti->getObjectClassHandle(L"Vehicle"));
         }
      });
   }
   for (std::thread &thread : threads)
   {
      thread.join();
   }

   EXPECT_TRUE(two.until([&] { return two.told.reflections.size() == 4 * EACH; }));
}
