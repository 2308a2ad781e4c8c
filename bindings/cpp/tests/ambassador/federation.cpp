// Connections, federation executions, membership.

#include "ambassador/federate.h"

using namespace HYLA_RTI;

using Federation = TwoFederates;

TEST_F(Federation, federates_join_and_leave)
{
   join();

   EXPECT_TRUE(one_handle.isValid());
   EXPECT_FALSE(one_handle == two_handle);
   EXPECT_EQ(two.rti->getFederateName(one_handle), L"one");
   EXPECT_TRUE(two.rti->getFederateHandle(L"one") == one_handle);

   one.rti->resignFederationExecution(NO_ACTION);
   refused<FederatesCurrentlyJoined>([&] { one.rti->destroyFederationExecution(name); });
   two.rti->resignFederationExecution(NO_ACTION);
   one.rti->destroyFederationExecution(name);
   one.rti->disconnect();
   two.rti->disconnect();
}

TEST_F(Federation, a_federate_may_join_without_a_name)
{
   one.rti->createFederationExecution(name, std::vector<std::wstring>{fom(L"traffic"), fom(L"bicycles")});

   const FederateHandle handle = one.rti->joinFederationExecution(L"tester", name);

   EXPECT_FALSE(one.rti->getFederateName(handle).empty());
   EXPECT_TRUE(one.rti->getObjectClassHandle(L"Vehicle.Bicycle").isValid());
}

TEST_F(Federation, names_keep_every_character)
{
   one.rti->createFederationExecution(name, fom(L"traffic"));
   const std::wstring strange = L"Größe \U0001F600 \u65E5";

   const FederateHandle handle = one.rti->joinFederationExecution(strange, L"tester", name);

   EXPECT_EQ(one.rti->getFederateName(handle), strange);
}

TEST_F(Federation, executions_are_reported_with_the_name_of_their_time)
{
   join(L"HLAinteger64Time");
   two.rti->listFederationExecutions();

   ASSERT_TRUE(two.until("reportFederationExecutions"));
   const auto &report = two.told.executions;
   const auto mine = std::find_if(report.begin(), report.end(), [&](const FederationExecutionInformation &execution) {
      return execution.federationExecutionName == name;
   });
   ASSERT_NE(mine, report.end());
   EXPECT_EQ(mine->logicalTimeImplementationName, L"HLAinteger64Time");
}

TEST_F(Federation, what_the_rti_refuses_is_thrown_as_the_class_of_that_name)
{
   refused<AlreadyConnected>([&] { one.connect(HLA_EVOKED); });
   refused<FederationExecutionDoesNotExist>([&] { one.rti->joinFederationExecution(L"tester", L"nowhere"); });
   refused<FederationExecutionDoesNotExist>([&] { one.rti->destroyFederationExecution(L"nowhere"); });
   refused<CouldNotCreateLogicalTimeFactory>(
      [&] { one.rti->createFederationExecution(name, fom(L"traffic"), L"Sundial"); });
#if HYLA_EDITION == 2010
   refused<CouldNotOpenFDD>([&] { one.rti->createFederationExecution(name, L"/nowhere/x.xml"); });
#else
   refused<CouldNotOpenFOM>([&] { one.rti->createFederationExecution(name, L"/nowhere/x.xml"); });
#endif
   refused<DesignatorIsHLAstandardMIM>([&] {
      one.rti->createFederationExecutionWithMIM(name, {fom(L"traffic")}, L"HLAstandardMIM");
   });

   join();
   refused<FederationExecutionAlreadyExists>([&] { one.rti->createFederationExecution(name, fom(L"traffic")); });
   refused<FederateAlreadyExecutionMember>([&] { one.rti->joinFederationExecution(L"tester", name); });
   refused<FederateIsExecutionMember>([&] { one.rti->disconnect(); });
   refused<InvalidResignAction>([&] { one.rti->resignFederationExecution(static_cast<ResignAction>(99)); });
   two.rti->resignFederationExecution(NO_ACTION);
   refused<FederateNameAlreadyInUse>([&] { two.rti->joinFederationExecution(L"one", L"tester", name); });
}

