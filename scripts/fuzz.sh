#!/usr/bin/env bash
# Builds the fuzz targets and runs each of them:
#
#   scripts/fuzz.sh [SECONDS] [TARGET...]      60 seconds each, all targets, by default
#
# The seed comes from the clock and is printed; FUZZ_SEED=N sets it to N. Inputs that reach new code stay in fuzz/corpus. A crash
# ends the script; its input is in fuzz/artifacts.
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
# Permits sanitizers with a stable compiler.
export RUSTC_BOOTSTRAP=1
targets=("$@")
[ $# -gt 0 ] || mapfile -t targets < <(cargo fuzz list)
[ ${#targets[@]} -gt 0 ] || { echo "fuzz: no targets" >&2 && exit 1; }
for each in "${targets[@]}"; do
    printf 'fuzz: %s for %d s, FUZZ_SEED=%d\n' "$each" "$seconds" "$seed"
    mkdir -p "corpus/$each"
    folders=("corpus/$each")
    [ ! -d "seeds/$each" ] || folders+=("seeds/$each")
    # Inputs that the repository holds for other purposes.
    while read -r of folder; do
        [ "$of" != "$each" ] || folders+=("$root/$folder")
    done <folders.txt
    cargo fuzz run --target-dir "$target/fuzz" "$each" "${folders[@]}" -- -max_total_time="$seconds" -seed="$seed" -print_final_stats=1
done
