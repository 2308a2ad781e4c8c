#include "ambassador.h"

#include "kept_types.h"

namespace over
{
namespace
{
template <class Handle>
using Decode = Handle (RTIambassador::*)(const VariableLengthData &) const;

// The handle of a number: by decoding the bytes that its `encode` would give.
template <class Handle>
Handle handle(const RTIambassador &rti, std::uint64_t number, Decode<Handle> decode)
{
   if (number == 0)
   {
      return Handle();
   }
   unsigned char bytes[8];
   for (int at = 7; at >= 0; --at, number >>= 8)
   {
      bytes[at] = static_cast<unsigned char>(number);
   }
   return (rti.*decode)(VariableLengthData(bytes, sizeof bytes));
}

template <class Handle, class One>
std::set<Handle> set(hyla_handles handles, One one)
{
   std::set<Handle> all;
   for (std::size_t at = 0; at < handles.length; ++at)
   {
      all.insert(one(handles.data[at]));
   }
   return all;
}

template <class Value>
Value value_of(std::uint64_t bits)
{
   Value value;
   static_assert(sizeof bits == sizeof value);
   std::memcpy(&value, &bits, sizeof value);
   return value;
}
}

Ambassador::Ambassador()
   : rti_(RTIambassadorFactory().createRTIambassador())
{
}

FederateHandle Ambassador::federate(std::uint64_t number) const
{
   return handle<FederateHandle>(*rti_, number, &RTIambassador::decodeFederateHandle);
}

ObjectClassHandle Ambassador::object_class(std::uint64_t number) const
{
   return handle<ObjectClassHandle>(*rti_, number, &RTIambassador::decodeObjectClassHandle);
}

InteractionClassHandle Ambassador::interaction_class(std::uint64_t number) const
{
   return handle<InteractionClassHandle>(*rti_, number, &RTIambassador::decodeInteractionClassHandle);
}

ObjectInstanceHandle Ambassador::object(std::uint64_t number) const
{
   return handle<ObjectInstanceHandle>(*rti_, number, &RTIambassador::decodeObjectInstanceHandle);
}

AttributeHandle Ambassador::attribute(std::uint64_t number) const
{
   return handle<AttributeHandle>(*rti_, number, &RTIambassador::decodeAttributeHandle);
}

ParameterHandle Ambassador::parameter(std::uint64_t number) const
{
   return handle<ParameterHandle>(*rti_, number, &RTIambassador::decodeParameterHandle);
}

DimensionHandle Ambassador::dimension(std::uint64_t number) const
{
   return handle<DimensionHandle>(*rti_, number, &RTIambassador::decodeDimensionHandle);
}

RegionHandle Ambassador::region(std::uint64_t number) const
{
   return handle<RegionHandle>(*rti_, number, &RTIambassador::decodeRegionHandle);
}

MessageRetractionHandle Ambassador::retraction(std::uint64_t number) const
{
   return handle<MessageRetractionHandle>(*rti_, number, &RTIambassador::decodeMessageRetractionHandle);
}

Transportation Ambassador::transportation(std::uint64_t number) const
{
#if HYLA_EDITION == 2010
   return static_cast<TransportationType>(number);
#else
   return kept_type(number);
#endif
}

std::set<FederateHandle> Ambassador::federates(hyla_handles handles) const
{
   return set<FederateHandle>(handles, [this](std::uint64_t number) { return federate(number); });
}

std::set<InteractionClassHandle> Ambassador::interaction_classes(hyla_handles handles) const
{
   return set<InteractionClassHandle>(handles, [this](std::uint64_t number) { return interaction_class(number); });
}

std::set<AttributeHandle> Ambassador::attributes(hyla_handles handles) const
{
   return set<AttributeHandle>(handles, [this](std::uint64_t number) { return attribute(number); });
}

std::set<DimensionHandle> Ambassador::dimensions(hyla_handles handles) const
{
   return set<DimensionHandle>(handles, [this](std::uint64_t number) { return dimension(number); });
}

std::set<RegionHandle> Ambassador::regions(hyla_handles handles) const
{
   return set<RegionHandle>(handles, [this](std::uint64_t number) { return region(number); });
}

AttributeHandleSetRegionHandleSetPairVector Ambassador::pairs(hyla_attribute_region_pairs pairs) const
{
   AttributeHandleSetRegionHandleSetPairVector all;
   for (std::size_t at = 0; at < pairs.length; ++at)
   {
      const hyla_attributes_and_regions &pair = pairs.data[at];
      all.emplace_back(attributes(pair.attributes), regions(pair.regions));
   }
   return all;
}

AttributeHandleValueMap Ambassador::attribute_values(hyla_values values) const
{
   AttributeHandleValueMap map;
   for (std::size_t at = 0; at < values.length; ++at)
   {
      map[attribute(values.data[at].handle)] = data(values.data[at].bytes);
   }
   return map;
}

ParameterHandleValueMap Ambassador::parameter_values(hyla_values values) const
{
   ParameterHandleValueMap map;
   for (std::size_t at = 0; at < values.length; ++at)
   {
      map[parameter(values.data[at].handle)] = data(values.data[at].bytes);
   }
   return map;
}

std::unique_ptr<LogicalTime> Ambassador::some_time() const
{
   return std::unique_ptr<LogicalTime>(rti_->getTimeFactory()->makeInitial());
}

std::unique_ptr<LogicalTimeInterval> Ambassador::some_interval() const
{
   return std::unique_ptr<LogicalTimeInterval>(rti_->getTimeFactory()->makeZero());
}

std::wstring text(hyla_text text)
{
   std::wstring wide;
   for (std::size_t at = 0; at < text.length;)
   {
      const auto first = static_cast<unsigned char>(text.data[at++]);
      const int more = first < 0x80 ? 0 : first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
      std::uint32_t point = more == 0 ? first : first & (0x3F >> more);
      for (int byte = 0; byte < more; ++byte)
      {
         point = point << 6 | (static_cast<unsigned char>(text.data[at++]) & 0x3F);
      }
      wide.push_back(static_cast<wchar_t>(point));
   }
   return wide;
}

std::vector<std::wstring> texts(hyla_texts texts)
{
   std::vector<std::wstring> all;
   for (std::size_t at = 0; at < texts.length; ++at)
   {
      all.push_back(text(texts.data[at]));
   }
   return all;
}

std::set<std::wstring> names(hyla_texts given)
{
   const std::vector<std::wstring> all = texts(given);
   return {all.begin(), all.end()};
}

VariableLengthData data(hyla_bytes bytes)
{
   return VariableLengthData(bytes.data, bytes.length);
}

std::unique_ptr<LogicalTime> time(hyla_time time)
{
   if (time.representation == HYLA_INTEGER64)
   {
      return std::make_unique<HLAinteger64Time>(value_of<std::int64_t>(time.bits));
   }
   return std::make_unique<HLAfloat64Time>(value_of<double>(time.bits));
}

std::unique_ptr<LogicalTimeInterval> interval(hyla_interval interval)
{
   if (interval.representation == HYLA_INTEGER64)
   {
      return std::make_unique<HLAinteger64Interval>(value_of<std::int64_t>(interval.bits));
   }
   return std::make_unique<HLAfloat64Interval>(value_of<double>(interval.bits));
}
}
