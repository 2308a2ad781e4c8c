// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// Definitions that depend on the platform and on the language of the federate.

#ifndef RTI_SpecificConfig_h
#define RTI_SpecificConfig_h

#if defined(_WIN32) && defined(_MSC_VER) && defined(RTI_DISABLE_WARNINGS)
#pragma warning(disable: 4786)
#pragma warning(disable: 4290)
#pragma warning(disable: 4251)
#endif

// Exported symbols. A federate on Windows that links a static library defines STATIC_RTI, STATIC_FEDTIME.
#if defined(_WIN32)
   #if defined(STATIC_RTI)
      #define RTI_EXPORT
   #elif defined(BUILDING_RTI)
      #define RTI_EXPORT __declspec(dllexport)
   #else
      #define RTI_EXPORT __declspec(dllimport)
   #endif

   #if defined(STATIC_FEDTIME)
      #define RTI_EXPORT_FEDTIME
   #elif defined(BUILDING_FEDTIME)
      #define RTI_EXPORT_FEDTIME __declspec(dllexport)
   #else
      #define RTI_EXPORT_FEDTIME __declspec(dllimport)
   #endif
#elif defined(BUILDING_RTI) && defined(__GNUC__)
   // Only for the libraries themselves, which hide what has no such mark.
   #define RTI_EXPORT __attribute__((visibility("default")))
   #define RTI_EXPORT_FEDTIME __attribute__((visibility("default")))
#else
   #define RTI_EXPORT
   #define RTI_EXPORT_FEDTIME
#endif

// C++17 has no lists of exceptions; before it, an override must repeat the list of what it overrides.
// Neither spelling shows in a symbol, so one library serves federates of every language mode.
#if __cplusplus >= 201703L
   #define RTI_NOEXCEPT noexcept
   #define RTI_THROW(...)
#else
   #define RTI_NOEXCEPT throw()
   #define RTI_THROW throw
#endif

#endif // RTI_SpecificConfig_h
