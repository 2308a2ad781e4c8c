// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_HLAfixedRecord_h_
#define RTI_HLAfixedRecord_h_

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>

namespace rti1516e
{

class VariableLengthData;
class HLAfixedRecordImplementation;

/// Fields in order, each at a multiple of its octet boundary.
class RTI_EXPORT HLAfixedRecord : public DataElement
{
public:
   /// A record without fields.
   HLAfixedRecord();

   /// A copy; the copy has memory of its own.
   HLAfixedRecord(const HLAfixedRecord & rhs);

   virtual ~HLAfixedRecord();

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

   /// Whether the other one is a fixed record with fields of the same types.
   virtual bool isSameTypeAs(const DataElement & inData) const;

   /// Whether the field at the index is of the type of the given one; false for an index out of range.
   virtual bool hasElementSameTypeAs(size_t index, const DataElement & inData) const;

   /// Number of fields.
   virtual size_t size() const;

   /// Adds a copy of the element as the next field.
   virtual void appendElement(const DataElement & dataElement);

   /// Adds the element as the next field. It is not owned: it has to live as long as this object uses it.
   virtual void appendElementPointer(DataElement * dataElement);

   /// Gives the field at the index the value of the element, which has to be of its type; a field that was set by pointer
   /// keeps its place.
   virtual void set(size_t index, const DataElement & dataElement) RTI_THROW(EncoderException);

   /// Puts the element, which has to be of the type of the field, at the index.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual void setElementPointer(size_t index, DataElement * dataElement) RTI_THROW(EncoderException);

   /// The field at the index; set changes it.
   virtual const DataElement & get(size_t index) const RTI_THROW(EncoderException);

   /// The same as get.
   const DataElement & operator[](size_t index) const RTI_THROW(EncoderException);

private:
   HLAfixedRecord & operator=(const HLAfixedRecord & rhs);

protected:
   HLAfixedRecordImplementation * _impl;
};

}

#endif // RTI_HLAfixedRecord_h_
