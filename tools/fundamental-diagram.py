#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Fundamental diagrams of `sidestep`: speed over density in a corridor without ends (RiMEA 4) and in
single file round an oval (RiMEA 16), with `pedestrian` and without.

    tools/fundamental-diagram.py build/sidestep                 all, as tables
    tools/fundamental-diagram.py build/sidestep --plot FILE.svg and a picture
    tools/fundamental-diagram.py --scenes scenarios/verify      write the scenes

Density is that of the whole scene. Speed is the mean over all agents and all time after the warm-up
of the way made along the corridor, or along the oval's centre line.
"""
import argparse
import csv
import io
import math
import pathlib
import subprocess
import sys

RADIUS, FREE_SPEED, HORIZON, TIME_STEP = 0.15, 1.34, 0.5, 0.1
LENGTH = 26.0                                       # of the corridor [m]
STRAIGHT, BEND, HALF_WIDTH = 4.0, 3.0, 0.4          # of the oval [m]
RING = 2 * STRAIGHT + 2 * math.pi * BEND
WARM_UP, MEASURED = 10.0, 60.0                      # of the corridor [s]

# RiMEA 16: density [1/m], and 10th, 50th and 90th percentile of speed [m/s].
BAND = [
    (0.0989, 0.961, 1.186, 1.483), (0.2989, 0.840, 1.160, 1.473), (0.4989, 0.708, 1.091, 1.389),
    (0.6989, 0.598, 0.975, 1.305), (0.8989, 0.448, 0.747, 1.101), (1.0989, 0.316, 0.520, 0.840),
    (1.2989, 0.187, 0.393, 0.608), (1.4989, 0.112, 0.273, 0.485), (1.6989, 0.071, 0.199, 0.382),
    (1.8989, 0.048, 0.158, 0.314), (2.0989, 0.035, 0.131, 0.270), (2.2989, 0.027, 0.114, 0.239),
    (2.4989, 0.022, 0.102, 0.220), (2.6989, 0.019, 0.094, 0.208), (2.8989, 0.017, 0.086, 0.196),
    (3.0989, 0.016, 0.081, 0.186)]


def weidmann(density):
    return FREE_SPEED * (1 - math.exp(-1.913 * (1 / density - 1 / 5.4))) if density < 5.4 else 0.0


def band_at(density):
    """10th, 50th and 90th percentile, between the rows of the table or just beyond."""
    low = max(i for i in range(len(BAND) - 1) if i == 0 or BAND[i][0] <= density)
    a, b = BAND[low], BAND[low + 1]
    t = (density - a[0]) / (b[0] - a[0])
    return tuple(a[k] + t * (b[k] - a[k]) for k in (1, 2, 3))


# --- Scenes ------------------------------------------------------------------------------------

def corridor(width, density, pedestrian, seed=1):
    number = round(density * LENGTH * width)
    return f"""name: RiMEA 4, fundamental diagram
seed: {seed}
time_step: {TIME_STEP}
until: {WARM_UP + MEASURED:g}
periodic: {{axis: x, from: 0, to: {LENGTH:g}}}
obstacles:
  - [[0, 0], [{LENGTH:g}, 0]]
  - [[0, {width:g}], [{LENGTH:g}, {width:g}]]
groups:
  - {{number: {number}, area: [0, 0, {LENGTH:g}, {width:g}], spacing: 0.01, direction: [1, 0], radius: {RADIUS},
     preferred_speed: {FREE_SPEED}, time_horizon: {HORIZON}, pedestrian: {str(pedestrian).lower()}}}
"""


def on_oval(along, out=0.0):
    """The point of the oval's centre line, or `out` metres outside of it, anticlockwise."""
    along %= RING
    half, radius = RING / 2, BEND + out
    x, y, turn = (along, -radius, along - STRAIGHT) if along < half else (
        STRAIGHT - (along - half), radius, along - half - STRAIGHT)
    if turn > 0:
        angle = turn / BEND - math.pi / 2
        x, y = STRAIGHT + radius * math.cos(angle), radius * math.sin(angle)
        if along >= half:
            x, y = STRAIGHT - x, -y
    return x - STRAIGHT / 2, y


def along_oval(x, y):
    """How far along the centre line a point is: the inverse."""
    half = RING / 2
    if abs(x) <= STRAIGHT / 2:
        return x + STRAIGHT / 2 if y < 0 else half + STRAIGHT / 2 - x
    if x > 0:
        return STRAIGHT + BEND * (math.atan2(y, x - STRAIGHT / 2) + math.pi / 2)
    return half + STRAIGHT + BEND * (math.atan2(-y, -STRAIGHT / 2 - x) + math.pi / 2)


def tangent_at(x, y):
    if abs(x) <= STRAIGHT / 2:
        return (1.0 if y < 0 else -1.0), 0.0
    x -= math.copysign(STRAIGHT / 2, x)
    return -y / math.hypot(x, y), x / math.hypot(x, y)


def points(list_of_points):
    return "[" + ", ".join(f"[{x:.4f}, {y:.4f}]" for x, y in list_of_points) + "]"


