#!/usr/bin/env bash
# Builds the drivers of other engines that the benchmark suite compares with, into target/peers:
#     scripts/bench-peers.sh list                      says which there are, and what each needs
#     scripts/bench-peers.sh build [NAME...]           builds those, or all; says what is missing
#     scripts/bench-peers.sh build --install [NAME...] installs what is missing first (as root)
#     scripts/bench-peers.sh check [NAME...]           has those that are built do a little of what they can, three processes each, and
#                                                      kills the first of them in the middle: the others have to end
#
# Only --install installs anything: Debian packages, and for HELICS the Python wheel, unpacked into target/peers. iceoryx2 and Zenoh are
# crates, which cargo fetches and builds there.
# HELICS_ROOT names a HELICS that is elsewhere. AERON_SOURCE names the source of Aeron, a folder or a git directory, which is built in
# target/peers; it needs CMake 3.30 or later, which CMAKE names if it is not in PATH.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
place=${CARGO_TARGET_DIR:-$root/target}/peers
engines="zeromq helics omniorb cyclonedds aeron iceoryx2 zenoh norm pgm"
helics_version=3.6.1

say() { printf 'peers: %s\n' "$@"; }
fail() {
    printf 'peers: %s\n' "$@" >&2
    exit 1
}

# Debian packages of an engine.
packages() { # NAME
    printf '%s\n' cmake g++ pkg-config nlohmann-json3-dev
    case $1 in
    zeromq) echo libzmq3-dev ;;
    helics) printf '%s\n' python3-pip unzip ;;
    omniorb) printf '%s\n' libomniorb4-dev omniidl ;;
    norm) echo libnorm-dev ;;
    pgm) echo libpgm-dev ;;
    cyclonedds) printf '%s\n' cyclonedds-dev cyclonedds-tools ;;
    aeron) printf '%s\n' uuid-dev libbsd-dev ;;
    iceoryx2 | zenoh) ;; # A crate, which cargo fetches.
    *) fail "no engine $1: there are $engines" ;;
    esac
}

missing() { # NAME
    local package
    for package in $(packages "$1"); do
        case $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true) in
        installed) ;;
        # Another package may do the same; what counts is the command.
        *) case $package in
            cmake | unzip) command -v "$package" >/dev/null || echo "$package" ;;
            pkg-config) command -v pkg-config >/dev/null || echo "$package" ;;
            g++) command -v c++ >/dev/null || echo "$package" ;;
            python3-pip) python3 -m pip --version >/dev/null 2>&1 || echo "$package" ;;
            *) echo "$package" ;;
            esac ;;
        esac
    done
}

helics_root() { echo "${HELICS_ROOT:-$place/helics-$helics_version/helics/install}"; }

fetch_helics() {
    [ -e "$(helics_root)/include/helics/helics.h" ] && return
    local wheel=$place/wheel
    mkdir -p "$wheel"
    python3 -m pip download --quiet --no-deps --only-binary=:all: --dest "$wheel" "helics==$helics_version"
    unzip -qo "$wheel"/helics-*.whl 'helics/install/*' -d "$place/helics-$helics_version"
}

# A tree of the source at PATH, which is a folder or a git directory, in DIRECTORY; says which version.
unpack() { # PATH DIRECTORY
    local version=unknown
    [ -e "$1" ] || return 1
    mkdir -p "$2"
    if git --git-dir="$1" rev-parse HEAD >/dev/null 2>&1; then
        git --git-dir="$1" archive HEAD | tar -x -C "$2"
        version=$(git --git-dir="$1" rev-parse --short=12 HEAD)
    else
        cp -a "$1/." "$2"
        version=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
    fi
    echo "$version"
}

# The C client and media driver of Aeron, without archive, samples and tests.
make_aeron() {
    local tree=$place/aeron
    [ -x "$tree/build/binaries/aeronmd" ] && return
    [ -e "$tree/CMakeLists.txt" ] || unpack "${AERON_SOURCE:?names the source of Aeron}" "$tree" >"$place/aeron.version" || return 1
    "${CMAKE:-cmake}" -S "$tree" -B "$tree/build" -DCMAKE_BUILD_TYPE=Release -DAERON_TESTS=OFF -DAERON_BUILD_SAMPLES=OFF \
        -DBUILD_AERON_ARCHIVE_API=OFF -DAERON_INSTALL_TARGETS=OFF &&
        "${CMAKE:-cmake}" --build "$tree/build" -j"$(nproc)" --target aeron aeronmd
}

