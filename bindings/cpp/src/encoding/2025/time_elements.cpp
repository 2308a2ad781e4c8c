// HLAlogicalTime and HLAlogicalTimeInterval.

#include "time_element.h"

#include <RTI/encoding/HLAlogicalTime.h>
#include <RTI/encoding/HLAlogicalTimeInterval.h>

namespace HYLA_RTI
{

HYLA_TIME_ELEMENT(HLAlogicalTime, LogicalTime, makeInitial)
HYLA_TIME_ELEMENT(HLAlogicalTimeInterval, LogicalTimeInterval, makeZero)

}
