// Job of a measuring federate: the line of JSON that crates/hyla-bench/src/job.rs describes.
#pragma once

#include <cstdint>
#include <string>

namespace bench
{
   constexpr std::uint64_t VERSION = 1;

   enum class Kind { round_trip, stream, time_advance, register_objects, idle };
   enum class Role { sender, receiver, master, repeater, both };

   struct RoundTrip
   {
      std::uint32_t bytes = 0;
      std::uint32_t warm_up = 0;
      std::uint32_t samples = 0;
      std::uint64_t interval_us = 0;
      std::uint64_t lost_after_ms = 0;
   };

   struct Stream
   {
      Role role = Role::sender;
      std::uint32_t bytes = 0;
      std::uint32_t objects = 0;
      std::uint32_t regions = 0;
      std::uint32_t regions_of_receiver = 0;
      double rate_per_s = 0;
      std::uint64_t warm_up_ms = 0;
      std::uint64_t run_ms = 0;
      std::uint32_t trace_every = 0;

      bool sends() const { return role == Role::sender || role == Role::master || role == Role::both; }
      bool takes_items() const { return role == Role::receiver || role == Role::repeater || role == Role::both; }
   };

   struct TimeAdvance
   {
      bool lock_step = true;
      double lookahead = 0;
      double step = 0;
      std::uint32_t messages = 0;
      std::uint32_t bytes = 0;
      std::uint32_t warm_up = 0;
      std::uint32_t grants = 0;
   };

   struct Register
   {
      std::uint32_t objects = 0;
      bool named = false;
   };

   struct Job
   {
      std::string federation;
      std::uint32_t index = 0;
      std::uint32_t federates = 0;
      std::string fom;
      std::string settings;
      bool evoked = false;
      std::string transportation;
      bool bound = false;
      std::uint32_t cpu = 0;
      // Real-time priority (SCHED_FIFO) of the process; 0: none.
      std::uint32_t priority = 0;
      std::uint32_t compute_us = 0;
      std::uint64_t seed = 0;
      std::uint64_t timeout_ms = 0;
      std::uint64_t live_ms = 0;

      Kind kind = Kind::idle;
      RoundTrip round_trip;
      Stream stream;
      TimeAdvance time_advance;
      Register registration;
   };

   // Throws Trouble if the line is no job that can be done.
   Job read_job(const std::string &line);
}
