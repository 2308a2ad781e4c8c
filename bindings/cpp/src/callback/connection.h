// Where callbacks of one connection arrive.
#pragma once

#include <memory>

#include <hyla.h>

#include <RTI/RTI1516.h>

#include "ambassador/federation_times.h"
#include "callback/kept_values.h"
#include "edition.h"

namespace HYLA_RTI
{
// The federate behind the callbacks of libhyla, and what is kept from callback to callback.
//
// Belongs to libhyla, from connecting until it says that no callback comes any more. Callbacks run one at a time.
class Connection
{
public:
   Connection(FederateAmbassador &told, hyla_rti ambassador, std::shared_ptr<const FederationTimes> known)
      : federate(told), rti(ambassador), times(std::move(known))
   {}

   // The callbacks of libhyla, which go to `connection` from now on.
   static hyla_federate_ambassador table(std::unique_ptr<Connection> connection);

   FederateAmbassador &federate;
   const hyla_rti rti;
   const std::shared_ptr<const FederationTimes> times;

   KeptValues<AttributeHandle> attributes;
   KeptValues<ParameterHandle> parameters;
   KeptTag tag;
};
}
