// Elements of arrays, fields of records, alternatives: clones of this library, or helpers of the federate.

#ifndef HYLA_ENCODING_SLOT_H
#define HYLA_ENCODING_SLOT_H

#include "octets.h"

#include <RTI/VariableLengthData.h>

#include <memory>
#include <vector>

namespace hyla HYLA_HIDDEN
{

using HYLA_RTI::DataElement;
using HYLA_RTI::VariableLengthData;
using Owned = std::unique_ptr<DataElement>;

/// A clone; refuses a helper of a federate that makes none.
Owned cloneOf(const DataElement & element);

/// A helper that is owned, or one of the federate that is used and not owned.
class Slot
{
public:
   /// Owns a clone.
   explicit Slot(const DataElement & element)
      : own_(cloneOf(element))
      , at_(own_.get())
   {
   }

   /// Uses a helper of the federate; refuses a null pointer.
   explicit Slot(DataElement * element);

   /// A copy owns a clone, whatever the other one does.
   Slot(const Slot & other)
      : Slot(*other)
   {
   }

   Slot(Slot &&) = default;
   Slot & operator=(Slot &&) = default;

   DataElement & operator*() const
   {
      return *at_;
   }

   DataElement * operator->() const
   {
      return at_;
   }

   /// Gives the element a value of the same type. A helper of the federate takes the value; an own one is replaced.
   void assign(const DataElement & value);

private:
   Owned own_;
   DataElement * at_;
};

using Slots = std::vector<Slot>;

/// Refuses an index that is out of range.
void checkIndex(const Slots & slots, size_t index);

/// Refuses an element that is not of the type of the other one.
void checkType(const DataElement & expected, const DataElement & element);

/// The offset behind the elements, when the first one may start at the offset.
size_t lengthOf(const Slots & slots, size_t offset);

/// Appends the elements, each at a multiple of its boundary.
void appendAll(const Slots & slots, Buffer & buffer);

/// Decodes the elements; the result is the index behind them.
size_t takeAll(const Slots & slots, const Buffer & buffer, size_t index);

/// Decodes one element, which starts at a multiple of its boundary, whether it sees to that itself or not.
inline size_t takeOne(DataElement & element, const Buffer & buffer, size_t index)
{
   return element.decodeFrom(buffer, startOf(buffer, index, element.getOctetBoundary()));
}

/// The encoding as the new content of the data.
void encodeWhole(const DataElement & element, VariableLengthData & data);

/// Decodes the data from its first octet on.
void decodeWhole(DataElement & element, const VariableLengthData & data);

}

/// The members that every helper with elements defines alike.
#define HYLA_CONSTRUCTED_ELEMENT(Class)                                                                      \
   Class::~Class()                                                                                           \
   {                                                                                                         \
      delete _impl;                                                                                          \
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
      hyla::encodeWhole(*this, data);                                                                        \
      return data;                                                                                           \
   }                                                                                                         \
                                                                                                             \
   void Class::encode(VariableLengthData & inData) const                                                     \
   {                                                                                                         \
      hyla::encodeWhole(*this, inData);                                                                      \
   }                                                                                                         \
                                                                                                             \
   HYLA_SELF(Class) Class::decode(const VariableLengthData & inData)                                         \
   {                                                                                                         \
      hyla::decodeWhole(*this, inData);                                                                      \
      HYLA_RETURN_SELF;                                                                                      \
   }

#endif
