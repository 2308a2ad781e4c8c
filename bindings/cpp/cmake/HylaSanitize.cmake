# Libraries and tests with a sanitizer; scripts/cpp-sanitizers.sh runs them. libhyla.so stays as it is: Rust has checks of
# its own, and what ThreadSanitizer has to know of it is in src/callback/tsan.h.
if(HYLA_SANITIZE STREQUAL address)
  set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=all)
elseif(HYLA_SANITIZE STREQUAL thread)
  set(sanitizers -fsanitize=thread)
else()
  message(FATAL_ERROR "HYLA_SANITIZE is address or thread, not ${HYLA_SANITIZE}")
endif()
add_compile_options(${sanitizers} -fno-omit-frame-pointer -g1)
add_link_options(${sanitizers})
