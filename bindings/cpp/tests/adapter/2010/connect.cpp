// How federates connect in this edition: by a settings designator.
#include "../call.h"
#include "../listener.h"

using namespace over;

hyla_exception hyla_connect(
   hyla_rti rti,
   const hyla_federate_ambassador *ambassador,
   hyla_callback_model model,
   hyla_text settings)
{
   auto listener = listen(*ambassador);
   return call(rti, [&](Ambassador &own) {
      own->connect(*listener, static_cast<CallbackModel>(model), text(settings));
      own.listen(std::move(listener));
   });
}
