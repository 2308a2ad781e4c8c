// The small structures of 2025.

#include <RTI/RtiConfiguration.h>
#include <RTI/Typedefs.h>
#include <gtest/gtest.h>

#include "types/handle_access.h"

using namespace rti1516_2025;

TEST(Structures, keep_what_they_are_constructed_from)
{
   const FederateHandle federate = make_handle<FederateHandle>(3);

   const FederateRestoreStatus status(federate, FederateHandle(), FEDERATE_RESTORING);
   EXPECT_EQ(status.preRestoreHandle, federate);
   EXPECT_EQ(status.status, FEDERATE_RESTORING);
   EXPECT_EQ(FederateRestoreStatus().status, NO_RESTORE_IN_PROGRESS);

   EXPECT_EQ(FederationExecutionInformation(L"Air", L"HLAfloat64Time").federationExecutionName, L"Air");
   EXPECT_EQ(FederationExecutionMemberInformation(L"tower", L"Tower").federateType, L"Tower");
   EXPECT_EQ(FederationExecutionMemberInformation().federateName, L"");

   const ConfigurationResult result(true, false, SETTINGS_APPLIED, L"fine");
   EXPECT_TRUE(result.configurationUsed);
   EXPECT_FALSE(result.addressUsed);
   EXPECT_EQ(result.additionalSettingsResult, SETTINGS_APPLIED);
   EXPECT_EQ(result.message, L"fine");
   EXPECT_EQ(ConfigurationResult().additionalSettingsResult, SETTINGS_IGNORED);
}

TEST(RtiConfiguration, is_filled_piece_by_piece)
{
   const RtiConfiguration configuration =
      RtiConfiguration::createConfiguration()
         .withConfigurationName(L"lab")
         .withRtiAddress(L"10.0.0.1")
         .withAdditionalSettings(L"log.level=debug");

   EXPECT_EQ(configuration.configurationName(), L"lab");
   EXPECT_EQ(configuration.rtiAddress(), L"10.0.0.1");
   EXPECT_EQ(configuration.additionalSettings(), L"log.level=debug");
   EXPECT_EQ(RtiConfiguration::createConfiguration().rtiAddress(), L"");
}
