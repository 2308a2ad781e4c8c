#!/usr/bin/env python3
"""Ratios of reliable multicast between network namespaces, all from one run, as root:

    bench/multicast-targets.py HYLA BARE RECEIVERS [REPETITIONS [RATE]]

HYLA is the program, BARE the example bare_multicast of crates/hyla-baselines, which sends messages as long as encoded updates of
128 bytes. Throughput is that of the sender at full speed; latencies are those of RATE updates a second (1000). Where all receivers
share the processors of one machine, full speed shows what a receiver takes from the others' processors: PACED=RATE (0: not) sends so
many updates a second beside a disturbed receiver, too. Each figure is the median of REPETITIONS (3), whose
parts take turns. A receiver at the end of the row is disturbed in the last parts. ONLY=PART,PART runs some of the parts:
plain, loss, burst, deaf, cut, stopped, loaded, beside. KEEP=FOLDER keeps all results.
"""

import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "scripts" / "bench-multicast.sh"
BYTES = 128
# What an update of one attribute with so many bytes is without Hyla's links and without the protocol: what bare multicast carries.
ENCODED = BYTES + 16
# Ethernet, IPv4 and UDP.
HEADERS = 42
QUICK, LONG = 3000, 20000


class Run:
    """One sample of Hyla."""

    def __init__(self, sample):
        if sample["failed"]:
            sys.exit(sample["failed"])
        self.metrics = sample["metrics"]
        self.federates = {int(index): of for index, of in sample["federates"].items()}
        self.lost = self.metrics.get("lost", 0.0)
        self.bytes = self.metrics.get("sender_bytes_per_message")
        self.processor = self.metrics.get("sender_cpu_us_per_message")
        self.carriers = sample.get("carriers", {})

    def receivers(self, metric):
        """The figures of all receivers, the disturbed one last."""
        return [of[metric] for index, of in sorted(self.federates.items()) if index > 0 and metric in of]

    def others(self, metric):
        return self.receivers(metric)[:-1]


class Bench:
    def __init__(self, hyla, bare, receivers, rate):
        self.hyla, self.bare, self.receivers, self.rate = hyla, bare, receivers, rate
        self.folder = pathlib.Path(os.environ.get("KEEP") or tempfile.mkdtemp())
        self.folder.mkdir(parents=True, exist_ok=True)
        self.count = 0

    def run(self, *options, run_ms=QUICK, rate=0, transport="reliable-multicast", **environment):
        self.count += 1
        out = self.folder / f"{self.count}.json"
        options = [*options, "--transport", transport, "--qos", "reliable", "--bytes", BYTES, "--warm-up-ms", 4000, "--repetitions", 1]
        options += ["--run-ms", run_ms, "--out", out]
        if rate:
            options += ["--rate", rate, "--trace-every", 1]
        self.call(self.hyla, options, environment)
        result = json.loads(out.read_text())
        for note in result["notes"]:
            if note["level"] == "error":
                print(f"  {note['text']}", file=sys.stderr)
        return Run(result["points"][0]["samples"][0])

    def bare_run(self, **environment):
        lines = self.call(self.bare, [ENCODED, 2], {"BARE": "1", **environment}).splitlines()
        parts = [json.loads(line) for line in lines if line.startswith(("{", "["))]
        [sender] = [part for part in parts if isinstance(part, dict) and part["role"] == "sender"]
        # In the order of their numbers as texts.
        receivers = [part["per_s"] for part in parts if isinstance(part, dict) and part["role"] == "receiver"]
        numbers = sorted(map(str, range(1, self.receivers + 1)))
        others = [rate for number, rate in zip(numbers, receivers, strict=True) if number != str(self.receivers)]
        sent = next(part for part in parts if isinstance(part, list))[0]["stats64"]["tx"]
        payload = sent["bytes"] - sent["packets"] * HEADERS
        return {"slowest": min(receivers), "others": min(others), "bytes": payload / sender["messages"], "per_s": sender["per_s"]}

    def call(self, program, options, environment):
        command = [SCRIPT, program, self.receivers, *options]
        done = subprocess.run(
            [str(part) for part in command],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            text=True,
            timeout=300,
            check=False,
        )
        if done.returncode:
            sys.exit(done.returncode)
        return done.stdout


def median(values):
    return statistics.median(list(values))


def load():
    return os.getloadavg()[0]


class Lines:
    """The table that is printed."""

    def __init__(self):
        print("| wanted | found | each run |\n|---|---|---|", flush=True)

    def line(self, wanted, values, bound, unit="", least=False):
        values = list(values)
        if not values:
            return
        found = median(values)
        word = "at least" if least else "at most"
        met = found >= bound if least else found <= bound
        each = ", ".join(f"{value:.3g}" for value in values)
        print(f"| {wanted}: {word} {bound:g}{unit} | {found:.3g}{'' if met else ': missed'} | {each} |", flush=True)


def pairs(over, under, of):
    """A figure of two parts that were measured one after the other."""
    return [of(a) / of(b) for a, b in zip(over, under)]


def slowest(run):
    return min(run.receivers("delivered_per_s"))


