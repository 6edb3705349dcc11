#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Every error of a scenario in one run: a sound scenario is spoilt in one place, in each pair of
places and in all of them, and what is then said must be what each of them brings alone. An error may
wait for another only where the two are listed as such below, and none may come of two that neither
brings. $SIDESTEP names the command.
"""
import itertools
import os
import re
import subprocess
import sys

SOUND = """\
profile: default
seed: 3
time_step: 0.1
solve: {side_bias: 0.1}
preferred_speed: 1
obstacles:
  - [[0, 10], [4, 10], [4, 14], [0, 14]]
  - {vertices: [[20, 10], [24, 10], [24, 14]], kind: solid}
  - {vertices: [[40, 10], [40, 40], [70, 40], [70, 10]], kind: room}
periodic: {axis: y, from: -500, to: 500}
zones:
  - {area: [0, 0, 1, 1], factor: 0.5}
measure:
  - {name: here, area: [0, 0, 1, 1]}
  - {name: there, area: [0, 0, 1, 1]}
agent_profiles:
  small: {radius: 0.2}
agents:
  - {position: [-9, 0], goal: [5, 0]}
  - {position: [-8, 0], goal: [5, 0], radius: 0.3}
  - {position: [-7, 0], goal: [5, 0], key: 100000}
  - {position: [-6, 0], goal: [5, 0], time_horizon: 3}
  - {position: [-5, 0], trajectory0: [[0, -5, 0], [1, -4, 0]]}
groups:
  - {name: a, number: 5, area: [42, 12, 46, 16]}
  - {name: b, number: 5, area: [52, 12, 56, 16], like: small, start_time: 1}
  - {name: c, number: 5, area: [62, 12, 66, 16], goal: [42, 42], max_speed: 1.2}
  - {name: d, number: 2, position: [-20, 20], radius: {regular: {from: 1, step: -0.4}}}
  - {name: e, number: 2, position: {regular: {from: [-30, 20], step: [2, 2]}}}
""".replace("position: [-5, 0], trajectory0", "trajectory")

# Name, what is replaced, by what.
SPOILT = [
    ("profile", "profile: default", "profile: usual"),
    ("seed", "seed: 3", "seed: -3"),
    ("time_step", "time_step: 0.1", "time_step: 0"),
    ("solve", "side_bias: 0.1", "side_bias: left"),
    ("unknown top key", "preferred_speed: 1", "prefered_speed: 1"),
    ("outline", "[[0, 10], [4, 10], [4, 14], [0, 14]]", "[[0, 10], [4, 14], [4, 10], [0, 14]]"),
    ("vertex", "[24, 14]]", "[24, far]]"),
    ("room's outline", "[70, 40], [70, 10]]", "[70, 10], [70, 40]]"),
    ("axis", "axis: y", "axis: z"),
    ("zone", ", factor: 0.5", ""),
    ("measure", "name: there", "name: here"),
    ("agent profile", "small: {radius: 0.2}", "small: {radius: tiny}"),
    ("goal", "[-9, 0], goal: [5, 0]", "[-9, 0], goal: north"),
    ("position", "{position: [-9, 0]", "{position: [-9]"),
    ("radius", "radius: 0.3", "radius: -1"),
    ("unknown key", "goal: [5, 0], radius: 0.3", "goal: [5, 0], raduis: 0.3"),
    ("given twice", "goal: [5, 0], radius: 0.3", "goal: [5, 0], goal: [9, 0], radius: 0.3"),
    ("same key", "key: 100000", "key: 1"),
    ("reach", "time_horizon: 3", "time_horizon: 900"),
    ("trajectory", "[1, -4, 0]", "[0, -4, 0]"),
    ("room", "number: 5, area: [42, 12, 46, 16]", "number: 500, area: [42, 12, 46, 16]"),
    ("room later", "number: 5, area: [52, 12, 56, 16]", "number: 500, area: [52, 12, 56, 16]"),
    ("group's goal", "goal: [42, 42]", "goal: [42]"),
    ("group's area", "area: [62, 12, 66, 16]", "area: [62, 12, 66]"),
    ("drawn radius", "number: 2, position: [-20, 20]", "number: 5, position: [-20, 20]"),
    ("group's keys", "step: [2, 2]}}", "step: [2, 2]}}, key: 77"),
]

# The second waits for the first.
WAITS = {
    ("profile", "room"), ("solve", "room"), ("seed", "room"),
    ("profile", "room later"), ("solve", "room later"), ("seed", "room later"),
    ("time_step", "room later"), ("agent profile", "room later"),
    ("profile", "drawn radius"), ("solve", "drawn radius"), ("seed", "drawn radius"),
    ("profile", "group's keys"), ("solve", "group's keys"), ("seed", "group's keys"),
    ("axis", "reach"), ("unknown key", "same key"),
}


def errors(names):
    """What is said of the scenario that is spoilt there; a line and a text each."""
    text = SOUND
    for name, old, new in SPOILT:
        if name in names:
            assert text.count(old) == 1, (name, old)
            text = text.replace(old, new)
    done = subprocess.run([os.environ["SIDESTEP"], "check", "-", "--quiet"], input=text.encode(),
                          capture_output=True, timeout=60)
    lines = done.stderr.decode().splitlines()
    assert (done.returncode == 2) == bool(lines), (names, done.returncode, lines)
    # Columns move within a line; the largest agents known, those before and the numbers through all
    # groups change figures, not errors.
    varying = r"agent \d+|room for \d+|more than [\d.]+|sees [\d.]+"
    return {(line.split(":")[1], re.sub(varying, "#", line.split(": ", 2)[2])) for line in lines}


def overlap(one, other):
    """Whether both would spoil the same text."""
    texts = [old for name, old, _ in SPOILT if name in (one, other)]
    starts = [SOUND.index(text) for text in texts]
    return starts[0] < starts[1] + len(texts[1]) and starts[1] < starts[0] + len(texts[0])


def main():
    wrong, names, alone = [], [name for name, _, _ in SPOILT], {}
    if errors([]):
        wrong.append(f"the sound scenario: {errors([])}")
    for name in names:
        alone[name] = errors([name])
        if not alone[name]:
            wrong.append(f"{name}: nothing is said")
    pairs = [pair for pair in itertools.combinations(names, 2) if not overlap(*pair)]
    for one, other in pairs:
        said = errors([one, other])
        expected = alone[one] | alone[other]
        missing = expected - said
        for first, second in ((one, other), (other, one)):
            if (first, second) in WAITS:
                if not alone[second] & missing:
                    wrong.append(f"{second} does not wait for {first}")
                missing -= alone[second]
        if missing or said - expected:
            wrong.append(f"{one} and {other}: missing {missing}, too much {said - expected}")
    together = []
    for name in names:
        if not any(overlap(name, other) for other in together):
            together.append(name)
    said, expected = errors(together), set().union(*(alone[name] for name in together))
    waiting = {second for first, second in WAITS if first in together}
    due = set().union(*(alone[name] for name in together if name not in waiting))
    if due - said or said - expected:
        wrong.append(f"all: missing {due - said}, too much {said - expected}")
    print("\n".join(wrong) + f"\n{len(names)} places, {len(pairs)} pairs, {len(wrong)} differences")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
