// HLAfloat64Interval.

#include <RTI/time/HLAfloat64Interval.h>

#include <RTI/time/HLAfloat64Time.h>

#include "time/edition_times.h"
#include "time/float64.h"
#include "time/value_in_pointer.h"

#define HYLA_TIME HLAfloat64Time
#define HYLA_INTERVAL HLAfloat64Interval
#define HYLA_RULES Float64Rules
#include "time/interval_members.h"
