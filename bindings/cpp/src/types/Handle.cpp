// The handles of every kind.

#include <RTI/Handle.h>

#include <ostream>

#include "types/big_endian.h"
#include "types/handle_access.h"

namespace HYLA_RTI
{
namespace
{
// Bytes of an encoded handle: four where every number of the kind fits, as over the Federate Protocol and in the MOM.
constexpr std::size_t encoded_length(std::uint64_t greatest)
{
   return greatest <= UINT32_MAX ? 4 : BIG_ENDIAN_64_LENGTH;
}

void write_number(std::uint64_t number, unsigned char *bytes, std::size_t length)
{
   for (std::size_t i = 0; i < length; ++i)
   {
      bytes[i] = static_cast<unsigned char>(number >> 8 * (length - 1 - i));
   }
}

// Whether the bytes are an encoded handle, and which. The MOM puts a count of four bytes before the handle: both are
// read, and so are numbers of four and of eight bytes for every kind.
bool decode_number(const VariableLengthData &encoded, std::uint64_t greatest, std::uint64_t &number)
{
   const unsigned char *bytes = static_cast<const unsigned char *>(encoded.data());
   std::size_t length = encoded.size();
   const bool may_be_counted =
      length == 4 + BIG_ENDIAN_64_LENGTH || (length == 4 + 4 && encoded_length(greatest) == 4);
   if (may_be_counted && bytes[0] == 0 && bytes[1] == 0 && bytes[2] == 0 && bytes[3] == length - 4)
   {
      bytes += 4;
      length -= 4;
   }
   if (length != 4 && length != BIG_ENDIAN_64_LENGTH)
   {
      return false;
   }
   number = 0;
   for (std::size_t i = 0; i < length; ++i)
   {
      number = number << 8 | bytes[i];
   }
   return number <= greatest;
}
}

#define HYLA_HANDLE(Kind, greatest)                                                                                    \
   Kind::Kind() : _impl(nullptr)                                                                                       \
   {}                                                                                                                  \
                                                                                                                       \
   Kind::~Kind() noexcept = default;                                                                                   \
                                                                                                                       \
   Kind::Kind(const Kind &rhs) = default;                                                                              \
                                                                                                                       \
   Kind &Kind::operator=(const Kind &rhs) = default;                                                                   \
                                                                                                                       \
   Kind::Kind(Kind##Implementation *impl) : _impl(impl)                                                                \
   {}                                                                                                                  \
                                                                                                                       \
   Kind::Kind(const VariableLengthData &encodedValue) : _impl(nullptr)                                                 \
   {                                                                                                                   \
      std::uint64_t number = 0;                                                                                        \
      if (!decode_number(encodedValue, greatest, number))                                                              \
      {                                                                                                                \
         throw CouldNotDecode(L"an encoded " L## #Kind L" has " + std::to_wstring(encoded_length(greatest))            \
                              + L" bytes and a number that fits; got " + std::to_wstring(encodedValue.size())          \
                              + L" bytes");                                                                            \
      }                                                                                                                \
      Kind##Friend::change(*this, number);                                                                             \
   }                                                                                                                   \
                                                                                                                       \
   bool Kind::isValid() const                                                                                          \
   {                                                                                                                   \
      return _impl != nullptr;                                                                                         \
   }                                                                                                                   \
                                                                                                                       \
   bool Kind::operator==(const Kind &rhs) const                                                                        \
   {                                                                                                                   \
      return _impl == rhs._impl;                                                                                       \
   }                                                                                                                   \
                                                                                                                       \
   bool Kind::operator!=(const Kind &rhs) const                                                                        \
   {                                                                                                                   \
      return _impl != rhs._impl;                                                                                       \
   }                                                                                                                   \
                                                                                                                       \
   bool Kind::operator<(const Kind &rhs) const                                                                         \
   {                                                                                                                   \
      return Kind##Friend::number(*this) < Kind##Friend::number(rhs);                                                  \
   }                                                                                                                   \
                                                                                                                       \
   long Kind::hash() const                                                                                             \
   {                                                                                                                   \
      return static_cast<long>(Kind##Friend::number(*this));                                                           \
   }                                                                                                                   \
                                                                                                                       \
   VariableLengthData Kind::encode() const                                                                             \
   {                                                                                                                   \
      VariableLengthData data;                                                                                         \
      encode(data);                                                                                                    \
      return data;                                                                                                     \
   }                                                                                                                   \
                                                                                                                       \
   void Kind::encode(VariableLengthData &buffer) const                                                                 \
   {                                                                                                                   \
      unsigned char bytes[encoded_length(greatest)];                                                                   \
      write_number(Kind##Friend::number(*this), bytes, sizeof(bytes));                                                 \
      buffer.setData(bytes, sizeof(bytes));                                                                            \
   }                                                                                                                   \
                                                                                                                       \
   size_t Kind::encode(void *buffer, size_t bufferSize) const                                                          \
   {                                                                                                                   \
      constexpr std::size_t length = encoded_length(greatest);                                                         \
      if (bufferSize < length)                                                                                         \
      {                                                                                                                \
         throw CouldNotEncode(L"a " L## #Kind L" takes " + std::to_wstring(length) + L" bytes; there is room for "     \
                              + std::to_wstring(bufferSize));                                                          \
      }                                                                                                                \
      write_number(Kind##Friend::number(*this), static_cast<unsigned char *>(buffer), length);                         \
      return length;                                                                                                   \
   }                                                                                                                   \
                                                                                                                       \
   size_t Kind::encodedLength() const                                                                                  \
   {                                                                                                                   \
      return encoded_length(greatest);                                                                                 \
   }                                                                                                                   \
                                                                                                                       \
   std::wstring Kind::toString() const                                                                                 \
   {                                                                                                                   \
      return isValid() ? std::to_wstring(Kind##Friend::number(*this)) : L"invalid";                                    \
   }                                                                                                                   \
                                                                                                                       \
   const Kind##Implementation *Kind::getImplementation() const                                                         \
   {                                                                                                                   \
      return _impl;                                                                                                    \
   }                                                                                                                   \
                                                                                                                       \
   Kind##Implementation *Kind::getImplementation()                                                                     \
   {                                                                                                                   \
      return _impl;                                                                                                    \
   }                                                                                                                   \
                                                                                                                       \
   std::wostream &operator<<(std::wostream &stream, const Kind &handle)                                                \
   {                                                                                                                   \
      return stream << handle.toString();                                                                              \
   }

HYLA_HANDLE_KINDS(HYLA_HANDLE)
}
