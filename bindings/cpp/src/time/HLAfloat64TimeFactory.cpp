// HLAfloat64TimeFactory.

#include <RTI/time/HLAfloat64TimeFactory.h>

#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAfloat64Time.h>

#include "time/edition_times.h"
#include "time/float64.h"

#define HYLA_TIME HLAfloat64Time
#define HYLA_INTERVAL HLAfloat64Interval
#define HYLA_FACTORY HLAfloat64TimeFactory
#define HYLA_RULES Float64Rules
#include "time/factory_members.h"
