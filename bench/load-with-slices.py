#!/usr/bin/env python3
"""Runs a command beside a load on each processor, once for each length of the load's time slices (Linux 6.12 or later).

    bench/load-with-slices.py 100 3000 30000 -- hyla bench run latency --transport tcp --pin auto

Slices are in microseconds, 100 to 100 000.
"""
import ctypes
import os
import signal
import struct
import subprocess
import sys

SCHED_SETATTR = {"x86_64": 314, "aarch64": 274}[os.uname().machine]


def spin(cpu, slice_us):
    """Keeps a processor busy until its parent kills it, at normal priority with slices of that length."""
    os.sched_setaffinity(0, {cpu})
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    # struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period.
    attributes = struct.pack("<IIQiIQQQ", 48, 0, 0, 0, 0, slice_us * 1000, 0, 0)
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(SCHED_SETATTR, 0, ctypes.create_string_buffer(attributes, 48), 0) != 0:
        sys.exit(f"sched_setattr: {os.strerror(ctypes.get_errno())}")
    while True:
        pass


def main():
    """Each slice in turn."""
    if "--" not in sys.argv:
        sys.exit(__doc__)
    at = sys.argv.index("--")
    slices, command = [int(text) for text in sys.argv[1:at]], sys.argv[at + 1 :]
    for slice_us in slices:
        print(f"time slices of {slice_us} us", flush=True)
        children = []
        for cpu in sorted(os.sched_getaffinity(0)):
            child = os.fork()
            if child == 0:
                spin(cpu, slice_us)
            children.append(child)
        try:
            subprocess.run(command, check=True)
        finally:
            for child in children:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


main()
