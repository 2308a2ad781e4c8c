// HLAfloat64Time.

#include <RTI/time/HLAfloat64Time.h>

#include "time/edition_times.h"
#include "time/float64.h"
#include "time/value_in_pointer.h"

#define HYLA_TIME HLAfloat64Time
#define HYLA_INTERVAL HLAfloat64Interval
#define HYLA_RULES Float64Rules
#define HYLA_CONSTRUCTED_FROM const Value &
#include "time/time_members.h"
