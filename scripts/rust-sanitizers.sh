#!/usr/bin/env bash
# Runs tests in Rust so that faults show which a plain run hides: scripts/rust-sanitizers.sh [thread] [miri]
#
#   thread   unit tests of hyla-net under ThreadSanitizer, with the standard library built for it
#   miri     unit tests of hyla-types in Miri
#
# Both need a nightly toolchain with the sources of the standard library, which is installed where it is missing. Where that
# fails, the part is skipped and says so. Each build has a folder of its own: target/rust-thread, target/rust-miri.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
target=${CARGO_TARGET_DIR:-target}

# Installed where there is no nightly toolchain at all.
wanted=nightly-2026-05-20

skip() { printf 'SKIPPED: rust-sanitizers: %s: %s\n' "$1" "$2"; }

# A toolchain that has these components; installs what is missing.
toolchain() {
    command -v rustup >/dev/null || return 1
    local found
    found=$(rustup toolchain list | awk '/^nightly/ { print $1; exit }')
    if [ -z "$found" ]; then
        rustup toolchain install "$wanted" --no-self-update --profile minimal >&2 || return 1
        found=$wanted
    fi
    rustup component add --toolchain "$found" "$@" >&2 || return 1
    printf '%s\n' "$found"
}

thread() {
    local nightly quiet=()
    if ! nightly=$(toolchain rust-src); then
        skip thread "no nightly toolchain with the sources of the standard library"
        return
    fi
    # It does not start where the kernel places memory too much at random.
    if [ "$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 0)" -gt 28 ] && setarch -R true 2>/dev/null; then
        quiet=(setarch -R)
    fi
    # The models run one thread at a time: there is nothing to be found in them.
    CARGO_TARGET_DIR=$target/rust-thread RUSTFLAGS="-Zsanitizer=thread" TSAN_OPTIONS="halt_on_error=0:exitcode=66" \
        "${quiet[@]}" cargo "+$nightly" test -Zbuild-std --target "$(rustc -vV | sed -n 's/^host: //p')" \
        -p hyla-net --lib -- --skip models:: --skip sync::model
}

miri() {
    local nightly
    if ! nightly=$(toolchain rust-src miri); then
        skip miri "no nightly toolchain with Miri"
        return
    fi
    CARGO_TARGET_DIR=$target/rust-miri MIRIFLAGS="-Zmiri-disable-isolation" PROPTEST_CASES=4 \
        cargo "+$nightly" miri test -p hyla-types --lib
}

[ $# -gt 0 ] || set -- thread miri
for part in "$@"; do
    case $part in
    thread | miri)
        printf 'Rust: %s\n' "$part"
        "$part"
        ;;
    *)
        printf 'unknown: %s\n' "$part" >&2
        exit 2
        ;;
    esac
done
