// Every kind of handle, with the greatest number that one of it can have.
#pragma once

#define HYLA_HANDLE_KINDS_OF_BOTH(EACH)                                                                                \
   EACH(FederateHandle, UINT32_MAX)                                                                                    \
   EACH(ObjectClassHandle, UINT32_MAX)                                                                                 \
   EACH(InteractionClassHandle, UINT32_MAX)                                                                            \
   EACH(ObjectInstanceHandle, UINT64_MAX)                                                                              \
   EACH(AttributeHandle, UINT32_MAX)                                                                                   \
   EACH(ParameterHandle, UINT32_MAX)                                                                                   \
   EACH(DimensionHandle, UINT32_MAX)                                                                                   \
   EACH(MessageRetractionHandle, UINT64_MAX)                                                                           \
   EACH(RegionHandle, UINT64_MAX)

#if HYLA_EDITION == 2010
#define HYLA_HANDLE_KINDS(EACH) HYLA_HANDLE_KINDS_OF_BOTH(EACH)
#else
#define HYLA_HANDLE_KINDS(EACH)                                                                                        \
   HYLA_HANDLE_KINDS_OF_BOTH(EACH)                                                                                     \
   EACH(TransportationTypeHandle, UINT32_MAX)
#endif
