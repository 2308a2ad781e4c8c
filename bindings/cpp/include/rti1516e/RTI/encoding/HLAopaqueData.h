// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_HLAopaqueData_h_
#define RTI_HLAopaqueData_h_

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>

namespace rti1516e
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
   HLAopaqueData(Octet ** inData, size_t bufferSize, size_t dataSize) RTI_THROW(EncoderException);

   /// A copy; the copy has memory of its own.
   HLAopaqueData(const HLAopaqueData & rhs);

   virtual ~HLAopaqueData();

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

   /// Octets that the memory in use can take.
   virtual size_t bufferLength() const;

   /// Octets of the data.
   virtual size_t dataLength() const;

   /// Uses the memory that the given pointer points to now: encoding reads it, set and decoding write it.
   /// Null memory, a buffer of no octets and data longer than the buffer raise EncoderException.
   virtual void setDataPointer(Octet ** inData, size_t bufferSize, size_t dataSize) RTI_THROW(EncoderException);

   /// Copies the data into the memory in use; EncoderException when memory of the federate is too small for it.
   virtual void set(const Octet * inData, size_t dataSize);

   /// The data; valid until this object changes.
   virtual const Octet * get() const;

   /// The data; valid until this object changes.
   operator const Octet *() const;

private:
   HLAopaqueData & operator=(const HLAopaqueData & rhs);

protected:
   HLAopaqueDataImplementation * _impl;
};

}

#endif // RTI_HLAopaqueData_h_
