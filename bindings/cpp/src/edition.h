// Which edition of the API these sources are compiled for: the namespace of its classes.
#pragma once

#if HYLA_EDITION == 2010
#define HYLA_RTI rti1516e
#elif HYLA_EDITION == 2025
#define HYLA_RTI rti1516_2025
#else
#error "HYLA_EDITION is 2010 or 2025"
#endif