TEST_F(Federation, an_ambassador_without_connection_says_so_in_every_group)
{
   Federate alone;
   const HLAfloat64Time time(1.0);
   const VariableLengthData tag;

   refused<NotConnected>([&] { alone.rti->listFederationExecutions(); });
   refused<NotConnected>([&] { alone.rti->joinFederationExecution(L"tester", name); });
   refused<NotConnected>([&] { alone.rti->resignFederationExecution(NO_ACTION); });
   refused<NotConnected>([&] { alone.rti->registerFederationSynchronizationPoint(L"x", tag); });
   refused<NotConnected>([&] { alone.rti->requestFederationSave(L"x"); });
   refused<NotConnected>([&] { alone.rti->publishObjectClassAttributes(ObjectClassHandle(), {}); });
   refused<NotConnected>([&] { alone.rti->updateAttributeValues(ObjectInstanceHandle(), {}, tag); });
   refused<NotConnected>([&] { alone.rti->updateAttributeValues(ObjectInstanceHandle(), {}, tag, time); });
   refused<NotConnected>([&] { alone.rti->isAttributeOwnedByFederate(ObjectInstanceHandle(), AttributeHandle()); });
   refused<NotConnected>([&] { alone.rti->timeAdvanceRequest(time); });
   refused<NotConnected>([&] { alone.rti->createRegion({}); });
   refused<NotConnected>([&] { alone.rti->getObjectClassHandle(L"Vehicle"); });
   refused<NotConnected>([&] { alone.rti->getTimeFactory(); });
   refused<NotConnected>([&] { alone.rti->decodeFederateHandle(tag); });
   refused<FederateNotExecutionMember>([&] { one.rti->getObjectClassHandle(L"Vehicle"); });
   refused<FederateNotExecutionMember>([&] { one.rti->timeAdvanceRequest(time); });
}

TEST_F(Federation, a_callback_model_that_does_not_exist_is_refused)
{
   Federate alone;

   refused<UnsupportedCallbackModel>([&] { alone.connect(static_cast<CallbackModel>(7)); });
   alone.connect(HLA_EVOKED);
}

TEST_F(Federation, synchronization_points_come_with_their_tag)
{
   join();
   one.rti->registerFederationSynchronizationPoint(L"all", bytes("for all"));
   ASSERT_TRUE(one.until("registered all"));
   ASSERT_TRUE(one.until("announced all for all"));
   ASSERT_TRUE(two.until("announced all for all"));

   one.rti->synchronizationPointAchieved(L"all");
   two.rti->synchronizationPointAchieved(L"all", false);
   EXPECT_TRUE(one.until("synchronized all 1"));

   one.rti->registerFederationSynchronizationPoint(L"few", VariableLengthData(), FederateHandleSet{two_handle});
   ASSERT_TRUE(two.until("announced few "));
   EXPECT_EQ(one.told.count("announced few "), 0u);
   refused<SynchronizationPointLabelNotAnnounced>([&] { one.rti->synchronizationPointAchieved(L"few"); });
}

TEST_F(Federation, a_save_is_restored)
{
   join();
   one.rti->requestFederationSave(L"label");
   for (Federate *federate : {&one, &two})
   {
      ASSERT_TRUE(federate->until("save label"));
      federate->rti->federateSaveBegun();
   }
   refused<SaveInProgress>([&] { one.rti->requestFederationSave(L"other"); });
   one.rti->queryFederationSaveStatus();
   ASSERT_TRUE(one.until("save status 2 " + std::to_string(FEDERATE_SAVING)));
   one.rti->federateSaveComplete();
   two.rti->federateSaveComplete();
   ASSERT_TRUE(one.until("saved"));
   ASSERT_TRUE(two.until("saved"));

   one.rti->requestFederationRestore(L"label");
   ASSERT_TRUE(one.until("restore of label"));
   ASSERT_TRUE(two.until("restore begun"));
   ASSERT_TRUE(one.until("restore label as one"));
   ASSERT_TRUE(two.until("restore label as two"));
   one.rti->federateRestoreComplete();
   two.rti->federateRestoreComplete();
   EXPECT_TRUE(one.until("restored"));
   EXPECT_TRUE(two.until("restored"));
}

TEST_F(Federation, an_ambassador_that_goes_away_resigns_its_federate)
{
   join();
   two.rti.reset();

   one.rti->resignFederationExecution(NO_ACTION);
   // The RTI is notified asynchronously.
   for (int i = 0; i < 300; ++i)
   {
      try
      {
         one.rti->destroyFederationExecution(name);
         return;
      }
      catch (const FederatesCurrentlyJoined &)
      {
         std::this_thread::sleep_for(std::chrono::milliseconds(100));
      }
   }
   FAIL() << "the federate is still joined";
}
