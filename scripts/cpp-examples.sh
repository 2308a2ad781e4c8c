#!/usr/bin/env bash
# Installs the C++ libraries into an empty folder, builds the examples from there and compares what they print with what
# they say that they print; chat also as two processes over `hyla rti`. Then come federates that were linked with another
# library, and find Hyla by LD_LIBRARY_PATH alone.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
target=${CARGO_TARGET_DIR:-$root/target}
place=$target/cpp-examples
limit=120
unset LD_LIBRARY_PATH

fail() {
    printf 'C++ examples: %s\n' "$@" >&2
    exit 1
}

rm -rf "$place"
mkdir -p "$place"
make --no-print-directory -C "$root" install PREFIX="$place/installed" >"$place/install.log" 2>&1 ||
    fail "make install failed" "$(cat "$place/install.log")"

cmake -S "$root/examples/cpp" -B "$place/build" -DCMAKE_PREFIX_PATH="$place/installed" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" \
    >"$place/cmake.log" || fail "$(cat "$place/cmake.log")"
cmake --build "$place/build" --parallel "$(nproc)" >"$place/build.log" || fail "$(cat "$place/build.log")"

# A file's comment has its commands and, after a line that begins with "prints", what the last of them prints.
documented_command() { # FILE
    sed -n '/^\/\/ prints/q; s/^\/\/     //p' "$1" | tail -n 1
}

documented_output() { # FILE
    awk '/^\/\/ prints/ { prints = 1; next }
         prints && /^\/\/     / { shown = 1; print substr($0, 8); next }
         shown { exit }' "$1"
}

same() { # WHAT EXPECTED FOUND
    diff -u "$2" "$3" || fail "$1 printed something else than documented"
    printf 'C++ examples: %s: as documented\n' "$1"
}

# The RTI says where it listens once it is ready, and ends when its input closes.
coproc rti { exec "$place/installed/bin/hyla" rti --listen 127.0.0.1:0 --until-stdin-closes --set fedpro.tcp=off 2>"$place/rti.log"; }
rti_process=$rti_PID
running=("$rti_process")
trap 'kill "${running[@]}" 2>/dev/null || true' EXIT
address=
while read -r -t 20 line <&"${rti[0]}"; do
    case $line in
        "listening at "*) address=$(grep -o '127\.0\.0\.1:[0-9]*' <<<"$line" | head -n 1) ;;
        ready) break ;;
    esac
done
[ -n "$address" ] || fail "the RTI did not say where it listens" "$(cat "$place/rti.log")"

for edition in 2010 2025; do
    for example in chat aircraft time-stepped ownership regions; do
        name=$example-$edition
        source=$root/examples/cpp/$example/$edition.cpp
        command=$(documented_command "$source")
        documented_output "$source" >"$place/$name.expected"
        [ -n "$command" ] && [ -s "$place/$name.expected" ] || fail "$source does not say what it prints, or how"

        # As documented: from the root of the repository, with the build elsewhere.
        (cd "$root" && timeout "$limit" bash -c "${command//build\//$place/build/}") \
            >"$place/$name.alone" 2>"$place/$name.log" || fail "$command" "$(cat "$place/$name.log")"
        same "$name" "$place/$name.expected" "$place/$name.alone"

        # The same over an RTI that is a process of its own.
        case $command in
            *" embedded "*) command=${command/ embedded / $address } ;;
            *) command="$command $address" ;;
        esac
        (cd "$root" && timeout "$limit" bash -c "${command//build\//$place/build/}") \
            >"$place/$name.remote" 2>"$place/$name.log" || fail "$command" "$(cat "$place/$name.log")"
        same "$name over hyla rti" "$place/$name.expected" "$place/$name.remote"
    done
done

# Waits until the file has the line.
wait_for() { # FILE LINE
    local end=$((SECONDS + limit))
    until grep -qxF "$2" "$1"; do
        [ "$SECONDS" -lt "$end" ] || fail "no line '$2' in $1, but" "$(cat "$1" "$place"/chat-*.log)"
        sleep 0.05
    done
}

# A conversation of two processes, of different editions, each with its own input.
mkfifo "$place/alice.in" "$place/bob.in"
talk() { # NAME EDITION
    timeout "$limit" "$place/build/chat-$2" "$root/examples/cpp/chat/chat-$2.xml" "$address" "$1" \
        <"$place/$1.in" >"$place/$1.out" 2>"$place/chat-$1.log" &
    running+=($!)
}
for pair in "2010 2010" "2025 2025" "2010 2025"; do
    read -r first second <<<"$pair"
    talk alice "$first"
    alice=$!
    talk bob "$second"
    bob=$!
    # Not before: bob would hold the other end of what alice reads, and it would never end.
    exec {to_alice}>"$place/alice.in"
    exec {to_bob}>"$place/bob.in"
    echo "Hello, bob" >&"$to_alice"
    wait_for "$place/bob.out" "alice: Hello, bob"
    echo "Hello, alice" >&"$to_bob"
    wait_for "$place/alice.out" "bob: Hello, alice"
    exec {to_alice}>&-
    wait_for "$place/bob.out" "alice has left"
    # She says so before she resigns: as long as she has not, she hears that bob leaves, too.
    wait "$alice" || fail "alice failed" "$(cat "$place/chat-alice.log")"
    exec {to_bob}>&-
    wait "$bob" || fail "bob failed" "$(cat "$place/chat-bob.log")"
    printf 'alice: Hello, bob\nalice has left\n' >"$place/bob.expected"
    printf 'bob: Hello, alice\n' >"$place/alice.expected"
    same "chat of two processes ($first, $second), at bob's" "$place/bob.expected" "$place/bob.out"
    same "chat of two processes ($first, $second), at alice's" "$place/alice.expected" "$place/alice.out"
