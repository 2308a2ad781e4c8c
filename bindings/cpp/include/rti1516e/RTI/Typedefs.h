// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Sets, maps, lists and small structures of the API.

#ifndef RTI_Typedefs_h
#define RTI_Typedefs_h

#include <RTI/SpecificConfig.h>
#include <set>
#include <map>
#include <vector>
#include <RTI/Enums.h>
#include <RTI/Handle.h>

namespace rti1516e
{
   typedef std::set<AttributeHandle> AttributeHandleSet;
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

   /// How far one federate is with a restore, and which handle it had and will have.
   class RTI_EXPORT FederateRestoreStatus
   {
   public:
      FederateRestoreStatus(
         const FederateHandle &thePreHandle,
         const FederateHandle &thePostHandle,
         RestoreStatus theStatus);
      FederateHandle preRestoreHandle;
      FederateHandle postRestoreHandle;
      RestoreStatus status;
   };

   typedef std::vector<FederateRestoreStatus> FederateRestoreStatusVector;

   /// One federation execution, for reportFederationExecutions.
   class RTI_EXPORT FederationExecutionInformation
   {
   public:
      FederationExecutionInformation(
         const std::wstring &theFederationExecutionName,
         const std::wstring &theLogicalTimeImplementationName);
      std::wstring federationExecutionName;
      std::wstring logicalTimeImplementationName;
   };

   typedef std::vector<FederationExecutionInformation> FederationExecutionInformationVector;

   /// Sender of the values and their regions, as far as conveyed.
   class RTI_EXPORT SupplementalReflectInfo
   {
   public:
      SupplementalReflectInfo();
      SupplementalReflectInfo(const FederateHandle &theFederateHandle);
      SupplementalReflectInfo(const RegionHandleSet &theRegionHandleSet);
      SupplementalReflectInfo(
         const FederateHandle &theFederateHandle,
         const RegionHandleSet &theRegionHandleSet);
      bool hasProducingFederate;
      bool hasSentRegions;
      FederateHandle producingFederate;
      RegionHandleSet sentRegions;
   };

   /// Sender of the interaction and its regions, as far as conveyed.
   class RTI_EXPORT SupplementalReceiveInfo
   {
   public:
      SupplementalReceiveInfo();
      SupplementalReceiveInfo(const FederateHandle &theFederateHandle);
      SupplementalReceiveInfo(const RegionHandleSet &theRegionHandleSet);
      SupplementalReceiveInfo(
         const FederateHandle &theFederateHandle,
         const RegionHandleSet &theRegionHandleSet);
      bool hasProducingFederate;
      bool hasSentRegions;
      FederateHandle producingFederate;
      RegionHandleSet sentRegions;
   };

   /// Federate that deleted the object instance, as far as conveyed.
   class RTI_EXPORT SupplementalRemoveInfo
   {
   public:
      SupplementalRemoveInfo();
      SupplementalRemoveInfo(const FederateHandle &theFederateHandle);
      bool hasProducingFederate;
      FederateHandle producingFederate;
   };
}

#endif // RTI_Typedefs_h
