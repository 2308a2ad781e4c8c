// A federate from connecting to leaving, whatever its work.
#pragma once

#include <RTI/RTI1516.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "ambassador.h"
#include "clock.h"
#include "job.h"
#include "machine.h"
#include "reports.h"

namespace bench
{
   // Tells a federate to stop, and sees whether it moves.
   struct Watch
   {
      std::atomic<bool> stopped {false};
      std::atomic<std::uint64_t> beat {now()};
      std::atomic<bool> ended {false};
   };

   class Session
   {
   public:
      // Connects, creates the federation if this is the first federate, joins, and registers the member object.
      Session(const Job &job, Watch &watch, Part &part);
      // Leaves in order.
      ~Session();
      Session(const Session &) = delete;
      Session &operator=(const Session &) = delete;

      // Throws what ends the job.
      void check();
      // Looks for callbacks once, after computing as a simulator would; in the immediate model only checks.
      void look();
      void look_if_computing();
      // Waits for callbacks until that moment, or until some came, or for a short while: to be called again and again.
      void turn(std::uint64_t until);
      // Lets callbacks come until a planned moment, and is awake when it has come.
      void wait_until(std::uint64_t moment);
      // Has callbacks come until `found`; `awaited` says what was waited for in vain.
      template <typename Found, typename Awaited>
      void wait_for(Found found, Awaited awaited)
      {
         const std::uint64_t deadline = now() + job.timeout_ms * MILLISECOND;
         while (!found())
         {
            if (now() >= deadline)
            {
               throw late(awaited());
            }
            turn(deadline);
         }
      }
      Trouble late(const std::string &awaited) const;

      // Until all have joined and know of one another.
      void gather();
      // Both points before the work; says so.
      void begin();
      // The others' end.
      void over();
      // Until all who work have what they wait for, however long that takes, then the others' end.
      void wait_for_others();
      // Reports what came out, and leaves.
      void finish(const Outcome &outcome);

      // Whether that federate reads the same clock as this one: it is on the same host. For after `gather`.
      bool shares_clock_with(std::size_t index) const
      {
         // 0 where the system does not say.
         return _me.boot != 0 && index < crew.size() && crew[index].boot == _me.boot;
      }

      void tell_sent(const Sent &sent);
      // Whether that federate has reported its sent messages.
      bool sent(std::size_t index, Sent &found);

      void publish(const Measured &measured);
      void subscribe(const Measured &measured);

      const Job &job;
      Live live;
      // Every federate, by its index.
      std::vector<Mate> crew;
      Names names;
      Ambassador ambassador;
      std::unique_ptr<rti1516e::RTIambassador> rti;

   private:
      void join();
      void find_names();
      void pass(Phase phase);
      bool all_done();
      void achieve(Phase phase);
      void hello();
      void tell(const rti1516e::AttributeHandle &attribute, Bytes value);
      void register_points();
      std::string missing();
      void leave(std::uint64_t timeout_ms) noexcept;

      Watch &_watch;
      Mate _me;
      rti1516e::ObjectInstanceHandle _member;
      bool _connected = false;
      bool _created = false;
      bool _joined = false;
   };

   void perform_round_trip(const Job &job, Watch &watch);
   void perform_stream(const Job &job, Watch &watch);
   void perform_time_advance(const Job &job, Watch &watch);
   void perform_register(const Job &job, Watch &watch);
   void perform_idle(const Job &job, Watch &watch);
}