done

# The first federation of the tutorial: a ship and a harbour as processes, of one edition and of both.
cmake -S "$root/examples/first" -B "$place/first" -DCMAKE_PREFIX_PATH="$place/installed" -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror" \
    >"$place/cmake.log" || fail "$(cat "$place/cmake.log")"
cmake --build "$place/first" --parallel "$(nproc)" >"$place/build.log" || fail "$(cat "$place/build.log")"
play() { # ROLE EDITION
    HYLA_RTI_ADDRESS=$address timeout "$limit" "$place/first/first-$2" "$1" "$root/examples/first/ships.xml" \
        >"$place/$1.out" 2>"$place/$1.log"
}
for pair in "2010 2010" "2025 2025" "2010 2025"; do
    read -r first second <<<"$pair"
    documented_output "$root/examples/first/$second.cpp" >"$place/harbour.expected"
    [ -s "$place/harbour.expected" ] || fail "examples/first/$second.cpp does not say what it prints"
    play ship "$first" &
    ship=$!
    running+=("$ship")
    play harbour "$second" || fail "the harbour failed" "$(cat "$place/harbour.log")"
    wait "$ship" || fail "the ship failed" "$(cat "$place/ship.log")"
    same "first federation ($first, $second)" "$place/harbour.expected" "$place/harbour.out"
done

# A library of another RTI, under the name that federates ask for: the symbols of the standard without what they stand for.
other_library() { # LIKE SONAME
    nm -D --defined-only --print-size "$place/installed/lib/$1" | awk '
        function place(name, kind) { printf ".globl %s\n.type %s, @%s\n%s:\n", name, name, kind, name }
        { name = $NF; sub(/@.*/, "", name) }
        $3 ~ /[TWi]/ { print ".text"; place(name, "function"); print "ret"; next }
        { print ".data"; place(name, "object"); printf ".zero 0x%s\n.size %s, 0x%s\n", $2, name, $2 }
        END { print ".section .note.GNU-stack" }' >"$place/other.s"
    c++ -shared -nostdlib -Wl,-soname,"$2" "$place/other.s" -o "$place/other/$2"
}

# Runs federates that were built with a copy of the headers and another library, which is gone by then.
by_library_path() { # EDITION NAMESPACE SONAMES OF RTI AND FEDTIME...
    local edition=$1 namespace=$2 example rti_name time_name
    shift 2
    cp -r "$place/installed/include/hyla/$namespace" "$place/headers-$edition"
    for example in aircraft ownership; do
        c++ -std=c++17 -O1 -isystem "$place/headers-$edition" -c "$root/examples/cpp/$example/$edition.cpp" \
            -o "$place/$example-$edition.o"
    done
    while [ $# -gt 0 ]; do
        rti_name=$1
        time_name=$2
        shift 2
        rm -rf "$place/other"
        mkdir "$place/other"
        other_library "lib$namespace.so" "$rti_name"
        other_library "libfed${namespace/rti/time}.so" "$time_name"
        for example in aircraft ownership; do
            c++ "$place/$example-$edition.o" "$place/other/$rti_name" -Wl,--no-as-needed "$place/other/$time_name" -pthread \
                -o "$place/$example-$edition-elsewhere"
        done
        rm -rf "$place/other"
        for example in aircraft ownership; do
            LD_LIBRARY_PATH=$place/installed/lib timeout "$limit" "$place/$example-$edition-elsewhere" \
                "$root/examples/cpp/$example/$example-$edition.xml" >"$place/$example-$edition.switched" \
                2>"$place/$example-$edition.log" || fail "$rti_name" "$(cat "$place/$example-$edition.log")"
            same "$example-$edition, linked with another $rti_name" "$place/$example-$edition.expected" \
                "$place/$example-$edition.switched"
        done
    done
}
by_library_path 2010 rti1516e \
    librti1516e.so libfedtime1516e.so librti1516e64.so libfedtime1516e64.so libRTI1516e.so.1 libFedTime1516e.so.1
by_library_path 2025 rti1516_2025 librti1516_2025.so libfedtime1516_2025.so \
    librti1516_2025gcc11.so libfedtime1516_2025gcc11.so librti1516_2025gcc12.so libfedtime1516_2025gcc12.so \
    librti1516_2025gcc13.so libfedtime1516_2025gcc13.so librti1516_2025gcc14.so libfedtime1516_2025gcc14.so

rti_input=${rti[1]}
exec {rti_input}>&-
wait "$rti_process" || fail "the RTI failed" "$(cat "$place/rti.log")"
printf 'C++ examples: all as documented\n'
