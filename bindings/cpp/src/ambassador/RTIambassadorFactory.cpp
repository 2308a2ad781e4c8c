// Where ambassadors come from, and what of the interface classes is not in their headers.

#include <RTI/RTI1516.h>

#include "ambassador/ambassador.h"
#include "text/utf8.h"
#include "time/edition_times.h"

namespace HYLA_RTI
{
RTIambassador::RTIambassador() noexcept = default;

RTIambassador::~RTIambassador() = default;

FederateAmbassador::FederateAmbassador() = default;

FederateAmbassador::~FederateAmbassador() noexcept = default;

RTIambassadorFactory::RTIambassadorFactory() = default;

RTIambassadorFactory::~RTIambassadorFactory() noexcept = default;

OwnedTime<RTIambassador> RTIambassadorFactory::createRTIambassador()
{
   return OwnedTime<RTIambassador>(new Ambassador());
}

std::wstring rtiName()
{
   return L"Hyla";
}

std::wstring rtiVersion()
{
   return from_utf8(HYLA_VERSION);
}
}
