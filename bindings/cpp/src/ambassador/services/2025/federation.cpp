// Federation management (clause 4).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::listFederationExecutionMembers(const std::wstring &federationName)
{
   check(hyla_list_federation_execution_members(_rti, LentText(federationName)));
}
}
