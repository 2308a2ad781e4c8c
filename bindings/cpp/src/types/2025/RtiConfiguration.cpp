// Which RTI to connect to, and how.

#include <RTI/RtiConfiguration.h>

namespace rti1516_2025
{
RtiConfiguration RtiConfiguration::createConfiguration()
{
   return RtiConfiguration();
}

RtiConfiguration &RtiConfiguration::withConfigurationName(const std::wstring &configurationName)
{
   _configurationName = configurationName;
   return *this;
}

RtiConfiguration &RtiConfiguration::withRtiAddress(const std::wstring &rtiAddress)
{
   _rtiAddress = rtiAddress;
   return *this;
}

RtiConfiguration &RtiConfiguration::withAdditionalSettings(const std::wstring &additionalSettings)
{
   _additionalSettings = additionalSettings;
   return *this;
}

const std::wstring &RtiConfiguration::configurationName() const
{
   return _configurationName;
}

const std::wstring &RtiConfiguration::rtiAddress() const
{
   return _rtiAddress;
}

const std::wstring &RtiConfiguration::additionalSettings() const
{
   return _additionalSettings;
}
}
