// Bytes, copied, borrowed or taken over.

#include <RTI/VariableLengthData.h>

#include <algorithm>
#include <cstring>
#include <new>

#include "types/variable_length_data_access.h"

namespace HYLA_RTI
{
using Block = VariableLengthDataImplementation;

namespace
{
// Most values are numbers and short records: room for them comes with the block, whatever it is first made for.
constexpr std::size_t LEAST_ROOM = 24;
}

Block *Block::with_room_for(std::size_t room)
{
   room = std::max(room, LEAST_ROOM);
   Block *block = static_cast<Block *>(::operator new(sizeof(Block) + room));
   block->bytes = nullptr;
   block->size = 0;
   block->room = room;
   block->mode = Mode::own;
   block->function = nullptr;
   return block;
}

void Block::destroy(Block *block) noexcept
{
   if (block != nullptr)
   {
      block->let_go();
      ::operator delete(block);
   }
}

void Block::let_go() noexcept
{
   if (mode == Mode::take)
   {
      // The function takes void *: what was taken over was given as such.
      void *taken = const_cast<void *>(bytes);
      if (function != nullptr)
      {
         function(taken);
      }
      else
      {
         delete[] static_cast<char *>(taken);
      }
   }
   mode = Mode::own;
   bytes = nullptr;
   size = 0;
   function = nullptr;
}

VariableLengthData::VariableLengthData() : _impl(nullptr)
{}

VariableLengthData::VariableLengthData(const void *inData, size_t inSize) : _impl(nullptr)
{
   setData(inData, inSize);
}

VariableLengthData::VariableLengthData(const VariableLengthData &rhs) : _impl(nullptr)
{
   setData(rhs.data(), rhs.size());
}

VariableLengthData::~VariableLengthData()
{
   Block::destroy(_impl);
}

VariableLengthData &VariableLengthData::operator=(const VariableLengthData &rhs)
{
   if (this != &rhs)
   {
      setData(rhs.data(), rhs.size());
   }
   return *this;
}

const void *VariableLengthData::data() const
{
   return _impl == nullptr ? nullptr : _impl->bytes;
}

size_t VariableLengthData::size() const
{
   return _impl == nullptr ? 0 : _impl->size;
}

void VariableLengthData::setData(const void *inData, size_t inSize)
{
   if (inSize == 0)
   {
      if (_impl != nullptr)
      {
         _impl->let_go();
      }
      return;
   }
   if (_impl == nullptr || _impl->room < inSize)
   {
      Block *block = Block::with_room_for(inSize);
      std::memcpy(block->own(), inData, inSize);
      // The bytes may have been part of the old block.
      Block::destroy(_impl);
      _impl = block;
   }
   else
   {
      std::memmove(_impl->own(), inData, inSize);
      _impl->let_go();
   }
   _impl->bytes = _impl->own();
   _impl->size = inSize;
}

void VariableLengthData::setDataPointer(void *inData, size_t inSize)
{
   VariableLengthDataFriend::borrow(*this, inData, inSize);
}

void VariableLengthData::takeDataPointer(void *inData, size_t inSize, VariableLengthDataDeleteFunction func)
{
   if (_impl == nullptr)
   {
      _impl = Block::with_room_for(0);
   }
   else if (_impl->mode == Block::Mode::take && _impl->bytes == inData)
   {
      // Given once more: it is to be freed once.
      _impl->mode = Block::Mode::borrow;
   }
   _impl->let_go();
   _impl->mode = Block::Mode::take;
   _impl->bytes = inData;
   _impl->size = inSize;
   _impl->function = func;
}
}
