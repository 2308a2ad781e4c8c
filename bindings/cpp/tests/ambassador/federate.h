// Two federates over an RTI inside this process.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#if HYLA_EDITION == 2025
#include <RTI/RtiConfiguration.h>
#endif

#include "ambassador/recorder.h"

namespace HYLA_RTI
{
// The settings of every connection of these tests.
inline std::wstring settings()
{
   const std::filesystem::path saves = std::filesystem::temp_directory_path() / "hyla-cpp-tests-saves";
   return L"rti.address=embedded; save.directory=" + saves.wstring();
}

inline std::wstring fom(const std::wstring &name)
{
   const std::filesystem::path tests = std::filesystem::path(__FILE__).parent_path();
   const std::filesystem::path foms = tests / "../../../../crates/hyla-conformance/foms";
   const std::wstring edition = HYLA_EDITION == 2010 ? L"-2010.xml" : L"-2025.xml";
   return (foms.lexically_normal() / (name + edition)).wstring();
}

// An ambassador and the callbacks of its federate.
class Federate
{
public:
   Federate() : rti(RTIambassadorFactory().createRTIambassador().release())
   {}

   explicit Federate(CallbackModel model) : Federate()
   {
      connect(model);
   }

   ~Federate()
   {
      // Before the recorder, to which callbacks may still go.
      rti.reset();
   }

   void connect(CallbackModel model)
   {
#if HYLA_EDITION == 2010
      rti->connect(told, model, settings());
#else
      rti->connect(told, model, RtiConfiguration::createConfiguration().withAdditionalSettings(settings()));
#endif
   }

   // Evokes callbacks until the predicate holds.
   testing::AssertionResult until(const std::function<bool()> &predicate)
   {
      const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
      while (!predicate())
      {
         if (std::chrono::steady_clock::now() > end)
         {
            testing::AssertionResult failure = testing::AssertionFailure()
                                            << "it did not come; there came " << told.reflections.size()
                                            << " reflections, " << told.interactions.size() << " interactions, "
                                            << told.removals.size() << " removals,";
            for (const std::string &event : told.events)
            {
               failure << " [" << event << "]";
            }
            return failure;
         }
         rti->evokeMultipleCallbacks(0.01, 0.05);
      }
      return testing::AssertionSuccess();
   }

   testing::AssertionResult until(const std::string &event)
   {
      return until([&] { return told.count(event) > 0; });
   }

   Recorder told;
   std::unique_ptr<RTIambassador> rti;
};

// A federation execution for each test, with two federates that evoke their callbacks.
class TwoFederates : public testing::Test
{
protected:
   // A name of its own: tests may run side by side.
   const std::wstring name = [] {
      const testing::TestInfo &test = *testing::UnitTest::GetInstance()->current_test_info();
      const std::string narrow = std::string(test.test_suite_name()) + "." + test.name();
      return std::wstring(narrow.begin(), narrow.end());
   }();

   Federate one{HLA_EVOKED};
   Federate two{HLA_EVOKED};
   FederateHandle one_handle;
   FederateHandle two_handle;

   void join(const std::wstring &time = L"", const std::wstring &module = L"traffic")
   {
      one.rti->createFederationExecution(name, fom(module), time);
      one_handle = one.rti->joinFederationExecution(L"one", L"tester", name);
      two_handle = two.rti->joinFederationExecution(L"two", L"tester", name);
   }

   ObjectClassHandle car()
   {
      return one.rti->getObjectClassHandle(L"Vehicle.Car");
   }

   AttributeHandle attribute(const std::wstring &attribute)
   {
      return one.rti->getAttributeHandle(car(), attribute);
   }

   InteractionClassHandle message()
   {
      return one.rti->getInteractionClassHandle(L"Message");
   }

   // An instance of the first federate that the second one knows.
   ObjectInstanceHandle shared_car(const AttributeHandleSet &attributes)
   {
      one.rti->publishObjectClassAttributes(car(), attributes);
      two.rti->subscribeObjectClassAttributes(car(), attributes);
      const ObjectInstanceHandle object = one.rti->registerObjectInstance(car());
      EXPECT_TRUE(two.until([&] { return !two.told.discovered.empty(); }));
      return object;
   }

   // Runs `service`, which has to be refused with `Refusal`, not with one of its like, and with words.
   template <typename Refusal, typename Service>
   static void refused(Service service)
   {
      try
      {
         service();
         FAIL() << "not refused";
      }
      catch (const Refusal &exception)
      {
         EXPECT_EQ(typeid(exception), typeid(Refusal));
         EXPECT_FALSE(exception.what().empty());
      }
      catch (const Exception &exception)
      {
         const std::wstring words = exception.what();
         FAIL() << typeid(exception).name() << ": " << std::string(words.begin(), words.end());
      }
   }
};
}
