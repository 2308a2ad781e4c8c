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
class HLAextendableVariantRecordImplementation;

/// A discriminant, the length of its alternative in octets (HLAinteger32BE), and the alternative, so that a receiver can pass
/// over an alternative that it does not know.
class RTI_EXPORT HLAextendableVariantRecord : public DataElement
{
public:
   /// A record without alternatives; the discriminant has the value of the prototype.
   explicit HLAextendableVariantRecord(const DataElement & discriminantPrototype);

   /// A copy; the copy has memory of its own.
   HLAextendableVariantRecord(const HLAextendableVariantRecord & rhs);

   ~HLAextendableVariantRecord() override;

   /// A copy with memory of its own.
   std::unique_ptr<DataElement> clone() const override;

   /// The encoding, in new data.
   VariableLengthData encode() const override;

   /// The encoding, as the new content of the data.
   void encode(VariableLengthData & inData) const override;

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   void encodeInto(std::vector<Octet> & buffer) const override;

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   HLAextendableVariantRecord & decode(const VariableLengthData & inData) override;

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
   virtual HLAextendableVariantRecord & addVariant(const DataElement & discriminant, const DataElement & valuePrototype);

   /// Adds an alternative and selects it; one that the discriminant had before is replaced.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual HLAextendableVariantRecord & addVariantPointer(const DataElement & discriminant, DataElement * valuePtr);

   /// Selects the alternative of the discriminant, which has to be of the type of the prototype.
   virtual HLAextendableVariantRecord & setDiscriminant(const DataElement & discriminant);

   /// Gives the alternative of the discriminant a value of its type and selects it.
   virtual HLAextendableVariantRecord & setVariant(const DataElement & discriminant, const DataElement & value);

   /// Puts the element, which has to be of the type of the alternative of the discriminant, there and selects it.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual HLAextendableVariantRecord & setVariantPointer(const DataElement & discriminant, DataElement * valuePtr);

   /// The discriminant of the alternative that is selected.
   virtual const DataElement & getDiscriminant() const;

   /// The alternative that is selected; EncoderException when the discriminant has none.
   virtual const DataElement & getVariant() const;

   HLAextendableVariantRecord() = delete;

   HLAextendableVariantRecord & operator=(const HLAextendableVariantRecord & rhs) = delete;

protected:
   HLAextendableVariantRecordImplementation * _impl;
};

/// HLAextendableVariantRecord whose discriminant is of the class T.
template <class T>
class HLAextendableVariantRecordT : public HLAextendableVariantRecord
{
public:
   HLAextendableVariantRecordT()
      // As a DataElement: with a T of the same kind, this would be the copy constructor.
      : HLAextendableVariantRecord(static_cast<const DataElement &>(T()))
   {
   }

   HLAextendableVariantRecordT(const HLAextendableVariantRecordT<T> & rhs)
      : HLAextendableVariantRecord(rhs)
   {
   }

   ~HLAextendableVariantRecordT() override = default;

   std::unique_ptr<DataElement> clone() const override
   {
      return std::unique_ptr<DataElement>(new HLAextendableVariantRecordT(*this));
   }

   bool isSameTypeAs(const DataElement & inData) const override
   {
      return typeid(*this) == typeid(inData);
   }

   virtual bool isSameTypeAs(const T & discriminant, const DataElement & inData) const
   {
      return HLAextendableVariantRecord::isSameTypeAs(discriminant, inData);
   }

   virtual HLAextendableVariantRecordT<T> & addVariant(const T & discriminant, const DataElement & valuePrototype)
   {
      HLAextendableVariantRecord::addVariant(discriminant, valuePrototype);
      return *this;
   }

   virtual HLAextendableVariantRecordT<T> & addVariantPointer(const T & discriminant, DataElement * valuePtr)
   {
      HLAextendableVariantRecord::addVariantPointer(discriminant, valuePtr);
      return *this;
   }

   virtual HLAextendableVariantRecordT<T> & setDiscriminant(const T & discriminant)
   {
      HLAextendableVariantRecord::setDiscriminant(discriminant);
      return *this;
   }

   virtual HLAextendableVariantRecordT<T> & setVariant(const T & discriminant, const DataElement & value)
   {
      HLAextendableVariantRecord::setVariant(discriminant, value);
      return *this;
   }

   virtual HLAextendableVariantRecordT<T> & setVariantPointer(const T & discriminant, DataElement * valuePtr)
   {
      HLAextendableVariantRecord::setVariantPointer(discriminant, valuePtr);
      return *this;
   }

   const T & getDiscriminant() const override
   {
      return dynamic_cast<const T &>(HLAextendableVariantRecord::getDiscriminant());
   }

   HLAextendableVariantRecordT<T> & operator=(const HLAextendableVariantRecordT<T> & rhs) = delete;
};

}
