// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// How to find and set up the RTI, for RTIambassador::connect.

#pragma once

#include <string>
#include <RTI/SpecificConfig.h>

namespace rti1516_2025
{
   /// A named configuration, an address and further settings, each of which may be left out.
   class RTI_EXPORT RtiConfiguration
   {
   public:
      static RtiConfiguration createConfiguration();

      /// Names a configuration that the RTI knows.
      RtiConfiguration &withConfigurationName(const std::wstring &configurationName);

      /// Where the RTI is.
      RtiConfiguration &withRtiAddress(const std::wstring &rtiAddress);

      /// Settings in the RTI's own words.
      RtiConfiguration &withAdditionalSettings(const std::wstring &additionalSettings);
      const std::wstring &configurationName() const;
      const std::wstring &rtiAddress() const;
      const std::wstring &additionalSettings() const;

   private:
      std::wstring _configurationName;
      std::wstring _rtiAddress;
      std::wstring _additionalSettings;
   };
}
