#!/usr/bin/env bash
# Runs the tests of the workspace and reports the lines of each crate that they run:
#
#   scripts/coverage.sh [ARGUMENTS OF cargo test]      --workspace by default
#
# Prints a table of crates; target/coverage/html shows the lines. Builds everything with counters, into a folder of its own.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
# shellcheck source=scripts/need.sh
. scripts/need.sh

need_cargo llvm-cov
[ -e "$(rustc --print target-libdir)/../bin/llvm-cov" ] || rustup component add llvm-tools
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=none CARGO_PROFILE_TEST_DEBUG=none
[ $# -gt 0 ] || set -- --workspace
cargo llvm-cov test --no-report "$@"
mkdir -p "$target/coverage"
cargo llvm-cov report --html --output-dir "$target/coverage"
cargo llvm-cov report --json --summary-only --output-path "$target/coverage/summary.json"
# One line per crate.
python3 - "$target/coverage/summary.json" <<'END'
import collections, json, re, sys

lines = collections.defaultdict(lambda: [0, 0])
for file in json.load(open(sys.argv[1]))["data"][0]["files"]:
    crate = re.search(r"crates/([^/]+)/src/", file["filename"])
    if crate:
        for name in (crate[1], "all"):
            lines[name][0] += file["summary"]["lines"]["covered"]
            lines[name][1] += file["summary"]["lines"]["count"]
for name, (covered, count) in sorted(lines.items(), key=lambda line: (line[0] == "all", line)):
    print(f"{name:24} {covered:7} of {count:7} lines  {100 * covered / max(count, 1):5.1f} %")
END
