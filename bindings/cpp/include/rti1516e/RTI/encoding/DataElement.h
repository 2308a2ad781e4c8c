// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_DataElement_h_
#define RTI_DataElement_h_

#include <RTI/SpecificConfig.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/encoding/EncodingExceptions.h>
#include <memory>

namespace rti1516e
{

class VariableLengthData;

/// Base of every encoding helper: its encoding, its decoding, its length and its octet boundary (1516.2, data type encodings).
///
/// A federate may derive its own helpers and put them into arrays and records. After a decoding that raised EncoderException
/// the value is one of the legal ones, but which is not defined.
class RTI_EXPORT DataElement
{
public:
   virtual ~DataElement() = 0;

   /// A copy with memory of its own.
   virtual std::auto_ptr<DataElement> clone() const = 0;

   /// The encoding, in new data.
   virtual VariableLengthData encode() const RTI_THROW(EncoderException) = 0;

   /// The encoding, as the new content of the data.
   virtual void encode(VariableLengthData & inData) const RTI_THROW(EncoderException) = 0;

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   virtual void encodeInto(std::vector<Octet> & buffer) const RTI_THROW(EncoderException) = 0;

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   virtual void decode(const VariableLengthData & inData) RTI_THROW(EncoderException) = 0;

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   virtual size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) RTI_THROW(EncoderException) = 0;

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   virtual size_t getEncodedLength() const RTI_THROW(EncoderException) = 0;

   /// The number of octets that the start of the encoding is a multiple of.
   virtual unsigned int getOctetBoundary() const = 0;

   /// Whether the other element is of the same type; unless overridden, whether it is of the same class.
   virtual bool isSameTypeAs(const DataElement & inData) const;

   /// Equal for equal values of one type; unless overridden, made from the encoding.
   virtual Integer64 hash() const;
};

}

#endif // RTI_DataElement_h_
