// Federation management (clause 4).
#include "call.h"

using namespace over;

hyla_exception hyla_disconnect(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->disconnect();
      // No callback comes any more, which hyla.h requires to be declared.
      ambassador.listen(nullptr);
   });
}

hyla_exception hyla_create_federation_execution(
   hyla_rti rti,
   hyla_text federation,
   hyla_texts fom_modules,
   hyla_text time)
{
   // One module has a form of its own.
   return call(rti, [&](Ambassador &ambassador) {
      const std::vector<std::wstring> modules = texts(fom_modules);
      if (modules.size() == 1)
      {
         ambassador->createFederationExecution(text(federation), modules.front(), text(time));
         return;
      }
      ambassador->createFederationExecution(text(federation), modules, text(time));
   });
}

hyla_exception hyla_create_federation_execution_with_mim(
   hyla_rti rti,
   hyla_text federation,
   hyla_texts fom_modules,
   hyla_text mim,
   hyla_text time)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->createFederationExecutionWithMIM(text(federation), over::texts(fom_modules), text(mim), text(time));
   });
}

hyla_exception hyla_destroy_federation_execution(hyla_rti rti, hyla_text federation)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->destroyFederationExecution(text(federation)); });
}

hyla_exception hyla_list_federation_executions(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->listFederationExecutions(); });
}

hyla_exception hyla_join_federation_execution(
   hyla_rti rti,
   const hyla_text *name,
   hyla_text federate_type,
   hyla_text federation,
   hyla_texts additional_fom_modules,
   hyla_federate_handle *out)
{
   return get(rti, out, [&](Ambassador &ambassador) {
      if (name == nullptr)
      {
         return ambassador->joinFederationExecution(
            text(federate_type),
            text(federation),
            over::texts(additional_fom_modules));
      }
      return ambassador->joinFederationExecution(
         text(*name),
         text(federate_type),
         text(federation),
         over::texts(additional_fom_modules));
   });
}

hyla_exception hyla_resign_federation_execution(hyla_rti rti, hyla_resign_action action)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->resignFederationExecution(static_cast<ResignAction>(action));
   });
}

hyla_exception hyla_register_federation_synchronization_point(
   hyla_rti rti,
   hyla_text label,
   hyla_bytes tag,
   const hyla_handles *set)
{
   return call(rti, [&](Ambassador &ambassador) {
      if (set == nullptr)
      {
         ambassador->registerFederationSynchronizationPoint(text(label), data(tag));
         return;
      }
      ambassador->registerFederationSynchronizationPoint(text(label), data(tag), ambassador.federates(*set));
   });
}

hyla_exception hyla_synchronization_point_achieved(hyla_rti rti, hyla_text label, bool successfully)
{
   return call(rti, [&](Ambassador &ambassador) {
      ambassador->synchronizationPointAchieved(text(label), successfully);
   });
}

hyla_exception hyla_request_federation_save(hyla_rti rti, hyla_text label, const hyla_time *time)
{
   return call(rti, [&](Ambassador &ambassador) {
      if (time == nullptr)
      {
         ambassador->requestFederationSave(text(label));
         return;
      }
      ambassador->requestFederationSave(text(label), *over::time(*time));
   });
}

hyla_exception hyla_federate_save_begun(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->federateSaveBegun(); });
}

hyla_exception hyla_federate_save_complete(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->federateSaveComplete(); });
}

hyla_exception hyla_federate_save_not_complete(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->federateSaveNotComplete(); });
}

hyla_exception hyla_abort_federation_save(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->abortFederationSave(); });
}

hyla_exception hyla_query_federation_save_status(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->queryFederationSaveStatus(); });
}

hyla_exception hyla_request_federation_restore(hyla_rti rti, hyla_text label)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->requestFederationRestore(text(label)); });
}

hyla_exception hyla_federate_restore_complete(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->federateRestoreComplete(); });
}

hyla_exception hyla_federate_restore_not_complete(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->federateRestoreNotComplete(); });
}

hyla_exception hyla_abort_federation_restore(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->abortFederationRestore(); });
}

hyla_exception hyla_query_federation_restore_status(hyla_rti rti)
{
   return call(rti, [&](Ambassador &ambassador) { ambassador->queryFederationRestoreStatus(); });
}
