// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Where an RTIambassador comes from.

#ifndef RTI_RTIambassadorFactory_h
#define RTI_RTIambassadorFactory_h

namespace rti1516e
{
   class RTIambassador;
}

#include <memory>
#include <RTI/SpecificConfig.h>
#include <RTI/Exception.h>
#include <vector>
#include <string>

namespace rti1516e
{
   /// Makes ambassadors; whichever RTI library the loader finds makes them.
   class RTI_EXPORT RTIambassadorFactory
   {
   public:
      RTIambassadorFactory();
      virtual ~RTIambassadorFactory() RTI_NOEXCEPT;

      /// A new ambassador, not connected. The federate owns it.
      std::auto_ptr<RTIambassador> createRTIambassador() RTI_THROW(RTIinternalError);
   };
}

#endif // RTI_RTIambassadorFactory_h
