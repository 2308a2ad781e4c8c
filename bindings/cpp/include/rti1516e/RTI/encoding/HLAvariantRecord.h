// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_HLAvariantRecord_h_
#define RTI_HLAvariantRecord_h_

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>

namespace rti1516e
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

   virtual ~HLAvariantRecord();

   /// A copy with memory of its own.
   virtual std::auto_ptr<DataElement> clone() const;

   /// The encoding, in new data.
   virtual VariableLengthData encode() const RTI_THROW(EncoderException);

   /// The encoding, as the new content of the data.
   virtual void encode(VariableLengthData & inData) const RTI_THROW(EncoderException);

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   virtual void encodeInto(std::vector<Octet> & buffer) const RTI_THROW(EncoderException);

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   virtual void decode(const VariableLengthData & inData) RTI_THROW(EncoderException);

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   virtual size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) RTI_THROW(EncoderException);

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   virtual size_t getEncodedLength() const RTI_THROW(EncoderException);

   /// The number of octets that the start of the encoding is a multiple of.
   virtual unsigned int getOctetBoundary() const;

   /// Whether the other one is such a record, with a discriminant of the same type, and no discriminant has alternatives of
   /// different types in the two.
   virtual bool isSameTypeAs(const DataElement & inData) const;

   /// Whether the discriminant has an alternative of the type of the given element.
   virtual bool isSameTypeAs(const DataElement & discriminant, const DataElement & inData) const RTI_THROW(EncoderException);

   /// Whether the discriminant is of the type of the given element.
   virtual bool hasMatchingDiscriminantTypeAs(const DataElement & dataElement) const;

   /// Adds an alternative with a copy of the value and selects it; one that the discriminant had before is replaced.
   virtual void addVariant(const DataElement & discriminant, const DataElement & valuePrototype) RTI_THROW(EncoderException);

   /// Adds an alternative and selects it; one that the discriminant had before is replaced.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual void addVariantPointer(const DataElement & discriminant, DataElement * valuePtr) RTI_THROW(EncoderException);

   /// Selects the alternative of the discriminant, which has to be of the type of the prototype.
   virtual void setDiscriminant(const DataElement & discriminant) RTI_THROW(EncoderException);

   /// Gives the alternative of the discriminant a value of its type and selects it.
   virtual void setVariant(const DataElement & discriminant, const DataElement & value) RTI_THROW(EncoderException);

   /// Puts the element, which has to be of the type of the alternative of the discriminant, there and selects it.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual void setVariantPointer(const DataElement & discriminant, DataElement * valuePtr) RTI_THROW(EncoderException);

   /// The discriminant of the alternative that is selected.
   virtual const DataElement & getDiscriminant() const;

   /// The alternative that is selected; EncoderException when the discriminant has none.
   virtual const DataElement & getVariant() const RTI_THROW(EncoderException);

private:
   HLAvariantRecord();

   HLAvariantRecord & operator=(const HLAvariantRecord & rhs);

protected:
   HLAvariantRecordImplementation * _impl;
};

}

#endif // RTI_HLAvariantRecord_h_
