// The members of an interval class, for HLAinteger64Interval and HLAfloat64Interval: they differ in their
// rules alone. The file that includes this has defined HYLA_TIME, HYLA_INTERVAL and HYLA_RULES.

namespace HYLA_RTI
{
namespace
{
using Rules = HYLA_RULES;
using Value = Rules::Value;

const HYLA_INTERVAL &same(const LogicalTimeInterval &interval)
{
   const HYLA_INTERVAL *found = dynamic_cast<const HYLA_INTERVAL *>(&interval);
   if (found == nullptr)
   {
      throw InvalidLogicalTimeInterval(
         L"the interval belongs to " + interval.implementationName() + L", where " + Rules::name() + L" is needed");
   }
   return *found;
}

Value point_in(const LogicalTime &time)
{
   const HYLA_TIME *found = dynamic_cast<const HYLA_TIME *>(&time);
   if (found == nullptr)
   {
      throw InvalidLogicalTime(
         L"the time is an " + time.implementationName() + L", where " + Rules::name() + L" is needed");
   }
   return found->getTime();
}

Value legal(
   std::optional<Value> result, const std::wstring &first, const wchar_t *operation, const std::wstring &second)
{
   if (!result)
   {
      throw IllegalTimeArithmetic(first + operation + second + L" is no interval of " + Rules::name());
   }
   return *result;
}
}

HYLA_INTERVAL::HYLA_INTERVAL()
{
   setZero();
}

HYLA_INTERVAL::HYLA_INTERVAL(Value value)
{
   put_value<Rules>(_impl, Rules::held_interval(value));
}

HYLA_INTERVAL::HYLA_INTERVAL(const LogicalTimeInterval &value) : _impl(same(value)._impl)
{}

HYLA_INTERVAL::HYLA_INTERVAL(const HYLA_INTERVAL &value) : LogicalTimeInterval(), _impl(value._impl)
{}

HYLA_INTERVAL::~HYLA_INTERVAL() noexcept = default;

void HYLA_INTERVAL::setZero()
{
   put_value<Rules>(_impl, Value());
}

bool HYLA_INTERVAL::isZero() const
{
   return getInterval() == Value();
}

void HYLA_INTERVAL::setEpsilon()
{
   put_value<Rules>(_impl, Rules::EPSILON);
}

bool HYLA_INTERVAL::isEpsilon() const
{
   return getInterval() == Rules::EPSILON;
}

AssignedInterval<HYLA_INTERVAL> &HYLA_INTERVAL::operator=(const LogicalTimeInterval &value)
{
   _impl = same(value)._impl;
   return *this;
}

HYLA_INTERVAL &HYLA_INTERVAL::operator=(const HYLA_INTERVAL &value)
{
   _impl = value._impl;
   return *this;
}

LogicalTimeInterval &HYLA_INTERVAL::operator+=(const LogicalTimeInterval &addend)
{
   const Value sum =
      legal(Rules::add(getInterval(), same(addend).getInterval()), toString(), L" + ", addend.toString());
   setInterval(sum);
   return *this;
}

LogicalTimeInterval &HYLA_INTERVAL::operator-=(const LogicalTimeInterval &subtrahend)
{
   const Value difference =
      legal(Rules::subtract(getInterval(), same(subtrahend).getInterval()), toString(), L" - ", subtrahend.toString());
   setInterval(difference);
   return *this;
}

bool HYLA_INTERVAL::operator>(const LogicalTimeInterval &value) const
{
   return getInterval() > same(value).getInterval();
}

bool HYLA_INTERVAL::operator<(const LogicalTimeInterval &value) const
{
   return getInterval() < same(value).getInterval();
}

bool HYLA_INTERVAL::operator==(const LogicalTimeInterval &value) const
{
   return getInterval() == same(value).getInterval();
}

bool HYLA_INTERVAL::operator>=(const LogicalTimeInterval &value) const
{
   return getInterval() >= same(value).getInterval();
}

bool HYLA_INTERVAL::operator<=(const LogicalTimeInterval &value) const
{
   return getInterval() <= same(value).getInterval();
}

void HYLA_INTERVAL::setToDifference(const LogicalTime &minuend, const LogicalTime &subtrahend)
{
   const std::optional<Value> apart = Rules::distance(point_in(minuend), point_in(subtrahend));
   setInterval(legal(apart, minuend.toString(), L" - ", subtrahend.toString()));
}

VariableLengthData HYLA_INTERVAL::encode() const
{
   return encode_value<Rules>(getInterval());
}

size_t HYLA_INTERVAL::encode(void *buffer, size_t bufferSize) const
{
   return encode_value<Rules>(getInterval(), buffer, bufferSize);
}

size_t HYLA_INTERVAL::encodedLength() const
{
   return BIG_ENDIAN_64_LENGTH;
}

void HYLA_INTERVAL::decode(const VariableLengthData &encodedValue)
{
   decode(const_cast<EncodedBytes>(encodedValue.data()), encodedValue.size());
}

void HYLA_INTERVAL::decode(EncodedBytes buffer, size_t bufferSize)
{
   const Value value = decode_value<Rules>(buffer, bufferSize);
   if (!Rules::is_interval(value))
   {
      throw CouldNotDecode(Rules::show(value) + L" is no interval of " + Rules::name());
   }
   setInterval(value);
}

std::wstring HYLA_INTERVAL::toString() const
{
   return Rules::show(getInterval());
}

std::wstring HYLA_INTERVAL::implementationName() const
{
   return Rules::name();
}

Value HYLA_INTERVAL::getInterval() const
{
   return value_in<Rules>(_impl);
}

void HYLA_INTERVAL::setInterval(Value value)
{
   put_value<Rules>(_impl, Rules::held_interval(value));
}

HYLA_INTERVAL::operator Value() const
{
   return getInterval();
}
}
