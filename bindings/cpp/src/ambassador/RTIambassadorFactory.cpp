// Where ambassadors come from.

#include <RTI/RTIambassadorFactory.h>

#include "ambassador/ambassador.h"

namespace HYLA_RTI
{
RTIambassadorFactory::RTIambassadorFactory() = default;

RTIambassadorFactory::~RTIambassadorFactory() noexcept = default;

OwnedTime<RTIambassador> RTIambassadorFactory::createRTIambassador()
{
   return OwnedTime<RTIambassador>(new Ambassador());
}
}
