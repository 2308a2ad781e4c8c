#!/bin/sh
# Installs into an empty folder, moves that elsewhere, builds a federate with CMake and one with pkg-config,
# and runs both without any variable: check.sh BUILD_DIRECTORY CMAKE COMPILER
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
  >"$work/cmake.log" 2>&1 &&
  "$cmake" --build "$work/consumer" >>"$work/cmake.log" 2>&1 || { cat "$work/cmake.log"; exit 1; }
check "$work/consumer/federate_rti1516e"
check "$work/consumer/federate_rti1516_2025"
"$work/consumer/c_interface" || { echo "the C interface by CMake failed"; exit 1; }

PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name hyla-rti1516e.pc)")
export PKG_CONFIG_PATH
by_pkg_config() { # RTI MODE OPTIONS
  rti=$1
  mode=$2
  shift 2
  # shellcheck disable=SC2046
  "$compiler" -std=c++"$mode" -DRTI_NAMESPACE="$rti" -w "$@" "$here/federate.cpp" -o "$work/${rti}_as_c++$mode" \
    $(pkg-config --cflags --libs "hyla-$rti")
  check "$work/${rti}_as_c++$mode"
}

# Below C++17 a federate of 2010 repeats the lists of exceptions. Some say that their `long` has 64 bits.
for mode in 98 11 14; do
  by_pkg_config rti1516e $mode -DLISTS_EXCEPTIONS
  by_pkg_config rti1516e $mode -DLISTS_EXCEPTIONS -DRTI_USE_64BIT_LONGS
done
for mode in 17 20; do
  by_pkg_config rti1516e $mode
done
for mode in 11 14 17 20; do
  by_pkg_config rti1516_2025 $mode
done

# shellcheck disable=SC2046
"$compiler" "$here/c_interface.cpp" -o "$work/c_interface" $(pkg-config --cflags --libs hyla)
"$work/c_interface" || { echo "the C interface by pkg-config failed"; exit 1; }

# Every name under which federates in the field ask for a library leads to a file.
for name in librti1516e.so librti1516e.so.1 librti1516e64.so libfedtime1516e64.so libRTI1516e.so.1 \
  librti1516_2025.so librti1516_2025gcc12.so libfedtime1516_2025gcc12.so libauthorizer1516_2025.so libhyla.so; do
  found=$(find "$work/installed" -name "$name")
  [ -e "$found" ] || { echo "$name is not installed"; exit 1; }
done
