// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_BasicDataElements_h_
#define RTI_BasicDataElements_h_

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>
#include <string>

/// Declares the helper EncodableDataType for values of the C++ type SimpleDataType.
///
/// A helper holds its value itself, or uses memory of the federate: encoding reads it, set, assignment and decoding write
/// it. Copies and clones hold their value themselves.
///
/// | member | effect |
/// |---|---|
/// | default constructor | holds zero, false or the empty string |
/// | constructor from a value | holds a copy of it |
/// | constructor from a pointer | uses that memory; a null pointer means memory of its own |
/// | setDataPointer | uses that memory from now on; a null pointer raises EncoderException |
/// | assignment, set | gives the memory in use a value |
/// | get, conversion | the value of the memory in use |
/// | encode, encodeInto, decode, decodeFrom, getEncodedLength, getOctetBoundary, hash | see DataElement |
///
/// Memory of the federate has to live as long as the helper uses it.
#define DEFINE_ENCODING_HELPER_CLASS(EncodableDataType, SimpleDataType)                                     \
class EncodableDataType##Implementation;                                                                    \
                                                                                                            \
class RTI_EXPORT EncodableDataType : public DataElement                                                     \
{                                                                                                           \
public:                                                                                                     \
   EncodableDataType();                                                                                     \
   explicit EncodableDataType(const SimpleDataType & inData);                                               \
   explicit EncodableDataType(SimpleDataType * inData);                                                     \
   EncodableDataType(const EncodableDataType & rhs);                                                        \
   virtual ~EncodableDataType();                                                                            \
   EncodableDataType & operator=(const EncodableDataType & rhs);                                            \
   virtual std::auto_ptr<DataElement> clone() const;                                                        \
   virtual VariableLengthData encode() const RTI_THROW(EncoderException);                                   \
   virtual void encode(VariableLengthData & inData) const RTI_THROW(EncoderException);                      \
   virtual void encodeInto(std::vector<Octet> & buffer) const RTI_THROW(EncoderException);                  \
   virtual void decode(const VariableLengthData & inData) RTI_THROW(EncoderException);                      \
   virtual size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) RTI_THROW(EncoderException);  \
   virtual size_t getEncodedLength() const RTI_THROW(EncoderException);                                     \
   virtual unsigned int getOctetBoundary() const;                                                           \
   virtual Integer64 hash() const;                                                                          \
   virtual void setDataPointer(SimpleDataType * inData) RTI_THROW(EncoderException);                        \
   virtual void set(SimpleDataType inData);                                                                 \
   virtual SimpleDataType get() const;                                                                      \
   EncodableDataType & operator=(SimpleDataType rhs);                                                       \
   operator SimpleDataType() const;                                                                         \
protected:                                                                                                  \
   EncodableDataType##Implementation * _impl;                                                               \
};

namespace rti1516e
{

class VariableLengthData;

/// One octet.
DEFINE_ENCODING_HELPER_CLASS(HLAASCIIchar, char)

/// A count (HLAinteger32BE) and that many octets.
DEFINE_ENCODING_HELPER_CLASS(HLAASCIIstring, std::string)

/// HLAinteger32BE, 1 for true and 0 for false; decoding refuses other values.
DEFINE_ENCODING_HELPER_CLASS(HLAboolean, bool)

/// One octet.
DEFINE_ENCODING_HELPER_CLASS(HLAbyte, Octet)

/// 32 bits, IEEE 754, big-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAfloat32BE, float)

/// 32 bits, IEEE 754, little-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAfloat32LE, float)

/// 64 bits, IEEE 754, big-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAfloat64BE, double)

/// 64 bits, IEEE 754, little-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAfloat64LE, double)

/// 16 bits, two's complement, little-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAinteger16LE, Integer16)

/// 16 bits, two's complement, big-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAinteger16BE, Integer16)

/// 32 bits, two's complement, big-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAinteger32BE, Integer32)

/// 32 bits, two's complement, little-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAinteger32LE, Integer32)

/// 64 bits, two's complement, big-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAinteger64BE, Integer64)

/// 64 bits, two's complement, little-endian.
DEFINE_ENCODING_HELPER_CLASS(HLAinteger64LE, Integer64)

/// One octet.
DEFINE_ENCODING_HELPER_CLASS(HLAoctet, Octet)

/// Two octets, the first of the pair first.
DEFINE_ENCODING_HELPER_CLASS(HLAoctetPairBE, OctetPair)

/// Two octets, the second of the pair first.
DEFINE_ENCODING_HELPER_CLASS(HLAoctetPairLE, OctetPair)

/// One code unit of UTF-16, big-endian; a character that needs two cannot be encoded.
DEFINE_ENCODING_HELPER_CLASS(HLAunicodeChar, wchar_t)

/// A count (HLAinteger32BE) of code units of UTF-16 and the code units, big-endian. Characters above U+FFFF are two units.
DEFINE_ENCODING_HELPER_CLASS(HLAunicodeString, std::wstring)

}

#endif // RTI_BasicDataElements_h_
