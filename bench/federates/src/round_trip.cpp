// Round trips: the first federate updates, each of the others answers, the round trip ends with the last answer.
//
//    value   number u64 | time u64 | filler      little endian; a shorter value bears what fits of its number
//
// Numbers begin at 1; the time is when the update was to be sent, on the clock of the host. The others answer from inside
// the callback, with the bytes that came. Who answers on the host of the first federate, and gets a whole time, also
// counts how long one way took.
#include "session.h"

#include <algorithm>
#include <vector>

using namespace rti1516e;

namespace bench
{
   namespace
   {
      std::uint64_t number_in(const unsigned char *value, std::size_t size)
      {
         return take<std::uint64_t>(value, std::min<std::size_t>(size, 8));
      }

      // Offset of the time of an update in its value, and of its end.
      constexpr std::size_t TIME = 8;
      constexpr std::size_t TIME_END = 16;

      // Callbacks of the first federate.
      struct Answers : Part
      {
         struct Answerer
         {
            ObjectInstanceHandle object;
            bool answered;
         };

         Ambassador *ambassador = nullptr;
         std::vector<Answerer> answerers;
         std::uint64_t number = 0;
         std::size_t missing = 0;
         // When the last of them answered.
         std::uint64_t ended = 0;
         std::uint64_t doubled = 0;

         void discovered(const ObjectInstanceHandle &object) override { answerers.push_back({object, false}); }

         void reflected(const ObjectInstanceHandle &object, const unsigned char *value, std::size_t size) override
         {
            const std::uint64_t arrived = now();
            if (number_in(value, size) != number)
            {
               // An answer that was taken for lost.
               return;
            }
            for (Answerer &answerer : answerers)
            {
               if (answerer.object != object)
               {
                  continue;
               }
               if (answerer.answered)
               {
                  ++doubled;
               }
               else if (--missing == 0)
               {
                  ended = arrived;
                  ambassador->wake();
               }
               answerer.answered = true;
            }
         }

         void begin(std::uint64_t of)
         {
            const std::lock_guard<std::mutex> held(lock);
            number = of;
            missing = answerers.size();
            for (Answerer &answerer : answerers)
            {
               answerer.answered = false;
            }
         }
      };

      struct Asker
      {
         const RoundTrip &work;
         Session &session;
         Answers &answers;
         ObjectInstanceHandle object;
         Bytes value;
         AttributeHandleValueMap values;
         Durations durations;
         std::uint64_t lost = 0;
         std::uint64_t sent = 0;
         std::uint64_t told = 0;

         // That many round trips, after `before` others; planned from `began` on.
         void run(std::uint64_t before, std::uint64_t count, std::uint64_t began)
         {
            const VariableLengthData no_tag;
            for (std::uint64_t trip = 0; trip < count; ++trip)
            {
               put(value.data(), before + trip + 1, std::min<std::size_t>(value.size(), 8));
               answers.begin(number_in(value.data(), value.size()));
               std::uint64_t planned = 0;
               if (work.interval_us == 0)
               {
                  session.look_if_computing();
                  planned = now();
               }
               else
               {
                  planned = began + trip * work.interval_us * MICROSECOND;
                  session.wait_until(planned);
               }
               if (value.size() >= TIME_END)
               {
                  put(value.data() + TIME, planned);
               }
               doing("updating", [&] { session.rti->updateAttributeValues(object, values, no_tag); });
               ++sent;
               wait_for_answers(planned);
               session.live.look(now(), [&](Figures &figures) {
                  figures.count("round_trips", since(told, durations.count()));
                  figures.count("lost", lost);
                  figures.durations("round_trip", durations);
                  told = durations.count();
               });
            }
         }

         void wait_for_answers(std::uint64_t planned)
         {
            const std::uint64_t deadline = now() + work.lost_after_ms * MILLISECOND;
            for (;;)
            {
               std::size_t missing = 0;
               std::uint64_t ended = 0;
               {
                  const std::lock_guard<std::mutex> held(answers.lock);
                  missing = answers.missing;
                  ended = answers.ended;
               }
               if (missing == 0)
               {
                  durations.record(since(planned, ended));
                  return;
               }
               if (now() >= deadline)
               {
                  lost += missing;
                  return;
               }
               session.turn(deadline);
            }
         }
      };

      void ask(const Job &job, Watch &watch)
      {
         Answers answers;
         Session session(job, watch, answers);
         answers.ambassador = &session.ambassador;
         session.publish(session.names.item);
         session.subscribe(session.names.echo);
         const ObjectInstanceHandle object = doing("registering the object that is measured", [&] {
            return session.rti->registerObjectInstance(session.names.item.object_class);
         });
         session.gather();
         const std::size_t answering = static_cast<std::size_t>(
            std::count_if(session.crew.begin() + 1, session.crew.end(), [](const Mate &mate) { return mate.work == 'R'; }));
         if (answering == 0)
         {
            throw refused_job("round trips need a second federate that answers");
         }
         session.wait_for(
            [&] {
               const std::lock_guard<std::mutex> held(answers.lock);
               return answers.answerers.size() == answering;
            },
            [] { return "the objects of the answering federates"; });
         session.begin();

         Asker asker {job.round_trip, session, answers, object, Bytes(job.round_trip.bytes), {}, {}};
         fill(asker.value, job.seed);
         asker.values[session.names.item.value].setDataPointer(asker.value.data(), asker.value.size());
         asker.run(0, job.round_trip.warm_up, now());
         asker.durations = Durations();
         asker.lost = asker.sent = asker.told = 0;
         {
            const std::lock_guard<std::mutex> held(answers.lock);
            answers.doubled = 0;
         }
         const Stopwatch stopwatch;
         session.live.measured_from = stopwatch.began;
         asker.run(job.round_trip.warm_up, job.round_trip.samples, stopwatch.began);

         Outcome outcome;
         outcome.process(stopwatch);
         outcome.metric("sent", static_cast<double>(asker.sent));
         outcome.metric("round_trips", static_cast<double>(asker.durations.count()));
         outcome.lost(asker.lost, asker.sent * answering);
         {
            const std::lock_guard<std::mutex> held(answers.lock);
            outcome.metric("doubled", static_cast<double>(answers.doubled));
         }
         outcome.histogram("round_trip", asker.durations);
         // So that those who answer know that nothing more comes.
         Sent sent;
         sent.messages = asker.sent;
         sent.first = stopwatch.began;
         session.tell_sent(sent);
         session.over();
         session.finish(outcome);
      }

