// Synchronization points (clause 4).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::registerFederationSynchronizationPoint(
   const std::wstring &synchronizationPointLabel, const VariableLengthData &userSuppliedTag)
{
   check(hyla_register_federation_synchronization_point(
      _rti, LentText(synchronizationPointLabel), lend(userSuppliedTag), nullptr));
}

void Services::registerFederationSynchronizationPoint(
   const std::wstring &synchronizationPointLabel,
   const VariableLengthData &userSuppliedTag,
   const FederateHandleSet &synchronizationSet)
{
   check(hyla_register_federation_synchronization_point(
      _rti, LentText(synchronizationPointLabel), lend(userSuppliedTag), LentHandles(synchronizationSet)));
}

void Services::synchronizationPointAchieved(const std::wstring &synchronizationPointLabel, bool successfully)
{
   check(hyla_synchronization_point_achieved(_rti, LentText(synchronizationPointLabel), successfully));
}
}
