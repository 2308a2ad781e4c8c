// The handles of every kind.

#include <RTI/Handle.h>

#include <ostream>

#include "types/big_endian.h"
#include "types/handle_access.h"

namespace HYLA_RTI
{
namespace
{
// Whether the bytes are an encoded handle, and which. The MOM puts a count of four bytes before the eight:
// both are read.
bool decode_number(const VariableLengthData &encoded, std::uint64_t greatest, std::uint64_t &number)
{
   static constexpr unsigned char COUNT[] = {0, 0, 0, 8};
   const unsigned char *bytes = static_cast<const unsigned char *>(encoded.data());
   if (encoded.size() == sizeof(COUNT) + BIG_ENDIAN_64_LENGTH)
   {
      for (unsigned char expected : COUNT)
      {
         if (*bytes++ != expected)
         {
            return false;
         }
      }
   }
   else if (encoded.size() != BIG_ENDIAN_64_LENGTH)
   {
      return false;
   }
   number = read_big_endian_64(bytes);
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
         throw CouldNotDecode(L"an encoded " L## #Kind L" has 8 bytes and a number that fits; got "                    \
                              + std::to_wstring(encodedValue.size()) + L" bytes");                                     \
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
      unsigned char bytes[BIG_ENDIAN_64_LENGTH];                                                                       \
      write_big_endian_64(Kind##Friend::number(*this), bytes);                                                         \
      buffer.setData(bytes, sizeof(bytes));                                                                            \
   }                                                                                                                   \
                                                                                                                       \
   size_t Kind::encode(void *buffer, size_t bufferSize) const                                                          \
   {                                                                                                                   \
      if (bufferSize < BIG_ENDIAN_64_LENGTH)                                                                           \
      {                                                                                                                \
         throw CouldNotEncode(L"a " L## #Kind L" takes 8 bytes; there is room for " + std::to_wstring(bufferSize));    \
      }                                                                                                                \
      write_big_endian_64(Kind##Friend::number(*this), static_cast<unsigned char *>(buffer));                          \
      return BIG_ENDIAN_64_LENGTH;                                                                                     \
   }                                                                                                                   \
                                                                                                                       \
   size_t Kind::encodedLength() const                                                                                  \
   {                                                                                                                   \
      return BIG_ENDIAN_64_LENGTH;                                                                                     \
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
