// State that all services of an ambassador use.
#pragma once

#include <memory>

#include <hyla.h>

#include <RTI/RTI1516.h>

#include "ambassador/federation_times.h"
#include "ambassador/logical_time.h"
#include "callback/tsan.h"
#include "edition.h"

namespace HYLA_RTI
{
// How an edition takes handles: by value in 2010, by reference in 2025.
#if HYLA_EDITION == 2010
template <typename Handle>
using In = Handle;
#else
template <typename Handle>
using In = const Handle &;
#endif

// May be used from several threads at once: all state is behind the number of libhyla's ambassador, but for the times.
class State : public RTIambassador
{
protected:
   TimeBorder times() const
   {
      return TimeBorder(_rti, *_times);
   }

   tsan::Rti _rti;
   // Shared with the callbacks, of which the last may end after this ambassador.
   std::shared_ptr<FederationTimes> _times = std::make_shared<FederationTimes>();
};
}
