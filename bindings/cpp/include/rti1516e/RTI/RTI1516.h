// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The whole API but for the encoding helpers, NullFederateAmbassador and the standard time classes.

#ifndef RTI_1516_h
#define RTI_1516_h

#define HLA_SPECIFICATION_NAME "1516"
#define HLA_API_MAJOR_VERSION 2
#define HLA_API_MINOR_VERSION 0

#include <RTI/SpecificConfig.h>
#include <string>
#include <set>
#include <map>
#include <vector>
#include <memory>
#include <RTI/Enums.h>
#include <RTI/Exception.h>
#include <RTI/Handle.h>
#include <RTI/RangeBounds.h>
#include <RTI/Typedefs.h>
#include <RTI/VariableLengthData.h>
#include <RTI/LogicalTime.h>
#include <RTI/LogicalTimeFactory.h>
#include <RTI/LogicalTimeInterval.h>

namespace rti1516e
{
   /// The name of the RTI.
   RTI_EXPORT std::wstring rtiName();

   /// The version of the RTI.
   RTI_EXPORT std::wstring rtiVersion();
}

#include <RTI/FederateAmbassador.h>
#include <RTI/RTIambassador.h>
#include <RTI/RTIambassadorFactory.h>

#endif // RTI_1516_h
