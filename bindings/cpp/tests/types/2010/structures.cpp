// The small structures of 2010.

#include <RTI/Typedefs.h>
#include <gtest/gtest.h>

#include "types/handle_access.h"

using namespace rti1516e;

TEST(Structures, keep_what_they_are_constructed_from)
{
   const FederateHandle federate = make_handle<FederateHandle>(3);
   const RegionHandleSet regions = {make_handle<RegionHandle>(1), make_handle<RegionHandle>(2)};

   const FederateRestoreStatus status(federate, FederateHandle(), FEDERATE_RESTORING);
   EXPECT_EQ(status.preRestoreHandle, federate);
   EXPECT_FALSE(status.postRestoreHandle.isValid());
   EXPECT_EQ(status.status, FEDERATE_RESTORING);

   const FederationExecutionInformation execution(L"Air", L"HLAfloat64Time");
   EXPECT_EQ(execution.federationExecutionName, L"Air");
   EXPECT_EQ(execution.logicalTimeImplementationName, L"HLAfloat64Time");

   EXPECT_FALSE(SupplementalReflectInfo().hasProducingFederate);
   EXPECT_FALSE(SupplementalReflectInfo(federate).hasSentRegions);
   EXPECT_EQ(SupplementalReflectInfo(federate).producingFederate, federate);
   EXPECT_FALSE(SupplementalReflectInfo(regions).hasProducingFederate);
   EXPECT_EQ(SupplementalReflectInfo(regions).sentRegions, regions);
   EXPECT_TRUE(SupplementalReflectInfo(federate, regions).hasProducingFederate);
   EXPECT_TRUE(SupplementalReflectInfo(federate, regions).hasSentRegions);

   EXPECT_FALSE(SupplementalReceiveInfo().hasSentRegions);
   EXPECT_EQ(SupplementalReceiveInfo(federate).producingFederate, federate);
   EXPECT_EQ(SupplementalReceiveInfo(regions).sentRegions, regions);
   EXPECT_EQ(SupplementalReceiveInfo(federate, regions).sentRegions, regions);

   EXPECT_FALSE(SupplementalRemoveInfo().hasProducingFederate);
   EXPECT_TRUE(SupplementalRemoveInfo(federate).hasProducingFederate);
}
