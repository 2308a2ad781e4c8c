// HLAinteger64Time.

#include <RTI/time/HLAinteger64Time.h>

#include "time/edition_times.h"
#include "time/integer64.h"
#include "time/value_in_pointer.h"

#define HYLA_TIME HLAinteger64Time
#define HYLA_INTERVAL HLAinteger64Interval
#define HYLA_RULES Integer64Rules
#define HYLA_CONSTRUCTED_FROM Value
#include "time/time_members.h"

#if HYLA_EDITION == 2010
#include "long_alias.h"

HYLA_LONG_ALIAS(_ZN8rti1516e16HLAinteger64TimeC1El, _ZN8rti1516e16HLAinteger64TimeC1Ex)
HYLA_LONG_ALIAS(_ZN8rti1516e16HLAinteger64TimeC2El, _ZN8rti1516e16HLAinteger64TimeC2Ex)
HYLA_LONG_ALIAS(_ZN8rti1516e16HLAinteger64Time7setTimeEl, _ZN8rti1516e16HLAinteger64Time7setTimeEx)
HYLA_LONG_ALIAS(_ZNK8rti1516e16HLAinteger64TimecvlEv, _ZNK8rti1516e16HLAinteger64TimecvxEv)
#endif
