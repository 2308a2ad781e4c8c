// Federation management (clause 4).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::destroyFederationExecution(const std::wstring &federationName)
{
   check(hyla_destroy_federation_execution(_rti, LentText(federationName)));
}

void Services::listFederationExecutions()
{
   check(hyla_list_federation_executions(_rti));
}
}
