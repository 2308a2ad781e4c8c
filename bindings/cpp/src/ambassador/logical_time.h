// Logical times of the API and of libhyla.
#pragma once

#include <hyla.h>

#include "ambassador/federation_times.h"
#include "edition.h"
#include "time/edition_times.h"

namespace HYLA_RTI
{
// From and to the times of one ambassador.
class TimeBorder
{
public:
   TimeBorder(hyla_rti rti, const FederationTimes &times) : _rti(rti), _times(times)
   {}

   // Throws InvalidLogicalTime for a time that is none of the federation's.
   hyla_time lend(const LogicalTime &time) const;

   // Throws InvalidLookahead for an interval that is none of the federation's: no service takes another interval.
   hyla_interval lend(const LogicalTimeInterval &interval) const;

   // Throws RTIinternalError if the federate wants the time in a class that is not the federation's.
   void store(hyla_time from, LogicalTime &to) const;
   void store(hyla_interval from, LogicalTimeInterval &to) const;

private:
   hyla_rti _rti;
   const FederationTimes &_times;
};
}
