// Reprinted with permission from IEEE 1516.1(TM)-2010
//
// The declarations and their order are those of the standard; the comments are of Hyla.

#ifndef RTI_EncodingConfig_h_
#define RTI_EncodingConfig_h_

#include <utility>
#include <vector>

namespace rti1516e
{

#if defined(_WIN32)
typedef char Integer8;
typedef short Integer16;
typedef int Integer32;
typedef _int64 Integer64;
#elif defined(RTI_USE_64BIT_LONGS)
typedef char Integer8;
typedef short Integer16;
typedef int Integer32;
typedef long Integer64;
#else
typedef char Integer8;
typedef short Integer16;
typedef int Integer32;
typedef long long Integer64;
#endif

/// Eight bits; char, so signed on some machines and unsigned on others.
typedef Integer8 Octet;
/// First and second octet, as in big-endian order.
typedef std::pair<Octet, Octet> OctetPair;

}

#endif // RTI_EncodingConfig_h_
