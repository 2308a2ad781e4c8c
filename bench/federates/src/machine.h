// Resources of the machine that the process uses.
#pragma once

#include <cstdint>

#include "clock.h"

namespace bench
{
   // Binds the calling thread, and all that it starts, to a processor. Throws Trouble if the process may not use it.
   void bind_to(std::uint32_t cpu);

   // Gives the calling thread, and all that it starts, that real-time priority; 0: leaves it. Throws Trouble if the
   // system refuses.
   void prioritize(std::uint32_t priority);

   // Has the calling thread woken when it asked for, not up to 50 microseconds later.
   void wake_exactly();

   // Differs with every start of every host; 0 if the system does not say.
   std::uint64_t boot();

   // Most memory that the process ever had, in bytes; 0 if the system does not say.
   std::uint64_t peak_memory();

   // Wall clock and processor time since a moment.
   struct Stopwatch
   {
      std::uint64_t began = now();
      std::uint64_t used = processor_time();

      // Processor time of the process for each second since then.
      double processor_share() const
      {
         const std::uint64_t wall = since(began, now());
         return static_cast<double>(since(used, processor_time())) / static_cast<double>(wall > 0 ? wall : 1);
      }
   };
}
