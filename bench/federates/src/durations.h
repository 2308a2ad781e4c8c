// Durations in nanoseconds, counted in buckets that are one nanosecond or less than 0.1 % wide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace bench
{
   class Durations
   {
   public:
      Durations() : _all(BUCKETS), _lately(BUCKETS) {}

      void record(std::uint64_t nanoseconds)
      {
         const std::size_t at = bucket_of(nanoseconds);
         ++_all[at];
         ++_lately[at];
         ++_count;
         ++_count_lately;
      }

      std::uint64_t count() const { return _count; }

      // Whether anything came since the last call; if so its median and 99th percentile in microseconds.
      bool lately(double &p50, double &p99)
      {
         if (_count_lately == 0)
         {
            return false;
         }
         p50 = at_share(0.5);
         p99 = at_share(0.99);
         _lately.assign(BUCKETS, 0);
         _count_lately = 0;
         return true;
      }

      // Highest value and count of each bucket that is not empty, rising.
      std::vector<std::pair<std::uint64_t, std::uint64_t>> buckets() const
      {
         std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
         for (std::size_t at = 0; at < BUCKETS; ++at)
         {
            if (_all[at] > 0)
            {
               found.emplace_back(highest_of(at), _all[at]);
            }
         }
         return found;
      }

   private:
      // Values below 2048 have a bucket each; above, each power of two has 1024 of them, up to 2^42 ns, which is more
      // than an hour.
      static constexpr std::size_t EXACT = 2048;
      static constexpr std::size_t HALF = 1024;
      static constexpr int POWERS = 31;
      static constexpr std::size_t BUCKETS = EXACT + POWERS * HALF;

      static std::size_t bucket_of(std::uint64_t value)
      {
         if (value < EXACT)
         {
            return static_cast<std::size_t>(value);
         }
         const int shift = 63 - __builtin_clzll(value) - 10;
         if (shift > POWERS)
         {
            return BUCKETS - 1;
         }
         return EXACT + (static_cast<std::size_t>(shift) - 1) * HALF + (static_cast<std::size_t>(value >> shift) - HALF);
      }

      static std::uint64_t highest_of(std::size_t bucket)
      {
         if (bucket < EXACT)
         {
            return bucket;
         }
         const std::size_t shift = (bucket - EXACT) / HALF + 1;
         const std::uint64_t part = (bucket - EXACT) % HALF + HALF;
         return ((part + 1) << shift) - 1;
      }

      double at_share(double share) const
      {
         std::uint64_t left = static_cast<std::uint64_t>(share * static_cast<double>(_count_lately));
         for (std::size_t at = 0; at < BUCKETS; ++at)
         {
            if (_lately[at] > left)
            {
               return static_cast<double>(highest_of(at)) / 1e3;
            }
            left -= _lately[at];
         }
         return static_cast<double>(highest_of(BUCKETS - 1)) / 1e3;
      }

      std::vector<std::uint64_t> _all;
      std::vector<std::uint64_t> _lately;
      std::uint64_t _count = 0;
      std::uint64_t _count_lately = 0;
   };
}
