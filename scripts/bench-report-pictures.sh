#!/bin/sh
# Pictures of a report of `hyla bench`, to be looked at: on a light and a dark screen, and as printed.
#   scripts/bench-report-pictures.sh REPORT.html FOLDER
# Needs chromium, and pdftoppm (Debian: poppler-utils) for the printed pages.
set -eu
[ $# -eq 2 ] || { echo "usage: $0 REPORT.html FOLDER" >&2; exit 2; }
page=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
browser=$(command -v chromium || command -v chromium-browser) || { echo "$0: no chromium is installed" >&2; exit 1; }
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT

show() {
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
        --disable-background-networking --disable-component-update --disable-sync --hide-scrollbars \
        --user-data-dir="$profile" "$@" "file://$page" 2>"$folder/browser.log"
}

show --window-size="${BENCH_PICTURE_SIZE:-1280,3000}" --screenshot="$folder/light.png"
show --window-size="${BENCH_PICTURE_SIZE:-1280,3000}" --blink-settings=preferredColorScheme=0 --screenshot="$folder/dark.png"
show --no-pdf-header-footer --print-to-pdf="$folder/printed.pdf"
if command -v pdftoppm >/dev/null; then
    pdftoppm -r 60 -png "$folder/printed.pdf" "$folder/printed"
else
    echo "$0: pdftoppm is missing, so printed.pdf stays without pictures" >&2
fi
ls "$folder"
