#include "stream.h"

#include <algorithm>

using namespace rti1516e;

namespace bench
{
   namespace
   {
      // After how long without a message those that are missing count as lost.
      constexpr std::uint64_t SETTLED = 1500 * MILLISECOND;
      // How often a receiver looks whether it has everything.
      constexpr std::uint64_t LOOK = 2 * MILLISECOND;

      // Which parts of the routing space a receiver subscribes to.
      std::vector<std::uint32_t> subscribed_parts(const Job &job)
      {
         const Stream &stream = job.stream;
         const std::uint32_t wanted = stream.regions_of_receiver == 0
            ? stream.regions
            : std::min(stream.regions_of_receiver, stream.regions);
         const std::uint32_t first = stream.regions_of_receiver == 0 ? 0 : job.index % stream.regions;
         std::vector<std::uint32_t> parts;
         for (std::uint32_t n = 0; n < wanted; ++n)
         {
            parts.push_back((first + n) % stream.regions);
         }
         std::sort(parts.begin(), parts.end());
         return parts;
      }

      // The objects of a sender that this federate receives.
      std::vector<std::uint32_t> taken_objects(const Job &job)
      {
         const Stream &stream = job.stream;
         const bool all = stream.regions == 0 || stream.role == Role::master;
         const std::vector<std::uint32_t> parts = all ? std::vector<std::uint32_t>() : subscribed_parts(job);
         std::vector<std::uint32_t> found;
         for (std::uint32_t object = 0; object < stream.objects; ++object)
         {
            if (all || std::binary_search(parts.begin(), parts.end(), object % stream.regions))
            {
               found.push_back(object);
            }
         }
         return found;
      }

      // How many of `messages`, sent with `objects` in turn, belong to that object.
      std::uint64_t share_of(std::uint32_t object, std::uint64_t messages, std::uint32_t objects)
      {
         return messages / objects + (object < messages % objects ? 1 : 0);
      }

      std::vector<RegionHandle> make_regions(Session &session, const std::vector<std::uint32_t> &parts)
      {
         return doing("making the regions", [&] {
            RTIambassador &rti = *session.rti;
            const DimensionHandle dimension = rti.getDimensionHandle(L"HylaBenchSpace");
            const unsigned long bound = rti.getDimensionUpperBound(dimension);
            const unsigned long width = bound / session.job.stream.regions;
            if (width == 0)
            {
               throw refused_job(
                  "HylaBenchSpace has " + std::to_string(bound) + " points and cannot be cut into " +
                  std::to_string(session.job.stream.regions) + " regions");
            }
            DimensionHandleSet dimensions;
            dimensions.insert(dimension);
            std::vector<RegionHandle> made;
            RegionHandleSet all;
            for (const std::uint32_t part : parts)
            {
               const RegionHandle region = rti.createRegion(dimensions);
               rti.setRangeBounds(region, dimension, RangeBounds(part * width, (part + 1) * width));
               made.push_back(region);
               all.insert(region);
            }
            if (!all.empty())
            {
               rti.commitRegionModifications(all);
            }
            return made;
         });
      }

      AttributeHandleSetRegionHandleSetPairVector pairs_of(const Measured &measured, const RegionHandleSet &regions)
      {
         AttributeHandleSet attributes;
         attributes.insert(measured.value);
         return {AttributeHandleSetRegionHandleSetPair(attributes, regions)};
      }

      void subscribe_items(Session &session)
      {
         if (session.job.stream.regions == 0)
         {
            session.subscribe(session.names.item);
            return;
         }
         RegionHandleSet regions;
         for (const RegionHandle &region : make_regions(session, subscribed_parts(session.job)))
         {
            regions.insert(region);
         }
         doing("subscribing with regions", [&] {
            session.rti->subscribeObjectClassAttributesWithRegions(
               session.names.item.object_class,
               pairs_of(session.names.item, regions));
         });
      }

