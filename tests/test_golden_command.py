#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""The reference cases of tests/golden through the command: one step by `sidestep solve`,
trajectories by `sidestep run`, with the tolerances of their README. $SIDESTEP names the command.
"""
import csv
import io
import json
import math
import os
import pathlib
import subprocess
import sys

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
VELOCITY_TOLERANCE, LINE_TOLERANCE = 2e-4, 1e-4
worst = {"velocity": 0.0, "line": 0.0, "violation": 0.0, "trajectory / tolerance": 0.0}


def command(*arguments):
    done = subprocess.run([os.environ["SIDESTEP"], *arguments], capture_output=True, text=True,
                          timeout=120)
    if done.returncode:
        raise RuntimeError(f"exit {done.returncode}: {done.stderr[:300]}")
    return done.stdout


def note(figure, value):
    worst[figure] = max(worst[figure], value)
    return value


def line_distance(found, expected):
    """The same direction, and a point of the one upon the other."""
    px, py, dx, dy = expected
    off = abs(dx * (found[1] - py) - dy * (found[0] - px))
    return max(abs(found[2] - dx), abs(found[3] - dy), off) / max(1, abs(px), abs(py))


def check_agent(found, expected):
    """What is wrong with one agent's step."""
    off = max(abs(a - b) for a, b in zip(found["velocity"], expected["velocity"]))
    if note("velocity", off) > VELOCITY_TOLERANCE:
        yield f"velocity off by {off:.3g} m/s"
    off = abs(found["worst_violation"] - expected["worst_violation"])
    if note("violation", off) > VELOCITY_TOLERANCE:
        yield f"violation off by {off:.3g} m/s"
    if ("relaxed" in found["status"]) != (found["worst_violation"] > 0):
        yield f"status {found['status']} with violation {found['worst_violation']}"
    if found["neighbors"] != expected["neighbors"]:
        yield f"neighbours {found['neighbors']}, expected {expected['neighbors']}"
    for kind in ("obstacle_lines", "agent_lines"):
        if len(found[kind]) != len(expected[kind]):
            yield f"{len(found[kind])} {kind}, expected {len(expected[kind])}"
            continue
        for a, b in zip(found[kind], expected[kind]):
            if note("line", line_distance(a, b)) > LINE_TOLERANCE:
                yield f"{kind} off by {line_distance(a, b):.3g}"


def check_step(path, case):
    found = json.loads(command("solve", str(path)))["agents"]
    if len(found) != len(case["expected"]):
        yield "not as many agents as expected"
    for i, (agent, expected) in enumerate(zip(found, case["expected"])):
        yield from (f"agent {i}: {text}" for text in check_agent(agent, expected))


def check_trajectory(path, case):
    last = str(case["expected"][-1]["step"])
    text = command("run", str(path), "--profile", "classic", "--steps", last, "--every", "10",
                   "-o", "-", "--quiet")
    places = {(int(row["step"]), int(row["agent"])): (float(row["x"]), float(row["y"]))
              for row in csv.DictReader(io.StringIO(text))}
    for frame in case["expected"]:
        for i, expected in enumerate(frame["positions"]):
            off = math.dist(places[frame["step"], i], expected)
            if note("trajectory / tolerance", off / frame["tolerance"]) > 1:
                yield f"step {frame['step']}, agent {i}: off by {off:.3g} m"


def main():
    wrong, count = [], 0
    for path in sorted(GOLDEN.glob("*.json")):
        case = json.loads(path.read_text())
        check = check_trajectory if path.name.startswith("trajectory") else check_step
        wrong += [f"{path.name}: {text}" for text in check(path, case)]
        count += len(case["expected"])
    print("\n".join(wrong[:30]))
    print(f"{count} steps and frames, {len(wrong)} misses; worst:",
          ", ".join(f"{name} {value:.2g}" for name, value in worst.items()))
    return bool(wrong) or count == 0


if __name__ == "__main__":
    sys.exit(main())
