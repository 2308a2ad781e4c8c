// Services that are called while the process ends.

#include <cstdio>
#include <cstdlib>

#include "ambassador/federate.h"

using namespace HYLA_RTI;

namespace
{
const wchar_t *const ATTRIBUTES[] = {
   L"HLAfederateHandle",
   L"HLAfederateName",
   L"HLAfederateType",
   L"HLAfederateHost",
   L"HLARTIversion",
   L"HLAtimeConstrained",
   L"HLAtimeRegulating",
   L"HLAasynchronousDelivery",
   L"HLAfederateState",
   L"HLAtimeManagerState",
   L"HLAlogicalTime",
   L"HLAlookahead",
   L"HLAGALT",
   L"HLALITS",
   L"HLAROlength",
   L"HLATSOlength",
   L"HLAreflectionsReceived",
   L"HLAupdatesSent",
   L"HLAinteractionsReceived",
   L"HLAinteractionsSent",
   L"HLAobjectInstancesThatCanBeDeleted",
   L"HLAobjectInstancesUpdated",
   L"HLAobjectInstancesReflected",
   L"HLAobjectInstancesDeleted",
   L"HLAobjectInstancesRemoved",
   L"HLAobjectInstancesRegistered",
   L"HLAobjectInstancesDiscovered",
};

// A federate that leaves its federation in its destructor.
class Leaver
{
public:
   Leaver()
   {
      _federate.rti->createFederationExecution(NAME, fom(L"traffic"));
      _federate.rti->joinFederationExecution(L"leaver", NAME);
      // More than have room on the stack.
      subscribe(17);
      _federate.rti->evokeMultipleCallbacks(0.1, 0.1);
   }

   ~Leaver()
   {
      try
      {
         subscribe(std::size(ATTRIBUTES));
         _federate.rti->evokeMultipleCallbacks(0.1, 0.1);
         _federate.rti->resignFederationExecution(NO_ACTION);
         _federate.rti->destroyFederationExecution(NAME);
         _federate.rti->disconnect();
      }
      catch (const Exception &exception)
      {
         std::fprintf(stderr, "%ls\n", exception.what().c_str());
         std::_Exit(1);
      }
   }

private:
   static constexpr const wchar_t *NAME = L"Ending";

   void subscribe(std::size_t count)
   {
      const ObjectClassHandle federates = _federate.rti->getObjectClassHandle(L"HLAmanager.HLAfederate");
      AttributeHandleSet attributes;
      for (std::size_t i = 0; i < count; ++i)
      {
         attributes.insert(_federate.rti->getAttributeHandle(federates, ATTRIBUTES[i]));
      }
      _federate.rti->subscribeObjectClassAttributes(federates, attributes);
   }

   Federate _federate{HLA_EVOKED};
};

// Ends the process with a static object that leaves its federation.
[[noreturn]] void leave(const char *log_level)
{
   setenv("HYLA_LOG_LEVEL", log_level, 1);
   static const Leaver leaver;
   std::exit(0);
}
}

TEST(Ending, a_static_object_leaves_its_federation_in_its_destructor)
{
   testing::FLAGS_gtest_death_test_style = "threadsafe";

   EXPECT_EXIT(leave("off"), testing::ExitedWithCode(0), "^$");
}

TEST(Ending, a_static_object_leaves_its_federation_in_its_destructor_while_everything_is_logged)
{
   testing::FLAGS_gtest_death_test_style = "threadsafe";

   EXPECT_EXIT(leave("trace"), testing::ExitedWithCode(0), "joined as leaver");
}
