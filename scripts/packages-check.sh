#!/bin/sh
# Runs in a fresh Debian, in the folder of the packages: installs them and uses their files.
set -eu
cd "$(dirname "$0")"

say() { printf '== %s\n' "$*"; }

say "install"
apt-get install -y -q --no-install-recommends ./hyla_*.deb ./libhyla_*.deb ./libhyla-dev_*.deb ./*-dbgsym_*.deb

say "the program, its manual pages and its service"
hyla --version
hyla fom check /usr/share/hyla/foms/air-traffic/AirTraffic-Base.xml
hyla demo --embedded --seconds 1
test -s /usr/share/man/man1/hyla-rti.1.gz
test -s /usr/share/doc/hyla/THIRD-PARTY.yaml.gz
getent passwd hyla
systemd-analyze verify --man=no /lib/systemd/system/hyla.service
if systemctl is-enabled hyla; then
    echo "installing the package enabled the service" >&2
    exit 1
fi

say "the command of the service, as its user"
command=$(sed -n 's/^ExecStart=//p' /lib/systemd/system/hyla.service)
mkdir -p /var/lib/hyla
chown hyla: /var/lib/hyla
# The ports are free ones: the network is that of the host.
cd /var/lib/hyla
# shellcheck disable=SC2086
setpriv --reuid hyla --regid hyla --clear-groups --no-new-privs \
    $command --listen 127.0.0.1:0 --set fedpro.tcp=127.0.0.1:0 >/tmp/rti.log 2>&1 &
rti=$!
trap 'kill $rti 2>/dev/null || true' EXIT
cd - >/dev/null
address=
tries=0
while [ -z "$address" ] && [ $tries -lt 100 ] && kill -0 $rti; do
    sleep 0.1
    tries=$((tries + 1))
    address=$(grep -o '127\.0\.0\.1:[0-9]*' /tmp/rti.log | head -n 1)
done
cat /tmp/rti.log
hyla ls --rti "$address"
kill -TERM $rti
wait $rti
trap - EXIT
rm /tmp/rti.log

say "a federate in C"
# shellcheck disable=SC2046
cc -std=c99 hello.c $(pkg-config --cflags --libs hyla) -o hello
./hello hello.xml | tee said
grep -q 'bob: received "hello"' said

say "federates in C++ link with each edition"
for edition in rti1516e rti1516_2025; do
    printf '#include <RTI/RTIambassador.h>\n#include <RTI/RTI1516.h>\nint main() { return 0; }\n' >$edition.cpp
    # shellcheck disable=SC2046
    c++ -std=c++11 -w $edition.cpp -Wl,--no-as-needed $(pkg-config --cflags --libs hyla-$edition) -o $edition
    ./$edition
    ldd ./$edition | grep "lib$edition"
done

say "debug symbols"
for file in /usr/bin/hyla /usr/lib/*/libhyla.so.0; do
    id=$(readelf -n "$file" | sed -n 's/.*Build ID: //p')
    test -s "/usr/lib/debug/.build-id/$(echo "$id" | cut -c1-2)/$(echo "$id" | cut -c3-).debug"
done

say "remove"
apt-get purge -y -q hyla libhyla libhyla-dev 'hyla-dbgsym' 'libhyla-dbgsym'
left=$(find /usr /etc -name '*hyla*' ! -path '/usr/share/doc/*')
if [ -n "$left" ]; then
    printf 'left behind:\n%s\n' "$left" >&2
    exit 1
fi
say "all of it worked"
