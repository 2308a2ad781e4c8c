// Octets of an encoding: alignment, numbers of both byte orders, and what is refused.

#ifndef HYLA_ENCODING_OCTETS_H
#define HYLA_ENCODING_OCTETS_H

#include "face.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hyla HYLA_HIDDEN
{

using HYLA_RTI::Octet;
using Buffer = std::vector<Octet>;

/// Raises EncoderException.
[[noreturn]] void refuse(const wchar_t * why);

/// The first multiple of the boundary from the offset on. A helper of a federate may say 0 for "no boundary".
inline size_t aligned(size_t offset, size_t boundary)
{
   const size_t over = boundary > 1 ? offset % boundary : 0;
   return over == 0 ? offset : offset + (boundary - over);
}

/// Appends zeros up to the next multiple of the boundary.
inline void pad(Buffer & buffer, size_t boundary)
{
   buffer.resize(aligned(buffer.size(), boundary));
}

/// Where an element with that boundary starts when it is decoded from the index on; refuses an index or padding that is
/// not in the buffer. The index may be the end of the buffer: some encodings have no octets.
size_t startOf(const Buffer & buffer, size_t index, size_t boundary);

/// Refuses to go on when fewer octets are left than are needed.
inline void need(size_t octets, size_t left)
{
   if (left < octets) {
      refuse(L"The encoding ends too early");
   }
}

template <class Unsigned>
inline void writeBig(Octet * to, Unsigned value)
{
   for (size_t i = sizeof(Unsigned); i-- > 0;) {
      to[i] = static_cast<Octet>(static_cast<unsigned char>(value & 0xffu));
      value = static_cast<Unsigned>(static_cast<uint64_t>(value) >> 8);
   }
}

template <class Unsigned>
inline void writeLittle(Octet * to, Unsigned value)
{
   for (size_t i = 0; i < sizeof(Unsigned); ++i) {
      to[i] = static_cast<Octet>(static_cast<unsigned char>(value & 0xffu));
      value = static_cast<Unsigned>(static_cast<uint64_t>(value) >> 8);
   }
}

template <class Unsigned>
inline Unsigned readBig(const Octet * from)
{
   uint64_t value = 0;
   for (size_t i = 0; i < sizeof(Unsigned); ++i) {
      value = value << 8 | static_cast<unsigned char>(from[i]);
   }
   return static_cast<Unsigned>(value);
}

template <class Unsigned>
inline Unsigned readLittle(const Octet * from)
{
   uint64_t value = 0;
   for (size_t i = sizeof(Unsigned); i-- > 0;) {
      value = value << 8 | static_cast<unsigned char>(from[i]);
   }
   return static_cast<Unsigned>(value);
}

/// Octets of a count, which is an HLAinteger32BE.
constexpr size_t countLength = 4;

/// The count as it is encoded; refuses one that an HLAinteger32BE cannot hold.
uint32_t countOf(size_t elements);

/// Appends a count at the present end, which the caller has aligned.
void appendCount(Buffer & buffer, size_t elements);

/// Reads a count at the index; refuses negative ones and a buffer that ends in it.
size_t takeCount(const Octet * from, size_t left);

/// FNV-1a over some octets: the hash of values (DataElement::hash).
HYLA_RTI::Integer64 hashOf(const void * octets, size_t count);

/// Takes back what an encodeInto has appended, unless it came to its end: a helper that refuses leaves the buffer as it was.
class Appending
{
public:
   explicit Appending(Buffer & buffer)
      : buffer_(buffer)
      , before_(buffer.size())
   {
   }

   Appending(const Appending &) = delete;
   Appending & operator=(const Appending &) = delete;

   ~Appending()
   {
      if (!done_) {
         buffer_.resize(before_);
      }
   }

   void done()
   {
      done_ = true;
   }

private:
   Buffer & buffer_;
   size_t before_;
   bool done_ = false;
};

}

#endif
