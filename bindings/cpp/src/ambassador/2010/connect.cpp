// Connecting, as in 2010: with one text of settings.

#include "ambassador/ambassador.h"

#include "ambassador/check.h"
#include "ambassador/lend.h"

namespace HYLA_RTI
{
void Ambassador::connect(FederateAmbassador &federate, CallbackModel model, const std::wstring &settings)
{
   const LentText text(settings);
   const hyla_federate_ambassador table = callbacks(federate);
   check(hyla_connect(_rti, &table, static_cast<hyla_callback_model>(model), text));
}
}
