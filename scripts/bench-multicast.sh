#!/usr/bin/env bash
# Measures multicast between hosts that are network namespaces at a bridge, as root:
#     scripts/bench-multicast.sh HYLA RECEIVERS [OPTION...]
# HYLA is the program, OPTION one of `hyla bench run send`, as in
#     scripts/bench-multicast.sh target/release/hyla 32 --transport reliable-multicast,tcp --out result.json
# Each receiver, and the sender with the RTI, has a host of its own. With BARE=1 and the example of crates/hyla-baselines as HYLA, bare
# receivers count what a bare sender sends instead, and each prints a line of JSON, as does the sender's interface; the OPTIONs are
# BYTES SECONDS [RATE].
#
#     MTU=BYTES            of all interfaces, 1500 by default
#     DISTURB=WHAT         what happens to the last receiver, for DISTURB_SECONDS (1) of each DISTURB_EACH (10), from DISTURB_AFTER
#                          seconds (12) after the start on, until the end:
#                          deaf      nothing arrives at its host; takes nft
#                          cut       its cable is cut
#                          stopped   SIGSTOP to its processes
#                          loaded    another process takes its processor, all the time: both are bound to the last one
#                          beside    15 Mbit/s of other traffic from the sender's host to this one, all the time; takes python3
#
# Nothing outside of these namespaces is touched, and they are removed at the end. Exit code 77: namespaces cannot be made here.
set -euo pipefail

[ $# -ge 2 ] || { sed -n '2,22p' "$0" >&2; exit 2; }
hyla=$(realpath "$1")
receivers=$2
shift 2

switch=hyla-bench-$$-s
host() { echo "hyla-bench-$$-h$1"; }
address() { echo "10.79.$(($1 / 250)).$(($1 % 250 + 1))"; }
hardware() { printf '02:79:00:00:%02x:%02x' $(($1 / 250)) $(($1 % 250 + 1)); }
work=$(mktemp -d)
children=()
disturber=

# Ends the disturbance and what it started, also a process that it has stopped.
calm() {
    [ -n "$disturber" ] || return 0
    kill -- "-$disturber" 2>/dev/null || true
    wait "$disturber" 2>/dev/null || true
    disturber=
    # shellcheck disable=SC2046 # numbers of processes
    kill -CONT $(ip netns pids "$(host "$receivers")") 2>/dev/null || true
}

# Runs at the end, whatever it is.
clean() {
    local child number
    calm
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
mtu=${MTU:-1500}
ip -n "$switch" link set switch mtu "$mtu" up
# Without a querier the bridge would send each group to each port.
ip -n "$switch" link set switch type bridge mcast_querier 1 mcast_igmp_version 3
for number in $(seq 0 "$receivers"); do
    name=$(host "$number")
    ip netns add "$name"
    ip -n "$name" link set lo up
    ip -n "$name" link add eth0 address "$(hardware "$number")" mtu "$mtu" type veth peer name "port$number" netns "$switch"
    ip -n "$switch" link set "port$number" mtu "$mtu" master switch up
    ip -n "$name" addr add "$(address "$number")/16" dev eth0
    ip -n "$name" link set eth0 up
done
# The kernel has one table of neighbours for all namespaces, of 1024 entries. If that many are learned, which happens from 33 hosts on,
# multicast is dropped without an error. Permanent entries do not count.
for number in $(seq 0 "$receivers"); do
    for other in $(seq 0 "$receivers"); do
        [ "$other" = "$number" ] || echo "neigh add $(address "$other") lladdr $(hardware "$other") dev eth0 nud permanent"
    done | ip -n "$(host "$number")" -batch -
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

# What happens to the last receiver, in a process group of its own: from the start, or now and then.
disturb() {
    local last to
    last=$(host "$receivers")
    to=$(address "$receivers")
    case $DISTURB in
    loaded)
        exec taskset -c "$(($(nproc) - 1))" bash -c 'while :; do :; done'
        ;;
    beside)
        ip netns exec "$last" python3 -c 'import socket
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.bind(("", 17999))
while True: s.recv(2048)' &
        exec ip netns exec "$(host 0)" python3 -c 'import socket, sys, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); begin = time.monotonic(); sent = 0
while True:
    s.sendto(bytes(1250), (sys.argv[1], 17999)); sent += 1
    time.sleep(max(0, begin + sent * 1250 * 8 / 15e6 - time.monotonic()))' "$to"
        ;;
    esac
    sleep "${DISTURB_AFTER:-12}"
    while :; do
        case $DISTURB in
        deaf) echo 'add table netdev bench; add chain netdev bench in { type filter hook ingress device eth0 priority 0; policy drop; }' |
            ip netns exec "$last" nft -f - ;;
        cut) ip -n "$switch" link set "port$receivers" down ;;
        # shellcheck disable=SC2046 # numbers of processes
        stopped) kill -STOP $(ip netns pids "$last") ;;
        esac
        sleep "${DISTURB_SECONDS:-1}"
        case $DISTURB in
        deaf) ip netns exec "$last" nft delete table netdev bench ;;
        cut) ip -n "$switch" link set "port$receivers" up ;;
        # shellcheck disable=SC2046 # numbers of processes
        stopped) kill -CONT $(ip netns pids "$last") ;;
        esac
        sleep "$((${DISTURB_EACH:-10} - ${DISTURB_SECONDS:-1}))"
    done
}

case ${DISTURB:-} in
'') ;;
deaf | cut | stopped | loaded | beside)
    set -m
    disturb >"$work/disturb.log" 2>&1 &
    disturber=$!
    set +m
    ;;
*)
    echo "DISTURB=$DISTURB: deaf, cut, stopped, loaded or beside" >&2
    exit 2
    ;;
esac
# The receiver that shares its processor.
bound=()
[ "${DISTURB:-}" != loaded ] || bound=(taskset -c "$(($(nproc) - 1))")

group=239.192.79.1:17079
if [ -n "${BARE:-}" ]; then
    for number in $(seq 1 "$receivers"); do
        before=()
        [ "$number" != "$receivers" ] || before=("${bound[@]}")
        on "$number" "${before[@]}" "$hyla" receive "$group" "$(address "$number")" "$1" >"$work/$number.json"
    done
    sleep 2
    ip netns exec "$(host 0)" "$hyla" send "$group" "$(address 0)" "$@"
    for child in "${children[@]}"; do wait "$child"; done
    children=()
    cat "$work"/*.json
    ip -n "$(host 0)" -s -j link show eth0 | tr -d '\n'
    echo
    exit
fi

rti=$(address 0):15160
for number in $(seq 0 "$receivers"); do
    before=()
    [ "$number" != "$receivers" ] || before=("${bound[@]}")
    # Federates go to agents by name: the first one sends.
    on "$number" "${before[@]}" "$hyla" bench agent --rti "$rti" --once --name "$(printf 'host-%04d' "$number")" \
        >"$work/$number.log" 2>&1
done
if ! ip netns exec "$(host 0)" "$hyla" bench run send --listen "$rti" --agents "$((receivers + 1))" --receivers "$receivers" \
    --baselines none "$@"; then
    tail -n 5 "$work"/*.log >&2
    exit 1
fi
