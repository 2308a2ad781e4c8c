// A logical time or an interval as the MOM has it: a count and the octets of its encoding.

#ifndef HYLA_ENCODING_2025_TIME_ELEMENT_H
#define HYLA_ENCODING_2025_TIME_ELEMENT_H

#include "../slot.h"

#include <RTI/RTIambassador.h>
#include <RTI/time/LogicalTime.h>
#include <RTI/time/LogicalTimeFactory.h>
#include <RTI/time/LogicalTimeInterval.h>

#include <memory>
#include <string>

namespace hyla HYLA_HIDDEN
{

using HYLA_RTI::LogicalTimeFactory;

/// A value of the implementation of time that the federation uses. Value is LogicalTime or LogicalTimeInterval; `make` is
/// the member of the factory that makes one.
template <class Value, std::unique_ptr<Value> (LogicalTimeFactory::*make)()>
class TimeCell
{
public:
   explicit TimeCell(const HYLA_RTI::RTIambassador * ambassador)
      : factory_(factoryOf(ambassador))
      , value_(((*factory_).*make)())
   {
   }

   TimeCell(const HYLA_RTI::RTIambassador * ambassador, const Value & value)
      : TimeCell(ambassador)
   {
      *value_ = value;
   }

   /// Shares the factory: a copy can be made after the federate has resigned, too.
   TimeCell(const TimeCell & other)
      : factory_(other.factory_)
      , value_(((*factory_).*make)())
   {
      *value_ = *other.value_;
   }

   TimeCell & operator=(const TimeCell &) = delete;

   Value & value() const
   {
      return *value_;
   }

   size_t length() const
   {
      return countLength + countOf(encoded().size());
   }

   void append(Buffer & buffer) const
   {
      const VariableLengthData data = encoded();
      const Octet * octets = static_cast<const Octet *>(data.data());
      Appending appending(buffer);
      pad(buffer, countLength);
      appendCount(buffer, data.size());
      buffer.insert(buffer.end(), octets, octets + data.size());
      appending.done();
   }

   size_t take(const Buffer & buffer, size_t index)
   {
      index = startOf(buffer, index, countLength);
      const size_t count = takeCount(buffer.data() + index, buffer.size() - index);
      index += countLength;
      need(count, buffer.size() - index);
      if (count == 0) {
         refuse(L"The time is undefined");
      }
      try {
         value_->decode(buffer.data() + index, count);
      } catch (const HYLA_RTI::Exception & exception) {
         refuse(exception.what().c_str());
      }
      return index + count;
   }

private:
   static std::shared_ptr<LogicalTimeFactory> factoryOf(const HYLA_RTI::RTIambassador * ambassador)
   {
      if (ambassador == nullptr) {
         refuse(L"A null pointer in place of an ambassador");
      }
      return ambassador->getTimeFactory();
   }

   /// Implementations of time have exceptions of their own; a helper has one.
   VariableLengthData encoded() const
   {
      try {
         return value_->encode();
      } catch (const HYLA_RTI::Exception & exception) {
         refuse(exception.what().c_str());
      }
   }

   std::shared_ptr<LogicalTimeFactory> factory_;
   std::unique_ptr<Value> value_;
};

}

/// All members of the helper Class for times or intervals of the class Value.
#define HYLA_TIME_ELEMENT(Class, Value, make)                                                                \
   class HYLA_HIDDEN Class##Implementation : public hyla::TimeCell<Value, &LogicalTimeFactory::make>         \
   {                                                                                                         \
   public:                                                                                                   \
      using hyla::TimeCell<Value, &LogicalTimeFactory::make>::TimeCell;                                      \
   };                                                                                                        \
                                                                                                             \
   Class::Class(const RTIambassador * ambassador)                                                            \
      : _impl(new Class##Implementation(ambassador))                                                         \
   {                                                                                                         \
   }                                                                                                         \
                                                                                                             \
   Class::Class(const RTIambassador * ambassador, const Value & value)                                       \
      : _impl(new Class##Implementation(ambassador, value))                                                  \
   {                                                                                                         \
   }                                                                                                         \
                                                                                                             \
   Class::Class(const Class & rhs)                                                                           \
      : DataElement(rhs)                                                                                     \
      , _impl(new Class##Implementation(*rhs._impl))                                                         \
   {                                                                                                         \
   }                                                                                                         \
                                                                                                             \
   HYLA_CONSTRUCTED_ELEMENT(Class)                                                                           \
                                                                                                             \
   void Class::encodeInto(std::vector<Octet> & buffer) const                                                 \
   {                                                                                                         \
      _impl->append(buffer);                                                                                 \
   }                                                                                                         \
                                                                                                             \
   size_t Class::decodeFrom(const std::vector<Octet> & buffer, size_t index)                                 \
   {                                                                                                         \
      return _impl->take(buffer, index);                                                                     \
   }                                                                                                         \
                                                                                                             \
   size_t Class::getEncodedLength() const                                                                    \
   {                                                                                                         \
      return _impl->length();                                                                                \
   }                                                                                                         \
                                                                                                             \
   unsigned int Class::getOctetBoundary() const                                                              \
   {                                                                                                         \
      return hyla::countLength;                                                                              \
   }                                                                                                         \
                                                                                                             \
   bool Class::isSameTypeAs(const DataElement & inData) const                                                \
   {                                                                                                         \
      const Class * other = dynamic_cast<const Class *>(&inData);                                            \
      return other != nullptr                                                                                \
             && _impl->value().implementationName() == other->_impl->value().implementationName();           \
   }                                                                                                         \
                                                                                                             \
   Class & Class::set(const Value & value)                                                                   \
   {                                                                                                         \
      _impl->value() = value;                                                                                \
      return *this;                                                                                          \
   }                                                                                                         \
                                                                                                             \
   void Class::get(Value & value)                                                                            \
   {                                                                                                         \
      value = _impl->value();                                                                                \
   }

#endif
