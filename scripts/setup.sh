#!/usr/bin/env bash
# Makes sure that this machine can build Hyla: a C linker and a Rust toolchain that is new enough.
# Does nothing where nothing is missing, and says what it does and why where something is.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"

say() { printf 'setup: %s\n' "$*"; }
fail() {
    printf 'setup: %s\n' "$@" >&2
    exit 1
}

have() { command -v "$1" >/dev/null 2>&1; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif have sudo; then
        sudo "$@"
    else
        fail "this needs root and there is no sudo; run as root: $*"
    fi
}

# The package lists are fetched once, and only if something has to be installed.
lists_fetched=
fetch_lists() {
    if [ -z "$lists_fetched" ]; then
        as_root apt-get update -q
        lists_fetched=yes
    fi
}

apt_install() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@"
}

# at_least 1.95.0 1.92: is the first version not older than the second?
at_least() {
    [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

cargo_version() {
    cargo --version 2>/dev/null | awk '{ print $2 }' | sed 's/-.*//'
}

cargo_is_new_enough() {
    local found
    found=$(cargo_version) && [ -n "$found" ] && at_least "$found" "$wanted"
}

setup_linker() {
    if have cc; then
        return
    fi
    have apt-get || fail "no C compiler (cc) found: rustc links with it. Install one, e.g. the package gcc."
    say "no cc found; rustc links with it: installing gcc and libc6-dev"
    fetch_lists
    apt_install gcc libc6-dev
}

setup_rustup() {
    if have rustup; then
        return
    fi
    if have apt-get; then
        fetch_lists
        if apt-cache policy rustup 2>/dev/null | grep 'Candidate: [^(]' >/dev/null; then
            say "installing the package rustup, which installs toolchains (it replaces the packages cargo and rustc)"
            apt_install rustup ca-certificates
            hash -r
            return
        fi
    fi
    if ! have curl; then
        have apt-get || fail "rustup's own installer is fetched with curl: install curl and run this again"
        say "installing curl, with which rustup's own installer is fetched"
        fetch_lists
        apt_install curl ca-certificates
    fi
    say "this system has no package rustup: running the installer of rustup.rs for $(id -un)"
    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs |
        sh -s -- -y --profile minimal --default-toolchain none --no-modify-path ||
        fail "rustup could not be installed; install Rust $wanted or newer by hand and run this again"
    hash -r
}

setup_toolchain() {
    if cargo_is_new_enough; then
        return
    fi
    if have cargo && [ -n "$(cargo_version)" ]; then
        say "cargo $(cargo_version) is older than $wanted (rust-version in Cargo.toml): installing the stable toolchain with rustup"
    else
        say "no cargo found: installing the stable Rust toolchain with rustup"
    fi
    setup_rustup
    rustup toolchain install stable --no-self-update --profile minimal --component clippy --component rustfmt
    if ! rustup default >/dev/null 2>&1; then
        rustup default stable
    fi
    if ! cargo_is_new_enough; then
        say "the default toolchain is older and stays what it is: using stable for this directory only"
        rustup override set stable
    fi
    cargo_is_new_enough || fail "cargo is still $(cargo_version) and $wanted is needed: see 'rustup show' and 'command -v cargo'"
}

wanted=$(sed -n 's/^rust-version *= *"\(.*\)".*/\1/p' Cargo.toml)
[ -n "$wanted" ] || fail "Cargo.toml names no rust-version"

setup_linker
setup_toolchain
say "ready: cargo $(cargo_version) (at least $wanted), cc $(command -v cc)"
