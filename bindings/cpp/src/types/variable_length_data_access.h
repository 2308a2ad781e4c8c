// Content of a VariableLengthData, for code that fills one from libhyla.
#pragma once

#include <cstddef>
#include <cstdint>

#include <hyla.h>

#include <RTI/VariableLengthData.h>

#include "edition.h"

namespace HYLA_RTI
{
// One block of memory: this, and behind it room for bytes of its own. A VariableLengthData without any is null.
class VariableLengthDataImplementation
{
public:
   // Treatment of `bytes` when they change. `take` without a function means delete[].
   enum class Mode
   {
      own,
      borrow,
      take,
   };

   // A block with room for at least `room` bytes, empty.
   static VariableLengthDataImplementation *with_room_for(std::size_t room);

   static void destroy(VariableLengthDataImplementation *block) noexcept;

   // Frees what was taken; the bytes are gone afterwards, the room stays.
   void let_go() noexcept;

   unsigned char *own()
   {
      return reinterpret_cast<unsigned char *>(this + 1);
   }

   const void *bytes;
   std::size_t size;
   std::size_t room;
   Mode mode;
   VariableLengthDataDeleteFunction function;
};

class VariableLengthDataFriend
{
public:
   // Result of data() and size(), without calls of functions that a federate could replace.
   static hyla_bytes lend(const VariableLengthData &data)
   {
      const VariableLengthDataImplementation *block = data._impl;
      return block == nullptr ? hyla_bytes{nullptr, 0}
                              : hyla_bytes{static_cast<const std::uint8_t *>(block->bytes), block->size};
   }

   // Points `data` at bytes that somebody else keeps. Allocates at most once in the life of `data`, so that a
   // map of values serves from callback to callback. Whoever copies `data` has bytes of his own.
   static void borrow(VariableLengthData &data, const void *bytes, std::size_t size)
   {
      if (data._impl == nullptr)
      {
         data._impl = VariableLengthDataImplementation::with_room_for(0);
      }
      VariableLengthDataImplementation &block = *data._impl;
      if (block.mode == VariableLengthDataImplementation::Mode::take)
      {
         block.let_go();
      }
      block.mode = VariableLengthDataImplementation::Mode::borrow;
      block.bytes = bytes;
      block.size = size;
   }
};
}
