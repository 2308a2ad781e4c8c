// From C++ to C: what is lent for the time of a callback.
#pragma once

#include "over.h"

#include <cstring>

namespace over
{
std::string utf8(const std::wstring &text);

// The number of a handle: its four or eight bytes, read as the standard's types of the MOM are.
template <class Handle>
std::uint64_t number(const Handle &handle)
{
   if (!handle.isValid())
   {
      return 0;
   }
   const VariableLengthData encoded = handle.encode();
   if ((encoded.size() != 4 && encoded.size() != 8) || handle.encodedLength() != encoded.size())
   {
      throw RTIinternalError(L"a handle of " + std::to_wstring(encoded.size()) + L" bytes");
   }
   unsigned char bytes[8];
   if (handle.encode(bytes, sizeof bytes) != encoded.size()
       || std::memcmp(bytes, encoded.data(), encoded.size()) != 0)
   {
      throw RTIinternalError(L"a handle that is encoded in two ways");
   }
   std::uint64_t number = 0;
   for (std::size_t i = 0; i < encoded.size(); ++i)
   {
      number = number << 8 | bytes[i];
   }
   return number;
}

// Transportation types have no decode: those that were seen are kept, to be found by their number.
#if HYLA_EDITION == 2010
inline std::uint64_t transportation_number(TransportationType type)
{
   return static_cast<std::uint64_t>(type);
}
#else
std::uint64_t transportation_number(const TransportationTypeHandle &type);
#endif

hyla_time time(const LogicalTime &time);
hyla_interval interval(const LogicalTimeInterval &interval);

inline hyla_bytes bytes(const VariableLengthData &data)
{
   return {static_cast<const std::uint8_t *>(data.data()), data.size()};
}

class Text
{
public:
   explicit Text(const std::wstring &text)
      : text_(utf8(text))
   {
   }

   hyla_text lend() const { return {text_.data(), text_.size()}; }

private:
   std::string text_;
};

class Texts
{
public:
   explicit Texts(const std::set<std::wstring> &texts)
   {
      texts_.reserve(texts.size());
      for (const std::wstring &text : texts)
      {
         texts_.emplace_back(text);
         lent_.push_back(texts_.back().lend());
      }
   }

   hyla_texts lend() const { return {lent_.data(), lent_.size()}; }

private:
   std::vector<Text> texts_;
   std::vector<hyla_text> lent_;
};

class Numbers
{
public:
   template <class Handle>
   explicit Numbers(const std::set<Handle> &handles)
   {
      for (const Handle &handle : handles)
      {
         numbers_.push_back(number(handle));
      }
   }

   template <class Handle>
   explicit Numbers(const Handle &handle)
      : numbers_{number(handle)}
   {
   }

   hyla_handles lend() const { return {numbers_.data(), numbers_.size()}; }

private:
   std::vector<std::uint64_t> numbers_;
};

class Values
{
public:
   template <class Map>
   explicit Values(const Map &map)
   {
      for (const auto &[handle, value] : map)
      {
         values_.push_back({number(handle), bytes(value)});
      }
   }

   hyla_values lend() const { return {values_.data(), values_.size()}; }

private:
   std::vector<hyla_value> values_;
};

// Supplemental data of a reflection, an interaction or a removal.
class Delivered
{
public:
   Delivered(const VariableLengthData &tag, std::uint64_t transportation, const FederateHandle &producer);

   // Adds the regions that it was sent with.
   Delivered &with(const RegionHandleSet &regions);
   // Adds the time.
   Delivered &at(const LogicalTime &stamp, OrderType sent, OrderType received);
   // Adds the handle for a retraction.
   Delivered &retractable(const MessageRetractionHandle &retraction);
   // Says in which order it was sent and received.
   Delivered &in(OrderType sent, OrderType received);

   const hyla_delivery *lend() const { return &delivery_; }

private:
   hyla_delivery delivery_;
   hyla_time time_{};
   Numbers regions_{RegionHandleSet()};
   hyla_handles lent_regions_{};
   hyla_message_retraction_handle retraction_ = 0;
};
}
