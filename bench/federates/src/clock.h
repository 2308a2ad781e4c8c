// The clock that federates of one host share, and time that is used up on purpose.
#pragma once

#include <cstdint>
#include <ctime>

namespace bench
{
   constexpr std::uint64_t MICROSECOND = 1000;
   constexpr std::uint64_t MILLISECOND = 1000000;
   constexpr std::uint64_t SECOND = 1000000000;

   inline std::uint64_t read_clock(clockid_t clock)
   {
      timespec time;
      clock_gettime(clock, &time);
      return static_cast<std::uint64_t>(time.tv_sec) * SECOND + static_cast<std::uint64_t>(time.tv_nsec);
   }

   // Nanoseconds since the host started: the same for all processes of a host.
   inline std::uint64_t now() { return read_clock(CLOCK_MONOTONIC); }

   inline std::uint64_t processor_time() { return read_clock(CLOCK_PROCESS_CPUTIME_ID); }

   // Time from one moment to another; none if that is earlier.
   inline std::uint64_t since(std::uint64_t from, std::uint64_t to) { return to > from ? to - from : 0; }

   inline double seconds(std::uint64_t from, std::uint64_t to)
   {
      return static_cast<double>(since(from, to)) / static_cast<double>(SECOND);
   }

   // Uses that much processor time of the calling thread.
   inline void compute(std::uint32_t microseconds)
   {
      if (microseconds == 0)
      {
         return;
      }
      const std::uint64_t end = read_clock(CLOCK_THREAD_CPUTIME_ID) + microseconds * MICROSECOND;
      volatile std::uint64_t value = 1;
      while (read_clock(CLOCK_THREAD_CPUTIME_ID) < end)
      {
         for (int n = 0; n < 200; ++n)
         {
            value = value * 6364136223846793005U ^ 1U;
         }
      }
   }
}
