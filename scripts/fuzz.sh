#!/usr/bin/env bash
# Builds the fuzz targets and runs each of them:
#
#   scripts/fuzz.sh [SECONDS] [TARGET...]      60 seconds each, and all of them, unless told otherwise
#
# The seed comes from the clock and is printed; FUZZ_SEED=N takes N instead. What a target has learned stays in fuzz/corpus; a crash, in fuzz/artifacts, ends the script.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
target=$(realpath -m "${CARGO_TARGET_DIR:-$root/target}")
# shellcheck source=scripts/need.sh
. "$root/scripts/need.sh"
cd "$root"

seconds=${1:-60}
seed=${FUZZ_SEED:-$(date +%s)}
[ $# -eq 0 ] || shift
need g++ command -v c++
need_cargo fuzz
cd "$root/fuzz"
# The sanitizers of a stable compiler work, too, if it is told to allow them.
export RUSTC_BOOTSTRAP=1
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(cargo fuzz list)
[ ${#targets[@]} -gt 0 ] || { echo "fuzz: no targets" >&2 && exit 1; }
for each in "${targets[@]}"; do
    printf 'fuzz: %s for %d s, FUZZ_SEED=%d\n' "$each" "$seconds" "$seed"
    cargo fuzz run --target-dir "$target/fuzz" "$each" -- -max_total_time="$seconds" -seed="$seed" -print_final_stats=1
done
