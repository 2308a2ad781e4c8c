// Synchronization points.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::registerFederationSynchronizationPoint(const std::wstring &label, const Tag &tag)
{
   check(hyla_register_federation_synchronization_point(_rti, LentText(label), lend(tag), nullptr));
}

void Ambassador::registerFederationSynchronizationPoint(
   const std::wstring &label, const Tag &tag, const FederateHandleSet &set)
{
   check(hyla_register_federation_synchronization_point(_rti, LentText(label), lend(tag), LentHandles(set)));
}

void Ambassador::synchronizationPointAchieved(const std::wstring &label, bool successfully)
{
   check(hyla_synchronization_point_achieved(_rti, LentText(label), successfully));
}
}
