#!/bin/sh
# Compiles every header by itself in the oldest language mode that it is for and in that of the libraries, and
# the whole API in every mode between: check.sh EDITION INCLUDE_DIRECTORY COMPILER
set -eu
edition=$1
include=$2
compiler=$3

case $edition in
2010) modes="98 11 14 17 20" ;;
2025) modes="11 14 17 20" ;;
esac

compile() { # MODE HEADER
  printf '#include <%s>\n' "$2" |
    "$compiler" -std=c++"$1" -pedantic -Wall -Wextra -Werror -Wno-deprecated -Wno-deprecated-declarations \
      -Wno-long-long -fsyntax-only -I"$include" -x c++ - || { echo "$2 does not compile as C++$1"; exit 1; }
}

cd "$include"
for mode in $modes; do
  compile "$mode" RTI/RTI1516.h
  compile "$mode" RTI/NullFederateAmbassador.h
done
for header in $(find RTI -name '*.h' | sort); do
  oldest=${modes%% *}
  # The arrays and variant records of 2025 have templates that use std::make_unique, which came with C++14.
  if [ "$edition" = 2025 ]; then
    case $header in RTI/encoding/*) oldest=14 ;; esac
  fi
  compile "$oldest" "$header"
  compile 17 "$header"
done
