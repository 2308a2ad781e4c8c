// Lists that libhyla lends to callbacks, as the API has them.
#pragma once

#include <set>
#include <string>

#include <hyla.h>

#include <RTI/RTI1516.h>

#include "ambassador/take.h"
#include "edition.h"

namespace HYLA_RTI
{
std::set<std::wstring> list_of(hyla_texts texts);
FederationExecutionInformationVector list_of(hyla_federation_executions executions);
FederateHandleSaveStatusPairVector list_of(hyla_federate_save_statuses statuses);
FederateRestoreStatusVector list_of(hyla_federate_restore_statuses statuses);
#if HYLA_EDITION == 2025
FederationExecutionMemberInformationVector list_of(hyla_federation_execution_members members);
#endif
}
