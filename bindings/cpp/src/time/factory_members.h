// The members of a factory class, for HLAinteger64TimeFactory and HLAfloat64TimeFactory. The file that
// includes this has defined HYLA_TIME, HYLA_INTERVAL, HYLA_FACTORY and HYLA_RULES.

namespace HYLA_RTI
{
HYLA_FACTORY::HYLA_FACTORY() = default;

HYLA_FACTORY::~HYLA_FACTORY() noexcept = default;

OwnedTime<HYLA_TIME> HYLA_FACTORY::makeLogicalTime(HYLA_RULES::Value value)
{
   return OwnedTime<HYLA_TIME>(new HYLA_TIME(value));
}

OwnedTime<HYLA_INTERVAL> HYLA_FACTORY::makeLogicalTimeInterval(HYLA_RULES::Value value)
{
   return OwnedTime<HYLA_INTERVAL>(new HYLA_INTERVAL(value));
}

OwnedTime<LogicalTime> HYLA_FACTORY::makeInitial()
{
   return OwnedTime<LogicalTime>(new HYLA_TIME());
}

OwnedTime<LogicalTime> HYLA_FACTORY::makeFinal()
{
   OwnedTime<LogicalTime> time(new HYLA_TIME());
   time->setFinal();
   return time;
}

OwnedTime<LogicalTimeInterval> HYLA_FACTORY::makeZero()
{
   return OwnedTime<LogicalTimeInterval>(new HYLA_INTERVAL());
}

OwnedTime<LogicalTimeInterval> HYLA_FACTORY::makeEpsilon()
{
   OwnedTime<LogicalTimeInterval> interval(new HYLA_INTERVAL());
   interval->setEpsilon();
   return interval;
}

OwnedTime<LogicalTime> HYLA_FACTORY::decodeLogicalTime(const VariableLengthData &encodedLogicalTime)
{
   OwnedTime<LogicalTime> time(new HYLA_TIME());
   time->decode(encodedLogicalTime);
   return time;
}

OwnedTime<LogicalTime> HYLA_FACTORY::decodeLogicalTime(EncodedBytes buffer, size_t bufferSize)
{
   OwnedTime<LogicalTime> time(new HYLA_TIME());
   time->decode(buffer, bufferSize);
   return time;
}

OwnedTime<LogicalTimeInterval> HYLA_FACTORY::decodeLogicalTimeInterval(const VariableLengthData &encodedValue)
{
   OwnedTime<LogicalTimeInterval> interval(new HYLA_INTERVAL());
   interval->decode(encodedValue);
   return interval;
}

OwnedTime<LogicalTimeInterval> HYLA_FACTORY::decodeLogicalTimeInterval(EncodedBytes buffer, size_t bufferSize)
{
   OwnedTime<LogicalTimeInterval> interval(new HYLA_INTERVAL());
   interval->decode(buffer, bufferSize);
   return interval;
}

std::wstring HYLA_FACTORY::getName() const
{
   return HYLA_RULES::name();
}
}
