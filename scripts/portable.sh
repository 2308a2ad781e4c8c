#!/usr/bin/env bash
# Checks for other systems the crates that may be used there: `cargo check` for Windows and macOS.
#
#   scripts/portable.sh [TRIPLE...]      both, unless told which
#
# Nothing is linked or run. hyla-fedpro waits for descriptors (tokio's AsyncFd) and hyla-orb, hyla-bench, hyla-capi and hyla
# use more of Linux: they are not among them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

crates=(hyla-types hyla-omt hyla-core hyla-net hyla-link hyla-lrc hyla-log hyla-idl hyla-sim hyla-latency
    hyla-fedpro-session hyla-fedpro-messages)

[ $# -gt 0 ] || set -- x86_64-pc-windows-gnu aarch64-apple-darwin
for triple in "$@"; do
    printf 'portable: %s\n' "$triple"
    [ -d "$(rustc --print sysroot)/lib/rustlib/$triple" ] || rustup target add "$triple"
    cargo check --target "$triple" "${crates[@]/#/-p=}"
done
