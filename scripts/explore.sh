#!/usr/bin/env bash
# Random tests with seeds that nobody has tried: property tests with fresh cases, and worlds of the simulation from a random
# seed on. What fails is printed with its seed; it becomes a test of its own.
#
#   scripts/explore.sh [ROUNDS] [WORLDS]      1 round and 2000 worlds, unless told otherwise
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
rounds=${1:-1}
worlds=${2:-2000}

# Of each crate the targets that have property tests.
properties() {
    cargo test -q -p hyla-types -p hyla-bench --lib
    cargo test -q -p hyla-core --lib --test declarations_model --test regions_model --test bad_frames --test bad_requests
    cargo test -q -p hyla-omt --lib --test properties
    cargo test -q -p hyla-net --lib --test modules
    cargo test -q -p hyla-fedpro --lib --test arbitrary_bytes
}

for ((round = 1; round <= rounds; round++)); do
    # Of 32 bits: the shell has no more at once.
    PROPTEST_RNG_SEED=$((RANDOM << 17 | RANDOM << 2 | RANDOM % 4))
    export PROPTEST_RNG_SEED
    printf '== round %d of %d: PROPTEST_RNG_SEED=%d\n' "$round" "$rounds" "$PROPTEST_RNG_SEED"
    properties
    first=$((PROPTEST_RNG_SEED * 1000))
    printf '== worlds %d to %d\n' "$first" $((first + worlds - 1))
    cargo run -q --release -p hyla-sim --example sweep -- "$first" "$worlds"
done
