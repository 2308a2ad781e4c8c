#!/usr/bin/env bash
# Builds the documents as a website with search, into target/site, by mdBook. A version of mdBook of its own is built once,
# into target/tools.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
mdbook_version=0.5.4
mdbook=$target/tools/bin/mdbook
pages=$target/site-pages/src

say() { printf 'site: %s\n' "$*"; }

if [ "$("$mdbook" --version 2>/dev/null)" != "mdbook v$mdbook_version" ]; then
    say "building mdbook $mdbook_version with cargo, into $target/tools"
    cargo install --quiet --root "$target/tools" --locked --no-default-features --features search \
        --version "$mdbook_version" mdbook
fi

# mdBook publishes whatever lies beside the pages. So the pages, and the files that they link to or include, are copied; the
# folders stay the same, and links are those of the repository.
rm -rf "$target/site-pages" "$target/site"
mkdir -p "$pages"
(
    cd "$root"
    find README.md CONTRIBUTING.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT docs examples bench/*/README.md bench/suites bench/scenarios fuzz/README.md \
        foms crates/hyla-lrc/examples crates/hyla-capi/include crates/hyla-latency/proto crates/hyla-latency/idl packaging \
        -type f -print0 | xargs -0 cp --parents -t "$pages"
)
mv "$pages/docs/book.toml" "$pages/docs/site.css" "$pages/.."
# Links of the summary start at docs/, those of mdBook at the root.
sed -E 's#\]\(\.\./#](#; t; s#\]\(#](docs/#' "$pages/docs/SUMMARY.md" >"$pages/SUMMARY.md"
rm "$pages/docs/SUMMARY.md"
# A README becomes the index of its folder.
find "$pages" -name '*.md' -not -name SUMMARY.md -exec sed -i -E 's#(\]\([^):]*)README\.md([#)])#\1index.md\2#g' {} +

"$mdbook" build --dest-dir "$target/site" "$pages/.."
say "ready: $target/site/index.html"
