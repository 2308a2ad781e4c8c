// Time advance: all federates regulate and are constrained, and go from step to step together.
//
// Messages of a step have times spread over the step that follows, but none below the lookahead. Each federate can
// say how many of them it must have got, since all send the same.
#include "session.h"

#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAfloat64Time.h>

#include <algorithm>

using namespace rti1516e;

namespace bench
{
   namespace
   {
      // The time at the end of so many steps.
      double time_of(const TimeAdvance &work, std::uint64_t steps) { return static_cast<double>(steps) * work.step; }

      // The time of a message that is sent at the end of so many steps.
      double stamp(const TimeAdvance &work, std::uint64_t steps, std::uint32_t message)
      {
         const double share = static_cast<double>(message + 1) / static_cast<double>(work.messages + 1);
         return time_of(work, steps) + std::max(work.lookahead, share * work.step);
      }

      // How many messages of one other federate arrive while this one is measured.
      std::uint64_t arriving(const TimeAdvance &work)
      {
         const std::uint64_t steps = std::uint64_t {work.warm_up} + work.grants;
         const double from = time_of(work, work.warm_up);
         const double to = time_of(work, steps);
         std::uint64_t count = 0;
         for (std::uint64_t step = 0; step < steps; ++step)
         {
            for (std::uint32_t message = 0; message < work.messages; ++message)
            {
               const double at = stamp(work, step, message);
               count += at > from && at <= to ? 1 : 0;
            }
         }
         return count;
      }

      // Callbacks of a federate about time.
      struct Clockwork : Part
      {
         bool is_regulating = false;
         bool is_constrained = false;
         // The last grant, when it came, and how many there were.
         double time = 0;
         std::uint64_t granted_at = 0;
         std::uint64_t grants = 0;
         // Messages with a time above this count.
         double measured_from = 0;
         std::uint64_t delivered = 0;
         // Messages whose time was below that of one before.
         std::uint64_t reordered = 0;
         double latest = 0;

         void received(double of) override
         {
            reordered += of < latest ? 1 : 0;
            latest = std::max(latest, of);
            delivered += of > measured_from ? 1 : 0;
         }

         void regulating() override { is_regulating = true; }
         void constrained() override { is_constrained = true; }

         void granted(double to) override
         {
            granted_at = now();
            time = to;
            ++grants;
         }
      };

      struct Advancing
      {
         const TimeAdvance &work;
         Session &session;
         Clockwork &clockwork;
         Bytes content;
         ParameterHandleValueMap values;
         Durations durations;
         std::uint64_t sent = 0;
         std::uint64_t told = 0;

         void run(std::uint64_t from, std::uint64_t to)
         {
            const VariableLengthData no_tag;
            for (std::uint64_t step = from; step < to; ++step)
            {
               session.look_if_computing();
               for (std::uint32_t message = 0; message < work.messages; ++message)
               {
                  doing("sending in time-stamp order", [&] {
                     session.rti->sendInteraction(
                        session.names.message,
                        values,
                        no_tag,
                        HLAfloat64Time(stamp(work, step, message)));
                  });
                  ++sent;
               }
               const double target = time_of(work, step + 1);
               while (request(target) < target)
               {
               }
               session.live.look(now(), [&](Figures &figures) {
                  figures.rate("grants_per_s", since(told, durations.count()));
                  told = durations.count();
                  figures.durations("grant", durations);
               });
            }
         }

         // Asks for time and waits for the grant.
         double request(double target)
         {
            std::uint64_t before = 0;
            {
               const std::lock_guard<std::mutex> held(clockwork.lock);
               before = clockwork.grants;
            }
            const std::uint64_t asked = now();
            doing("asking for time", [&] {
               if (work.lock_step)
               {
                  session.rti->timeAdvanceRequest(HLAfloat64Time(target));
               }
               else
               {
                  session.rti->nextMessageRequest(HLAfloat64Time(target));
               }
            });
            const std::uint64_t deadline = asked + session.job.timeout_ms * MILLISECOND;
            for (;;)
            {
               {
                  const std::lock_guard<std::mutex> held(clockwork.lock);
                  if (clockwork.grants > before)
                  {
                     durations.record(since(asked, clockwork.granted_at));
                     return clockwork.time;
                  }
               }
               if (now() >= deadline)
               {
                  throw session.late("the grant of time " + std::to_string(target));
               }
               session.turn(deadline);
            }
         }
      };

      void regulate(Session &session, Clockwork &clockwork)
      {
         doing("enabling time regulation", [&] {
            session.rti->enableTimeRegulation(HLAfloat64Interval(session.job.time_advance.lookahead));
         });
         session.wait_for(
            [&] {
               const std::lock_guard<std::mutex> held(clockwork.lock);
               return clockwork.is_regulating;
            },
            [] { return "timeRegulationEnabled"; });
         doing("enabling time constraint", [&] { session.rti->enableTimeConstrained(); });
         session.wait_for(
            [&] {
               const std::lock_guard<std::mutex> held(clockwork.lock);
               return clockwork.is_constrained;
            },
            [] { return "timeConstrainedEnabled"; });
         // Reports of other federates have to arrive between two requests as well.
         doing("enabling asynchronous delivery", [&] { session.rti->enableAsynchronousDelivery(); });
      }
   }

   void perform_time_advance(const Job &job, Watch &watch)
   {
      const TimeAdvance &work = job.time_advance;
      Clockwork clockwork;
      clockwork.measured_from = time_of(work, work.warm_up);
      Session session(job, watch, clockwork);
      if (work.messages > 0)
      {
         doing("declaring the messages", [&] {
            session.rti->publishInteractionClass(session.names.message);
            session.rti->subscribeInteractionClass(session.names.message);
         });
      }
      session.gather();
      regulate(session, clockwork);
      session.begin();

      Advancing advancing {work, session, clockwork, Bytes(work.bytes), {}, {}};
      fill(advancing.content, job.seed ^ job.index);
      advancing.values[session.names.content].setDataPointer(advancing.content.data(), advancing.content.size());
      advancing.run(0, work.warm_up);
      advancing.durations = Durations();
      advancing.sent = advancing.told = 0;
      const Stopwatch stopwatch;
      session.live.measured_from = stopwatch.began;
      advancing.run(work.warm_up, std::uint64_t {work.warm_up} + work.grants);
      const std::uint64_t ended = now();

      Outcome outcome;
      outcome.process(stopwatch);
      const double grants = static_cast<double>(advancing.durations.count());
      outcome.metric("grants", grants);
      outcome.metric("grants_per_s", grants / seconds(stopwatch.began, ended));
      outcome.histogram("grant", advancing.durations);
      if (work.messages > 0)
      {
         const auto advances = [](const Mate &mate) { return mate.work == 'T'; };
         const std::uint64_t all =
            static_cast<std::uint64_t>(std::count_if(session.crew.begin(), session.crew.end(), advances));
         const std::uint64_t expected = (all - 1) * arriving(work);
         const std::lock_guard<std::mutex> held(clockwork.lock);
         outcome.metric("sent", static_cast<double>(advancing.sent));
         outcome.metric("delivered", static_cast<double>(clockwork.delivered));
         outcome.metric("reordered", static_cast<double>(clockwork.reordered));
         outcome.lost(since(clockwork.delivered, expected), expected);
      }
      session.over();
      session.finish(outcome);
   }
}
