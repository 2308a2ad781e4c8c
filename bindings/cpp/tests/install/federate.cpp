// Says which RTI it runs with.

#include <iostream>

#include <RTI/RTI1516.h>

using namespace RTI_NAMESPACE;

int main()
{
   std::wcout << rtiName() << L" " << LogicalTimeFactoryFactory::makeLogicalTimeFactory(L"")->getName() << std::endl;
   return FederateHandle().isValid();
}
