// Registration: the first federate registers objects, the others discover them.
#include "session.h"

#include <algorithm>

using namespace rti1516e;

namespace bench
{
   namespace
   {
      // How many names are reserved in one call.
      constexpr std::uint32_t BATCH = 1000;
      // How many objects are registered between two looks for callbacks.
      constexpr std::uint32_t BETWEEN_LOOKS = 64;
      // How often is looked whether all were discovered.
      constexpr std::uint64_t LOOK = 2 * MILLISECOND;

      struct Census : Part
      {
         std::uint64_t known = 0;
         // When the last object was discovered.
         std::uint64_t last = 0;
         std::size_t names = 0;
         std::string refused;

         void discovered(const ObjectInstanceHandle &) override
         {
            ++known;
            last = now();
         }

         void reserved(std::size_t count) override { names += count; }
         void not_reserved(const std::string &name) override { refused = name; }
      };

      std::wstring name_of(std::uint32_t object) { return L"bench-object-" + std::to_wstring(object); }

      // Reserves the names of objects from `first` on, before which all are reserved.
      void reserve(Session &session, Census &census, std::uint32_t first)
      {
         const std::uint32_t end = std::min(session.job.registration.objects, first + BATCH);
         std::set<std::wstring> names;
         for (std::uint32_t object = first; object < end; ++object)
         {
            names.insert(name_of(object));
         }
         doing("reserving names", [&] { session.rti->reserveMultipleObjectInstanceName(names); });
         session.wait_for(
            [&] {
               const std::lock_guard<std::mutex> held(census.lock);
               if (!census.refused.empty())
               {
                  throw Trouble(
                     "the RTI has not reserved the name " + census.refused + ", although it is unique");
               }
               return census.names >= end;
            },
            [&] { return "the reservation of " + std::to_string(names.size()) + " names"; });
      }

      void register_all(Session &session, Census &census)
      {
         const Register &work = session.job.registration;
         const ObjectClassHandle item = session.names.item.object_class;
         std::uint32_t told = 0;
         for (std::uint32_t object = 0; object < work.objects; ++object)
         {
            if (work.named && object % BATCH == 0)
            {
               reserve(session, census, object);
            }
            doing("registering an object", [&] {
               if (work.named)
               {
                  session.rti->registerObjectInstance(item, name_of(object));
               }
               else
               {
                  session.rti->registerObjectInstance(item);
               }
            });
            if (object % BETWEEN_LOOKS == 0)
            {
               session.look();
               session.live.look(now(), [&](Figures &figures) {
                  figures.rate("registered_per_s", object - told);
                  told = object;
               });
            }
         }
      }

      // Waits for all objects. When the last was discovered.
      std::uint64_t discover_all(Session &session, Census &census)
      {
         const std::uint64_t objects = session.job.registration.objects;
         const std::uint64_t silence = session.job.timeout_ms * MILLISECOND;
         std::uint64_t seen = 0;
         std::uint64_t told = 0;
         std::uint64_t moved = now();
         for (;;)
         {
            std::uint64_t known = 0;
            {
               const std::lock_guard<std::mutex> held(census.lock);
               if (census.known >= objects)
               {
                  return census.last;
               }
               known = census.known;
            }
            if (known != seen)
            {
               seen = known;
               moved = now();
            }
            else if (since(moved, now()) > silence)
            {
               throw session.late(
                  "the discovery of " + std::to_string(objects - known) + " of " + std::to_string(objects) + " objects");
            }
            session.turn(now() + LOOK);
            session.live.look(now(), [&](Figures &figures) {
               figures.rate("discovered_per_s", known - told);
               told = known;
            });
         }
      }
   }

   void perform_register(const Job &job, Watch &watch)
   {
      Census census;
      Session session(job, watch, census);
      if (job.index == 0)
      {
         session.publish(session.names.item);
      }
      else
      {
         session.subscribe(session.names.item);
      }
      session.gather();
      session.begin();
      const Stopwatch stopwatch;
      session.live.measured_from = stopwatch.began;
      const double objects = job.registration.objects;
      Outcome outcome;
      if (job.index == 0)
      {
         Sent sent;
         sent.messages = job.registration.objects;
         sent.first = stopwatch.began;
         session.tell_sent(sent);
         register_all(session, census);
         outcome.metric("registered_per_s", objects / seconds(stopwatch.began, now()));
      }
      else
      {
         const std::uint64_t last = discover_all(session, census);
         // A clock that is another one does not matter: both have begun together, as far as is known here.
         Sent sent;
         const bool same = session.sent(0, sent) && session.shares_clock_with(0);
         outcome.metric("discovered_per_s", objects / seconds(same ? sent.first : stopwatch.began, last));
      }
      outcome.process(stopwatch);
      session.over();
      session.finish(outcome);
   }
}
