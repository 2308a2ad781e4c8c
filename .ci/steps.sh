# Read by the scripts beside it: steps with their names, times and room on the disk.

# What the target directory holds, and what is left beside it.
built() { if [ -d "$target" ]; then du -sh "$target" | cut -f1; else echo 0; fi; }
left() { df -h --output=avail . | tail -1 | tr -d ' '; }

current=
summary=
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

# The times of all steps.
closing() {
    printf '\n%s' "$summary"
    printf 'all checks passed in %d s\n' "$SECONDS"
}
