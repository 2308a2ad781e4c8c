#!/usr/bin/env bash
# Builds, tests or installs the C++ libraries:
#
#   scripts/cpp.sh build             libhyla.so by cargo, then the C++ libraries: target/cpp/lib
#   scripts/cpp.sh test              the same and their tests, the conformance scenarios among them
#   scripts/cpp.sh ctest             without the conformance scenarios
#   scripts/cpp.sh bench             the C++ API beside the Rust API
#   scripts/cpp.sh install PREFIX    the libraries, headers, object models and the hyla program under PREFIX: stripped, with
#                                    debug information in .debug beside them, manual pages and completions
#   scripts/cpp.sh stage FOLDER      the same under FOLDER/usr in Debian's layout, with all debug information, for packages
#
# BUILD_PROFILE is the profile of cargo, release by default. CMAKE_ARGS has further arguments of CMake, such as
# CMAKE_ARGS=-DCMAKE_BUILD_TYPE=Debug; CPP_BUILD is another folder to build in.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
# (Not HYLA_...: those variables are settings of federates.)
place=${CPP_BUILD:-$target/cpp}
profile=${BUILD_PROFILE:-release}

fail() {
    printf 'C++: %s\n' "$@" >&2
    exit 1
}

# shellcheck source=scripts/need.sh
. "$root/scripts/need.sh"

has_header() { printf '#include <%s>\n' "$1" | c++ -fsyntax-only -x c++ -; }

# libhyla.so. Asked for this kind of library alone, cargo optimizes it as a whole; with the Rust library beside it, it
# would silently not.
build_libhyla() {
    cargo rustc --profile "$profile" -p hyla-capi --lib --crate-type cdylib
}

configure() { # OPTIONS
    need g++ command -v c++
    need cmake command -v cmake
    need ninja-build command -v ninja
    local generator=()
    # A folder stays with the generator that it was made with.
    if [ ! -e "$place/CMakeCache.txt" ] && command -v ninja >/dev/null; then
        generator=(-G Ninja)
    fi
    local options=()
    read -r -a options <<<"${CMAKE_ARGS:-}"
    cmake -S "$root/bindings/cpp" -B "$place" "${generator[@]}" \
        -DHYLA_LIBRARY="$target/$profile/libhyla_capi.so" -DHYLA_PROGRAM="$target/$profile/hyla" "$@" "${options[@]}"
    cmake --build "$place" --parallel "$(nproc)"
}

# The measuring federate of the benchmark suite, built as for any RTI that has the API of 2010, and its tests.
test_measuring_federate() {
    need nlohmann-json3-dev has_header nlohmann/json.hpp
    local build=$target/bench-federate
    cmake -S "$root/bench/federates" -B "$build" -DRTI_INCLUDE="$root/bindings/cpp/include/rti1516e" \
        -DRTI_LIBRARIES="$(realpath "$place/lib/librti1516e.so");$(realpath "$place/lib/libfedtime1516e.so")"
    cmake --build "$build" --parallel "$(nproc)"
    BENCH_FEDERATE=$(realpath "$build/hyla-bench-federate") cargo test -p hyla-bench --test federate_cpp
}

# split_debug FILE: strips a program or library and keeps its debug information in .debug beside it, where debuggers
# look by themselves.
split_debug() {
    local folder name
    # A second installation finds what the first one stripped.
    readelf --sections --wide "$1" | grep '\.debug_info' >/dev/null || return 0
    folder=$(dirname "$1")/.debug
    name=$(basename "$1").debug
    mkdir -p "$folder"
    objcopy --only-keep-debug --compress-debug-sections "$1" "$folder/$name"
    chmod a-x "$folder/$name"
    # A debugger takes the file only if it is the one that was split off.
    strip --strip-unneeded "$1"
    (cd "$folder" && objcopy --remove-section .gnu_debuglink --add-gnu-debuglink="$name" "../$(basename "$1")")
}

# split_all PREFIX: the program and all libraries, each once however many links lead to it.
split_all() {
    local file
    find "$1/bin/hyla" "$1/lib" -maxdepth 1 -type f \( -name hyla -o -name 'lib*.so*' \) |
        while read -r file; do split_debug "$file"; done
}

# describe PREFIX: manual pages and completions, made by the program itself.
describe() {
    local program=$1/bin/hyla share=$1/share
    "$program" manual "$share/man/man1"
    mkdir -p "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d"
    "$program" completions bash >"$share/bash-completion/completions/hyla"
    "$program" completions zsh >"$share/zsh/site-functions/_hyla"
    "$program" completions fish >"$share/fish/vendor_completions.d/hyla.fish"
}

case ${1:-} in
build)
    build_libhyla
    configure -DHYLA_TESTS=OFF
    printf 'C++: ready: %s\n' "$place/lib"
    ;;
test | ctest)
    build_libhyla
    cargo build --profile "$profile" -p hyla
    need libgtest-dev has_header gtest/gtest.h
    need pkg-config command -v pkg-config
    need python3 command -v python3
    configure -DHYLA_TESTS=ON
    ctest --test-dir "$place" --output-on-failure --parallel "$(nproc)"
    if [ "$1" = test ]; then
        # The conformance scenarios, through a library that drives the C++ API of each edition.
        FACE_LIBRARY_2010=$(realpath "$place/lib/libhyla_over_rti1516e.so") \
            FACE_LIBRARY_2025=$(realpath "$place/lib/libhyla_over_rti1516_2025.so") \
            cargo test -p hyla-capi --test conformance_cpp
        test_measuring_federate
    fi
    ;;
bench)
    build_libhyla
    configure -DHYLA_TESTS=OFF -DHYLA_BENCH=ON
    BENCH_LIBRARIES=$place/lib cargo bench -p hyla-capi --bench cpp
    ;;
install)
    [ -n "${2:-}" ] || fail "say where: make install PREFIX=/opt/hyla"
    build_libhyla
    cargo build --profile "$profile" -p hyla
    configure -DHYLA_TESTS=OFF
    need binutils command -v objcopy
    cmake --install "$place" --prefix "$2"
    split_all "$2"
    describe "$2"
    ;;
stage)
    [ -n "${2:-}" ] || fail "say where: scripts/cpp.sh stage FOLDER"
    need dpkg-dev command -v dpkg-architecture
    build_libhyla
    cargo build --profile "$profile" -p hyla
    # The loader searches that folder without an rpath.
    configure -DHYLA_TESTS=OFF -DCMAKE_SKIP_RPATH=ON \
        -DCMAKE_INSTALL_LIBDIR="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)"
    DESTDIR=$2 cmake --install "$place" --prefix /usr
    describe "$2/usr"
    ;;
*)
    fail "scripts/cpp.sh build | test | ctest | bench | install PREFIX | stage FOLDER"
    ;;
esac
