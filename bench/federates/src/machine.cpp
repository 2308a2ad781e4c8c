#include "machine.h"

#include <sched.h>
#include <sys/prctl.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>

#include "trouble.h"

namespace bench
{
   void bind_to(std::uint32_t cpu)
   {
      cpu_set_t allowed;
      CPU_ZERO(&allowed);
      sched_getaffinity(0, sizeof allowed, &allowed);
      std::string numbers;
      for (int n = 0; n < CPU_SETSIZE; ++n)
      {
         if (CPU_ISSET(n, &allowed))
         {
            numbers += (numbers.empty() ? "" : ", ") + std::to_string(n);
         }
      }
      const auto refused = [&](const std::string &why) {
         return Trouble(
            "the job binds the process to processor " + std::to_string(cpu) + ", " + why + "; it may use " + numbers);
      };
      if (cpu >= CPU_SETSIZE || !CPU_ISSET(cpu, &allowed))
      {
         throw refused("which it may not use here");
      }
      cpu_set_t wanted;
      CPU_ZERO(&wanted);
      CPU_SET(cpu, &wanted);
      if (sched_setaffinity(0, sizeof wanted, &wanted) != 0)
      {
         throw refused(std::strerror(errno));
      }
   }

   void prioritize(std::uint32_t priority)
   {
      if (priority == 0)
      {
         return;
      }
      sched_param wanted{};
      wanted.sched_priority = static_cast<int>(priority);
      if (sched_setscheduler(0, SCHED_FIFO, &wanted) != 0)
      {
         const std::string why = std::strerror(errno);
         throw Trouble(
            "rt-priority " + std::to_string(priority) + ": " + why +
            "; it takes CAP_SYS_NICE, or a limit for it (ulimit -r)");
      }
   }

   void wake_exactly() { prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL); }

   std::uint64_t boot()
   {
      std::string text;
      std::ifstream("/proc/sys/kernel/random/boot_id") >> text;
      std::string digits;
      for (const char letter : text)
      {
         if (std::isxdigit(static_cast<unsigned char>(letter)) != 0 && digits.size() < 16)
         {
            digits.push_back(letter);
         }
      }
      std::uint64_t number = 0;
      std::istringstream(digits) >> std::hex >> number;
      return number;
   }

   std::uint64_t peak_memory()
   {
      std::ifstream status("/proc/self/status");
      for (std::string word; status >> word;)
      {
         if (word == "VmHWM:")
         {
            std::uint64_t kilobytes = 0;
            status >> kilobytes;
            return kilobytes * 1024;
         }
      }
      return 0;
   }
}
