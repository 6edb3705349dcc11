#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""An experiment of 200 runs, killed at random moments and begun again until it is done, writes the
same bytes as one that was left alone, whatever the jobs; Ctrl-C keeps what is finished; a changed
file makes only the new runs. $SIDESTEP names the command; with SIDESTEP_LONG more are killed.
"""
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

SIDESTEP = os.environ["SIDESTEP"]
ROUNDS = 30 if os.environ.get("SIDESTEP_LONG") else 4
EXPERIMENT = """
scenario:
  until: 4
  measure: [{name: line, line: [[5, 0], [5, 9]]}, {name: box, area: [2, 2, 7, 7], cut_off: 1}]
  groups: [{number: 6, area: [0, 0, 9, 9], goal: [9, 9]}]
vary: {time_step: [0.1, 0.2], solve.side_bias: [0, 0.1]}
profiles: [classic, default]
seeds: 25
all_runs: runs.csv
"""
KINDS = ("csv", "json", "h5")


def start(folder, name, jobs, *more):
    outputs = [word for kind in KINDS for word in ("-o", folder / f"{name}.{kind}")]
    return subprocess.Popen([SIDESTEP, "experiment", folder / "x.yaml", "--jobs", str(jobs),
                             *outputs, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True)


def finish(process):
    """Its summary: runs made and kept; and what it said."""
    out, err = process.communicate(timeout=200)
    numbers = re.search(r"(\d+) made, (\d+) kept", out)
    return (tuple(map(int, numbers.groups())) if numbers else None), process.returncode, out + err


def tables(folder, name):
    return [(folder / f"{name}.{kind}").read_bytes() for kind in KINDS] + \
        [(folder / "runs.csv").read_bytes()]


def killed_until_done(folder, rng, duration, jobs):
    """Kills again and again; the kills that came in time, and what was wrong."""
    kills = 0
    while True:
        process = start(folder, "killed", jobs)
        # Nothing is asserted on time: a kill that comes too late is no kill.
        time.sleep(rng.uniform(0, duration / 3))
        process.kill()
        counts, code, said = finish(process)
        if code == -signal.SIGKILL:
            kills += 1
            if kills < 12:
                continue
            counts, code, said = finish(start(folder, "killed", jobs))
        if code != 0 or sum(counts) != 200:
            return kills, [f"after {kills} kills: exit {code}: {said}"]
        return kills, []


def check_kills(folder, whole, duration):
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    rng = random.Random(seed)
    kills, wrong = 0, []
    for i in range(ROUNDS):
        more, problems = killed_until_done(folder, rng, duration, 1 + i % 2)
        kills += more
        wrong += problems
        if not problems and tables(folder, "killed") != whole:
            wrong.append(f"seed {seed}, round {i}: the tables differ from those of a whole run")
        for path in folder.glob("killed.*"):
            path.unlink()
    print(f"{kills} kills")
    return wrong + ([] if kills else ["no kill came in time"])


def check_interrupt(folder, whole):
    process = start(folder, "interrupted", 2)
    store = folder / "interrupted.csv.runs"
    while process.poll() is None and not (store.exists() and store.stat().st_size > 40_000):
        pass
    process.send_signal(signal.SIGINT)
    counts, code, said = finish(process)
    wrong = []
    if code == 1 and ("interrupted" not in said or (folder / "interrupted.csv").exists()):
        wrong.append(f"interrupted: {said}")
    counts, code, said = finish(start(folder, "interrupted", 2))
    if code != 0 or sum(counts) != 200 or counts[1] == 0:
        wrong.append(f"after the interruption: exit {code}, {said}")
    return wrong + ([] if tables(folder, "interrupted") == whole else ["interrupted: other tables"])


def check_change(folder):
    """A value more makes its own runs only; remarks and order of keys none; --fresh all."""
    wrong = []
    path = folder / "x.yaml"
    for text, more, expected in (
            ("# a remark\n" + EXPERIMENT.replace("time_step: [0.1, 0.2], solve.side_bias: [0, 0.1]",
                                                 "solve.side_bias: [0, 0.1], time_step: [0.1,0.2]"),
             [], (0, 200)),
            (EXPERIMENT.replace("[0, 0.1]", "[0, 0.1, 0.2]"), [], (100, 200)),
            (EXPERIMENT.replace("number: 6", "number: 7"), [], (200, 0)),
            (EXPERIMENT, [], (0, 200)),
            (EXPERIMENT, ["--fresh"], (200, 0))):
        path.write_text(text)
        counts, _, said = finish(start(folder, "whole", 2, *more))
        if counts != expected:
            wrong.append(f"changed: {counts}, expected {expected}: {said}")
    return wrong


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "x.yaml").write_text(EXPERIMENT)
        begin = time.monotonic()
        counts, code, said = finish(start(folder, "whole", 1))
        duration = time.monotonic() - begin
        whole = tables(folder, "whole")
        wrong = [] if counts == (200, 0) and code == 0 else [f"whole: exit {code}, {said}"]
        finish(start(folder, "two", 2))
        if tables(folder, "two") != whole:
            wrong.append("two jobs write other tables than one")
        wrong += check_kills(folder, whole, duration)
        wrong += check_interrupt(folder, whole)
        wrong += check_change(folder)
    print("\n".join(wrong) or "experiments go on where they were")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
