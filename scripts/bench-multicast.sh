#!/usr/bin/env bash
# Measures multicast between hosts that are network namespaces at a bridge, as root:
#     scripts/bench-multicast.sh HYLA RECEIVERS [OPTION...]
# HYLA is the program, OPTION one of `hyla bench run send`, as in
#     scripts/bench-multicast.sh target/release/hyla 32 --transport reliable-multicast,tcp --out result.json
# Each receiver, and the sender with the RTI, has a host of its own. With BARE=1 and the example of crates/hyla-baselines as HYLA, bare
# receivers count what a bare sender sends instead, and each prints a line of JSON; the OPTIONs are BYTES SECONDS [RATE].
#
# Nothing outside of these namespaces is touched, and they are removed at the end. Exit code 77: namespaces cannot be made here.
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,10p' "$0" >&2; exit 2; }
hyla=$(realpath "$1")
receivers=$2
shift 2

switch=hyla-bench-$$-s
host() { echo "hyla-bench-$$-h$1"; }
address() { echo "10.79.$(($1 / 250)).$(($1 % 250 + 1))"; }
work=$(mktemp -d)
children=()

# Runs at the end, whatever it is.
clean() {
    local child number
    for child in "${children[@]}"; do kill "$child" 2>/dev/null || true; done
    for child in "${children[@]}"; do wait "$child" 2>/dev/null || true; done
    for number in $(seq 0 "$receivers"); do ip netns del "$(host "$number")" 2>/dev/null || true; done
    ip netns del "$switch" 2>/dev/null || true
    rm -rf "$work"
}
trap clean EXIT

if ! reason=$(ip netns add "$switch" 2>&1 && ip -n "$switch" link add switch type bridge mcast_snooping 1 2>&1); then
    echo "skipped: no network namespaces with a bridge here: $reason" >&2
    exit 77
fi
ip -n "$switch" link set switch up
# Without a querier the bridge would send each group to each port.
ip -n "$switch" link set switch type bridge mcast_querier 1 mcast_igmp_version 3
for number in $(seq 0 "$receivers"); do
    name=$(host "$number")
    ip netns add "$name"
    ip -n "$name" link set lo up
    ip -n "$name" link add eth0 type veth peer name "port$number" netns "$switch"
    ip -n "$switch" link set "port$number" master switch up
    ip -n "$name" addr add "$(address "$number")/16" dev eth0
    ip -n "$name" link set eth0 up
done
# A bridge learns who wants what from reports; the first seconds it asks for them.
sleep "${SETTLE:-2}"

on() { # HOST COMMAND...: in the background
    local name
    name=$(host "$1")
    shift
    ip netns exec "$name" "$@" &
    children+=($!)
}

group=239.192.79.1:17079
if [ -n "${BARE:-}" ]; then
    for number in $(seq 1 "$receivers"); do
        on "$number" "$hyla" receive "$group" "$(address "$number")" "$1" >"$work/$number.json"
    done
    sleep 2
    ip netns exec "$(host 0)" "$hyla" send "$group" "$(address 0)" "$@"
    for child in "${children[@]}"; do wait "$child"; done
    children=()
    cat "$work"/*.json
    exit
fi

rti=$(address 0):15160
for number in $(seq 0 "$receivers"); do
    # Federates go to agents by name: the first one sends.
    on "$number" "$hyla" bench agent --rti "$rti" --once --name "$(printf 'host-%04d' "$number")" >"$work/$number.log" 2>&1
done
if ! ip netns exec "$(host 0)" "$hyla" bench run send --listen "$rti" --agents "$((receivers + 1))" --receivers "$receivers" \
    --baselines none "$@"; then
    tail -n 5 "$work"/*.log >&2
    exit 1
fi
