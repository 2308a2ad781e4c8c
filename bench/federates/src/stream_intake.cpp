#include "stream.h"

#include <algorithm>

namespace bench
{
   void Intake::reflected(const rti1516e::ObjectInstanceHandle &, const unsigned char *bytes, std::size_t size)
   {
      const std::uint64_t arrived = now();
      ++counts.heard;
      if (size < Header::BYTES)
      {
         throw Trouble("a value of " + std::to_string(size) + " bytes came, which no federate of a stream sends");
      }
      const Header header = Header::read(bytes);
      if (header.sender >= from.size() || from[header.sender].objects.empty())
      {
         throw Trouble(
            "a message of bench-" + std::to_string(header.sender) + " came, which sends nothing to this federate");
      }
      Source &source = from[header.sender];
      if (header.number > 0)
      {
         if (header.object >= source.objects.size())
         {
            throw Trouble(
               "a message of object " + std::to_string(header.object) + " of bench-" + std::to_string(header.sender) +
               " came, which has only " + std::to_string(source.objects.size()));
         }
         const Arrivals::Arrival arrival = source.objects[header.object].note(header.number);
         if (arrival == Arrivals::again)
         {
            ++counts.doubled;
            return;
         }
         counts.reordered += arrival == Arrivals::late ? 1 : 0;
         if (counts.delivered++ == 0)
         {
            counts.first = arrived;
         }
         counts.last = arrived;
         counts.bytes += size;
         if (header.time != 0 && source.same_clock)
         {
            ages.record(since(header.time, arrived));
         }
      }
      if (repeat.rti != nullptr)
      {
         repeat.send_back(header, bytes, size);
      }
   }

   void Intake::Repeat::send_back(const Header &came, const unsigned char *bytes, std::size_t size)
   {
      std::copy(bytes, bytes + std::min(size, value.size()), value.begin());
      Header header = came;
      if (came.number > 0)
      {
         if (sent.messages == 0)
         {
            sent.first = now();
         }
         header.number = ++sent.messages;
      }
      header.sender = index;
      header.object = 0;
      header.write(value.data());
      doing("sending back", [&] { rti->updateAttributeValues(object, values, no_tag); });
   }

   Counts Intake::so_far()
   {
      const std::lock_guard<std::mutex> held(lock);
      return counts;
   }

   void Intake::add_to(Outcome &outcome, std::uint64_t expected)
   {
      const std::lock_guard<std::mutex> held(lock);
      const double delivered = static_cast<double>(counts.delivered);
      outcome.metric("delivered", delivered);
      outcome.metric("reordered", static_cast<double>(counts.reordered));
      outcome.metric("doubled", static_cast<double>(counts.doubled));
      outcome.lost(since(counts.delivered, expected), expected);
      if (counts.delivered > 1)
      {
         const double rate = (delivered - 1) / seconds(counts.first, counts.last);
         outcome.metric("delivered_per_s", rate);
         outcome.metric("delivered_bytes_per_s", rate * static_cast<double>(counts.bytes) / delivered);
      }
   }
}
