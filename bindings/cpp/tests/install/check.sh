#!/bin/sh
# Installs into an empty folder, moves that elsewhere, builds a federate with CMake and one with pkg-config, and runs both
# without any variable: check.sh BUILD_DIRECTORY CMAKE COMPILER
set -eu
build=$1
cmake=$2
compiler=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LD_LIBRARY_PATH

"$cmake" --install "$build" --prefix "$work/first" >"$work/install.log" || { cat "$work/install.log"; exit 1; }
mv "$work/first" "$work/installed"

check() { # PROGRAM
  said=$("$1") || { echo "$1 failed"; exit 1; }
  [ "$said" = "Hyla HLAfloat64Time" ] || { echo "$1 said: $said"; exit 1; }
  echo "$(basename "$1"): $said"
}

"$cmake" -S "$here" -B "$work/consumer" -DCMAKE_PREFIX_PATH="$work/installed" -DCMAKE_CXX_COMPILER="$compiler" \
  >"$work/cmake.log" 2>&1 && "$cmake" --build "$work/consumer" >>"$work/cmake.log" 2>&1 || { cat "$work/cmake.log"; exit 1; }
check "$work/consumer/federate_rti1516e"
check "$work/consumer/federate_rti1516_2025"

PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name hyla-rti1516e.pc)")
export PKG_CONFIG_PATH
for rti in rti1516e rti1516_2025; do
  # shellcheck disable=SC2046
  "$compiler" -std=c++14 -DRTI_NAMESPACE=$rti -w "$here/federate.cpp" -o "$work/by_pkg_config_$rti" \
    $(pkg-config --cflags --libs "hyla-$rti")
  check "$work/by_pkg_config_$rti"
done

# Every name under which federates in the field ask for a library leads to a file.
for name in librti1516e.so librti1516e.so.1 librti1516e64.so libfedtime1516e64.so libRTI1516e.so.1 \
  librti1516_2025.so librti1516_2025gcc12.so libfedtime1516_2025gcc12.so libauthorizer1516_2025.so libhyla.so; do
  found=$(find "$work/installed" -name "$name")
  [ -e "$found" ] || { echo "$name is not installed"; exit 1; }
done
