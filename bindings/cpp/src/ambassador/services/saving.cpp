// Save and restore (clause 4).
//
// Written by `make faces` from the table of services.

#include "ambassador/services/services.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Services::requestFederationSave(const std::wstring &label)
{
   check(hyla_request_federation_save(_rti, LentText(label), nullptr));
}

void Services::requestFederationSave(const std::wstring &label, const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   check(hyla_request_federation_save(_rti, LentText(label), &at));
}

void Services::federateSaveBegun()
{
   check(hyla_federate_save_begun(_rti));
}

void Services::federateSaveComplete()
{
   check(hyla_federate_save_complete(_rti));
}

void Services::federateSaveNotComplete()
{
   check(hyla_federate_save_not_complete(_rti));
}

void Services::abortFederationSave()
{
   check(hyla_abort_federation_save(_rti));
}

void Services::queryFederationSaveStatus()
{
   check(hyla_query_federation_save_status(_rti));
}

void Services::requestFederationRestore(const std::wstring &label)
{
   check(hyla_request_federation_restore(_rti, LentText(label)));
}

void Services::federateRestoreComplete()
{
   check(hyla_federate_restore_complete(_rti));
}

void Services::federateRestoreNotComplete()
{
   check(hyla_federate_restore_not_complete(_rti));
}

void Services::abortFederationRestore()
{
   check(hyla_abort_federation_restore(_rti));
}

void Services::queryFederationRestoreStatus()
{
   check(hyla_query_federation_restore_status(_rti));
}
}
