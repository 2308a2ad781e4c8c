// Common parts of the tests of the encoding helpers.

#ifndef HYLA_TESTS_ENCODING_SUPPORT_H
#define HYLA_TESTS_ENCODING_SUPPORT_H

#include "../../src/edition.h"

#if HYLA_EDITION == 2010
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#include <RTI/VariableLengthData.h>
#include <RTI/encoding/BasicDataElements.h>
#include <RTI/encoding/HLAfixedArray.h>
#include <RTI/encoding/HLAfixedRecord.h>
#include <RTI/encoding/HLAopaqueData.h>
#include <RTI/encoding/HLAvariableArray.h>
#include <RTI/encoding/HLAvariantRecord.h>
#if HYLA_EDITION == 2025
#include <RTI/encoding/HLAextendableVariantRecord.h>
#endif

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace encoding_tests
{

using namespace HYLA_RTI;

using Bytes = std::vector<Octet>;

/// Octets from hexadecimal digits; blanks mean nothing.
inline Bytes bytes(const std::string & digits)
{
   Bytes result;
   std::string pair;
   for (char digit : digits) {
      if (digit != ' ') {
         pair += digit;
      }
      if (pair.size() == 2) {
         result.push_back(static_cast<Octet>(std::stoi(pair, nullptr, 16)));
         pair.clear();
      }
   }
   return result;
}

inline std::string digits(const Bytes & octets)
{
   static const char hex[] = "0123456789ABCDEF";
   std::string result;
   for (Octet octet : octets) {
      const unsigned char value = static_cast<unsigned char>(octet);
      if (!result.empty()) {
         result += ' ';
      }
      result += hex[value >> 4];
      result += hex[value & 15];
   }
   return result;
}

inline Bytes bytes(const VariableLengthData & data)
{
   const Octet * octets = static_cast<const Octet *>(data.data());
   return Bytes(octets, octets + data.size());
}

inline VariableLengthData block(const Bytes & octets)
{
   return VariableLengthData(octets.data(), octets.size());
}

/// A clone in the one smart pointer that both editions can give.
inline std::unique_ptr<DataElement> cloneOf(const DataElement & element)
{
   return std::unique_ptr<DataElement>(element.clone().release());
}

/// The encoding; all ways to ask for it have to agree.
inline Bytes encoded(const DataElement & element)
{
   const Bytes result = bytes(element.encode());

   VariableLengthData whole = block(Bytes(3, 'x'));
   element.encode(whole);
   EXPECT_EQ(digits(bytes(whole)), digits(result));

   // Appended to a buffer it starts at the next multiple of its boundary, after zeros.
   const unsigned int boundary = element.getOctetBoundary();
   Bytes buffer(1, 'x');
   element.encodeInto(buffer);
   Bytes expected(1, 'x');
   expected.resize(boundary == 1 ? 1 : boundary);
   expected.insert(expected.end(), result.begin(), result.end());
   EXPECT_EQ(digits(buffer), digits(expected));

   EXPECT_EQ(element.getEncodedLength(), result.size());
   return result;
}

/// The element has that encoding, and `other`, which is of its type, takes it, at any offset, and nothing less.
inline void expectEncoding(const DataElement & element, const std::string & hex, DataElement & other)
{
   SCOPED_TRACE(hex);
   const Bytes octets = bytes(hex);
   EXPECT_EQ(digits(encoded(element)), digits(octets));
   const std::unique_ptr<DataElement> blank = cloneOf(other);

   other.decode(block(octets));
   EXPECT_EQ(digits(encoded(other)), digits(octets));
   EXPECT_EQ(other.hash(), element.hash());

   // Bytes behind the encoding do not matter.
   Bytes longer = octets;
   longer.push_back('x');
   cloneOf(*blank)->decode(block(longer));

   const unsigned int boundary = other.getOctetBoundary();
   Bytes buffer(boundary, 'x');
   buffer.insert(buffer.end(), octets.begin(), octets.end());
   const std::unique_ptr<DataElement> third = cloneOf(*blank);
   EXPECT_EQ(third->decodeFrom(buffer, boundary), buffer.size());
   EXPECT_EQ(digits(encoded(*third)), digits(octets));
   // An index between two boundaries means the next one.
   EXPECT_EQ(cloneOf(*blank)->decodeFrom(buffer, 1), buffer.size());

   for (size_t length = 0; length < octets.size(); ++length) {
      const Bytes truncated(octets.begin(), octets.begin() + static_cast<std::ptrdiff_t>(length));
      EXPECT_THROW(cloneOf(*blank)->decode(block(truncated)), EncoderException) << length;
      EXPECT_THROW(cloneOf(*blank)->decodeFrom(truncated, 0), EncoderException) << length;
   }
   EXPECT_THROW(cloneOf(*blank)->decodeFrom(octets, octets.size() + 1), EncoderException);
   EXPECT_THROW(cloneOf(*blank)->decodeFrom(octets, static_cast<size_t>(-1)), EncoderException);
}

/// A clone has the value and is independent.
inline void expectClone(const DataElement & element)
{
   const std::unique_ptr<DataElement> clone = cloneOf(element);
   EXPECT_EQ(digits(encoded(*clone)), digits(encoded(element)));
   EXPECT_TRUE(clone->isSameTypeAs(element));
   EXPECT_TRUE(element.isSameTypeAs(*clone));
   EXPECT_EQ(clone->getOctetBoundary(), element.getOctetBoundary());
}

}

#endif
