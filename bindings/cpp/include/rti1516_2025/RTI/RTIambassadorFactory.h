// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Where an RTIambassador comes from.

#pragma once

namespace rti1516_2025
{
   class RTIambassador;
}

#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <memory>

namespace rti1516_2025
{
   /// Makes ambassadors; whichever RTI library the loader finds makes them.
   class RTI_EXPORT RTIambassadorFactory
   {
   public:
      RTIambassadorFactory();
      virtual ~RTIambassadorFactory() noexcept;

      /// A new ambassador, not connected. The federate owns it.
      std::unique_ptr<RTIambassador> createRTIambassador();
   };
}
