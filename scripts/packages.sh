#!/usr/bin/env bash
# Builds packages for distribution, in target/packages:
#
#   scripts/packages.sh [PART...]    all parts by default
#
#   notices   THIRD-PARTY.yaml: the crates in the program, with their licences and the texts of these
#   sbom      hyla-VERSION.cdx.json: the crates in the program as a bill of materials (CycloneDX)
#   debian    Debian packages: hyla, libhyla, libhyla-dev, and debug symbols apart, for the Debian release that this runs on
#   static    an archive with the program for any Linux on this type of processor, without shared libraries (musl)
#   sums      SHA256SUMS of all files
#   test      installs the Debian packages into a fresh root and uses them; needs root
#
# BUILD_PROFILE is the profile of cargo: release by default; `try` builds in a fraction of the time, for work on this script.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
export PATH="${CARGO_HOME:-$HOME/.cargo}/bin:$PATH"
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
place=$target/packages
export BUILD_PROFILE=${BUILD_PROFILE:-release}
version=$(sed -n 's/^version *= *"\(.*\)".*/\1/p' Cargo.toml | head -n 1)
processor=$(uname -m)
# Archives and packages of one commit have its time.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH

fail() {
    printf 'packages: %s\n' "$@" >&2
    exit 1
}

# shellcheck source=scripts/need.sh
. scripts/need.sh

# Crates that name MIT or Apache-2.0 as their licence, and contain no text of it.
without_text='maud maud_macros r-efi valuable'

notices() {
    need_cargo bundle-licenses
    local all=$place/THIRD-PARTY.yaml crate
    cargo bundle-licenses --format yaml --output "$all" 2>/dev/null
    for crate in $(awk '/^- package_name: / { crate = $3 } /NOT FOUND/ { print crate }' "$all" | sort -u); do
        grep -qwF "$crate" <<<"$without_text" ||
            fail "the crate $crate contains no text of its licence: if that is MIT or Apache-2.0, add $crate to without_text in $0"
    done
    sed -i 's/NOT FOUND/The crate contains no text; see texts_of_licences./' "$all"
    {
        printf 'texts_of_licences:\n- license: Apache-2.0\n  text: |2\n'
        sed 's/^/    /' LICENSE-APACHE
        printf -- '- license: MIT\n  text: |2\n'
        sed -e '/^Copyright/d' -e 's/^/    /' LICENSE-MIT
    } >>"$all"
}

sbom() {
    need_cargo cyclonedx
    # The tool writes beside each Cargo.toml, so it works on a copy.
    local copy=$place/build/sbom
    rm -rf "$copy"
    mkdir -p "$copy"
    git archive HEAD | tar -x -C "$copy"
    (cd "$copy" && cargo cyclonedx --quiet --format json --spec-version 1.5 --target "$processor-unknown-linux-gnu" \
        --manifest-path crates/hyla/Cargo.toml --override-filename bill)
    # The folder of the build is of no use to a reader.
    sed "s|file://$copy|file:///hyla|g" "$copy/crates/hyla/bill.json" >"$place/hyla-$version.cdx.json"
}

debian() {
    need debhelper command -v dh
    need dpkg-dev command -v dpkg-buildpackage
    local build=$place/build/debian
    rm -rf "$build"
    mkdir -p "$build/hyla/stage"
    cp -r packaging/debian "$build/hyla/"
    CPP_BUILD=$place/build/cpp scripts/cpp.sh stage "$build/hyla/stage"
    # The binaries contain debug information of lines; Debian's tools move it to packages of its own.
    install -D -m 644 packaging/hyla.toml "$build/hyla/stage/etc/hyla/hyla.toml"
    cp packaging/hyla.service "$build/hyla/debian/hyla.service"
    cp README.md CHANGELOG.md "$place/THIRD-PARTY.yaml" "$build/hyla/"
    printf 'hyla (%s) unstable; urgency=medium\n\n  * See CHANGELOG.\n\n -- Hyla maintainers <maintainers@hyla.invalid>  %s\n' \
        "$version" "$(date -R -u -d "@$SOURCE_DATE_EPOCH")" >"$build/hyla/debian/changelog"
    # Installed above.
    (cd "$build/hyla" && dpkg-buildpackage --build=binary --no-sign --no-check-builddeps)
    rm -f "$place"/*.deb
    cp "$build"/*.deb "$place/"
}

static() {
    local triple=$processor-unknown-linux-musl name=hyla-$version-$processor-linux
    need musl-tools command -v musl-gcc
    [ -d "$(rustc --print sysroot)/lib/rustlib/$triple" ] || rustup target add "$triple"
    cargo build --profile "$BUILD_PROFILE" -p hyla --target "$triple"
    local folder=$place/build/$name
    rm -rf "$folder"
    mkdir -p "$folder"
    cp "$target/$triple/$BUILD_PROFILE/hyla" README.md LICENSE-APACHE LICENSE-MIT "$place/THIRD-PARTY.yaml" "$folder/"
    strip "$folder/hyla"
    if readelf --program-headers "$folder/hyla" | grep INTERP >/dev/null; then
        fail "the program for $triple is not static: it names a loader"
    fi
    "$folder/hyla" demo --embedded --seconds 2
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        -C "$place/build" -czf "$place/$name.tar.gz" "$name"
}

sums() {
    (cd "$place" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs sha256sum >SHA256SUMS)
}

# A fresh Debian of the same release, in which the packages are installed and used; nothing of it is kept.
test_packages() {
    [ "$(id -u)" -eq 0 ] || fail "the part test needs root: it installs the packages into a fresh root"
    need mmdebstrap command -v mmdebstrap
    (cd "$place" && sha256sum --check --quiet SHA256SUMS)
    local release inside
    release=$(. /etc/os-release && echo "$VERSION_CODENAME")
    inside=$place/build/inside
    rm -rf "$inside"
    mkdir -p "$inside/packages"
    cp "$place"/*.deb scripts/packages-check.sh examples/c/hello.c examples/c/hello.xml "$inside/packages/"
    # The network inside is that of the host.
    mmdebstrap --variant=apt --include=gcc,libc6-dev,g++,pkg-config,systemd "$release" "$place/build/root.tar" \
        --customize-hook="copy-in '$inside/packages' /" \
        --customize-hook='chroot "$1" /packages/packages-check.sh'
    rm -f "$place/build/root.tar"
}

[ $# -gt 0 ] || set -- notices sbom debian static sums test
mkdir -p "$place/build"
for part in "$@"; do
    case $part in
    notices | sbom | debian | static | sums)
        printf 'packages: %s\n' "$part"
        "$part"
        ;;
    test)
        printf 'packages: test\n'
        test_packages
        ;;
    *)
        sed -n '2,15s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
    esac
done
ls -l "$place"
