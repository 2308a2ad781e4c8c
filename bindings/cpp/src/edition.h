// The edition that a source is compiled for; sources that both editions share are compiled once for each.

#ifndef HYLA_EDITION_H
#define HYLA_EDITION_H

#if HYLA_EDITION == 2010
#define HYLA_RTI rti1516e
#elif HYLA_EDITION == 2025
#define HYLA_RTI rti1516_2025
#else
#error "HYLA_EDITION has to be 2010 or 2025"
#endif

#endif
