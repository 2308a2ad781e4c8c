#!/usr/bin/env bash
# Runs the tests of the workspace, and closes with those that were skipped since this machine lacks something:
#
#   scripts/test.sh [ARGUMENTS OF cargo test]
#
# With SKIPS_ALLOWED=FILE it fails if a test was skipped that is not in that file: a line each, `PROGRAM: TEST`.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

# Tests write their files to memory where there is enough: a save counts once it is on the disk for certain, and that takes more than a
# minute while somebody else fills the disk.
room=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1)
if [ -z "${TMPDIR:-}" ] && [ "${room:-0}" -gt 2000000 ]; then
    TMPDIR=$(mktemp -d /dev/shm/tests.XXXXXX)
    export TMPDIR
    trap 'rm -rf "$TMPDIR"' EXIT
    TEST_SKIPS=$(mktemp)
else
    TEST_SKIPS=$(mktemp)
    trap 'rm -f "$TEST_SKIPS"' EXIT
fi
export TEST_SKIPS

status=0
cargo test --workspace "$@" || status=$?

sort -u -o "$TEST_SKIPS" "$TEST_SKIPS"
if [ -s "$TEST_SKIPS" ]; then
    printf '\n%d tests were skipped:\n' "$(cut -d: -f2,3,4 "$TEST_SKIPS" | sort -u | wc -l)"
    sed 's/^SKIPPED: /  /' "$TEST_SKIPS"
else
    printf '\nno test was skipped\n'
fi

if [ -n "${SKIPS_ALLOWED:-}" ]; then
    refused=$(scripts/skips-refused.sh "$SKIPS_ALLOWED" <"$TEST_SKIPS")
    if [ -n "$refused" ]; then
        printf 'these may not be skipped here (%s):\n%s\n' "$SKIPS_ALLOWED" "$refused" >&2
        [ "$status" -ne 0 ] || status=1
    fi
fi
exit "$status"
