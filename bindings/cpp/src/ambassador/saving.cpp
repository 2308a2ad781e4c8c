// Saving and restoring.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::requestFederationSave(const std::wstring &label)
{
   check(hyla_request_federation_save(_rti, LentText(label), nullptr));
}

void Ambassador::requestFederationSave(const std::wstring &label, const LogicalTime &time)
{
   const hyla_time at = times().lend(time);
   check(hyla_request_federation_save(_rti, LentText(label), &at));
}

void Ambassador::federateSaveBegun()
{
   check(hyla_federate_save_begun(_rti));
}

void Ambassador::federateSaveComplete()
{
   check(hyla_federate_save_complete(_rti));
}

void Ambassador::federateSaveNotComplete()
{
   check(hyla_federate_save_not_complete(_rti));
}

void Ambassador::abortFederationSave()
{
   check(hyla_abort_federation_save(_rti));
}

void Ambassador::queryFederationSaveStatus()
{
   check(hyla_query_federation_save_status(_rti));
}

void Ambassador::requestFederationRestore(const std::wstring &label)
{
   check(hyla_request_federation_restore(_rti, LentText(label)));
}

void Ambassador::federateRestoreComplete()
{
   check(hyla_federate_restore_complete(_rti));
}

void Ambassador::federateRestoreNotComplete()
{
   check(hyla_federate_restore_not_complete(_rti));
}

void Ambassador::abortFederationRestore()
{
   check(hyla_abort_federation_restore(_rti));
}

void Ambassador::queryFederationRestoreStatus()
{
   check(hyla_query_federation_restore_status(_rti));
}
}
