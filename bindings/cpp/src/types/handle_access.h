// The number in a handle, for those who talk to libhyla.
//
// A handle keeps its number in the pointer that the standard's class has, so that making, copying and reading one
// never allocates. Zero, the null pointer, is the invalid handle, as in libhyla.
#pragma once

#include <cstdint>

#include <RTI/Handle.h>

#include "edition.h"
#include "types/handle_kinds.h"

namespace HYLA_RTI
{
static_assert(sizeof(void *) == sizeof(std::uint64_t), "a handle's number has to fit into a pointer");

// For each kind: `FederateHandleFriend::make(7)`, `FederateHandleFriend::number(handle)`.
#define HYLA_HANDLE_FRIEND(Kind, greatest)                                                                             \
   class Kind##Friend                                                                                                  \
   {                                                                                                                   \
   public:                                                                                                             \
      static Kind make(std::uint64_t number)                                                                           \
      {                                                                                                                \
         return Kind(reinterpret_cast<Kind##Implementation *>(number));                                                \
      }                                                                                                                \
                                                                                                                       \
      static std::uint64_t number(const Kind &handle)                                                                  \
      {                                                                                                                \
         return reinterpret_cast<std::uint64_t>(handle._impl);                                                         \
      }                                                                                                                \
                                                                                                                       \
      static void change(Kind &handle, std::uint64_t number)                                                           \
      {                                                                                                                \
         handle._impl = reinterpret_cast<Kind##Implementation *>(number);                                              \
      }                                                                                                                \
   };                                                                                                                  \
                                                                                                                       \
   inline std::uint64_t handle_number(const Kind &handle)                                                              \
   {                                                                                                                   \
      return Kind##Friend::number(handle);                                                                             \
   }                                                                                                                   \
                                                                                                                       \
   template <>                                                                                                         \
   inline Kind make_handle<Kind>(std::uint64_t number)                                                                 \
   {                                                                                                                   \
      return Kind##Friend::make(number);                                                                               \
   }

// `make_handle<FederateHandle>(7)`; `handle_number(handle)` is its opposite.
template <typename Handle>
Handle make_handle(std::uint64_t number);

HYLA_HANDLE_KINDS(HYLA_HANDLE_FRIEND)

#undef HYLA_HANDLE_FRIEND
}
