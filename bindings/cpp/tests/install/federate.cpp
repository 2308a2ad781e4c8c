// A federate before it connects, in every language mode: it prints the RTI that it runs with, and catches exceptions of the
// library.

#include <iostream>

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>
#include <RTI/time/HLAinteger64Interval.h>
#include <RTI/time/HLAinteger64Time.h>

using namespace RTI_NAMESPACE;

namespace
{
class Federate : public NullFederateAmbassador
{
public:
   Federate() : synchronized(0)
   {}

#ifdef LISTS_EXCEPTIONS
   virtual void federationSynchronized(const std::wstring &, const FederateHandleSet &) throw(FederateInternalError)
#else
   virtual void federationSynchronized(const std::wstring &, const FederateHandleSet &)
#endif
   {
      ++synchronized;
   }

   int synchronized;
};

bool what_the_library_throws_is_caught()
{
   try
   {
      HLAinteger64Time().decode(VariableLengthData("short", 5));
   }
   catch (const CouldNotDecode &)
   {
      try
      {
         HLAinteger64Time first;
         first -= HLAinteger64Interval(Integer64(1));
      }
      catch (const Exception &refused)
      {
         return dynamic_cast<const IllegalTimeArithmetic *>(&refused) != 0;
      }
   }
   return false;
}
}

int main()
{
   Federate federate;
   static_cast<FederateAmbassador &>(federate).federationSynchronized(L"ready", FederateHandleSet());
   const HLAinteger64Time time(Integer64(7));
   if (federate.synchronized != 1 || Integer64(time) != 7 || !what_the_library_throws_is_caught())
   {
      return 1;
   }
   std::wcout << rtiName() << L" " << LogicalTimeFactoryFactory::makeLogicalTimeFactory(L"")->getName() << std::endl;
   return FederateHandle().isValid();
}
