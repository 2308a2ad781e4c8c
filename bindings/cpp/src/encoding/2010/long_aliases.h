// Second names for the members of HLAinteger64BE and HLAinteger64LE that take an Integer64.
//
// A federate compiled with RTI_USE_64BIT_LONGS has long for Integer64 and asks for other symbols than one compiled without.
// long and long long are the same machine type here, so both names can mean the same code. An alias needs its target in
// the same translation unit: included by numbers.cpp.

#ifndef HYLA_ENCODING_2010_LONG_ALIASES_H
#define HYLA_ENCODING_2010_LONG_ALIASES_H

// The declared type of an alias means nothing here: nobody calls it by that name.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wattribute-alias"

#define HYLA_LONG_ALIAS(name, before, after)                                                                 \
   extern "C" __attribute__((visibility("default"), alias(before "x" after))) void name() __asm__(before "l" after)

#define HYLA_LONG_ALIASES(Class, mangled)                                                                    \
   HYLA_LONG_ALIAS(hyla##Class##C1Value, "_ZN8rti1516e" mangled "C1ERK", "");                                \
   HYLA_LONG_ALIAS(hyla##Class##C2Value, "_ZN8rti1516e" mangled "C2ERK", "");                                \
   HYLA_LONG_ALIAS(hyla##Class##C1Memory, "_ZN8rti1516e" mangled "C1EP", "");                                \
   HYLA_LONG_ALIAS(hyla##Class##C2Memory, "_ZN8rti1516e" mangled "C2EP", "");                                \
   HYLA_LONG_ALIAS(hyla##Class##SetDataPointer, "_ZN8rti1516e" mangled "14setDataPointerEP", "");            \
   HYLA_LONG_ALIAS(hyla##Class##Set, "_ZN8rti1516e" mangled "3setE", "");                                    \
   HYLA_LONG_ALIAS(hyla##Class##Assign, "_ZN8rti1516e" mangled "aSE", "");                                   \
   HYLA_LONG_ALIAS(hyla##Class##Convert, "_ZNK8rti1516e" mangled "cv", "Ev")

HYLA_LONG_ALIASES(HLAinteger64BE, "14HLAinteger64BE");
HYLA_LONG_ALIASES(HLAinteger64LE, "14HLAinteger64LE");

#undef HYLA_LONG_ALIASES
#undef HYLA_LONG_ALIAS

#pragma GCC diagnostic pop

#endif
