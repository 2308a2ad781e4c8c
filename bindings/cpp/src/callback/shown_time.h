// A time of libhyla as the federate sees it in a callback.
#pragma once

#include <memory>
#include <optional>

#include <hyla.h>

#include <RTI/time/HLAfloat64Time.h>
#include <RTI/time/HLAinteger64Time.h>

#include "callback/connection.h"
#include "edition.h"

namespace HYLA_RTI
{
// One of the standard's times lies in this object itself; one of the federation's own is made by its factory.
class ShownTime
{
public:
   // Throws what the federation's factory throws.
   ShownTime(const Connection &connection, hyla_time time);

   ShownTime(const ShownTime &) = delete;
   ShownTime &operator=(const ShownTime &) = delete;

   operator const LogicalTime &() const
   {
      return *_time;
   }

private:
   std::optional<HLAinteger64Time> _integer;
   std::optional<HLAfloat64Time> _float;
   std::unique_ptr<LogicalTime> _custom;
   const LogicalTime *_time;
};
}
