// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#pragma once

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>

namespace rti1516_2025
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

   ~HLAfixedRecord() override;

   /// A copy with memory of its own.
   std::unique_ptr<DataElement> clone() const override;

   /// The encoding, in new data.
   VariableLengthData encode() const override;

   /// The encoding, as the new content of the data.
   void encode(VariableLengthData & inData) const override;

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   void encodeInto(std::vector<Octet> & buffer) const override;

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   HLAfixedRecord & decode(const VariableLengthData & inData) override;

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) override;

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   size_t getEncodedLength() const override;

   /// The number of octets that the start of the encoding is a multiple of.
   unsigned int getOctetBoundary() const override;

   /// Whether the other one is a fixed record with fields of the same types.
   bool isSameTypeAs(const DataElement & inData) const override;

   /// Whether the field at the index is of the type of the given one; false for an index out of range.
   virtual bool hasElementSameTypeAs(size_t index, const DataElement & inData) const;

   /// Number of fields.
   virtual size_t size() const;

   /// Adds a copy of the element as the next field.
   virtual HLAfixedRecord & appendElement(const DataElement & dataElement);

   /// Adds the element as the next field. It is not owned: it has to live as long as this object uses it.
   virtual HLAfixedRecord & appendElementPointer(DataElement * dataElement);

   /// Gives the field at the index the value of the element, which has to be of its type; a field that was set by pointer
   /// keeps its place.
   virtual HLAfixedRecord & set(size_t index, const DataElement & dataElement);

   /// Puts the element, which has to be of the type of the field, at the index.
   /// The element is not owned: it has to live as long as this object uses it. A null pointer raises EncoderException.
   virtual HLAfixedRecord & setElementPointer(size_t index, DataElement * dataElement);

   /// The field at the index; set changes it.
   virtual const DataElement & get(size_t index) const;

   /// The same as get.
   const DataElement & operator[](size_t index) const;

   HLAfixedRecord & operator=(const HLAfixedRecord & rhs) = delete;

protected:
   HLAfixedRecordImplementation * _impl;
};

}
