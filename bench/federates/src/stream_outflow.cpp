#include "stream.h"

#include <algorithm>

using namespace rti1516e;

namespace bench
{
   namespace
   {
      // How many messages without a planned moment are sent between two looks for callbacks.
      constexpr std::uint64_t BURST = 16;
   }

   Stopwatch Outflow::run(Session &session, const std::function<void(std::uint64_t)> &live)
   {
      const Stream &stream = session.job.stream;
      const bool paced = stream.rate_per_s > 0;
      Bytes value(stream.bytes);
      fill(value, session.job.seed ^ session.job.index);
      AttributeHandleValueMap values;
      values[session.names.item.value].setDataPointer(value.data(), value.size());
      const VariableLengthData no_tag;

      const std::uint64_t began = now();
      const std::uint64_t measured_from = began + stream.warm_up_ms * MILLISECOND;
      const std::uint64_t end = measured_from + stream.run_ms * MILLISECOND;
      session.live.measured_from = measured_from;
      // Of the warm-up, then of the measured time.
      std::uint64_t phase_began = began;
      std::uint64_t index = 0;
      bool measuring = false;
      Stopwatch stopwatch;
      for (;;)
      {
         // Once for each message: it would be seen in the rate.
         const std::uint64_t moment = now();
         const std::uint64_t planned = paced
            ? phase_began + static_cast<std::uint64_t>(
                 static_cast<double>(index) / stream.rate_per_s * static_cast<double>(SECOND))
            : moment;
         const std::uint64_t phase_end = measuring ? end : measured_from;
         if (std::max(planned, moment) >= phase_end)
         {
            if (measuring)
            {
               ended = std::max(moment, end);
               return stopwatch;
            }
            session.wait_until(measured_from);
            stopwatch = Stopwatch();
            measuring = true;
            phase_began = measured_from;
            sent.first = measured_from;
            index = 0;
            continue;
         }
         if (paced)
         {
            session.wait_until(planned);
            session.look_if_computing();
         }
         else if (index % BURST == 0 || session.job.compute_us > 0)
         {
            session.look();
         }
         const std::uint64_t object = index % objects.size();
         const bool traced = stream.trace_every > 0 && index % stream.trace_every == 0;
         Header header;
         header.number = measuring ? index / objects.size() + 1 : 0;
         // Where nothing was planned: as soon as it can be.
         header.time = traced ? planned : 0;
         header.sender = session.job.index;
         header.object = static_cast<std::uint32_t>(object);
         header.write(value.data());
         doing("updating", [&] { session.rti->updateAttributeValues(objects[object], values, no_tag); });
         ++index;
         sent.messages += measuring ? 1 : 0;
         live(moment);
      }
   }
}
