#!/usr/bin/env bash
# Checks the portable crates for other systems: `cargo check` for Windows and macOS.
#
#   scripts/portable.sh [TRIPLE...]      both, unless told which
#
# Nothing is linked or run. So C of dependencies (ring) is not compiled either: no compiler for the other system is needed.
# The crates hyla-bench, hyla-capi, hyla-demo and hyla use more of Linux and are not checked.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")

crates=(hyla-types hyla-omt hyla-core hyla-net hyla-estimator hyla-link hyla-settings hyla-rti hyla-lrc hyla-log hyla-idl hyla-sim hyla-orb hyla-latency
    hyla-fedpro-session hyla-fedpro-messages hyla-fedpro hyla-terminal)

# Stands in for the C compiler and the archiver: makes empty files of the names asked for.
stub=$target/tools/no-c
mkdir -p "$(dirname "$stub")"
cat >"$stub" <<'END'
#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
    -o) : >"$2" ;;
    *.a) : >"$1" ;;
    esac
    shift
done
END
chmod +x "$stub"

[ $# -gt 0 ] || set -- x86_64-pc-windows-gnu aarch64-apple-darwin
for triple in "$@"; do
    printf 'portable: %s\n' "$triple"
    [ -d "$(rustc --print sysroot)/lib/rustlib/$triple" ] || rustup target add "$triple"
    env "CC_${triple//-/_}=$stub" "AR_${triple//-/_}=$stub" SDKROOT=/ cargo check --target "$triple" "${crates[@]/#/-p=}"
done