      std::vector<ObjectInstanceHandle> register_items(Session &session)
      {
         const Stream &stream = session.job.stream;
         const Measured &item = session.names.item;
         std::vector<std::uint32_t> used;
         for (std::uint32_t part = 0; part < std::min(stream.regions, stream.objects); ++part)
         {
            used.push_back(part);
         }
         std::vector<RegionHandle> regions;
         if (!used.empty())
         {
            regions = make_regions(session, used);
         }
         std::vector<ObjectInstanceHandle> objects;
         for (std::uint32_t object = 0; object < stream.objects; ++object)
         {
            session.check();
            objects.push_back(doing("registering the objects of a sender", [&] {
               if (regions.empty())
               {
                  return session.rti->registerObjectInstance(item.object_class);
               }
               RegionHandleSet region;
               region.insert(regions[object % stream.regions]);
               return session.rti->registerObjectInstanceWithRegions(item.object_class, pairs_of(item, region));
            }));
         }
         return objects;
      }

      // Publishes, subscribes and registers what the role needs.
      void declare(Session &session, Intake &intake, Outflow &outflow)
      {
         const Stream &stream = session.job.stream;
         if (stream.takes_items())
         {
            subscribe_items(session);
         }
         if (stream.role == Role::master)
         {
            session.subscribe(session.names.echo);
         }
         if (stream.role == Role::repeater)
         {
            session.publish(session.names.echo);
            const ObjectInstanceHandle object = doing("registering the object that sends back", [&] {
               return session.rti->registerObjectInstance(session.names.echo.object_class);
            });
            const std::lock_guard<std::mutex> held(intake.lock);
            Intake::Repeat &repeat = intake.repeat;
            repeat.object = object;
            repeat.index = session.job.index;
            repeat.value.resize(stream.bytes);
            repeat.values[session.names.echo.value].setDataPointer(repeat.value.data(), repeat.value.size());
            repeat.rti = session.rti.get();
         }
         if (stream.sends())
         {
            session.publish(session.names.item);
            outflow.objects = register_items(session);
         }
      }

      // Those whose messages are for this federate, and how many of their objects are.
      struct Sources
      {
         std::vector<std::size_t> indices;
         std::uint64_t objects = 0;
      };

      Sources expect(Session &session, Intake &intake, std::size_t taken)
      {
         const Stream &stream = session.job.stream;
         Sources sources;
         const std::lock_guard<std::mutex> held(intake.lock);
         intake.from.resize(session.crew.size());
         for (std::size_t index = 0; index < session.crew.size(); ++index)
         {
            const Mate &mate = session.crew[index];
            const bool items = stream.takes_items() && mate.sends();
            const bool echoes = stream.role == Role::master && mate.repeats();
            if (index == session.job.index || !(items || echoes))
            {
               continue;
            }
            intake.from[index].objects.resize(items ? stream.objects : 1);
            // Echoes bear this federate's own time.
            intake.from[index].same_clock = echoes || session.shares_clock_with(index);
            sources.indices.push_back(index);
            sources.objects += items ? taken : 1;
         }
         return sources;
      }

