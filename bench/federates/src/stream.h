// Streams: updates flow from senders to receivers, or to repeaters and back, and are counted end to end.
//
// A sender numbers what it sends by object. After the last message it reports their number; a receiver waits
// until it has them all, or until nothing has come for a while: what is missing then is lost.
#pragma once

#include <array>
#include <vector>

#include "session.h"

namespace bench
{
   // The beginning of every value; a filler follows.
   //
   //    number u64 | time u64 | sender u32 | object u32      little endian
   struct Header
   {
      // Counts the measured messages of this sender and object from 1 on; 0 during warm-up.
      std::uint64_t number = 0;
      // When it was to be sent; 0 in messages that are not traced. What is sent back keeps the time of what came.
      std::uint64_t time = 0;
      std::uint32_t sender = 0;
      std::uint32_t object = 0;

      static constexpr std::size_t BYTES = 24;

      void write(unsigned char *at) const
      {
         put(at, number);
         put(at + 8, time);
         put(at + 16, sender);
         put(at + 20, object);
      }

      static Header read(const unsigned char *at)
      {
         Header header;
         header.number = take<std::uint64_t>(at);
         header.time = take<std::uint64_t>(at + 8);
         header.sender = take<std::uint32_t>(at + 16);
         header.object = take<std::uint32_t>(at + 20);
         return header;
      }
   };

   // Received updates of one sender's object. Numbers begin at 1.
   class Arrivals
   {
   public:
      enum Arrival { newest, late, again };

      // A message that is further back than the window counts as late.
      Arrival note(std::uint64_t number)
      {
         if (number > _highest)
         {
            if (number - _highest >= WINDOW)
            {
               _came.fill(0);
            }
            else
            {
               for (std::uint64_t skipped = _highest + 1; skipped < number; ++skipped)
               {
                  word(skipped) &= ~bit(skipped);
               }
            }
            _highest = number;
            word(number) |= bit(number);
            return newest;
         }
         if (_highest - number >= WINDOW)
         {
            return late;
         }
         const bool came = (word(number) & bit(number)) != 0;
         word(number) |= bit(number);
         return came ? again : late;
      }

   private:
      static constexpr std::uint64_t WINDOW = 512;

      std::uint64_t &word(std::uint64_t number) { return _came[number % WINDOW / 64]; }
      static std::uint64_t bit(std::uint64_t number) { return std::uint64_t {1} << number % 64; }

      std::uint64_t _highest = 0;
      // Bit `n % WINDOW`: whether number n came, of the last ones up to the highest.
      std::array<std::uint64_t, WINDOW / 64> _came {};
   };

   // Counters.
   struct Counts
   {
      std::uint64_t delivered = 0;
      std::uint64_t bytes = 0;
      std::uint64_t doubled = 0;
      std::uint64_t reordered = 0;
      // Those of the warm-up among them: whether anything moves.
      std::uint64_t heard = 0;
      std::uint64_t first = 0;
      std::uint64_t last = 0;
   };

   // Callbacks of one federate in a stream.
   struct Intake : Part
   {
      // A federate whose messages are for this one.
      struct Source
      {
         std::vector<Arrivals> objects;
         bool same_clock = false;
      };

      // Sends back what comes.
      struct Repeat
      {
         rti1516e::RTIambassador *rti = nullptr;
         rti1516e::ObjectInstanceHandle object;
         Bytes value;
         rti1516e::AttributeHandleValueMap values;
         rti1516e::VariableLengthData no_tag;
         std::uint32_t index = 0;
         Sent sent;

         void send_back(const Header &came, const unsigned char *bytes, std::size_t size);
      };

      std::vector<Source> from;
      std::uint64_t known = 0;
      Counts counts;
      Durations ages;
      Repeat repeat;

      void discovered(const rti1516e::ObjectInstanceHandle &) override { ++known; }
      void reflected(const rti1516e::ObjectInstanceHandle &, const unsigned char *bytes, std::size_t size) override;

      // Counters so far.
      Counts so_far();
      // Adds what was counted, of `expected` messages.
      void add_to(Outcome &outcome, std::uint64_t expected);
   };

   // Messages of a sender, and their times.
   struct Outflow
   {
      std::vector<rti1516e::ObjectInstanceHandle> objects;
      Sent sent;
      // When sending ended.
      std::uint64_t ended = 0;

      // Sends through warm-up and the measured time; `live` is called between messages, with the moment. When
      // measuring began.
      Stopwatch run(Session &session, const std::function<void(std::uint64_t)> &live);
   };
}