build_one() { # NAME
    local name=$1 lacking arguments=()
    lacking=$(missing "$name" | paste -sd' ')
    if [ -n "$lacking" ] && [ "$install" = yes ]; then
        # shellcheck disable=SC2086
        apt-get install -y --no-install-recommends $lacking || return 1
        lacking=$(missing "$name" | paste -sd' ')
    fi
    if [ -n "$lacking" ]; then
        say "$name: missing $lacking (apt-get install $lacking, or build --install)"
        return 1
    fi
    if [ "$name" = helics ]; then
        [ "$install" = yes ] && fetch_helics
        if [ ! -e "$(helics_root)/include/helics/helics.h" ]; then
            say "helics: missing in $(helics_root): build --install unpacks the wheel there; HELICS_ROOT names another place"
            return 1
        fi
        arguments=(-DHELICS_ROOT="$(helics_root)")
    fi
    if [ "$name" = aeron ]; then
        if ! make_aeron >"$place/aeron.log" 2>&1; then
            say "aeron: the engine is not built; the end of $place/aeron.log:"
            tail -n 20 "$place/aeron.log"
            return 1
        fi
        arguments=(-DAERON_ROOT="$place/aeron")
    fi
    if [ -e "$root/bench/peers/$name/Cargo.toml" ]; then
        local cargo_log=$place/$name.cargo.log library=$place/crates/release/libpeer_$name.a
        if ! cargo build --release --manifest-path "$root/bench/peers/$name/Cargo.toml" --target-dir "$place/crates" >"$cargo_log" 2>&1; then
            say "$name: the engine is not built; the end of $cargo_log:"
            tail -n 20 "$cargo_log"
            return 1
        fi
        arguments=(-DPEER_LIBRARY="$library")
    fi
    local log=$place/$name.driver.log
    if cmake -S "$root/bench/peers/$name" -B "$place/build/$name" -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$place" \
        "${arguments[@]}" >"$log" 2>&1 && cmake --build "$place/build/$name" >>"$log" 2>&1; then
        say "$name: $place/hyla-peer-$name"
    else
        say "$name: not built; the end of $log:"
        tail -n 20 "$log"
        return 1
    fi
}

# A little work of a driver, as a job.
job() { # KIND
    local work
    case $1 in
    round-trip) work='"bytes":2000,"warm_up":10,"samples":100,"interval_us":0,"lost_after_ms":5000' ;;
    stream | receive) work='"role":"sender","bytes":200,"objects":1,"regions":0,"regions_of_receiver":0,"rate_per_s":1000,"warm_up_ms":50,"run_ms":200,"trace_every":1' ;;
    time-advance) work='"service":"lock-step","lookahead":1,"step":1,"messages":0,"bytes":0,"warm_up":5,"grants":50' ;;
    esac
    [ "$1" = receive ] && work=${work/sender/receiver}
    printf '{"version":1,"carrier":"check","processes":3,"work":{"kind":"%s",%s}}\n' "${1/receive/stream}" "$work"
}

check_one() { # NAME
    local name=$1 kinds="round-trip stream receive" kind report
    case $name in
    helics) kinds=time-advance ;;
    norm | pgm) kinds=stream ;;
    omniorb) kinds="round-trip stream" ;;
    esac
    for kind in $kinds; do
        report=$(job "$kind" | timeout 60 "$place/hyla-peer-$name" | tail -n 1)
        case $report in
        *'"report":"done"'*) say "$name: $kind done" ;;
        *)
            say "$name: $kind failed: $report"
            return 1
            ;;
        esac
    done
    check_orphans "$name"
}

# Whether anything of these processes still runs; dead ones may wait for somebody to look at them.
run() { # PROCESS...
    local process
    for process in "$@"; do
        if [ -e "/proc/$process/stat" ] && ! grep -qs ') Z' "/proc/$process/stat"; then
            return 0
        fi
    done
    return 1
}

# Partners end when the first process is killed in the middle.
check_orphans() { # NAME
    local name=$1 kind=stream first partners said tries
    [ "$name" = helics ] && kind=time-advance
    said=$(mktemp)
    job "$kind" | sed 's/"run_ms":[0-9]*/"run_ms":600000/; s/"grants":[0-9]*/"grants":1000000000/' |
        "$place/hyla-peer-$name" >"$said" 2>/dev/null &
    first=$!
    for ((tries = 0; tries < 600; tries++)); do
        grep -q '"report":"running"' "$said" && break
        run "$first" || break
        sleep 0.05
    done
    partners=$(cat "/proc/$first/task/$first/children" 2>/dev/null || true)
    rm -f "$said"
    kill -KILL "$first" 2>/dev/null || true
    wait "$first" 2>/dev/null || true
    # shellcheck disable=SC2086
    for ((tries = 0; tries < 200; tries++)); do
        run $partners || break
        sleep 0.05
    done
    # shellcheck disable=SC2086
    if [ -z "$partners" ] || run $partners; then
        say "$name: partners of a first process that is killed: ${partners:-none were there}"
        return 1
    fi
    say "$name: partners end with the first process"
}

command=${1:-list}
[ $# -gt 0 ] && shift
case $command in
list)
    for name in $engines; do
        say "$name: $(packages "$name" | paste -sd' ')"
    done
    ;;
build)
    install=no
    wanted=()
    for word in "$@"; do
        case $word in
        --install) install=yes ;;
        -*) fail "no option $word" ;;
        *) wanted+=("$word") ;;
        esac
    done
    [ ${#wanted[@]} -gt 0 ] || read -ra wanted <<<"$engines"
    for name in "${wanted[@]}"; do packages "$name" >/dev/null; done
    mkdir -p "$place"
    failed=0
    for name in "${wanted[@]}"; do
        build_one "$name" || failed=$((failed + 1))
    done
    [ $failed -eq 0 ] || fail "$failed of ${#wanted[@]} not built"
    ;;
check)
    wanted=("$@")
    if [ ${#wanted[@]} -eq 0 ]; then
        for name in $engines; do
            if [ -x "$place/hyla-peer-$name" ]; then wanted+=("$name"); fi
        done
    fi
    [ ${#wanted[@]} -gt 0 ] || fail "none is built in $place"
    failed=0
    for name in "${wanted[@]}"; do
        check_one "$name" || failed=$((failed + 1))
    done
    [ $failed -eq 0 ] || fail "$failed of ${#wanted[@]} failed"
    ;;
*) fail "no command $command: list, build [--install] [NAME...], or check [NAME...]" ;;
esac
