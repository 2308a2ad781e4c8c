#!/usr/bin/env bash
# Measures compile times of the object request broker: generated code for 100 interfaces (target: under 20 s), and the crate without
# channels, TLS and naming in release (target: under 25 s of processor time, with its dependencies).
#
#   scripts/orb-compile-time.sh [DIRECTORY]      builds there; default: a temporary one, which is removed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
export CARGO_INCREMENTAL=0
work=${1:-$(mktemp -d)}
[ $# -gt 0 ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work/hundred/src"

{
    echo 'module Hundred {'
    echo '  typedef sequence<long> Longs;'
    for number in $(seq 100); do
        cat <<END
  struct Point$number { double x, y; long id; string name; };
  typedef sequence<Point$number> Points$number;
  exception Refused$number { string reason; };
  interface Face$number {
    readonly attribute long count;
    void nothing();
    oneway void tell(in string text);
    Point$number one(in Point$number value, inout Point$number both, out Point$number third) raises (Refused$number);
    Points$number many(in Points$number values, in Longs numbers);
    string text(in string value, in any what);
  };
END
    done
    echo '};'
} >"$work/hundred/hundred.idl"
cargo run -q -p hyla-idl --example write_rust -- "$work/hundred/hundred.idl" "$work/hundred/src/hundred.rs"
printf '//! Generated code of 100 interfaces.\npub mod hundred;\n' >"$work/hundred/src/lib.rs"
cat >"$work/hundred/Cargo.toml" <<END
[package]
name = "hundred"
version = "0.0.0"
edition = "2024"

[dependencies]
hyla-orb = { path = "$root/crates/hyla-orb" }

[workspace]
END
cp Cargo.lock "$work/hundred/"

# Seconds and seconds of processor time of a command.
timed() {
    local name=$1
    shift
    TIMEFORMAT="$name: %R s, processor %U s user and %S s system"
    time "$@"
}

echo "$(wc -l <"$work/hundred/src/hundred.rs") lines of generated code, $(nproc) processors, load $(cut -d' ' -f1 /proc/loadavg)"
for profile in dev release; do
    export CARGO_TARGET_DIR=$work/target
    (cd "$work/hundred" && cargo build -q --profile "$profile" && touch src/lib.rs)
    timed "generated code, $profile" cargo build -q --profile "$profile" --manifest-path "$work/hundred/Cargo.toml"
done
timed "hyla-orb without channels and naming, release, with dependencies" \
    env CARGO_TARGET_DIR="$work/alone" cargo build -q --release -p hyla-orb --no-default-features
