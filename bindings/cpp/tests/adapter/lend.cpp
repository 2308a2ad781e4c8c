#include "lend.h"

#include <map>
#include <mutex>

#include "kept_types.h"

namespace over
{
std::string utf8(const std::wstring &text)
{
   std::string encoded;
   for (wchar_t wide : text)
   {
      const auto point = static_cast<std::uint32_t>(wide);
      const auto add = [&](std::uint32_t byte) { encoded.push_back(static_cast<char>(byte)); };
      if (point < 0x80)
      {
         add(point);
      }
      else if (point < 0x800)
      {
         add(0xC0 | point >> 6);
         add(0x80 | (point & 0x3F));
      }
      else if (point < 0x10000)
      {
         add(0xE0 | point >> 12);
         add(0x80 | (point >> 6 & 0x3F));
         add(0x80 | (point & 0x3F));
      }
      else
      {
         add(0xF0 | point >> 18);
         add(0x80 | (point >> 12 & 0x3F));
         add(0x80 | (point >> 6 & 0x3F));
         add(0x80 | (point & 0x3F));
      }
   }
   return encoded;
}

namespace
{
template <class Value>
std::uint64_t bits(Value value)
{
   std::uint64_t bits;
   static_assert(sizeof bits == sizeof value);
   std::memcpy(&bits, &value, sizeof bits);
   return bits;
}
}

hyla_time time(const LogicalTime &time)
{
   if (const auto *integer = dynamic_cast<const HLAinteger64Time *>(&time))
   {
      return {HYLA_INTEGER64, bits(static_cast<std::int64_t>(integer->getTime()))};
   }
   return {HYLA_FLOAT64, bits(dynamic_cast<const HLAfloat64Time &>(time).getTime())};
}

hyla_interval interval(const LogicalTimeInterval &interval)
{
   if (const auto *integer = dynamic_cast<const HLAinteger64Interval *>(&interval))
   {
      return {HYLA_INTEGER64, bits(static_cast<std::int64_t>(integer->getInterval()))};
   }
   return {HYLA_FLOAT64, bits(dynamic_cast<const HLAfloat64Interval &>(interval).getInterval())};
}

#if HYLA_EDITION == 2025
namespace
{
// Threads of the RTI may still use them while the process ends: never destroyed.
std::mutex &seen_types_mutex = *new std::mutex;
std::map<std::uint64_t, TransportationTypeHandle> &seen_types = *new std::map<std::uint64_t, TransportationTypeHandle>;
}

std::uint64_t transportation_number(const TransportationTypeHandle &type)
{
   const std::uint64_t key = number(type);
   const std::lock_guard<std::mutex> lock(seen_types_mutex);
   seen_types[key] = type;
   return key;
}

TransportationTypeHandle kept_type(std::uint64_t number)
{
   const std::lock_guard<std::mutex> lock(seen_types_mutex);
   const auto found = seen_types.find(number);
   return found == seen_types.end() ? TransportationTypeHandle() : found->second;
}
#endif

Delivered::Delivered(const VariableLengthData &tag, std::uint64_t transportation, const FederateHandle &producer)
   : delivery_{bytes(tag), transportation, number(producer), nullptr, HYLA_ORDER_TYPE_RECEIVE,
               HYLA_ORDER_TYPE_RECEIVE, nullptr, nullptr}
{
}

Delivered &Delivered::with(const RegionHandleSet &regions)
{
   regions_ = Numbers(regions);
   lent_regions_ = regions_.lend();
   delivery_.sent_regions = &lent_regions_;
   return *this;
}

Delivered &Delivered::at(const LogicalTime &stamp, OrderType sent, OrderType received)
{
   time_ = over::time(stamp);
   delivery_.time = &time_;
   return in(sent, received);
}

Delivered &Delivered::in(OrderType sent, OrderType received)
{
   delivery_.sent_order = static_cast<hyla_order_type>(sent);
   delivery_.received_order = static_cast<hyla_order_type>(received);
   return *this;
}

Delivered &Delivered::retractable(const MessageRetractionHandle &retraction)
{
   retraction_ = number(retraction);
   delivery_.retraction = &retraction_;
   return *this;
}
}
