// Reprinted with permission from IEEE 1516.1(TM)-2025
//
// Definitions that depend on the platform.

#pragma once

#if defined(_MSC_VER) && defined(RTI_DISABLE_WARNINGS)
#pragma warning(disable: 4251)
#endif

// Exported symbols. A program that links a static library defines STATIC_RTI, STATIC_FEDTIME, STATIC_AUTHORIZER.
#if defined(STATIC_RTI)
   #define RTI_EXPORT
#elif defined(_WIN32) || defined(__CYGWIN__)
   #if defined(BUILDING_RTI)
      #define RTI_EXPORT __declspec(dllexport)
   #else
      #define RTI_EXPORT __declspec(dllimport)
   #endif
#else
   #define RTI_EXPORT __attribute__((visibility ("default")))
#endif

#if defined(STATIC_FEDTIME)
   #define RTI_EXPORT_FEDTIME
#elif defined(_WIN32) || defined(__CYGWIN__)
   #if defined(BUILDING_FEDTIME)
      #define RTI_EXPORT_FEDTIME __declspec(dllexport)
   #else
      #define RTI_EXPORT_FEDTIME __declspec(dllimport)
   #endif
#else
   #define RTI_EXPORT_FEDTIME __attribute__((visibility ("default")))
#endif

#if defined(STATIC_AUTHORIZER)
   #define RTI_EXPORT_AUTHORIZER
#elif defined(_WIN32) || defined(__CYGWIN__)
   #if defined(BUILDING_AUTHORIZER)
      #define RTI_EXPORT_AUTHORIZER __declspec(dllexport)
   #else
      #define RTI_EXPORT_AUTHORIZER __declspec(dllimport)
   #endif
#else
   #define RTI_EXPORT_AUTHORIZER __attribute__((visibility ("default")))
#endif
