#!/usr/bin/env bash
# Reads lines `SKIPPED: PROGRAM: TEST: REASON` and writes those whose `PROGRAM: TEST` is not in the file ALLOWED:
#
#   scripts/skips-refused.sh ALLOWED <SKIPS
set -euo pipefail

awk -v allowed="$1" '
    BEGIN {
        while ((read = getline line < allowed) > 0)
            if (line !~ /^(#|[[:space:]]*$)/) known[line] = 1
        if (read < 0) { print "cannot read " allowed; exit }
    }
    {
        # Paths of modules in names of tests have colons, but no space behind them.
        split($0, part, ": ")
        if (!((part[2] ": " part[3]) in known)) print "  " substr($0, length("SKIPPED: ") + 1)
    }
'
