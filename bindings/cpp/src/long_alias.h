// Federates of 2010 that are compiled with RTI_USE_64BIT_LONGS have a `long` where others have a `long long`.
// Both are 64 bits and passed alike; only the names of the functions differ, so each such function gets a
// second name.
//
// `HYLA_LONG_ALIAS(_ZN..El, _ZN..Ex)`: the name with `long`, then the one that this file defines.
#pragma once

static_assert(sizeof(long) == sizeof(long long), "the two spellings of Integer64 have to be of one size");

#define HYLA_LONG_ALIAS(with_long, with_long_long)                                                                     \
   _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wattribute-alias\"")                              \
   extern "C" __attribute__((visibility("default"), alias(#with_long_long))) void with_long();                         \
   _Pragma("GCC diagnostic pop")
