// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#pragma once

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>
#include <typeinfo>

namespace rti1516_2025
{

class VariableLengthData;
class HLAvariableArrayImplementation;

/// A count (HLAinteger32BE) and that many elements of one type.
class RTI_EXPORT HLAvariableArray : public DataElement
{
public:
   /// An empty array for elements of the type of the prototype.
   explicit HLAvariableArray(const DataElement & prototype);

   /// A copy; the copy has memory of its own.
   HLAvariableArray(const HLAvariableArray & rhs);

   ~HLAvariableArray() override;

   /// A copy with memory of its own.
   std::unique_ptr<DataElement> clone() const override;

   /// The encoding, in new data.
   VariableLengthData encode() const override;

   /// The encoding, as the new content of the data.
   void encode(VariableLengthData & inData) const override;

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   void encodeInto(std::vector<Octet> & buffer) const override;

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   HLAvariableArray & decode(const VariableLengthData & inData) override;

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) override;

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   size_t getEncodedLength() const override;

   /// The number of octets that the start of the encoding is a multiple of.
   unsigned int getOctetBoundary() const override;

   /// Number of elements.
   virtual size_t size() const;

   /// Whether the other one is a variable array with elements of the same type.
   bool isSameTypeAs(const DataElement & inData) const override;

   /// Whether the elements of this array are of the type of the given one.
   virtual bool hasPrototypeSameTypeAs(const DataElement & dataElement) const;

   /// Adds a copy of the element, which has to be of the type of the prototype.
   virtual HLAvariableArray & addElement(const DataElement & dataElement);

   /// Adds the element, which has to be of the type of the prototype.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual HLAvariableArray & addElementPointer(DataElement * dataElement);

   /// Gives the element at the index the value of another one of the same type; an element that was set by pointer keeps
   /// its place.
   virtual HLAvariableArray & set(size_t index, const DataElement & dataElement);

   /// Puts the element, which has to be of the type of the prototype, at the index.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual HLAvariableArray & setElementPointer(size_t index, DataElement * dataElement);

   /// The element at the index; set changes it.
   virtual const DataElement & get(size_t index) const;

   /// The same as get.
   virtual const DataElement & operator[](size_t index) const;

private:
   HLAvariableArray();

   HLAvariableArray & operator=(const HLAvariableArray & rhs);

protected:
   HLAvariableArrayImplementation * _impl;
};

/// HLAvariableArray whose elements are of the class T.
template <class T>
class HLAvariableArrayT : public HLAvariableArray
{
public:
   HLAvariableArrayT()
      // As a DataElement: with a T of the same kind, this would be the copy constructor.
      : HLAvariableArray(static_cast<const DataElement &>(T()))
   {
   }

   HLAvariableArrayT(const HLAvariableArrayT<T> & rhs)
      : HLAvariableArray(rhs)
   {
   }

   ~HLAvariableArrayT() override = default;

   std::unique_ptr<DataElement> clone() const override
   {
      return std::unique_ptr<DataElement>(new HLAvariableArrayT(*this));
   }

   bool isSameTypeAs(const DataElement & inData) const override
   {
      return typeid(*this) == typeid(inData);
   }

   HLAvariableArrayT<T> & addElement(const DataElement & dataElement) override
   {
      HLAvariableArray::addElement(dataElement);
      return *this;
   }

   HLAvariableArrayT<T> & addElementPointer(DataElement * dataElement) override
   {
      HLAvariableArray::addElementPointer(dataElement);
      return *this;
   }

   virtual HLAvariableArrayT<T> & set(size_t index, const T & dataElement)
   {
      HLAvariableArray::set(index, dataElement);
      return *this;
   }

   virtual HLAvariableArrayT<T> & setElementPointer(size_t index, T * dataElement)
   {
      HLAvariableArray::setElementPointer(index, dataElement);
      return *this;
   }

   const T & get(size_t index) const override
   {
      return dynamic_cast<const T &>(HLAvariableArray::get(index));
   }

   const T & operator[](size_t index) const override
   {
      return dynamic_cast<const T &>(HLAvariableArray::operator[](index));
   }

   HLAvariableArrayT<T> & operator=(const HLAvariableArrayT<T> & rhs) = delete;
};

}
