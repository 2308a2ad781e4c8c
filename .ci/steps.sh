# shellcheck shell=bash disable=SC2154
# Sourced by the scripts beside it: steps with their names, times and disk use.

# Size of the target directory, and free space of its disk.
built() { if [ -d "$target" ]; then du -sh "$target" | cut -f1; else echo 0; fi; }
left() { df -h --output=avail . | tail -1 | tr -d ' '; }

current=
summary=
left_out=0
trap 'status=$?; if [ $status -ne 0 ]; then printf "\n== FAILED (exit code %d, %s of disk left): %s\n" "$status" "$(left)" "$current" >&2; fi' EXIT

step() {
    current=$1
    shift
    local from=$SECONDS
    printf '\n== %s\n' "$current"
    "$@"
    local took=$((SECONDS - from)) room
    room=$(built)
    printf '== %s: %d s; %s built so far, %s of disk left\n' "$current" "$took" "$room" "$(left)"
    summary+=$(printf '%5d s  %6s  %s' "$took" "$room" "$current")$'\n'
}

# long_step SECONDS NAME COMMAND...: a step that takes at most so long on a slow machine. It is left out, which is said, if it might not end
# within $time_limit seconds from the start.
long_step() {
    local most=$1
    shift
    if [ $((SECONDS + most)) -le "$time_limit" ]; then
        step "$@"
        return
    fi
    printf '\n== LEFT OUT: %s: may take %d s, and %d of %d s have passed\n' "$1" "$most" "$SECONDS" "$time_limit"
    summary+=$(printf ' left out        %s' "$1")$'\n'
    left_out=$((left_out + 1))
}

# Prints the times of all steps.
closing() {
    printf '\n%s' "$summary"
    if [ "$left_out" -eq 0 ]; then
        printf 'all checks passed in %d s\n' "$SECONDS"
    else
        printf 'passed in %d s, without %d steps that this slow machine may not end in time: run .ci/nightly cpp sanitizers\n' "$SECONDS" "$left_out"
    fi
}
