// The small structures of 2010.

#include <RTI/Typedefs.h>

namespace rti1516e
{
FederateRestoreStatus::FederateRestoreStatus(
   const FederateHandle &thePreHandle, const FederateHandle &thePostHandle, RestoreStatus theStatus)
   : preRestoreHandle(thePreHandle), postRestoreHandle(thePostHandle), status(theStatus)
{}

FederationExecutionInformation::FederationExecutionInformation(
   const std::wstring &theFederationExecutionName, const std::wstring &theLogicalTimeImplementationName)
   : federationExecutionName(theFederationExecutionName),
     logicalTimeImplementationName(theLogicalTimeImplementationName)
{}

SupplementalReflectInfo::SupplementalReflectInfo() : hasProducingFederate(false), hasSentRegions(false)
{}

SupplementalReflectInfo::SupplementalReflectInfo(const FederateHandle &theFederateHandle)
   : hasProducingFederate(true), hasSentRegions(false), producingFederate(theFederateHandle)
{}

SupplementalReflectInfo::SupplementalReflectInfo(const RegionHandleSet &theRegionHandleSet)
   : hasProducingFederate(false), hasSentRegions(true), sentRegions(theRegionHandleSet)
{}

SupplementalReflectInfo::SupplementalReflectInfo(
   const FederateHandle &theFederateHandle, const RegionHandleSet &theRegionHandleSet)
   : hasProducingFederate(true), hasSentRegions(true), producingFederate(theFederateHandle),
     sentRegions(theRegionHandleSet)
{}

SupplementalReceiveInfo::SupplementalReceiveInfo() : hasProducingFederate(false), hasSentRegions(false)
{}

SupplementalReceiveInfo::SupplementalReceiveInfo(const FederateHandle &theFederateHandle)
   : hasProducingFederate(true), hasSentRegions(false), producingFederate(theFederateHandle)
{}

SupplementalReceiveInfo::SupplementalReceiveInfo(const RegionHandleSet &theRegionHandleSet)
   : hasProducingFederate(false), hasSentRegions(true), sentRegions(theRegionHandleSet)
{}

SupplementalReceiveInfo::SupplementalReceiveInfo(
   const FederateHandle &theFederateHandle, const RegionHandleSet &theRegionHandleSet)
   : hasProducingFederate(true), hasSentRegions(true), producingFederate(theFederateHandle),
     sentRegions(theRegionHandleSet)
{}

SupplementalRemoveInfo::SupplementalRemoveInfo() : hasProducingFederate(false)
{}

SupplementalRemoveInfo::SupplementalRemoveInfo(const FederateHandle &theFederateHandle)
   : hasProducingFederate(true), producingFederate(theFederateHandle)
{}
}