def p99(run, part=Run.receivers):
    return median(part(run, "one_way_p99_us"))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    hyla, bare, receivers = sys.argv[1:4]
    repetitions = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    rate = int(sys.argv[5]) if len(sys.argv) > 5 else 1000
    only = os.environ.get("ONLY", "plain,loss,burst,deaf,cut,stopped,loaded,beside").split(",")
    bench = Bench(hyla, bare, int(receivers), rate)
    print(f"{receivers} receivers, {repetitions} repetitions, {rate} updates a second for latencies; load {load():.1f}", flush=True)
    part = {}
    paced = int(os.environ.get("PACED", "0"))

    def add(name, run):
        part.setdefault(name, []).append(run)

    disturbed = [name for name in only if name in ("deaf", "cut", "stopped", "loaded", "beside")]
    for _ in range(repetitions):
        add("full", bench.run())
        add("steady", bench.run(rate=rate))
        if "plain" in only:
            add("bare", bench.bare_run())
            add("tcp", bench.run(transport="tcp"))
        if "loss" in only:
            add("loss", bench.run("--loss", 0.01))
            add("loss steady", bench.run("--loss", 0.01, rate=rate))
        if "burst" in only:
            add("burst", bench.run("--loss", 0.1, "--loss-burst", 20))
        if disturbed:
            add("full long", bench.run(run_ms=LONG))
            add("steady long", bench.run(rate=rate, run_ms=LONG))
        for name in disturbed:
            add(name, bench.run(run_ms=LONG, DISTURB=name))
            add(f"{name} steady", bench.run(rate=rate, run_ms=LONG, DISTURB=name))
            if name == "loaded":
                add("bare beside nothing", bench.bare_run())
                add("bare loaded", bench.bare_run(DISTURB=name))
            if paced:
                add(f"{name} paced", bench.run(rate=paced, run_ms=LONG, DISTURB=name))

    full, steady = part["full"], part["steady"]
    lines = Lines()
    if "plain" in only:
        bares, tcp = part["bare"], part["tcp"]
        lines.line("bytes of the sender to bare multicast", (a.bytes / b["bytes"] for a, b in zip(full, bares)), 1.15)
        lines.line("processor time of the sender to TCP", pairs(full, tcp, lambda run: run.processor), 0.125)
        lines.line("slowest receiver to bare", (slowest(a) / b["slowest"] for a, b in zip(full, bares)), 0.7, least=True)
        lines.line("spread of receivers", (run.metrics["delivered_spread"] for run in full), 0.05)
    if "loss" in only:
        lossy, lossy_steady = part["loss"], part["loss steady"]
        lines.line("1 % lost: throughput", pairs(lossy, full, slowest), 0.9, least=True)
        lines.line("1 % lost: bytes of the sender", pairs(lossy, full, lambda run: run.bytes), 1.2)
        # A round trip is twice the median of one way.
        trips = [2 * median(run.receivers("one_way_p50_us")) for run in steady]
        more = [(p99(a) - p99(b)) / trip for a, b, trip in zip(lossy_steady, steady, trips)]
        lines.line("1 % lost: p99 less lossless p99", more, 2, " round trips")
    if "burst" in only:
        lines.line("10 % in bursts: throughput", pairs(part["burst"], full, slowest), 0.7, least=True)
        lines.line("10 % in bursts: lost", (run.lost for run in part["burst"]), 0)
    for name in disturbed:
        runs, latencies = part[name], part[f"{name} steady"]
        others = pairs(runs, part["full long"], lambda run: min(run.others("delivered_per_s")))
        lines.line(f"{name}: throughput of the others", others, 0.95, least=True)
        if name == "loaded":
            others = pairs(part["bare loaded"], part["bare beside nothing"], lambda run: run["others"])
            lines.line("loaded: throughput of other bare receivers", others, 0.95, least=True)
        others = pairs(latencies, part["steady long"], lambda run: p99(run, Run.others))
        lines.line(f"{name}: p99 of the others", others, 1.5)
        if paced:
            others = (min(run.others("delivered_per_s")) / paced for run in part[f"{name} paced"])
            lines.line(f"{name}: throughput of the others at {paced} a second", others, 0.95, least=True)
        lines.line(f"{name}: lost", (run.lost for run in runs + latencies), 0)
        if name in ("deaf", "cut"):
            # The oldest message was sent when the disturbance began.
            seconds = float(os.environ.get("DISTURB_SECONDS", "1"))
            late = (run.receivers("one_way_max_us")[-1] / 1000 - seconds * 1000 for run in latencies)
            lines.line(f"{name}: complete after", late, 250, " ms")
    for name, runs in part.items():
        if name.startswith("bare"):
            print(f"\n{name}: {median(run['per_s'] for run in runs):.0f} a second sent, {median(run['slowest'] for run in runs):.0f} received by the slowest", end="")
            continue
        rates = ", ".join(f"{slowest(run) / 1000:.1f}" for run in runs)
        print(f"\n{name}: slowest receiver {rates} thousand a second", end="")
        if "one_way_p99_us" in runs[0].federates[1]:
            print(f"; p50 {median(median(r.receivers('one_way_p50_us')) for r in runs):.0f} us, p99 {median(map(p99, runs)):.0f} us", end="")
        print(f"; sender {median(run.processor for run in runs):.1f} us, {median(run.bytes for run in runs):.0f} bytes an update", end="")
    print(f"\nload at the end {load():.1f}; results in {bench.folder}")


if __name__ == "__main__":
    main()
