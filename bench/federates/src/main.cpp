// The measuring federate against the standard C++ API: a job on standard input, reports on standard output.
//
// It does what `hyla bench federate` does, and understands its messages: the two can be measured against each other.
// When standard input ends, it stops and leaves in order. It fails with a last report of why.
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <string>
#include <thread>

#include "machine.h"
#include "reports.h"
#include "session.h"

using namespace bench;

namespace
{
   // How much longer than its timeout a federate may stay in one call of the RTI.
   constexpr std::uint64_t GRACE_MS = 10000;

   // Threads that outlive main may read it.
   Watch &watch = *new Watch;

   std::string in_context(const Job &job, const std::string &reason)
   {
      return "federation " + job.federation + ", federate bench-" + std::to_string(job.index) + ": " + reason;
   }

   void stop_at_end_of_input()
   {
      std::thread([] {
         // Not by std::cin, which main uses no more but destroys.
         char ignored[256];
         while (read(STDIN_FILENO, ignored, sizeof ignored) > 0)
         {
         }
         watch.stopped = true;
      }).detach();
   }

   // A call that never returns cannot be left in order: the process ends, and the RTI sees that.
   void end_if_it_hangs(const Job &job)
   {
      const std::uint64_t limit_ms = job.timeout_ms + GRACE_MS;
      std::thread([job, limit_ms] {
         while (!watch.ended)
         {
            if (since(watch.beat, now()) > limit_ms * MILLISECOND)
            {
               say_failed(in_context(
                  job,
                  "a call of the RTI has not returned for " + std::to_string(limit_ms) + " ms"));
               _exit(1);
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(250));
         }
      }).detach();
   }

   void perform(const Job &job)
   {
      if (job.bound)
      {
         bind_to(job.cpu);
      }
      prioritize(job.priority);
      wake_exactly();
      switch (job.kind)
      {
      case Kind::round_trip:
         perform_round_trip(job, watch);
         break;
      case Kind::stream:
         perform_stream(job, watch);
         break;
      case Kind::time_advance:
         perform_time_advance(job, watch);
         break;
      case Kind::register_objects:
         perform_register(job, watch);
         break;
      case Kind::idle:
         perform_idle(job, watch);
         break;
      }
   }
}

int main()
{
   std::ios::sync_with_stdio(false);
   std::string line;
   if (!std::getline(std::cin, line))
   {
      say_failed("standard input ended before there was a job");
      return 1;
   }
   Job job;
   try
   {
      job = read_job(line);
   }
   catch (const std::exception &problem)
   {
      say_failed(problem.what());
      return 1;
   }
   stop_at_end_of_input();
   watch.beat = now();
   end_if_it_hangs(job);
   try
   {
      perform(job);
      watch.ended = true;
      return 0;
   }
   catch (const std::exception &problem)
   {
      say_failed(in_context(job, problem.what()));
   }
   catch (const rti1516e::Exception &exception)
   {
      say_failed(in_context(job, narrow(exception.what())));
   }
   watch.ended = true;
   return 1;
}
