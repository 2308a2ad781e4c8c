// HLAinteger64Interval.

#include <RTI/time/HLAinteger64Interval.h>

#include <RTI/time/HLAinteger64Time.h>

#include "time/edition_times.h"
#include "time/integer64.h"
#include "time/value_in_pointer.h"

#define HYLA_TIME HLAinteger64Time
#define HYLA_INTERVAL HLAinteger64Interval
#define HYLA_RULES Integer64Rules
#include "time/interval_members.h"

#if HYLA_EDITION == 2010
#include "long_alias.h"

HYLA_LONG_ALIAS(_ZN8rti1516e20HLAinteger64IntervalC1El, _ZN8rti1516e20HLAinteger64IntervalC1Ex)
HYLA_LONG_ALIAS(_ZN8rti1516e20HLAinteger64IntervalC2El, _ZN8rti1516e20HLAinteger64IntervalC2Ex)
HYLA_LONG_ALIAS(_ZN8rti1516e20HLAinteger64Interval11setIntervalEl, _ZN8rti1516e20HLAinteger64Interval11setIntervalEx)
HYLA_LONG_ALIAS(_ZNK8rti1516e20HLAinteger64IntervalcvlEv, _ZNK8rti1516e20HLAinteger64IntervalcvxEv)
#endif