def outline(out):
    places = [STRAIGHT * i for i in (0, 1)] + [
        STRAIGHT + math.pi * BEND * i / 32 for i in range(1, 32)]
    return points(on_oval(half * RING / 2 + s, out) for half in (0, 1) for s in places)


def oval(number, until, pedestrian):
    """Gates on the centre line are the goals, in turn; each agent begins with the one ahead."""
    gates = 24
    text = [f"""name: RiMEA 16, single file
time_step: {TIME_STEP}
until: {until:g}
obstacles:
  - {{kind: room, vertices: {outline(HALF_WIDTH)}}}
  - {{kind: solid, vertices: {outline(-HALF_WIDTH)}}}
agent_profiles:
  walker: {{radius: {RADIUS}, preferred_speed: {FREE_SPEED}, time_horizon: {HORIZON}, pedestrian: {str(pedestrian).lower()}}}
agents:
"""]
    for i in range(number):
        at = RING * i / number
        first = math.floor(at / (RING / gates)) + 2
        goals = ", ".join(
            "{circle: {centre: [%.4f, %.4f], radius: %g}}" % (*on_oval(RING * (first + k) / gates), HALF_WIDTH)
            for k in range(gates))
        x, y = on_oval(at, 0.05 * math.sin(7.0 * i))
        text.append(f"  - {{like: walker, position: [{x:.4f}, {y:.4f}], goals: [{goals}], loop: true}}\n")
    return "".join(text)


# --- Runs --------------------------------------------------------------------------------------

