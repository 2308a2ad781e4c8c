#include "job.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "trouble.h"

namespace bench
{
   namespace
   {
      using nlohmann::json;

      // The fields of a JSON object, each asked for by name; those nobody asked for are refused.
      class Fields
      {
      public:
         Fields(const json &object, const std::string &of) : _object(object), _of(of)
         {
            if (!object.is_object())
            {
               throw refused_job(of + " is no object");
            }
         }

         bool has(const char *name)
         {
            _asked.insert(name);
            const auto found = _object.find(name);
            return found != _object.end() && !found->is_null();
         }

         const json &field(const char *name)
         {
            if (!has(name))
            {
               throw refused_job(_of + " has no " + name);
            }
            return _object[name];
         }

         std::string text(const char *name)
         {
            const json &value = field(name);
            if (!value.is_string())
            {
               throw wrong(name, "a text");
            }
            return value.get<std::string>();
         }

         template <typename Number>
         void number(const char *name, Number &into)
         {
            const json &value = field(name);
            if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<Number>::max())
            {
               throw wrong(name, "a whole number that fits");
            }
            into = static_cast<Number>(value.get<std::uint64_t>());
         }

         template <typename Number>
         void number_or_none(const char *name, Number &into)
         {
            if (has(name))
            {
               number(name, into);
            }
         }

         double decimal(const char *name)
         {
            const json &value = field(name);
            if (!value.is_number())
            {
               throw wrong(name, "a number");
            }
            return value.get<double>();
         }

         bool truth(const char *name)
         {
            const json &value = field(name);
            if (!value.is_boolean())
            {
               throw wrong(name, "true or false");
            }
            return value.get<bool>();
         }

         template <typename Choice>
         Choice one_of(const char *name, const std::map<std::string, Choice> &choices)
         {
            const auto found = choices.find(text(name));
            if (found == choices.end())
            {
               throw refused_job(_of + " has an unknown " + name + ", " + text(name));
            }
            return found->second;
         }

         void no_others() const
         {
            for (const auto &item : _object.items())
            {
               if (_asked.count(item.key()) == 0)
               {
                  throw refused_job(_of + " has an unknown field, " + item.key());
               }
            }
         }

      private:
         Trouble wrong(const char *name, const char *what) { return refused_job(std::string(name) + " is not " + what); }

         const json &_object;
         std::string _of;
         std::set<std::string> _asked;
      };

      void read_work(const json &object, Job &job)
      {
         Fields work(object, "its work");
         job.kind = work.one_of<Kind>(
            "kind",
            {{"round-trip", Kind::round_trip},
             {"stream", Kind::stream},
             {"time-advance", Kind::time_advance},
             {"register", Kind::register_objects},
             {"idle", Kind::idle}});
         if (job.kind == Kind::round_trip)
         {
            work.number("bytes", job.round_trip.bytes);
            work.number("warm_up", job.round_trip.warm_up);
            work.number("samples", job.round_trip.samples);
            work.number("interval_us", job.round_trip.interval_us);
            work.number("lost_after_ms", job.round_trip.lost_after_ms);
         }
         else if (job.kind == Kind::stream)
         {
            job.stream.role = work.one_of<Role>(
               "role",
               {{"sender", Role::sender},
                {"receiver", Role::receiver},
                {"master", Role::master},
                {"repeater", Role::repeater},
                {"both", Role::both}});
            work.number("bytes", job.stream.bytes);
            work.number("objects", job.stream.objects);
            work.number("regions", job.stream.regions);
            work.number("regions_of_receiver", job.stream.regions_of_receiver);
            job.stream.rate_per_s = work.decimal("rate_per_s");
            work.number("warm_up_ms", job.stream.warm_up_ms);
            work.number("run_ms", job.stream.run_ms);
            work.number("trace_every", job.stream.trace_every);
         }
         else if (job.kind == Kind::time_advance)
         {
            job.time_advance.lock_step =
               work.one_of<bool>("service", {{"lock-step", true}, {"next-message", false}});
            job.time_advance.lookahead = work.decimal("lookahead");
            job.time_advance.step = work.decimal("step");
            work.number("messages", job.time_advance.messages);
            work.number("bytes", job.time_advance.bytes);
            work.number("warm_up", job.time_advance.warm_up);
            work.number("grants", job.time_advance.grants);
         }
         else if (job.kind == Kind::register_objects)
         {
            work.number("objects", job.registration.objects);
            job.registration.named = work.truth("named");
         }
         work.no_others();
      }

      void check(const Job &job)
      {
         if (job.index >= job.federates)
         {
            throw refused_job(
               "index " + std::to_string(job.index) + " is not one of " + std::to_string(job.federates) + " federates");
         }
         const Stream &stream = job.stream;
         if (job.kind == Kind::stream && stream.bytes < 24)
         {
            throw refused_job("a message of a stream has at least 24 bytes, not " + std::to_string(stream.bytes));
         }
         if (job.kind == Kind::stream && stream.objects == 0)
         {
            throw refused_job("a stream needs at least one object");
         }
         if (job.kind == Kind::stream && !(stream.rate_per_s >= 0 && std::isfinite(stream.rate_per_s)))
         {
            throw refused_job(std::to_string(stream.rate_per_s) + " is no rate");
         }
         const TimeAdvance &advance = job.time_advance;
         if (job.kind == Kind::time_advance && !(advance.step > 0 && std::isfinite(advance.step)))
         {
            throw refused_job(std::to_string(advance.step) + " is no step of time");
         }
         if (job.kind == Kind::time_advance && !(advance.lookahead >= 0 && std::isfinite(advance.lookahead)))
         {
            throw refused_job(std::to_string(advance.lookahead) + " is no lookahead");
         }
      }
   }

   Job read_job(const std::string &line)
   {
      const json value = json::parse(line, nullptr, false);
      if (value.is_discarded())
      {
         throw refused_job("it is not JSON");
      }
      Fields fields(value, "it");
      // First, since another version may have other fields.
      std::uint64_t version = 0;
      fields.number("version", version);
      if (version != VERSION)
      {
         throw refused_job(
            "it is of version " + std::to_string(version) + ", this program does those of version " +
            std::to_string(VERSION) + "; agents and federates of one run have to be of one version of Hyla");
      }
      Job job;
      job.federation = fields.text("federation");
      fields.number("index", job.index);
      fields.number("federates", job.federates);
      job.fom = fields.text("fom");
      job.settings = fields.text("settings");
      job.evoked = fields.one_of<bool>("callbacks", {{"evoked", true}, {"immediate", false}});
      job.transportation = fields.text("transportation");
      job.bound = fields.has("cpu");
      fields.number_or_none("cpu", job.cpu);
      fields.number_or_none("priority", job.priority);
      fields.number_or_none("compute_us", job.compute_us);
      fields.number_or_none("seed", job.seed);
      fields.number("timeout_ms", job.timeout_ms);
      fields.number_or_none("live_ms", job.live_ms);
      read_work(fields.field("work"), job);
      fields.no_others();
      check(job);
      return job;
   }
}
