// Logical times that the federation brings itself: what the RTI makes of them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <typeinfo>

#include <hyla.h>

#include "edition.h"
#include "time/edition_times.h"

namespace HYLA_RTI
{
// A time implementation of which the RTI knows no more than the 64 bits that its times and intervals are encoded as.
//
// The RTI orders times and adds lookaheads to them. It can do so if the bits count as those of HLAinteger64Time or of
// HLAfloat64Time do, which is tried out when the implementation is met first.
class CustomTime
{
public:
   // The times of `factory`, if the RTI can count with them; otherwise null, and `words` have the reason.
   static std::unique_ptr<const CustomTime> probe(
      std::unique_ptr<LogicalTimeFactory> factory,
      const std::wstring &name,
      std::wstring &words);

   CustomTime(
      std::unique_ptr<LogicalTimeFactory> factory,
      const std::wstring &name,
      hyla_time_representation representation);

   // As the federation execution names it.
   const std::wstring &name() const
   {
      return _name;
   }

   hyla_time_representation representation() const
   {
      return _representation;
   }

   // The name, and which representation stands for it, as services of the RTI take it.
   std::wstring name_and_representation() const;

   // The bits of a time or interval of this implementation; nothing for one of another.
   std::optional<std::uint64_t> bits(const LogicalTime &time) const;
   std::optional<std::uint64_t> bits(const LogicalTimeInterval &interval) const;

   // Sets a time or interval of this implementation; false for one of another.
   bool store(std::uint64_t bits, LogicalTime &time) const;
   bool store(std::uint64_t bits, LogicalTimeInterval &interval) const;

   // A new time with these bits.
   std::unique_ptr<LogicalTime> decode(std::uint64_t bits) const;

private:
   bool owns(const LogicalTime &time) const;
   bool owns(const LogicalTimeInterval &interval) const;

   std::unique_ptr<LogicalTimeFactory> _factory;
   std::unique_ptr<LogicalTime> _initial;
   std::unique_ptr<LogicalTimeInterval> _zero;
   std::wstring _name;
   hyla_time_representation _representation;
};

// The name of a representation: that of the standard's time which has it.
const wchar_t *standard_time_name(hyla_time_representation representation);
}
