#!/usr/bin/env python3
"""Compares the libraries and headers of an edition with what federates compiled elsewhere rely on.

    check.py symbols EDITION LIBRARY_DIRECTORY
    check.py layout  EDITION INCLUDE_DIRECTORY COMPILER
    check.py slots   EDITION INCLUDE_DIRECTORY COMPILER

symbols: every library exports what symbols-EDITION.tsv lists, and nothing that belongs to no class of the API.
layout:  every class has the bytes and the number of virtual functions of layout-EDITION.tsv (x86-64, LP64).
slots:   every virtual function has the place of slots-EDITION.tsv.
"""

import glob
import os
import re
import subprocess
import sys
import tempfile

NAMESPACE = {"2010": "rti1516e", "2025": "rti1516_2025"}
HERE = os.path.dirname(os.path.abspath(__file__))


def table(name, edition):
    with open(os.path.join(HERE, f"{name}-{edition}.tsv"), encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def report(faults, checked):
    for fault in faults[:50]:
        print(fault)
    if len(faults) > 50:
        print(f"... and {len(faults) - 50} more")
    print(f"{checked} checked, {len(faults)} wrong")
    return 1 if faults else 0


def symbols(edition, directory):
    namespace = NAMESPACE[edition]
    expected = {}
    for library, symbol in table("symbols", edition):
        expected.setdefault(library, set()).add(symbol)
    # Implicit members, virtual tables and typeinfo of these classes are theirs too, whether or not a compiler
    # emits them.
    classes = {row[1] for row in table("layout", edition)}
    prefix = f"{len(namespace)}{namespace}"
    faults = []
    for library, names in sorted(expected.items()):
        path = os.path.join(directory, f"lib{library}.so")
        listing = subprocess.run(["nm", "-D", "--defined-only", "--format=posix", path],
                                 check=True, capture_output=True, text=True).stdout
        found = {line.split()[0].split("@")[0] for line in listing.splitlines()}
        faults += [f"{library}: {name} is missing" for name in sorted(names - found)]
        for name in sorted(found - names):
            owner = re.match(rf"_Z(?:T[VIS]|N?K?|NK)*N?K?{prefix}(\d+)", name)
            if owner:
                start = owner.end()
                if name[start:start + int(owner.group(1))] in classes:
                    continue
            faults.append(f"{library}: {name} is exported, and nothing of the API")
    return report(faults, sum(map(len, expected.values())))


def all_headers(edition):
    headers = dict.fromkeys(row[0] for row in table("layout", edition))
    return "".join(f"#include <RTI/{header}>\n" for header in headers)


def layout(edition, include, compiler):
    include = os.path.abspath(include)
    namespace = NAMESPACE[edition]
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "all.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(all_headers(edition))
        subprocess.run([compiler, "-std=c++17", "-w", "-fdump-lang-class", f"-I{include}", "-c", source,
                        "-o", os.path.join(directory, "all.o")], check=True, cwd=directory)
        with open(glob.glob(os.path.join(directory, "*.class"))[0], encoding="utf-8") as file:
            dump = file.read()
    sizes = dict(re.findall(r"^Class (\S+)\n   size=(\d+)", dump, re.MULTILINE))
    # The first two entries of a table are the offset to the top and the typeinfo.
    slots = {name: str(int(entries) - 2)
             for name, entries in re.findall(r"^Vtable for (\S+)\n\S+: (\d+) entries", dump, re.MULTILINE)}
    faults = []
    rows = table("layout", edition)
    for _, name, size, expected in rows:
        whole = f"{namespace}::{name}"
        if sizes.get(whole) != size:
            faults.append(f"{name} has {sizes.get(whole)} bytes; federates take it for {size}")
        if slots.get(whole, "0") != expected:
            faults.append(f"{name} has {slots.get(whole, '0')} virtual functions; federates count {expected}")
    return report(faults, len(rows))


PROGRAM = """
#include <cstdint>
#include <cstdio>
#include <cstring>
{headers}
using namespace {namespace};
static int wrong = 0;
template <typename Member>
static void check(Member member, std::uintptr_t expected, const char *name)
{{
   // A pointer to a virtual member function has its offset in the table, and on most machines a one to tell
   // it from an address.
   std::uintptr_t start;
   std::memcpy(&start, &member, sizeof(start));
   const std::uintptr_t slot = (start & ~std::uintptr_t(1)) / sizeof(void *);
   if (slot != expected)
   {{
      std::printf("%s is in slot %lu; federates call %lu\\n", name, (unsigned long)slot, (unsigned long)expected);
      ++wrong;
   }}
}}
int main()
{{
{checks}
   std::printf("%d checked, %d wrong\\n", {count}, wrong);
   return wrong != 0;
}}
"""


def slots(edition, include, compiler):
    checks = []
    for name, slot, result, function, parameters, const in table("slots", edition):
        types = []
        for parameter in filter(None, parameters.split("; ")):
            types.append(re.sub(r"(?<=[&*> \w]) +(?!long\b)\w+$", "", parameter))
        pointer = f"{result} ({name}::*)({', '.join(types)}) {const}"
        checks.append(f'   check(static_cast<{pointer}>(&{name}::{function}), {slot}, "{name}::{function}");')
    with tempfile.TemporaryDirectory() as directory:
        source = os.path.join(directory, "slots.cpp")
        program = os.path.join(directory, "slots")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(headers=all_headers(edition), namespace=NAMESPACE[edition],
                                      checks="\n".join(checks), count=len(checks)))
        # Nothing is called: functions that the program would need from the libraries may stay undefined.
        subprocess.run([compiler, "-std=c++17", "-w", "-O0", f"-I{include}", source, "-o", program,
                        "-Wl,--unresolved-symbols=ignore-all"], check=True)
        return subprocess.run([program], check=False).returncode


def main():
    what, arguments = sys.argv[1], sys.argv[2:]
    return {"symbols": symbols, "layout": layout, "slots": slots}[what](*arguments)


if __name__ == "__main__":
    sys.exit(main())
