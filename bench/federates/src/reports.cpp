#include "reports.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <iostream>
#include <mutex>

namespace bench
{
   namespace
   {
      using nlohmann::json;

      void say(const json &report)
      {
         static std::mutex one_at_a_time;
         const std::lock_guard<std::mutex> lock(one_at_a_time);
         std::cout << report.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
      }
   }

   void say_joined(const std::string &rti) { say({{"report", "joined"}, {"rti", rti}, {"pid", getpid()}}); }

   void say_running() { say({{"report", "running"}}); }

   void say_failed(const std::string &reason) { say({{"report", "failed"}, {"reason", reason}}); }

   void Outcome::metric(const std::string &name, double value)
   {
      if (std::isfinite(value))
      {
         _metrics[name] = value;
      }
   }

   void Outcome::lost(std::uint64_t lost, std::uint64_t expected)
   {
      metric("lost", static_cast<double>(lost));
      metric("lost_share", static_cast<double>(lost) / static_cast<double>(expected > 0 ? expected : 1));
   }

   void Outcome::histogram(const std::string &name, const Durations &durations)
   {
      if (durations.count() > 0)
      {
         _histograms[name] = durations;
      }
   }

   void Outcome::process(const Stopwatch &since)
   {
      metric("cpu_share", since.processor_share());
      if (const std::uint64_t bytes = peak_memory())
      {
         metric("peak_memory_bytes", static_cast<double>(bytes));
      }
   }

   void Outcome::say() const
   {
      json histograms = json::object();
      for (const auto &histogram : _histograms)
      {
         histograms[histogram.first] = {{"buckets", histogram.second.buckets()}};
      }
      bench::say({{"report", "done"}, {"metrics", _metrics}, {"histograms", histograms}});
   }

   void Figures::rate(const std::string &name, std::uint64_t count)
   {
      const double rate = static_cast<double>(count) / _seconds;
      if (std::isfinite(rate))
      {
         _metrics[name] = rate;
      }
   }

   void Figures::count(const std::string &name, std::uint64_t count) { _metrics[name] = static_cast<double>(count); }

   void Figures::durations(const std::string &name, Durations &durations)
   {
      double p50 = 0;
      double p99 = 0;
      if (durations.lately(p50, p99))
      {
         _metrics[name + "_p50_us"] = p50;
         _metrics[name + "_p99_us"] = p99;
      }
   }

   void Live::say(const Figures &figures, std::uint64_t moment) const
   {
      const double at = moment >= measured_from ? seconds(measured_from, moment) : -seconds(moment, measured_from);
      bench::say({{"report", "live"}, {"seconds", at}, {"metrics", figures._metrics}});
   }
}
