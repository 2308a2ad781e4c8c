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
class HLAvariantRecordImplementation;

/// A discriminant and the alternative that it selects, at a multiple of the greatest octet boundary of all alternatives.
///
/// A discriminant without an alternative is encoded and decoded alone.
class RTI_EXPORT HLAvariantRecord : public DataElement
{
public:
   /// A record without alternatives; the discriminant has the value of the prototype.
   explicit HLAvariantRecord(const DataElement & discriminantPrototype);

   /// A copy; the copy has memory of its own.
   HLAvariantRecord(const HLAvariantRecord & rhs);

   ~HLAvariantRecord() override;

   /// A copy with memory of its own.
   std::unique_ptr<DataElement> clone() const override;

   /// The encoding, in new data.
   VariableLengthData encode() const override;

   /// The encoding, as the new content of the data.
   void encode(VariableLengthData & inData) const override;

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   void encodeInto(std::vector<Octet> & buffer) const override;

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   HLAvariantRecord & decode(const VariableLengthData & inData) override;

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) override;

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   size_t getEncodedLength() const override;

   /// The number of octets that the start of the encoding is a multiple of.
   unsigned int getOctetBoundary() const override;

   /// Whether the other one is such a record, with a discriminant of the same type, and no discriminant has alternatives of
   /// different types in the two.
   bool isSameTypeAs(const DataElement & inData) const override;

   /// Whether the discriminant has an alternative of the type of the given element.
   virtual bool isSameTypeAs(const DataElement & discriminant, const DataElement & inData) const;

   /// Whether the discriminant is of the type of the given element.
   virtual bool hasMatchingDiscriminantTypeAs(const DataElement & dataElement) const;

   /// Adds an alternative with a copy of the value and selects it; one that the discriminant had before is replaced.
   virtual HLAvariantRecord & addVariant(const DataElement & discriminant, const DataElement & valuePrototype);

   /// Adds an alternative and selects it; one that the discriminant had before is replaced.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual HLAvariantRecord & addVariantPointer(const DataElement & discriminant, DataElement * valuePtr);

   /// Selects the alternative of the discriminant, which has to be of the type of the prototype.
   virtual HLAvariantRecord & setDiscriminant(const DataElement & discriminant);

   /// Gives the alternative of the discriminant a value of its type and selects it.
   virtual HLAvariantRecord & setVariant(const DataElement & discriminant, const DataElement & value);

   /// Puts the element, which has to be of the type of the alternative of the discriminant, there and selects it.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual HLAvariantRecord & setVariantPointer(const DataElement & discriminant, DataElement * valuePtr);

   /// The discriminant of the alternative that is selected.
   virtual const DataElement & getDiscriminant() const;

   /// The alternative that is selected; EncoderException when the discriminant has none.
   virtual const DataElement & getVariant() const;

   HLAvariantRecord() = delete;

   HLAvariantRecord & operator=(const HLAvariantRecord & rhs) = delete;

protected:
   HLAvariantRecordImplementation * _impl;
};

/// HLAvariantRecord whose discriminant is of the class T.
template <class T>
class HLAvariantRecordT : public HLAvariantRecord
{
public:
   HLAvariantRecordT()
      // As a DataElement: with a T of the same kind, this would be the copy constructor.
      : HLAvariantRecord(static_cast<const DataElement &>(T()))
   {
   }

   HLAvariantRecordT(const HLAvariantRecordT<T> & rhs)
      : HLAvariantRecord(rhs)
   {
   }

   ~HLAvariantRecordT() override = default;

   std::unique_ptr<DataElement> clone() const override
   {
      return std::unique_ptr<DataElement>(new HLAvariantRecordT(*this));
   }

   bool isSameTypeAs(const DataElement & inData) const override
   {
      return typeid(*this) == typeid(inData);
   }

   virtual bool isSameTypeAs(const T & discriminant, const DataElement & inData) const
   {
      return HLAvariantRecord::isSameTypeAs(discriminant, inData);
   }

   virtual HLAvariantRecordT<T> & addVariant(const T & discriminant, const DataElement & valuePrototype)
   {
      HLAvariantRecord::addVariant(discriminant, valuePrototype);
      return *this;
   }

   virtual HLAvariantRecordT<T> & addVariantPointer(const T & discriminant, DataElement * valuePtr)
   {
      HLAvariantRecord::addVariantPointer(discriminant, valuePtr);
      return *this;
   }

   virtual HLAvariantRecordT<T> & setDiscriminant(const T & discriminant)
   {
      HLAvariantRecord::setDiscriminant(discriminant);
      return *this;
   }

   virtual HLAvariantRecordT<T> & setVariant(const T & discriminant, const DataElement & value)
   {
      HLAvariantRecord::setVariant(discriminant, value);
      return *this;
   }

   virtual HLAvariantRecordT<T> & setVariantPointer(const T & discriminant, DataElement * valuePtr)
   {
      HLAvariantRecord::setVariantPointer(discriminant, valuePtr);
      return *this;
   }

   const T & getDiscriminant() const override
   {
      return dynamic_cast<const T &>(HLAvariantRecord::getDiscriminant());
   }

   HLAvariantRecordT<T> & operator=(const HLAvariantRecordT<T> & rhs) = delete;
};

}
