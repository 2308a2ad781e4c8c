// Reports of the federate: one line of JSON each, on standard output.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "durations.h"
#include "machine.h"

namespace bench
{
   void say_joined(const std::string &rti);
   void say_running();
   void say_failed(const std::string &reason);

   // Figures and histograms of a job, as they come together.
   class Outcome
   {
   public:
      // A figure that is no number is left out.
      void metric(const std::string &name, double value);
      void lost(std::uint64_t lost, std::uint64_t expected);
      void histogram(const std::string &name, const Durations &durations);
      // Resources used by the process since then.
      void process(const Stopwatch &since);
      void say() const;

   private:
      std::map<std::string, double> _metrics;
      std::map<std::string, Durations> _histograms;
   };

   // Figures of the time since the last live report.
   class Figures
   {
   public:
      explicit Figures(double seconds) : _seconds(seconds) {}

      // So many things in that time, as so many a second.
      void rate(const std::string &name, std::uint64_t count);
      void count(const std::string &name, std::uint64_t count);
      void durations(const std::string &name, Durations &durations);

   private:
      friend class Live;
      double _seconds;
      std::map<std::string, double> _metrics;
   };

   // Says from time to time how it goes.
   class Live
   {
   public:
      explicit Live(std::uint64_t every_ms) : _every(every_ms * MILLISECOND), _last(now()), _next(_last + _every) {}

      // When measuring begins or began.
      std::uint64_t measured_from = now();

      // Reports what `add` adds, if it is time to.
      template <typename Add>
      void look(std::uint64_t moment, Add add)
      {
         if (_every == 0 || moment < _next)
         {
            return;
         }
         Figures figures(seconds(_last, moment));
         add(figures);
         _last = moment;
         _next = moment + _every;
         say(figures, moment);
      }

   private:
      void say(const Figures &figures, std::uint64_t moment) const;

      std::uint64_t _every;
      std::uint64_t _last;
      std::uint64_t _next;
   };
}
