// The small structures of 2025.

#include <RTI/Typedefs.h>

namespace rti1516_2025
{
ConfigurationResult::ConfigurationResult()
   : configurationUsed(false), addressUsed(false), additionalSettingsResult(SETTINGS_IGNORED)
{}

ConfigurationResult::ConfigurationResult(
   bool configurationUsed, bool addressUsed, AdditionalSettingsResultCode settingsResultCode,
   const std::wstring &message)
   : configurationUsed(configurationUsed), addressUsed(addressUsed), additionalSettingsResult(settingsResultCode),
     message(message)
{}

FederateRestoreStatus::FederateRestoreStatus() : status(NO_RESTORE_IN_PROGRESS)
{}

FederateRestoreStatus::FederateRestoreStatus(
   const FederateHandle &preHandle, const FederateHandle &postHandle, RestoreStatus status)
   : preRestoreHandle(preHandle), postRestoreHandle(postHandle), status(status)
{}

FederationExecutionInformation::FederationExecutionInformation() = default;

FederationExecutionInformation::FederationExecutionInformation(
   const std::wstring &federationName, const std::wstring &logicalTimeImplementationName)
   : federationExecutionName(federationName), logicalTimeImplementationName(logicalTimeImplementationName)
{}

FederationExecutionMemberInformation::FederationExecutionMemberInformation() = default;

FederationExecutionMemberInformation::FederationExecutionMemberInformation(
   const std::wstring &federateName, const std::wstring &federateType)
   : federateName(federateName), federateType(federateType)
{}
}
