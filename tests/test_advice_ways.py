#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Whether `sidestep check` foretells what a run does: random walls, convex polygons, doors of random
width and pairs of walls that meet or nearly do, in the way of one agent. Whoever is stuck in the
run must have been warned of (`goal-hidden`, `door-narrow`), and at most one in ten of those warned
of may arrive. $SIDESTEP names the command.
"""
import json
import math
import os
import random
import subprocess
import sys

SCENES = 1000 if os.environ.get("SIDESTEP_LONG") else 100
CODES = {"goal-hidden", "door-narrow"}


def command(name, scene, *options):
    """What a command prints as JSON for a scene."""
    done = subprocess.run([os.environ["SIDESTEP"], name, "-", "--json", *options], input=scene,
                          text=True, capture_output=True, timeout=60, check=True)
    return json.loads(done.stdout)


def wall(rng):
    """A wall across the middle, at any angle."""
    angle, half = rng.uniform(0, math.pi), rng.uniform(1, 4)
    x, y = half * math.cos(angle), half * math.sin(angle)
    return [[[-x, -y], [x, y]]]


def door(rng):
    """Two walls across the way with a gap of 0.3 to 1.2 m between them."""
    angle, half, shift = rng.uniform(1, 2.1), rng.uniform(0.15, 0.6), rng.uniform(-0.5, 0.5)
    x, y = math.cos(angle), math.sin(angle)
    return [[[side * x * half, shift + side * y * half],
             [side * x * rng.uniform(2, 4), shift + side * 4]] for side in (1, -1)]


def corner(rng):
    """Two walls, at any angles, that meet or end up to 0.3 m apart."""
    walls, apart = [], rng.choice([0, rng.uniform(0.01, 0.3)])
    for start in 0, apart:
        angle, length = rng.uniform(0, 2 * math.pi), rng.uniform(1, 4)
        x, y = math.cos(angle), math.sin(angle)
        walls.append([[start * x, start * y], [length * x, length * y]])
    return walls


def polygon(rng):
    """Corners on a circle, so it is convex."""
    radius = rng.uniform(0.8, 3)
    angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(rng.randint(3, 8)))
    return [[[radius * math.cos(a), radius * math.sin(a)] for a in angles]]


def main():
    rng = random.Random(1)
    counts = {"warned, stuck": 0, "warned, arrived": 0, "not warned, arrived": 0}
    wrong = []
    for _ in range(SCENES):
        scene = json.dumps({
            "obstacles": rng.choice([wall, polygon, door, corner])(rng),
            "agents": [{"position": [-7, rng.uniform(-1, 1)], "goal": [7, rng.uniform(-1, 1)]}]})
        advice = command("check", scene)["advice"]
        warned = any(a["code"] in CODES and a["severity"] == "warning" for a in advice)
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
