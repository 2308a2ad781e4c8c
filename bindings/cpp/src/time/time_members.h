// The members of a time class, for HLAinteger64Time and HLAfloat64Time: they differ in their rules alone. The file that
// includes this has defined HYLA_TIME, HYLA_INTERVAL, HYLA_RULES and HYLA_CONSTRUCTED_FROM.

namespace HYLA_RTI
{
namespace
{
using Rules = HYLA_RULES;
using Value = Rules::Value;

const HYLA_TIME &same(const LogicalTime &time)
{
   const HYLA_TIME *found = dynamic_cast<const HYLA_TIME *>(&time);
   if (found == nullptr)
   {
      throw InvalidLogicalTime(
         L"the time is an " + time.implementationName() + L", where " + Rules::name() + L" is needed");
   }
   return *found;
}

Value distance_in(const LogicalTimeInterval &interval)
{
   const HYLA_INTERVAL *found = dynamic_cast<const HYLA_INTERVAL *>(&interval);
   if (found == nullptr)
   {
      throw InvalidLogicalTimeInterval(
         L"the interval belongs to " + interval.implementationName() + L", where " + Rules::name() + L" is needed");
   }
   return found->getInterval();
}

Value legal(std::optional<Value> result, const HYLA_TIME &time, const wchar_t *operation, const LogicalTimeInterval &by)
{
   if (!result)
   {
      throw IllegalTimeArithmetic(
         time.toString() + operation + by.toString() + L" is no time of " + Rules::name());
   }
   return *result;
}
}

HYLA_TIME::HYLA_TIME()
{
   setInitial();
}

HYLA_TIME::HYLA_TIME(HYLA_CONSTRUCTED_FROM value)
{
   put_value<Rules>(_impl, Rules::held(value));
}

HYLA_TIME::HYLA_TIME(const LogicalTime &value) : _impl(same(value)._impl)
{}

HYLA_TIME::HYLA_TIME(const HYLA_TIME &value) : LogicalTime(), _impl(value._impl)
{}

HYLA_TIME::~HYLA_TIME() noexcept = default;

void HYLA_TIME::setInitial()
{
   put_value<Rules>(_impl, Rules::INITIAL);
}

bool HYLA_TIME::isInitial() const
{
   return getTime() == Rules::INITIAL;
}

void HYLA_TIME::setFinal()
{
   put_value<Rules>(_impl, Rules::FINAL);
}

bool HYLA_TIME::isFinal() const
{
   return getTime() == Rules::FINAL;
}

AssignedTime<HYLA_TIME> &HYLA_TIME::operator=(const LogicalTime &value)
{
   _impl = same(value)._impl;
   return *this;
}

HYLA_TIME &HYLA_TIME::operator=(const HYLA_TIME &value)
{
   _impl = value._impl;
   return *this;
}

LogicalTime &HYLA_TIME::operator+=(const LogicalTimeInterval &addend)
{
   setTime(legal(Rules::add(getTime(), distance_in(addend)), *this, L" + ", addend));
   return *this;
}

LogicalTime &HYLA_TIME::operator-=(const LogicalTimeInterval &subtrahend)
{
   setTime(legal(Rules::subtract(getTime(), distance_in(subtrahend)), *this, L" - ", subtrahend));
   return *this;
}

bool HYLA_TIME::operator>(const LogicalTime &value) const
{
   return getTime() > same(value).getTime();
}

bool HYLA_TIME::operator<(const LogicalTime &value) const
{
   return getTime() < same(value).getTime();
}

bool HYLA_TIME::operator==(const LogicalTime &value) const
{
   return getTime() == same(value).getTime();
}

bool HYLA_TIME::operator>=(const LogicalTime &value) const
{
   return getTime() >= same(value).getTime();
}

bool HYLA_TIME::operator<=(const LogicalTime &value) const
{
   return getTime() <= same(value).getTime();
}

VariableLengthData HYLA_TIME::encode() const
{
   return encode_value<Rules>(getTime());
}

size_t HYLA_TIME::encode(void *buffer, size_t bufferSize) const
{
   return encode_value<Rules>(getTime(), buffer, bufferSize);
}

size_t HYLA_TIME::encodedLength() const
{
   return BIG_ENDIAN_64_LENGTH;
}

void HYLA_TIME::decode(const VariableLengthData &encoded)
{
   decode(const_cast<EncodedBytes>(encoded.data()), encoded.size());
}

void HYLA_TIME::decode(EncodedBytes buffer, size_t bufferSize)
{
   const Value value = decode_value<Rules>(buffer, bufferSize);
   if (!Rules::is_time(value))
   {
      throw CouldNotDecode(Rules::show(value) + L" is no time of " + Rules::name());
   }
   setTime(value);
}

std::wstring HYLA_TIME::toString() const
{
   return Rules::show(getTime());
}

std::wstring HYLA_TIME::implementationName() const
{
   return Rules::name();
}

Value HYLA_TIME::getTime() const
{
   return value_in<Rules>(_impl);
}

void HYLA_TIME::setTime(Value value)
{
   put_value<Rules>(_impl, Rules::held(value));
}

HYLA_TIME::operator Value() const
{
   return getTime();
}
}
