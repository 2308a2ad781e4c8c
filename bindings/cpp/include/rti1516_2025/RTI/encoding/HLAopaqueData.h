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
class HLAopaqueDataImplementation;

/// A count (HLAinteger32BE) and that many octets: the encoding of an HLAvariableArray of HLAbyte, for data that is one block.
class RTI_EXPORT HLAopaqueData : public DataElement
{
public:
   /// No data.
   HLAopaqueData();

   /// A copy of the data.
   HLAopaqueData(const Octet * inData, size_t dataSize);

   /// Uses the memory that the given pointer points to now; see setDataPointer.
   HLAopaqueData(Octet ** inData, size_t bufferSize, size_t dataSize);

   /// A copy; the copy has memory of its own.
   HLAopaqueData(const HLAopaqueData & rhs);

   ~HLAopaqueData() override;

   /// A copy with memory of its own.
   std::unique_ptr<DataElement> clone() const override;

   /// The encoding, in new data.
   VariableLengthData encode() const override;

   /// The encoding, as the new content of the data.
   void encode(VariableLengthData & inData) const override;

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   void encodeInto(std::vector<Octet> & buffer) const override;

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   HLAopaqueData & decode(const VariableLengthData & inData) override;

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) override;

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   size_t getEncodedLength() const override;

   /// The number of octets that the start of the encoding is a multiple of.
   unsigned int getOctetBoundary() const override;

   /// Octets that the memory in use can take.
   virtual size_t bufferLength() const;

   /// Octets of the data.
   virtual size_t dataLength() const;

   /// Uses the memory that the given pointer points to now: encoding reads it, set and decoding write it.
   /// Null memory, a buffer of no octets and data longer than the buffer raise EncoderException.
   virtual HLAopaqueData & setDataPointer(Octet ** inData, size_t bufferSize, size_t dataSize);

   /// Copies the data into the memory in use; EncoderException when memory of the federate is too small for it.
   virtual HLAopaqueData & set(const Octet * inData, size_t dataSize);

   /// The data; valid until this object changes.
   virtual const Octet * get() const;

   HLAopaqueData & operator=(const HLAopaqueData & rhs) = delete;

protected:
   HLAopaqueDataImplementation * _impl;
};

}