def run(sidestep, scene, every):
    done = subprocess.run([sidestep, "run", "-", "-o", "-", "--every", str(every), "--quiet"],
                          input=scene, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(done.stderr)
    return csv.DictReader(io.StringIO(done.stdout))


def mean_speed(rows, place, tangent, period, warm_up):
    """Mean component of velocity along the way after the warm-up; and the fewest periods of `place`
    that anyone made in the whole run."""
    last, way, total, count = {}, {}, 0.0, 0
    for row in rows:
        agent, x, y = row["agent"], float(row["x"]), float(row["y"])
        at = place(x, y)
        way[agent] = way.get(agent, 0.0) + (at - last.get(agent, at) + period / 2) % period - period / 2
        last[agent] = at
        if float(row["time"]) >= warm_up:
            along = tangent(x, y)
            total += float(row["vx"]) * along[0] + float(row["vy"]) * along[1]
            count += 1
    return total / count, min(way.values()) / period


def corridor_speed(sidestep, width, density, pedestrian, seed=1):
    rows = run(sidestep, corridor(width, density, pedestrian, seed), 10)
    return mean_speed(rows, lambda x, y: x, lambda x, y: (1.0, 0.0), LENGTH, WARM_UP)[0]


def oval_speed(sidestep, number, pedestrian, laps=3):
    """Speed, and the laps that the slowest made, in a time that is enough for so many laps."""
    slowest = max(0.4 * weidmann(number / RING / 0.6), 0.026) if pedestrian else 0.6
    until = laps * RING / slowest + 30
    rows = run(sidestep, oval(number, until, pedestrian), 10)
    return mean_speed(rows, along_oval, tangent_at, RING, until / 10)


def corridor_passes(density, speed):
    """Within 15 % of Weidmann's curve; where it is dense, within 0.1 m/s."""
    off = abs(speed - weidmann(density))
    return off <= (0.15 * weidmann(density) if density <= 2 else 0.1)


def oval_passes(density, speed):
    low, _, high = band_at(density)
    return low <= speed <= high


# --- Tables ------------------------------------------------------------------------------------

WIDTHS, DENSITIES = (2, 4, 10), (0.5, 1, 2, 3.5)
NUMBERS = tuple(round(row[0] * RING) for row in BAND)


def measure_corridors(sidestep):
    print("| width [m] | density [1/m2] | Weidmann [m/s] | `pedestrian` | plain |")
    print("| --- | --- | --- | --- | --- |")
    found = []
    for width in WIDTHS:
        for density in DENSITIES:
            speeds = [corridor_speed(sidestep, width, density, kind) for kind in (True, False)]
            wanted, words = weidmann(density), []
            for kind, speed in zip((True, False), speeds):
                verdict = "" if corridor_passes(density, speed) else ", fails"
                words.append(f"{speed:.3f} ({speed / wanted - 1:+.0%}{verdict})")
                found.append((kind, density, speed))
            print(f"| {width} | {density} | {wanted:.3f} | {words[0]} | {words[1]} |", flush=True)
    return found


def measure_ovals(sidestep):
    print("| people | density [1/m] | band [m/s] | `pedestrian`, fewest laps | plain, fewest laps |")
    print("| --- | --- | --- | --- | --- |")
    found = []
    for number in NUMBERS:
        density, words = number / RING, []
        for kind in (True, False):
            speed, laps = oval_speed(sidestep, number, kind)
            verdict = "" if oval_passes(density, speed) else ", outside"
            words.append(f"{speed:.3f}, {laps:.1f}{verdict}")
            found.append((kind, density, speed))
        low, _, high = band_at(density)
        print(f"| {number} | {density:.2f} | {low:.3f} to {high:.3f} | {words[0]} | {words[1]} |", flush=True)
    for kind, name in ((True, "pedestrian"), (False, "plain")):
        inside = [oval_passes(d, v) for k, d, v in found if k == kind]
        print(f"\n{name}: {sum(inside)} of {len(inside)} inside the band")
    return found


# --- Picture -----------------------------------------------------------------------------------

PANEL, HEIGHT, MARGIN, FASTEST = 380, 300, 55, 1.6


def panel(left, most, label, title, area, curve, found):
    """Speed over density: a band or none, a curve, and what was measured."""
    def at(density, speed):
        return f"{left + MARGIN + density / most * PANEL:.1f},{MARGIN + (1 - speed / FASTEST) * HEIGHT:.1f}"

    out = [f'<text x="{left + MARGIN}" y="{MARGIN - 15}" font-weight="bold">{title}</text>']
    if area:
        out.append(f'<polygon fill="#dddddd" points="{" ".join(at(*p) for p in area)}"/>')
    out.append(f'<polyline fill="none" stroke="#555555" points="{" ".join(at(*p) for p in curve)}"/>')
    out.append(f'<polyline fill="none" stroke="black" points="{at(0, FASTEST)} {at(0, 0)} {at(most, 0)}"/>')
    for i in range(5):
        x, y = at(most * i / 4, 0).split(",")
        out.append(f'<text x="{x}" y="{float(y) + 16:.1f}" text-anchor="middle">{most * i / 4:g}</text>')
        x, y = at(0, 0.4 * i).split(",")
        out.append(f'<text x="{float(x) - 6:.1f}" y="{float(y) + 4:.1f}" text-anchor="end">{0.4 * i:.1f}</text>')
    x, y = at(most / 2, 0).split(",")
    out.append(f'<text x="{x}" y="{float(y) + 34:.1f}" text-anchor="middle">{label}</text>')
    for kind, density, speed in found:
        x, y = at(density, speed).split(",")
        colour = "#0060b0" if kind else "#d04020"
        out.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{colour}" fill-opacity="0.75"/>')
    return "\n".join(out)


def picture(corridors, ovals):
    """Both diagrams beside each other, as SVG."""
    step = PANEL + MARGIN + 30
    densities = [0.05 * i for i in range(1, 81)]
    curve = [(d, weidmann(d)) for d in densities]
    band = [(r[0], r[1]) for r in BAND] + [(r[0], r[3]) for r in reversed(BAND)]
    middle = [(r[0], r[2]) for r in BAND]
    key = MARGIN + HEIGHT + 60
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * step + 20}" height="{key + 20}" '
        'font-family="sans-serif" font-size="12">',
        '<rect width="100%" height="100%" fill="white"/>',
        panel(0, 4, "density [1/m2]", "Corridors of 26 m, and Weidmann's curve", None, curve, corridors),
        panel(step, 3.2, "density [1/m]", "Single file, and 10 to 90 % of people", band, middle, ovals),
        f'<circle cx="{MARGIN}" cy="{key}" r="4" fill="#0060b0"/>'
        f'<text x="{MARGIN + 10}" y="{key + 4}">pedestrian: true</text>',
        f'<circle cx="{MARGIN + 150}" cy="{key}" r="4" fill="#d04020"/>'
        f'<text x="{MARGIN + 160}" y="{key + 4}">plain; speeds in m/s</text>', "</svg>", ""])


# --- The command -------------------------------------------------------------------------------

HEAD = "# Written by tools/fundamental-diagram.py --scenes; docs/pedestrians.md tells what it is for.\n"


def write_scenes(folder):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rimea-04.yaml").write_text(HEAD + corridor(4, 1, True) + MEASURES, encoding="utf-8")
    (folder / "rimea-16.yaml").write_text(HEAD + oval(27, 150, True), encoding="utf-8")


MEASURES = f"""measure:
  - {{name: first, area: [4, 1.5, 6, 2.5], from: {WARM_UP:g}}}
  - {{name: second, area: [12, 1.5, 14, 2.5], from: {WARM_UP:g}}}
  - {{name: third, area: [20, 1.5, 22, 2.5], from: {WARM_UP:g}}}
  - {{name: line, line: [[13, 0], [13, 4]], from: {WARM_UP:g}}}
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sidestep", nargs="?", help="the command, to measure with")
    parser.add_argument("--plot", type=pathlib.Path, help="draw what was measured, as SVG")
    parser.add_argument("--scenes", type=pathlib.Path, help="write two of the scenes into this folder")
    args = parser.parse_args()
    if args.scenes:
        write_scenes(args.scenes)
    if args.sidestep:
        corridors = measure_corridors(args.sidestep)
        print()
        ovals = measure_ovals(args.sidestep)
        if args.plot:
            args.plot.write_text(picture(corridors, ovals), encoding="utf-8")


if __name__ == "__main__":
    main()
