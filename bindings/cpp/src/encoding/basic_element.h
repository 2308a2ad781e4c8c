// The members of a basic helper (DEFINE_ENCODING_HELPER_CLASS), from its codec.

#ifndef HYLA_ENCODING_BASIC_ELEMENT_H
#define HYLA_ENCODING_BASIC_ELEMENT_H

#include "codec.h"

#include <RTI/VariableLengthData.h>
#include <RTI/encoding/BasicDataElements.h>

namespace hyla HYLA_HIDDEN
{

/// A value, in memory of its own or of the federate.
template <class Value>
class Cell
{
public:
   Cell()
      : own_()
      , at_(&own_)
   {
   }

   explicit Cell(const Value & value)
      : own_(value)
      , at_(&own_)
   {
   }

   explicit Cell(Value * memory)
      : own_()
      , at_(memory != nullptr ? memory : &own_)
   {
   }

   Cell(const Cell &) = delete;
   Cell & operator=(const Cell &) = delete;

   Value & value() const
   {
      return *at_;
   }

   void use(Value * memory)
   {
      if (memory == nullptr) {
         refuse(L"A null pointer in place of memory for a value");
      }
      at_ = memory;
   }

private:
   Value own_;
   Value * at_;
};

template <class Codec, class Value>
void encodeBasic(HYLA_RTI::VariableLengthData & data, const Value & value)
{
   const size_t length = Codec::length(value);
   Octet few[16];
   if (length <= sizeof few) {
      Codec::write(few, length, value);
      data.setData(few, length);
   } else {
      Buffer many(length);
      Codec::write(many.data(), length, value);
      data.setData(many.data(), length);
   }
}

template <class Codec, class Value>
void appendBasic(Buffer & buffer, const Value & value)
{
   const size_t length = Codec::length(value);
   const size_t start = aligned(buffer.size(), Codec::boundary);
   buffer.resize(start + length);
   Codec::write(&buffer[start], length, value);
}

template <class Codec, class Value>
size_t takeBasic(const Buffer & buffer, size_t index, Value & value)
{
   const size_t start = startOf(buffer, index, Codec::boundary);
   return start + Codec::take(buffer.data() + start, buffer.size() - start, value);
}

}

/// All members of the helper Class for values of the C++ type Value.
#define HYLA_BASIC_ELEMENT(Class, Value, Codec)                                                              \
   class HYLA_HIDDEN Class##Implementation : public hyla::Cell<Value>                                        \
   {                                                                                                         \
   public:                                                                                                   \
      using hyla::Cell<Value>::Cell;                                                                         \
   };                                                                                                        \
                                                                                                             \
   Class::Class()                                                                                            \
      : _impl(new Class##Implementation())                                                                   \
   {                                                                                                         \
   }                                                                                                         \
                                                                                                             \
   Class::Class(const Value & inData)                                                                        \
      : _impl(new Class##Implementation(inData))                                                             \
   {                                                                                                         \
   }                                                                                                         \
                                                                                                             \
   Class::Class(Value * inData)                                                                              \
      : _impl(new Class##Implementation(inData))                                                             \
   {                                                                                                         \
   }                                                                                                         \
                                                                                                             \
   Class::Class(const Class & rhs)                                                                           \
      : DataElement(rhs)                                                                                     \
      , _impl(new Class##Implementation(rhs._impl->value()))                                                 \
   {                                                                                                         \
   }                                                                                                         \
                                                                                                             \
   Class::~Class()                                                                                           \
   {                                                                                                         \
      delete _impl;                                                                                          \
   }                                                                                                         \
                                                                                                             \
   Class & Class::operator=(const Class & rhs)                                                               \
   {                                                                                                         \
      _impl->value() = rhs._impl->value();                                                                   \
      return *this;                                                                                          \
   }                                                                                                         \
                                                                                                             \
   HYLA_CLONE Class::clone() const                                                                           \
   {                                                                                                         \
      return HYLA_CLONE(new Class(*this));                                                                   \
   }                                                                                                         \
                                                                                                             \
   VariableLengthData Class::encode() const                                                                  \
   {                                                                                                         \
      VariableLengthData data;                                                                               \
      hyla::encodeBasic<Codec>(data, _impl->value());                                                        \
      return data;                                                                                           \
   }                                                                                                         \
                                                                                                             \
   void Class::encode(VariableLengthData & inData) const                                                     \
   {                                                                                                         \
      hyla::encodeBasic<Codec>(inData, _impl->value());                                                      \
   }                                                                                                         \
                                                                                                             \
   void Class::encodeInto(std::vector<Octet> & buffer) const                                                 \
   {                                                                                                         \
      hyla::appendBasic<Codec>(buffer, _impl->value());                                                      \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::decode(const VariableLengthData & inData)                                         \
   {                                                                                                         \
      Codec::take(static_cast<const Octet *>(inData.data()), inData.size(), _impl->value());                 \
      HYLA_RETURN_SELF;                                                                                      \
   }                                                                                                         \
                                                                                                             \
   size_t Class::decodeFrom(const std::vector<Octet> & buffer, size_t index)                                 \
   {                                                                                                         \
      return hyla::takeBasic<Codec>(buffer, index, _impl->value());                                          \
   }                                                                                                         \
                                                                                                             \
   size_t Class::getEncodedLength() const                                                                    \
   {                                                                                                         \
      return Codec::length(_impl->value());                                                                  \
   }                                                                                                         \
                                                                                                             \
   unsigned int Class::getOctetBoundary() const                                                              \
   {                                                                                                         \
      return Codec::boundary;                                                                                \
   }                                                                                                         \
                                                                                                             \
   Integer64 Class::hash() const                                                                             \
   {                                                                                                         \
      return Codec::hash(_impl->value());                                                                    \
   }                                                                                                         \
                                                                                                             \
   void Class::setDataPointer(Value * inData)                                                                \
   {                                                                                                         \
      _impl->use(inData);                                                                                    \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::set(Value inData)                                                                 \
   {                                                                                                         \
      _impl->value() = inData;                                                                               \
      HYLA_RETURN_SELF;                                                                                      \
   }                                                                                                         \
                                                                                                             \
   Value Class::get() const                                                                                  \
   {                                                                                                         \
      return _impl->value();                                                                                 \
   }                                                                                                         \
                                                                                                             \
   Class & Class::operator=(Value rhs)                                                                       \
   {                                                                                                         \
      _impl->value() = rhs;                                                                                  \
      return *this;                                                                                          \
   }                                                                                                         \
                                                                                                             \
   Class::operator Value() const                                                                             \
   {                                                                                                         \
      return _impl->value();                                                                                 \
   }

#endif
