// Lists that libhyla lends to callbacks, as the API has them.

#include "callback/lists.h"

namespace HYLA_RTI
{
std::set<std::wstring> list_of(hyla_texts texts)
{
   std::set<std::wstring> names;
   for (std::size_t i = 0; i < texts.length; ++i)
   {
      names.insert(wide(texts.data[i]));
   }
   return names;
}

FederationExecutionInformationVector list_of(hyla_federation_executions executions)
{
   FederationExecutionInformationVector report;
   report.reserve(executions.length);
   for (std::size_t i = 0; i < executions.length; ++i)
   {
      const hyla_federation_execution &execution = executions.data[i];
      report.emplace_back(
         wide(execution.federation_execution_name), wide(execution.logical_time_implementation_name));
   }
   return report;
}

FederateHandleSaveStatusPairVector list_of(hyla_federate_save_statuses statuses)
{
   FederateHandleSaveStatusPairVector response;
   response.reserve(statuses.length);
   for (std::size_t i = 0; i < statuses.length; ++i)
   {
      const hyla_federate_save_status &status = statuses.data[i];
      response.emplace_back(make_handle<FederateHandle>(status.federate), static_cast<SaveStatus>(status.status));
   }
   return response;
}

FederateRestoreStatusVector list_of(hyla_federate_restore_statuses statuses)
{
   FederateRestoreStatusVector response;
   response.reserve(statuses.length);
   for (std::size_t i = 0; i < statuses.length; ++i)
   {
      const hyla_federate_restore_status &status = statuses.data[i];
      response.emplace_back(
         make_handle<FederateHandle>(status.pre_restore_handle),
         make_handle<FederateHandle>(status.post_restore_handle),
         static_cast<RestoreStatus>(status.status));
   }
   return response;
}

#if HYLA_EDITION == 2025
FederationExecutionMemberInformationVector list_of(hyla_federation_execution_members members)
{
   FederationExecutionMemberInformationVector report;
   report.reserve(members.length);
   for (std::size_t i = 0; i < members.length; ++i)
   {
      report.emplace_back(wide(members.data[i].federate_name), wide(members.data[i].federate_type));
   }
   return report;
}
#endif
}
