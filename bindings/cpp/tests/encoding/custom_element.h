// A helper of a federate, as the standard lets it derive one.

#ifndef HYLA_TESTS_ENCODING_CUSTOM_ELEMENT_H
#define HYLA_TESTS_ENCODING_CUSTOM_ELEMENT_H

#include "support.h"

namespace encoding_tests
{

#if HYLA_EDITION == 2010
#define SELF(Class) void
#define RETURN_SELF return
using ClonePointer = std::auto_ptr<DataElement>;
#else
#define SELF(Class) Class &
#define RETURN_SELF return *this
using ClonePointer = std::unique_ptr<DataElement>;
#endif

/// Two octets, at multiples of 4. It leaves all alignment to whoever holds it, and has no isSameTypeAs and no hash of its own.
class Twin : public DataElement
{
public:
   explicit Twin(Octet value = 0)
      : value(value)
   {
   }

   ClonePointer clone() const override
   {
      return ClonePointer(new Twin(*this));
   }

   VariableLengthData encode() const override
   {
      VariableLengthData result;
      encode(result);
      return result;
   }

   void encode(VariableLengthData & inData) const override
   {
      const Octet octets[] = {value, value};
      inData.setData(octets, 2);
   }

   void encodeInto(std::vector<Octet> & buffer) const override
   {
      if (value == refused) {
         buffer.push_back(value);
         throw EncoderException(L"refused");
      }
      buffer.push_back(value);
      buffer.push_back(value);
   }

   SELF(Twin) decode(const VariableLengthData & inData) override
   {
      decodeFrom(bytes(inData), 0);
      RETURN_SELF;
   }

   size_t decodeFrom(const std::vector<Octet> & buffer, size_t index) override
   {
      if (buffer.size() < index + 2 || buffer[index] != buffer[index + 1]) {
         throw EncoderException(L"no twins");
      }
      value = buffer[index];
      return index + 2;
   }

   size_t getEncodedLength() const override
   {
      return 2;
   }

   unsigned int getOctetBoundary() const override
   {
      return 4;
   }

   /// A value that it does not encode, and says so late.
   static constexpr Octet refused = 66;

   Octet value;
};

/// A record of the federate without a clone of its own: copies of it are records.
class Position : public HLAfixedRecord
{
public:
   Position()
   {
      appendElement(HLAfloat64BE());
      appendElement(HLAinteger32BE());
   }
};

}

#endif
