// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The whole API but for the encoding helpers, NullFederateAmbassador and the standard time classes.

#pragma once

#define HLA_SPECIFICATION_NAME "1516"
#define HLA_API_MAJOR_VERSION 2
#define HLA_API_MINOR_VERSION 0

#include <RTI/SpecificConfig.h>
#include <memory>
#include <string>
#include <set>
#include <map>
#include <vector>
#include <RTI/Enums.h>
#include <RTI/Exception.h>
#include <RTI/Handle.h>
#include <RTI/RangeBounds.h>
#include <RTI/Typedefs.h>
#include <RTI/VariableLengthData.h>
#include <RTI/RtiConfiguration.h>
#include <RTI/time/LogicalTime.h>
#include <RTI/time/LogicalTimeInterval.h>
#include <RTI/time/LogicalTimeFactory.h>
#include <RTI/time/HLAlogicalTimeFactoryFactory.h>
#include <RTI/libfedtime/LogicalTimeFactoryFactory.h>
#include <RTI/auth/Credentials.h>
#include <RTI/auth/HLAnoCredentials.h>
#include <RTI/auth/HLAplainTextPassword.h>

namespace rti1516_2025
{
   /// The name of the RTI.
   RTI_EXPORT std::wstring rtiName();

   /// The version of the RTI.
   RTI_EXPORT std::wstring rtiVersion();
}

#include <RTI/FederateAmbassador.h>
#include <RTI/RTIambassador.h>
#include <RTI/RTIambassadorFactory.h>
