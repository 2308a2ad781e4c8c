// Logical times of the API and of libhyla.

#include "ambassador/logical_time.h"

#include <cstring>
#include <typeinfo>

#include <RTI/Exception.h>
#include <RTI/time/HLAfloat64Interval.h>
#include <RTI/time/HLAfloat64Time.h>
#include <RTI/time/HLAinteger64Interval.h>
#include <RTI/time/HLAinteger64Time.h>

#include "ambassador/check.h"

namespace HYLA_RTI
{
namespace
{
std::uint64_t bits_of(Integer64 value)
{
   return static_cast<std::uint64_t>(value);
}

std::uint64_t bits_of(double value)
{
   std::uint64_t bits;
   std::memcpy(&bits, &value, sizeof(bits));
   return bits;
}

double double_of(std::uint64_t bits)
{
   double value;
   std::memcpy(&value, &bits, sizeof(value));
   return value;
}

hyla_time told(const HLAinteger64Time &time)
{
   return {HYLA_INTEGER64, bits_of(time.getTime())};
}

hyla_time told(const HLAfloat64Time &time)
{
   return {HYLA_FLOAT64, bits_of(time.getTime())};
}

hyla_interval told(const HLAinteger64Interval &interval)
{
   return {HYLA_INTEGER64, bits_of(interval.getInterval())};
}

hyla_interval told(const HLAfloat64Interval &interval)
{
   return {HYLA_FLOAT64, bits_of(interval.getInterval())};
}

// Of the standard's classes or derived from them; false for others.
template <typename IntegerClass, typename FloatClass, typename Base, typename Told>
bool told_as_standard(const Base &value, Told &result)
{
   // Nearly always one of the two classes themselves; this test is faster than one for derived classes.
   const std::type_info &type = typeid(value);
   if (type == typeid(IntegerClass))
   {
      result = told(static_cast<const IntegerClass &>(value));
   }
   else if (type == typeid(FloatClass))
   {
      result = told(static_cast<const FloatClass &>(value));
   }
   else if (const auto *integer = dynamic_cast<const IntegerClass *>(&value))
   {
      result = told(*integer);
   }
   else if (const auto *floating = dynamic_cast<const FloatClass *>(&value))
   {
      result = told(*floating);
   }
   else
   {
      return false;
   }
   return true;
}

template <typename Told, typename Refusal, typename IntegerClass, typename FloatClass, typename Base>
Told lent(hyla_rti rti, const CustomTime *custom, const Base &value)
{
   if (custom != nullptr)
   {
      if (const auto bits = custom->bits(value))
      {
         return {custom->representation(), *bits};
      }
   }
   else
   {
      Told result;
      if (told_as_standard<IntegerClass, FloatClass>(value, result))
      {
         return result;
      }
   }
   // A federate that is not joined gets that exception first.
   const std::wstring name = federation_time_name(rti);
   throw Refusal(
      L"a value of " + value.implementationName() + L"; the federation execution counts in " +
      (custom != nullptr ? custom->name() : name));
}

template <typename IntegerClass, typename FloatClass, typename Told, typename Base>
void stored(const CustomTime *custom, const Told &from, Base &to)
{
   try
   {
      if (custom != nullptr)
      {
         if (!custom->store(from.bits, to))
         {
            throw RTIinternalError(
               L"the federation execution counts in " + custom->name() + L", which does not go into a value of " +
               to.implementationName());
         }
      }
      else if (from.representation == HYLA_INTEGER64)
      {
         to = IntegerClass(static_cast<Integer64>(from.bits));
      }
      else
      {
         to = FloatClass(double_of(from.bits));
      }
   }
   catch (const RTIinternalError &)
   {
      throw;
   }
   catch (const Exception &exception)
   {
      // The services that answer with a time list no exception for one of another class.
      throw RTIinternalError(
         std::wstring(L"the federation execution counts in ") +
         (custom != nullptr ? custom->name() : standard_time_name(from.representation)) + L": " + exception.what());
   }
}
}

hyla_time TimeBorder::lend(const LogicalTime &time) const
{
   return lent<hyla_time, InvalidLogicalTime, HLAinteger64Time, HLAfloat64Time>(_rti, _times.custom(_rti), time);
}

hyla_interval TimeBorder::lend(const LogicalTimeInterval &interval) const
{
   return lent<hyla_interval, InvalidLookahead, HLAinteger64Interval, HLAfloat64Interval>(
      _rti, _times.custom(_rti), interval);
}

void TimeBorder::store(hyla_time from, LogicalTime &to) const
{
   stored<HLAinteger64Time, HLAfloat64Time>(_times.custom(_rti), from, to);
}

void TimeBorder::store(hyla_interval from, LogicalTimeInterval &to) const
{
   stored<HLAinteger64Interval, HLAfloat64Interval>(_times.custom(_rti), from, to);
}
}
