#!/usr/bin/env bash
# Runs the federates of examples/python-fedpro with an RTI of their own and compares what they print.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
example=$root/examples/python-fedpro
place=$target/python-fedpro

fail() {
    printf 'python example: %s\n' "$@" >&2
    exit 1
}

if ! python3 -c 'import venv, ensurepip' 2>/dev/null; then
    command -v apt-get >/dev/null || fail "this needs python3 with virtual environments (on Debian: python3-venv)"
    printf 'python example: installing python3 and python3-venv\n'
    become=
    [ "$(id -u)" -eq 0 ] || become=sudo
    $become apt-get update -q
    $become env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends python3 python3-venv
fi
[ -x "$place/venv/bin/pip" ] || python3 -m venv "$place/venv"
if [ "$example/requirements.txt" -nt "$place/installed" ]; then
    "$place/venv/bin/pip" install --quiet --disable-pip-version-check -r "$example/requirements.txt"
    touch "$place/installed"
fi
mkdir -p "$place/messages"
"$place/venv/bin/python" -m grpc_tools.protoc -I "$root/crates/hyla-fedpro-messages/proto" \
    --python_out="$place/messages" datatypes.proto RTIambassador.proto FederateAmbassador.proto

# The RTI says where it listens once it is ready, and ends when its input closes.
coproc rti { exec "$target/release/hyla" rti --listen 127.0.0.1:0 --until-stdin-closes \
    --set fedpro.tcp=127.0.0.1:0 2>"$place/rti.log"; }
rti_process=$rti_PID
trap 'kill "$rti_process" 2>/dev/null || true' EXIT
address=
while read -r -t 20 line <&"${rti[0]}"; do
    case $line in
        *"Federate Protocol"*"over TCP"*) address=$(grep -o '127\.0\.0\.1:[0-9]*' <<<"$line" | head -n 1) ;;
        ready) break ;;
    esac
done
[ -n "$address" ] || fail "the RTI did not say where it serves the Federate Protocol" "$(cat "$place/rti.log")"

PYTHONPATH=$place/messages timeout 120 "$place/venv/bin/python" "$example/flight.py" "$address" | tee "$place/output.txt"
LC_ALL=C sort "$place/output.txt" | diff "$example/expected-output.txt" - ||
    fail "the federates printed something else than expected-output.txt says"
printf 'python example: as documented\n'
