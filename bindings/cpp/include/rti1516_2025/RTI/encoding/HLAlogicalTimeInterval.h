// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#pragma once

#include <RTI/encoding/DataElement.h>
#include <RTI/encoding/EncodingConfig.h>
#include <RTI/SpecificConfig.h>

namespace rti1516_2025
{

class LogicalTimeInterval;
class VariableLengthData;
class HLAlogicalTimeIntervalImplementation;
class RTIambassador;

/// A logical time interval as the MOM has it: a count (HLAinteger32BE) and the encoding of the interval. The ambassador, which
/// has to be joined, says which implementation of time it is.
class RTI_EXPORT HLAlogicalTimeInterval : public DataElement
{
public:
   /// Holds the interval zero.
   explicit HLAlogicalTimeInterval(const RTIambassador * ambassador);

   /// Holds a copy of the interval.
   explicit HLAlogicalTimeInterval(const RTIambassador * ambassador, const LogicalTimeInterval & logicalTimeInterval);

   /// A copy; the copy has memory of its own.
   HLAlogicalTimeInterval(const HLAlogicalTimeInterval & rhs);

   ~HLAlogicalTimeInterval() override;

   /// A copy with memory of its own.
   std::unique_ptr<DataElement> clone() const override;

   /// The encoding, in new data.
   VariableLengthData encode() const override;

   /// The encoding, as the new content of the data.
   void encode(VariableLengthData & inData) const override;

   /// Appends the encoding, after zeros up to the next multiple of the octet boundary, counted from the start of the buffer.
   void encodeInto(std::vector<Octet> & buffer) const override;

   /// Decodes the data from its first octet on. Octets behind the encoding are ignored; too few raise EncoderException.
   HLAlogicalTimeInterval & decode(const VariableLengthData & inData) override;

   /// Decodes what starts at the first multiple of the octet boundary from the index on; the index behind it is the result.
   /// Too few octets raise EncoderException.
   size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) override;

   /// Octets of the encoding that starts at a multiple of the octet boundary.
   size_t getEncodedLength() const override;

   /// The number of octets that the start of the encoding is a multiple of.
   unsigned int getOctetBoundary() const override;

   /// Whether the other one holds an interval of the same implementation.
   bool isSameTypeAs(const DataElement & inData) const override;

   /// Takes the value of an interval of the same implementation.
   virtual HLAlogicalTimeInterval & set(const LogicalTimeInterval & value);

   /// Gives its value to an interval of the same implementation.
   virtual void get(LogicalTimeInterval & interval);

   HLAlogicalTimeInterval() = delete;

   HLAlogicalTimeInterval & operator=(const HLAlogicalTimeInterval & rhs) = delete;

protected:
   HLAlogicalTimeIntervalImplementation * _impl;
};

}
