#!/usr/bin/env bash
# Runs tests in Rust so that faults show which a plain run hides: scripts/rust-sanitizers.sh [thread | thread-all | miri | miri-all]...
#
#   thread       under ThreadSanitizer, with the standard library built for it: tests of hyla-net and hyla-lrc in which threads meet
#   thread-all   all tests of both
#   miri         in Miri: the ring and the sending half of hyla-net, with several orders of their threads
#   miri-all     the same, and unit tests of hyla-types, hyla-link and hyla-core
#
# Both need a nightly toolchain with the sources of the standard library, which is installed where it is missing. Where that
# fails, the part is skipped and says so. Each build has a folder of its own: target/rust-thread, target/rust-miri.
# Without an argument: thread miri.
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

# Reports name lines, whatever the profile of the build around this one leaves out.
export CARGO_PROFILE_DEV_DEBUG=line-tables-only CARGO_PROFILE_TEST_DEBUG=line-tables-only

# Tests under ThreadSanitizer: arguments of `cargo test`.
thread_test() {
    # Without the C library rustix maps memory by itself: a mapping at the place of an earlier one would share its history, and
    # what two tests did with the two would be a race.
    CARGO_TARGET_DIR=$target/rust-thread RUSTFLAGS="-Zsanitizer=thread --cfg=rustix_use_libc" \
        TSAN_OPTIONS="halt_on_error=0:exitcode=66:die_after_fork=0" \
        "${quiet[@]}" cargo "+$nightly" test --quiet -Zbuild-std --target "$(rustc -vV | sed -n 's/^host: //p')" "$@"
}

# What does not work under it, or cannot find anything.
thread_skips=(
    # The models run one thread at a time.
    --skip models:: --skip sync::model --skip group_queue::tests::every --skip group_queue::tests::a_lock
    # It takes terabytes of addresses and does not lock memory.
    --skip all_memory_of_a_federate_is_locked --skip more_locked_memory_than_allowed --skip buffers_and_rings_are_locked
    --skip within_the_limits_that_are_documented
    # A share of messages in bundles is one of speed.
    --skip sends_several_messages_in_each_write
)

thread() {
    local nightly quiet=()
    if ! nightly=$(toolchain rust-src); then
        skip "$1" "no nightly toolchain with the sources of the standard library"
        return
    fi
    # It does not start where the kernel places memory too much at random.
    if [ "$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 0)" -gt 28 ] && setarch -R true 2>/dev/null; then
        quiet=(setarch -R)
    fi
    if [ "$1" = thread-all ]; then
        thread_test -p hyla-net -p hyla-lrc --lib --tests --no-fail-fast -- "${thread_skips[@]}"
        return
    fi
    # Channels of each kind with several senders, a thread that polls, and threads that wait for room.
    thread_test -p hyla-net --lib --test chained --test closing --test flow --test shared_memory --test waiting -- "${thread_skips[@]}"
    # Federates of each process model, threads that call one ambassador, federates of one thread, back-pressure.
    thread_test -p hyla-lrc --test causality --test flow --test hosted -- "${thread_skips[@]}"
    thread_test -p hyla-lrc --test faults -- concurrency::
}

# Tests in Miri: its flags, then arguments of `cargo miri test`.
miri_test() {
    local flags=$1
    shift
    # What a process keeps until it ends, as its allowance of memory, is no leak.
    CARGO_TARGET_DIR=$target/rust-miri MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-ignore-leaks $flags" PROPTEST_CASES=2 \
        cargo "+$nightly" miri test --quiet "$@"
}

miri() {
    local nightly
    if ! nightly=$(toolchain rust-src miri); then
        skip "$1" "no nightly toolchain with Miri"
        return
    fi
    # Threads that share a ring, and one that waits while another writes: each seed is another order of their steps, with other
    # values that loads may give.
    miri_test -Zmiri-many-seeds=0..8 -p hyla-net --lib -- two_threads_that_sleep who_waits_while_another_writes
    miri_test "" -p hyla-net --lib -- bundle::tests group_queue::tests::frames wait_strategy:: --skip room_that_a_burst \
        --skip what_fills_the_queue --skip who_finds_the_queue_full
    if [ "$1" = miri ]; then
        return
    fi
    # Without `unsafe` of their own; left out is what takes minutes.
    miri_test "" -p hyla-types --lib
    miri_test "" -p hyla-link --lib -- --skip random_bytes --skip holds_4096_messages --skip what_is_remembered_has_a_bound
    miri_test "" -p hyla-core --lib -- callback:: ownership:: time:: --skip takes_room_once
}

[ $# -gt 0 ] || set -- thread miri
for part in "$@"; do
    case $part in
    thread | thread-all | miri | miri-all)
        printf 'Rust: %s\n' "$part"
        "${part%-all}" "$part"
        ;;
    *)
        printf 'unknown: %s\n' "$part" >&2
        exit 2
        ;;
    esac
done
