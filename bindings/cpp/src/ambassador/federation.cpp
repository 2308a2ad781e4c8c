// Federation management: connections, executions, membership.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"
#include "ambassador/take.h"
#include "callback/connection.h"

namespace HYLA_RTI
{
namespace
{
// An RTI that does not know a time can only say so; what was found out about it here says more.
void check_created(hyla_exception result, const std::wstring &words)
{
   if (result == HYLA_COULD_NOT_CREATE_LOGICAL_TIME_FACTORY && !words.empty())
   {
      throw CouldNotCreateLogicalTimeFactory(words);
   }
   check(result);
}
}

Ambassador::Ambassador()
{
   check(hyla_rti_new(HYLA_EDITION == 2010 ? HYLA_EDITION_2010 : HYLA_EDITION_2025, _rti.out()));
}

Ambassador::~Ambassador()
{
   hyla_rti_free(_rti);
   tsan::acquire(_times.get());
}

hyla_federate_ambassador Ambassador::callbacks(FederateAmbassador &federate) const
{
   return Connection::table(std::make_unique<Connection>(federate, _rti, _times));
}

void Ambassador::disconnect()
{
   const hyla_exception result = hyla_disconnect(_rti);
   tsan::acquire(_times.get());
   check(result);
}

void Ambassador::createFederationExecution(
   const std::wstring &federation, const std::wstring &module, const std::wstring &time)
{
   createFederationExecution(federation, Strings(1, module), time);
}

void Ambassador::createFederationExecution(
   const std::wstring &federation, const Strings &modules, const std::wstring &time)
{
   std::wstring words;
   const LentText told(_times->told_name(time, words));
   check_created(hyla_create_federation_execution(_rti, LentText(federation), LentTexts(modules), told), words);
}

void Ambassador::createFederationExecutionWithMIM(
   const std::wstring &federation, const Strings &modules, const std::wstring &mim, const std::wstring &time)
{
   std::wstring words;
   const LentText told(_times->told_name(time, words));
   check_created(
      hyla_create_federation_execution_with_mim(
         _rti, LentText(federation), LentTexts(modules), LentText(mim), told),
      words);
}

FederateHandle Ambassador::joinFederationExecution(
   const std::wstring &type, const std::wstring &federation, const Strings &modules)
{
   return join(nullptr, type, federation, modules);
}

FederateHandle Ambassador::joinFederationExecution(
   const std::wstring &name, const std::wstring &type, const std::wstring &federation, const Strings &modules)
{
   return join(LentText(name), type, federation, modules);
}

FederateHandle Ambassador::join(
   const hyla_text *name, const std::wstring &type, const std::wstring &federation, const Strings &modules)
{
   const FederationTimes::Joining joining(*_times);
   hyla_federate_handle federate;
   check(hyla_join_federation_execution(
      _rti, name, LentText(type), LentText(federation), LentTexts(modules), &federate));
   // Which time the federation has shows only to its members. A federate that cannot use it must not stay one.
   std::wstring words;
   if (!_times->joined(_rti, words))
   {
      hyla_resign_federation_execution(_rti, HYLA_RESIGN_ACTION_NO_ACTION);
      throw CouldNotCreateLogicalTimeFactory(words);
   }
   return make_handle<FederateHandle>(federate);
}

void Ambassador::resignFederationExecution(ResignAction action)
{
   check(hyla_resign_federation_execution(_rti, static_cast<hyla_resign_action>(action)));
}
}
