#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Whether `sidestep check` foretells what a run does: random walls and convex polygons in the way of
one agent. Whoever is stuck in the run must have been warned of (`goal-hidden`), and at most one in
ten of those warned of may arrive. $SIDESTEP names the command.
"""
import json
import math
import os
import random
import subprocess
import sys

SCENES = 300 if os.environ.get("SIDESTEP_LONG") else 60


def command(name, scene, *options):
    """What a command prints as JSON for a scene."""
    done = subprocess.run([os.environ["SIDESTEP"], name, "-", "--json", *options], input=scene,
                          text=True, capture_output=True, timeout=60, check=True)
    return json.loads(done.stdout)


def wall(rng):
    """A wall across the middle, at any angle."""
    angle, half = rng.uniform(0, math.pi), rng.uniform(1, 4)
    x, y = half * math.cos(angle), half * math.sin(angle)
    return [[-x, -y], [x, y]]


def polygon(rng):
    """Corners on a circle, so it is convex."""
    radius = rng.uniform(0.8, 3)
    angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(rng.randint(3, 8)))
    return [[radius * math.cos(a), radius * math.sin(a)] for a in angles]


def main():
    rng = random.Random(1)
    counts = {"warned, stuck": 0, "warned, arrived": 0, "not warned, arrived": 0}
    wrong = []
    for _ in range(SCENES):
        scene = json.dumps({
            "obstacles": [rng.choice([wall, polygon])(rng)],
            "agents": [{"position": [-7, rng.uniform(-1, 1)], "goal": [7, rng.uniform(-1, 1)]}]})
        advice = command("check", scene)["advice"]
        warned = any(a["code"] == "goal-hidden" and a["severity"] == "warning" for a in advice)
        arrived = command("run", scene, "--quiet")["arrived"] == 1
        case = ("" if warned else "not ") + "warned, " + ("arrived" if arrived else "stuck")
        if case in counts:
            counts[case] += 1
        else:
            wrong.append(f"stuck without a warning: {scene}")
    if 10 * counts["warned, arrived"] > counts["warned, stuck"]:
        wrong.append("too many are warned of for nothing")
    if min(counts["warned, stuck"], counts["not warned, arrived"]) < SCENES // 10:
        wrong.append("too few scenes of either kind")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{SCENES} scenes: {counts}, {len(wrong)} differences")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
