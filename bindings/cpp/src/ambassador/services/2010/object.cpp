// Object management (clause 6).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::reserveMultipleObjectInstanceName(const std::set<std::wstring> &objectInstanceNames)
{
   check(hyla_reserve_multiple_object_instance_names(_rti, LentTexts(objectInstanceNames)));
}

void Services::releaseMultipleObjectInstanceName(const std::set<std::wstring> &objectInstanceNames)
{
   check(hyla_release_multiple_object_instance_names(_rti, LentTexts(objectInstanceNames)));
}
}