      // Callbacks of the answering federates.
      struct Answering : Part
      {
         Ambassador *ambassador = nullptr;
         RTIambassador *rti = nullptr;
         ObjectInstanceHandle own;
         Bytes value;
         AttributeHandleValueMap values;
         VariableLengthData no_tag;
         bool known = false;
         std::uint64_t warm_up = 0;
         // Whether the first federate has the same clock.
         bool same_clock = false;
         Durations ways;
         std::uint64_t answered = 0;
         std::uint64_t measured = 0;
         std::uint64_t first = 0;
         std::uint64_t last = 0;
         Stopwatch stopwatch;

         void discovered(const ObjectInstanceHandle &) override { known = true; }

         void reflected(const ObjectInstanceHandle &, const unsigned char *came, std::size_t size) override
         {
            const std::uint64_t arrived = now();
            if (rti == nullptr)
            {
               return;
            }
            std::copy(came, came + std::min(size, value.size()), value.begin());
            doing("answering", [&] { rti->updateAttributeValues(own, values, no_tag); });
            last = now();
            if (++answered > warm_up)
            {
               if (measured++ == 0)
               {
                  first = last;
                  stopwatch = Stopwatch();
               }
            }
            // By its number: those of the warm-up may be lost.
            if (same_clock && size >= TIME_END && number_in(came, size) > warm_up)
            {
               ways.record(since(take<std::uint64_t>(came + TIME), arrived));
            }
         }
      };

      // Answers until the first federate says that it has asked for the last time.
      void serve(const Job &job, Session &session, Answering &answering)
      {
         // Between two updates lie, beside the others' timeout, what the job itself plans.
         const std::uint64_t silence = (job.timeout_ms + job.round_trip.lost_after_ms) * MILLISECOND +
            job.round_trip.interval_us * MICROSECOND;
         std::uint64_t heard = 0;
         std::uint64_t told = 0;
         std::uint64_t moved = now();
         for (Sent sent; !session.sent(0, sent);)
         {
            session.turn(now() + silence);
            std::uint64_t answered = 0;
            std::uint64_t measured = 0;
            {
               const std::lock_guard<std::mutex> held(answering.lock);
               answered = answering.answered;
               measured = answering.measured;
            }
            if (answered != heard)
            {
               heard = answered;
               moved = now();
            }
            else if (since(moved, now()) > silence)
            {
               throw session.late("an update of bench-0 after " + std::to_string(answered) + " of them");
            }
            session.live.look(now(), [&](Figures &figures) {
               figures.rate("delivered_per_s", measured - told);
               told = measured;
               const std::lock_guard<std::mutex> held(answering.lock);
               figures.durations("one_way", answering.ways);
            });
         }
      }

      void answer(const Job &job, Watch &watch)
      {
         Answering answering;
         Session session(job, watch, answering);
         session.publish(session.names.echo);
         session.subscribe(session.names.item);
         {
            const ObjectInstanceHandle own = doing("registering the object that answers", [&] {
               return session.rti->registerObjectInstance(session.names.echo.object_class);
            });
            const std::lock_guard<std::mutex> held(answering.lock);
            answering.own = own;
            answering.warm_up = job.round_trip.warm_up;
            answering.value.resize(job.round_trip.bytes);
            answering.values[session.names.echo.value].setDataPointer(answering.value.data(), answering.value.size());
            answering.rti = session.rti.get();
         }
         session.gather();
         {
            const std::lock_guard<std::mutex> held(answering.lock);
            answering.same_clock = session.shares_clock_with(0);
         }
         session.wait_for(
            [&] {
               const std::lock_guard<std::mutex> held(answering.lock);
               return answering.known;
            },
            [] { return "the object of bench-0"; });
         session.begin();
         serve(job, session, answering);
         Outcome outcome;
         {
            const std::lock_guard<std::mutex> held(answering.lock);
            outcome.metric("delivered", static_cast<double>(answering.measured));
            outcome.metric("sent", static_cast<double>(answering.measured));
            if (answering.measured > 1)
            {
               outcome.metric(
                  "delivered_per_s",
                  static_cast<double>(answering.measured - 1) / seconds(answering.first, answering.last));
            }
            if (answering.ways.count() > 0)
            {
               outcome.histogram("one_way", answering.ways);
            }
            outcome.process(answering.stopwatch);
         }
         session.over();
         session.finish(outcome);
      }
   }

   void perform_round_trip(const Job &job, Watch &watch)
   {
      if (job.index == 0)
      {
         ask(job, watch);
      }
      else
      {
         answer(job, watch);
      }
   }
}