      // Waits until everything has come that was sent to this federate, or nothing comes any more. How much it should
      // have been.
      std::uint64_t collect(
         Session &session,
         Intake &intake,
         const Sources &sources,
         const std::vector<std::uint32_t> &taken,
         const std::function<void(std::uint64_t)> &live)
      {
         const Stream &stream = session.job.stream;
         // A source may be silent for as long as it sends to others, and for as long as another waits for what it lost.
         const std::uint64_t silence =
            (session.job.timeout_ms + stream.warm_up_ms + stream.run_ms) * MILLISECOND + SETTLED;
         std::vector<std::size_t> missing = sources.indices;
         std::uint64_t expected = 0;
         std::uint64_t heard = 0;
         std::uint64_t moved = now();
         for (;;)
         {
            for (std::size_t at = 0; at < missing.size();)
            {
               Sent sent;
               if (!session.sent(missing[at], sent))
               {
                  ++at;
                  continue;
               }
               missing.erase(missing.begin() + static_cast<std::ptrdiff_t>(at));
               moved = now();
               if (stream.role == Role::master)
               {
                  expected += sent.messages;
                  continue;
               }
               for (const std::uint32_t object : taken)
               {
                  expected += share_of(object, sent.messages, stream.objects);
               }
            }
            const Counts counts = intake.so_far();
            if (counts.heard != heard)
            {
               heard = counts.heard;
               moved = now();
            }
            const std::uint64_t quiet = since(moved, now());
            if (missing.empty() && (counts.delivered >= expected || quiet >= SETTLED))
            {
               return expected;
            }
            if (!missing.empty() && quiet > silence)
            {
               throw session.late("the end of what bench-" + std::to_string(missing.front()) + " sends");
            }
            session.turn(now() + LOOK);
            live(now());
         }
      }
   }

   void perform_stream(const Job &job, Watch &watch)
   {
      const Stream &stream = job.stream;
      Intake intake;
      Outflow outflow;
      Session session(job, watch, intake);
      declare(session, intake, outflow);
      session.gather();
      const std::vector<std::uint32_t> taken = taken_objects(job);
      const Sources sources = expect(session, intake, taken.size());
      const auto known = [&] {
         const std::lock_guard<std::mutex> held(intake.lock);
         return intake.known;
      };
      session.wait_for(
         [&] { return known() >= sources.objects; },
         [&] { return std::to_string(sources.objects - known()) + " of " + std::to_string(sources.objects) + " objects"; });
      session.begin();

      // Meaning of the age of a traced message.
      const char *ages = stream.role == Role::master ? "round_trip" : "one_way";
      Counts told;
      std::uint64_t told_sent = 0;
      const std::function<void(std::uint64_t)> live = [&](std::uint64_t moment) {
         session.live.look(moment, [&](Figures &figures) {
            if (stream.sends())
            {
               figures.rate("sent_per_s", outflow.sent.messages - told_sent);
               told_sent = outflow.sent.messages;
            }
            if (!sources.indices.empty())
            {
               const std::lock_guard<std::mutex> held(intake.lock);
               figures.rate("delivered_per_s", intake.counts.delivered - told.delivered);
               figures.rate("delivered_bytes_per_s", intake.counts.bytes - told.bytes);
               told = intake.counts;
               figures.durations(ages, intake.ages);
            }
         });
      };
      Stopwatch stopwatch;
      if (stream.sends())
      {
         stopwatch = outflow.run(session, live);
         session.tell_sent(outflow.sent);
      }
      else
      {
         const std::uint64_t measured_from = now() + stream.warm_up_ms * MILLISECOND;
         session.live.measured_from = measured_from;
         while (now() < measured_from)
         {
            session.turn(measured_from);
            live(now());
         }
         stopwatch = Stopwatch();
      }
      const std::uint64_t expected = collect(session, intake, sources, taken, live);

      Outcome outcome;
      outcome.process(stopwatch);
      if (stream.sends())
      {
         outcome.metric("sent", static_cast<double>(outflow.sent.messages));
         outcome.metric(
            "sent_per_s",
            static_cast<double>(outflow.sent.messages) / seconds(outflow.sent.first, outflow.ended));
      }
      if (!sources.indices.empty())
      {
         intake.add_to(outcome, expected);
      }
      {
         const std::lock_guard<std::mutex> held(intake.lock);
         outcome.histogram(ages, intake.ages);
      }
      if (stream.role == Role::repeater)
      {
         Sent sent;
         {
            const std::lock_guard<std::mutex> held(intake.lock);
            sent = intake.repeat.sent;
         }
         outcome.metric("sent", static_cast<double>(sent.messages));
         session.tell_sent(sent);
      }
      session.over();
      session.finish(outcome);
   }
}
