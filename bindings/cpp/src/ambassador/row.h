// Room for a short list, on the stack.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "edition.h"

namespace HYLA_RTI
{
// Elements that are to be written before they are read. Few of them lie in the row itself; more in memory that the
// thread keeps from row to row, so that long lists do not allocate either but for the first time.
template <typename T, std::size_t FEW = 16>
class Row
{
   static_assert(std::is_trivial_v<T>, "elements are neither built nor destroyed");

public:
   explicit Row(std::size_t length) : _data(_few), _length(length)
   {
      if (length > FEW)
      {
         // Taken away from the thread for as long as this row lives: a row may be made while another is in use.
         swap_with_kept();
         if (_many.size() < length)
         {
            _many.resize(length);
         }
         _data = _many.data();
      }
   }

   ~Row()
   {
      if (_data != _few)
      {
         swap_with_kept();
      }
   }

   Row(const Row &) = delete;
   Row &operator=(const Row &) = delete;

   T &operator[](std::size_t i)
   {
      return _data[i];
   }

   const T *data() const
   {
      return _data;
   }

   std::size_t size() const
   {
      return _length;
   }

private:
   // While the thread ends, as in destructors of static objects, it keeps nothing any more.
   void swap_with_kept()
   {
      thread_local bool is_over = false;
      struct Kept
      {
         ~Kept()
         {
            is_over = true;
         }

         std::vector<T> elements;
      };
      thread_local Kept kept;
      if (!is_over)
      {
         _many.swap(kept.elements);
      }
   }

   T _few[FEW];
   std::vector<T> _many;
   T *_data;
   std::size_t _length;
};
}
