#!/usr/bin/env bash
# Random tests with seeds that nobody has tried: worlds of the simulation for a stated time, one process for each
# processor, and before them the property tests with fresh cases. A world that fails is shrunk to an action list.
#
#   scripts/sweep.sh [SECONDS] [all|worlds]      600 seconds and all tests, unless told otherwise
#
# The seed comes from the clock and is printed; SWEEP_SEED=N takes N instead. Lists of findings go to target/found.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
seconds=${1:-600}
what=${2:-all}
target=${CARGO_TARGET_DIR:-target}
found=$target/found
seed=${SWEEP_SEED:-$(date +%s)}

# Of each crate the targets that have property tests.
properties() {
    cargo test -q -p hyla-types -p hyla-bench --lib
    cargo test -q -p hyla-core --lib --test declarations_model --test regions_model --test bad_frames --test bad_requests
    cargo test -q -p hyla-omt --lib --test properties
    cargo test -q -p hyla-net --lib --test modules
    cargo test -q -p hyla-fedpro-session --lib
    cargo test -q -p hyla-fedpro --lib --test arbitrary_bytes
}

case $what in
all)
    printf '== property tests: PROPTEST_RNG_SEED=%d\n' "$seed"
    PROPTEST_RNG_SEED=$seed properties
    ;;
worlds) ;;
*)
    sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac

cargo build -q --release -p hyla-sim --example sweep
logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
processors=$(nproc)
first=$((seed * 1000))
printf '== worlds for %d s: %d processes, seeds from %d on\n' \
    "$seconds" "$processors" "$first"
all=time+ownership+points+regions+saves+directed
pids=()
for ((at = 0; at < processors; at++)); do
    # Half of the time the groups of the seed, half of the time all: what goes together finds most.
    (
        half=$((seconds / 2))
        bad=0
        "$target/release/examples/sweep" --seconds $half --step "$processors" --found "$found" \
            $((first + at)) 1000000000 >"$logs/$at.own" || bad=1
        "$target/release/examples/sweep" --seconds $((seconds - half)) --step "$processors" --found "$found" \
            $((first + 500000000 + at)) 1000000000 "$all" >"$logs/$at.all" || bad=1
        exit $bad
    ) &
    pids+=($!)
done
failed=0
for pid in "${pids[@]}"; do
    wait "$pid" || failed=1
done

grep -h '^seed ' "$logs"/* || true
printf '== summary\n'
grep -h '^finding: ' "$logs"/* || printf 'no findings\n'
awk '/ seeds found something, / { bad += $1; ran += $3; rate += $7 }
     END { printf "%d of %d seeds found something, %.1f seeds/s\n", bad, ran, rate / 2 }' "$logs"/*
exit $failed
