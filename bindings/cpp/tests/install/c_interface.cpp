// The C interface, from an installation.

#include <cstring>

#include <hyla.h>

int main()
{
   return std::strcmp(hyla_exception_name(HYLA_NOT_CONNECTED), "NotConnected");
}
