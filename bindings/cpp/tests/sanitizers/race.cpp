// A callback of the immediate model counts, and the main thread reads the count without a call to the RTI in between.
//
//   race fenced   the count is published as it has to be
//   race plain    it is not: ThreadSanitizer must say so, which proves that it sees into callbacks

#include <atomic>
#include <iostream>
#include <string>
#include <thread>

#include <RTI/NullFederateAmbassador.h>
#include <RTI/RTI1516.h>
#if HYLA_EDITION == 2025
#include <RTI/RtiConfiguration.h>
#endif

#include "edition.h"

using namespace HYLA_RTI;

namespace
{
class Counter : public NullFederateAmbassador
{
public:
   explicit Counter(std::memory_order order) : _order(order)
   {}

   void reportFederationExecutions(const FederationExecutionInformationVector &) override
   {
      count = 1;
      told.store(true, _order);
   }

   // Written in the callback, read by the main thread.
   volatile int count = 0;
   std::atomic<bool> told{false};

private:
   std::memory_order _order;
};
}

int main(int argc, char **argv)
{
   const bool fenced = argc == 2 && argv[1] == std::string("fenced");
   Counter counter(fenced ? std::memory_order_release : std::memory_order_relaxed);
   const auto rti = RTIambassadorFactory().createRTIambassador();
   const std::wstring settings = L"rti.address=embedded";
#if HYLA_EDITION == 2010
   rti->connect(counter, HLA_IMMEDIATE, settings);
#else
   rti->connect(counter, HLA_IMMEDIATE, RtiConfiguration::createConfiguration().withAdditionalSettings(settings));
#endif
   rti->listFederationExecutions();
   while (!counter.told.load(fenced ? std::memory_order_acquire : std::memory_order_relaxed))
   {
      std::this_thread::yield();
   }
   std::cout << counter.count << std::endl;
   rti->disconnect();
   return counter.count == 1 ? 0 : 1;
}
