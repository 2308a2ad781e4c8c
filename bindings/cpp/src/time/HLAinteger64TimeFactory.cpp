// HLAinteger64TimeFactory.

#include <RTI/time/HLAinteger64TimeFactory.h>

#include <RTI/time/HLAinteger64Interval.h>
#include <RTI/time/HLAinteger64Time.h>

#include "time/edition_times.h"
#include "time/integer64.h"

#define HYLA_TIME HLAinteger64Time
#define HYLA_INTERVAL HLAinteger64Interval
#define HYLA_FACTORY HLAinteger64TimeFactory
#define HYLA_RULES Integer64Rules
#include "time/factory_members.h"

#if HYLA_EDITION == 2010
#include "long_alias.h"

HYLA_LONG_ALIAS(
   _ZN8rti1516e23HLAinteger64TimeFactory15makeLogicalTimeEl,
   _ZN8rti1516e23HLAinteger64TimeFactory15makeLogicalTimeEx)
HYLA_LONG_ALIAS(
   _ZN8rti1516e23HLAinteger64TimeFactory23makeLogicalTimeIntervalEl,
   _ZN8rti1516e23HLAinteger64TimeFactory23makeLogicalTimeIntervalEx)
#endif
