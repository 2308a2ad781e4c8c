// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Sets, maps, lists and small structures of the API.

#pragma once

#include <RTI/SpecificConfig.h>
#include <set>
#include <map>
#include <vector>
#include <RTI/Enums.h>
#include <RTI/Handle.h>

namespace rti1516_2025
{
   typedef std::set<AttributeHandle> AttributeHandleSet;
   typedef std::set<InteractionClassHandle> InteractionClassHandleSet;
   typedef std::set<ParameterHandle> ParameterHandleSet;
   typedef std::set<FederateHandle> FederateHandleSet;
   typedef std::set<DimensionHandle> DimensionHandleSet;
   typedef std::set<RegionHandle> RegionHandleSet;
   typedef std::map<AttributeHandle, VariableLengthData> AttributeHandleValueMap;
   typedef std::map<ParameterHandle, VariableLengthData> ParameterHandleValueMap;
   typedef std::pair<AttributeHandleSet, RegionHandleSet> AttributeHandleSetRegionHandleSetPair;
   typedef std::vector<AttributeHandleSetRegionHandleSetPair> AttributeHandleSetRegionHandleSetPairVector;
   typedef std::pair<FederateHandle, SaveStatus> FederateHandleSaveStatusPair;
   typedef std::vector<FederateHandleSaveStatusPair> FederateHandleSaveStatusPairVector;

   /// Outcome of connect for an RtiConfiguration.
   class RTI_EXPORT ConfigurationResult
   {
   public:
      ConfigurationResult();
      ConfigurationResult(
         bool configurationUsed,
         bool addressUsed,
         AdditionalSettingsResultCode settingsResultCode,
         const std::wstring &message = L"");
      bool configurationUsed;
      bool addressUsed;
      AdditionalSettingsResultCode additionalSettingsResult;
      std::wstring message;
   };

   /// How far one federate is with a restore, and which handle it had and will have.
   class RTI_EXPORT FederateRestoreStatus
   {
   public:
      FederateRestoreStatus();
      FederateRestoreStatus(
         const FederateHandle &preHandle,
         const FederateHandle &postHandle,
         RestoreStatus status);
      FederateHandle preRestoreHandle;
      FederateHandle postRestoreHandle;
      RestoreStatus status;
   };

   typedef std::vector<FederateRestoreStatus> FederateRestoreStatusVector;

   /// One federation execution, for reportFederationExecutions.
   class RTI_EXPORT FederationExecutionInformation
   {
   public:
      FederationExecutionInformation();
      FederationExecutionInformation(
         const std::wstring &federationName,
         const std::wstring &logicalTimeImplementationName);
      std::wstring federationExecutionName;
      std::wstring logicalTimeImplementationName;
   };

   typedef std::vector<FederationExecutionInformation> FederationExecutionInformationVector;

   /// One joined federate, for reportFederationExecutionMembers.
   class RTI_EXPORT FederationExecutionMemberInformation
   {
   public:
      FederationExecutionMemberInformation();
      FederationExecutionMemberInformation(
         const std::wstring &federateName,
         const std::wstring &federateType);
      std::wstring federateName;
      std::wstring federateType;
   };

   typedef std::vector<FederationExecutionMemberInformation> FederationExecutionMemberInformationVector;
}
