#!/usr/bin/env bash
# Builds the C++ libraries and their tests with AddressSanitizer and UndefinedBehaviorSanitizer, then those that have threads
# with ThreadSanitizer, and runs them: scripts/cpp-sanitizers.sh [address] [thread]
#
# Each build has a folder of its own: target/cpp-address, target/cpp-thread.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
tests=$root/bindings/cpp/tests/sanitizers

# What libhyla.so keeps until the process ends is no leak; what C++ allocates must be freed.
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=suppressions=$tests/tsan.supp:halt_on_error=0:exitcode=66:second_deadlock_stack=1

# ThreadSanitizer of older compilers does not start where the kernel places memory too much at random.
quiet=()
if [ "$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 0)" -gt 28 ] && setarch -R true 2>/dev/null; then
    quiet=(setarch -R)
fi

# Without optimization: it would take three times as long to build as the tests take to run.
for sanitizer in "${@:-address thread}"; do
    for one in $sanitizer; do
        printf 'C++ sanitizers: %s\n' "$one"
        CPP_BUILD=$target/cpp-$one CMAKE_ARGS="-DHYLA_SANITIZE=$one -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0" \
            "${quiet[@]}" "$root/scripts/cpp.sh" ctest
    done
done
