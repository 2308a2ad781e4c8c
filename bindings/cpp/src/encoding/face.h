// Differences in spelling between the two editions' encoding helpers.
//
// Has to come before any header of the standard: 2010 keeps std::auto_ptr in every language mode, and compilers warn of it.

#ifndef HYLA_ENCODING_FACE_H
#define HYLA_ENCODING_FACE_H

#include "../edition.h"

#if HYLA_EDITION == 2010
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

#include <RTI/encoding/DataElement.h>

/// Internals: in no namespace of the standard, and hidden, so that two editions can live in one process.
#define HYLA_HIDDEN __attribute__((visibility("hidden")))

#if HYLA_EDITION == 2010

/// Members that return the object itself in 2025 return nothing in 2010.
#define HYLA_SELF(Class) void
#define HYLA_RETURN_SELF return
/// Result type of clone.
#define HYLA_CLONE std::auto_ptr<DataElement>

#else

#define HYLA_SELF(Class) Class &
#define HYLA_RETURN_SELF return *this
#define HYLA_CLONE std::unique_ptr<DataElement>

#endif

#endif
