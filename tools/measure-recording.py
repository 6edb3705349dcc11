#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

"""What recording costs on top of a run: processor time and memory, with and without -o.

    tools/measure-recording.py COMMAND [--agents N] [--frames N] [--density N] [--kind h5]

Makes a wide field of agents that each walk to a place of its own, runs it with and without a
recording, one after the other, and prints a table. Processor time, user and system of all threads,
hardly depends on what else the machine does; the time on the clock does. Runs are single-threaded.
"""

import argparse
import math
import os
import pathlib
import subprocess
import tempfile

SCENE = """\
seed: 1
steps: {frames}
groups:
  - number: {agents}
    area: [0, 0, {side}, {side}]
    goal: [{{uniform: {{from: 0, to: {side}}}}}, {{uniform: {{from: 0, to: {side}}}}}]
"""


def run(command):
    """Processor time [s], time on the clock [s] and peak memory [MB] of a command."""
    before = os.times().elapsed
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        raise SystemExit(f"{' '.join(map(str, command))} failed")
    return usage.ru_utime + usage.ru_stime, os.times().elapsed - before, usage.ru_maxrss / 1024


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("command", type=pathlib.Path)
    parser.add_argument("--agents", type=int, default=100_000)
    parser.add_argument("--frames", type=int, default=1_000)
    parser.add_argument("--density", type=float, default=0.2, help="agents a square metre")
    parser.add_argument("--kind", default="h5", help="the end of the recording's name")
    return parser.parse_args()


def main():
    given = arguments()
    command = given.command.resolve()
    side = round(math.sqrt(given.agents / given.density))
    with tempfile.TemporaryDirectory(dir=command.parent) as folder:
        scene = pathlib.Path(folder, "field.yaml")
        scene.write_text(SCENE.format(agents=given.agents, frames=given.frames, side=side))
        recording = pathlib.Path(folder, "field." + given.kind)
        print(f"{given.agents} agents on {side} m x {side} m, {given.frames} steps, each recorded")
        print("| run | processor [s] | clock [s] | peak memory [MB] |\n| --- | --- | --- | --- |")
        costs = []
        for name, more in ("bare", []), ("recorded", ["-o", recording]):
            costs.append(run([command, "run", scene, "--threads", "1", "--quiet", *more]))
            print("| {} | {:.1f} | {:.1f} | {:.1f} |".format(name, *costs[-1]), flush=True)
        bare, recorded = costs
        print("| on top | {:.1%} | {:.1%} | {:.1f} |".format(
            recorded[0] / bare[0] - 1, recorded[1] / bare[1] - 1, recorded[2] - bare[2]))
        size = recording.stat().st_size
        rows = given.agents * (given.frames + 1)
        print(f"recording: {size / 1e6:.0f} MB, {size / rows:.1f} bytes a row of 32")


if __name__ == "__main__":
    main()
