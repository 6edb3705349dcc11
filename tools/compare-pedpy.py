#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Measures a recording with `sidestep measure` and with PedPy, and compares frame by frame.

    tools/compare-pedpy.py RECORDING --line 0.4,0,-0.4,0 --area -0.4,0.5,0.4,1.3 [OPTIONS]

RECORDING is of any kind that `sidestep measure` reads. PedPy (pip install pedpy) gets it as SQLite,
converted by `sidestep convert`, and the walkable area from there, or from --geometry, WKT. With
--geometry our side needs the same area: --scenario names a scenario with it as obstacles, as
`sidestep import --geometry` writes it. $SIDESTEP names the command, else build/sidestep.

Each figure is compared in every frame where both have it. Printed are the means of both, the
difference of the means, and the mean difference of frames, both relative to PedPy's mean. The exit
code is 1 if one exceeds --tolerance (2 %).

--save FILE keeps PedPy's figures and version as JSON, --theirs FILE takes them from there, without
PedPy. tests/data/door-pedpy*.json, which tests/test_measure_pedpy.py reads, are made by

    tools/compare-pedpy.py tests/data/door.sqlite --line 0,-0.6,0,0.6 --area -2,-1,0,1 \\
        --flow-window 4 --save tests/data/door-pedpy.json
    (the same with --cut-off 0.8 --save tests/data/door-pedpy-cut-off.json)
"""
import argparse
import csv
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SPEED_WINDOW = 0.4  # [s], the default of `sidestep measure`


def sidestep(*words):
    command = os.environ.get("SIDESTEP", ROOT / "build/sidestep")
    done = subprocess.run([command, *map(str, words)], stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(done.returncode)
    return done.stdout


# --- Ours --------------------------------------------------------------------------------------

def ours(options, folder):
    """{figure: {frame: value}} and {figure: value} of our measurements."""
    table = folder / "measured.csv"
    words = [options.recording, "--line", options.line, "--area", options.area, "--every", 0,
             "--flow-window", options.flow_window, "--json", "-o", table,
             *recording_words(options)]
    if options.cut_off:
        words += ["--cut-off", options.cut_off]
    if options.scenario:
        words += ["--scenario", options.scenario]
    line, area = json.loads(sidestep("measure", *words))["measurements"]
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    return series_of(rows), {"flow": line["flow"], "passed": line["passed"]}


def number(text):
    return float(text) if text else math.nan


def series_of(rows):
    samples = [row for row in rows if row["series"] == "sample"]
    flows = [row for row in rows if row["series"] == "flow"]
    passed, first = set(), []
    for row in rows:
        if row["series"] == "crossing" and row["agent"] not in passed:
            passed.add(row["agent"])
            first.append((int(row["agent"]), number(row["time"])))
    return {
        **{key: {number(row["time"]): number(row[key]) for row in samples}
           for key in ("density", "speed", "voronoi_density", "voronoi_speed")},
        "flow in windows": {i: number(row["flow"]) for i, row in enumerate(flows)},
        "speed in windows": {i: number(row["speed"]) for i, row in enumerate(flows)},
        "time of passing": dict(first),
    }


def recording_words(options):
    words = ["--fps", options.fps] if options.fps else []
    return words + (["--unit", options.unit] if options.unit else [])


# --- PedPy's -----------------------------------------------------------------------------------

def corners(text):
    x0, y0, x1, y1 = map(float, text.split(","))
    return (x0, y0), (x1, y1)


def by_time(frame, column, rate):
    return {row.frame / rate: getattr(row, column) for row in frame.itertuples()}


def pedpy_of(options, folder):
    import pedpy
    path = folder / "recording.sqlite"
    sidestep("convert", options.recording, path, *recording_words(options))
    trajectory = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=path)
    walkable = pedpy.WalkableArea(pathlib.Path(options.geometry).read_text()) \
        if options.geometry else pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=path)
    rate = trajectory.frame_rate
    (x0, y0), (x1, y1) = corners(options.area)
    area = pedpy.MeasurementArea([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    line = pedpy.MeasurementLine(corners(options.line))
    cut_off = pedpy.Cutoff(radius=options.cut_off) if options.cut_off else None
    speed = pedpy.compute_individual_speed(
        traj_data=trajectory, frame_step=max(1, round(SPEED_WINDOW / 2 * rate)),
        speed_calculation=pedpy.SpeedCalculation.BORDER_SINGLE_SIDED)
    cells = pedpy.compute_individual_voronoi_polygons(
        traj_data=trajectory, walkable_area=walkable, cut_off=cut_off)
    density, parts = pedpy.compute_voronoi_density(individual_voronoi_data=cells,
                                                   measurement_area=area)
    passed, crossings = pedpy.compute_n_t(traj_data=trajectory, measurement_line=line)
    flow = pedpy.compute_flow(nt=passed, crossing_frames=crossings, individual_speed=speed,
                              delta_frame=max(1, round(options.flow_window * rate)), frame_rate=rate)
    whole = crossings.frame.max() + 1 - crossings.frame.min()  # one window, from first to last
    series = {
        "density": by_time(pedpy.compute_classic_density(
            traj_data=trajectory, measurement_area=area), "density", rate),
        "speed": by_time(pedpy.compute_mean_speed_per_frame(
            traj_data=trajectory, individual_speed=speed, measurement_area=area), "speed", rate),
        "voronoi_density": by_time(density, "density", rate),
        "voronoi_speed": by_time(pedpy.compute_voronoi_speed(
            traj_data=trajectory, individual_speed=speed, individual_voronoi_intersection=parts,
            measurement_area=area), "speed", rate),
        "flow in windows": dict(enumerate(flow.flow)),
        "speed in windows": dict(enumerate(flow.mean_speed)),
        "time of passing": {int(row.id): row.frame / rate for row in crossings.itertuples()},
    }
    return series, {"flow": len(crossings) / whole * rate, "passed": len(crossings)}, rate


# --- Both --------------------------------------------------------------------------------------

def compare(name, mine, theirs):
    """A row: the means, and the relative differences of means and of frames."""
    near = {round(key, 6): value for key, value in theirs.items()}
    pairs = [(value, near[round(key, 6)]) for key, value in mine.items()
             if round(key, 6) in near and not math.isnan(value)
             and not math.isnan(near[round(key, 6)])]
    count = max(len(pairs), 1)
    mean, expected = (sum(pair[i] for pair in pairs) / count for i in (0, 1))
    scale = abs(expected) or 1
    each = sum(abs(a - b) for a, b in pairs) / count / scale
    return name, len(pairs), mean, expected, abs(mean - expected) / scale, each


def save(path, theirs):
    """PedPy's figures as JSON, which has no numbers as keys."""
    import pedpy
    series, whole, rate = theirs
    kept = {"pedpy": pedpy.__version__, "frame_rate": rate, "whole": whole, "series": {
        name: [[key, None if math.isnan(value) else round(value, 9)]
               for key, value in values.items()] for name, values in series.items()}}
    path.write_text(json.dumps(kept, indent=None) + "\n")


def load(path):
    kept = json.loads(path.read_text())
    series = {name: {key: math.nan if value is None else value for key, value in values}
              for name, values in kept["series"].items()}
    return series, kept["whole"], kept["frame_rate"]


def compare_all(options):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        mine, my_whole = ours(options, folder)
        theirs = load(options.theirs) if options.theirs else pedpy_of(options, folder)
    if options.save:
        save(options.save, theirs)
    their_series, their_whole, rate = theirs
    # Ours is within the movement, PedPy's the frame at its end.
    mine["time of passing"] = {agent: math.ceil(time * rate - 1e-6) / rate
                               for agent, time in mine["time of passing"].items()}
    for key in my_whole:
        yield compare(key, {0: my_whole[key]}, {0: their_whole[key]})
    for key in mine:
        yield compare(key, mine[key], their_series[key])


def parse(words):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("recording", type=pathlib.Path)
    parser.add_argument("--line", required=True, metavar="X0,Y0,X1,Y1")
    parser.add_argument("--area", required=True, metavar="X0,Y0,X1,Y1")
    parser.add_argument("--cut-off", type=float, metavar="R")
    parser.add_argument("--geometry", metavar="WKT", help="file with the walkable area, for PedPy")
    parser.add_argument("--scenario", help="whose obstacles are the same area, for us")
    parser.add_argument("--fps", type=float)
    parser.add_argument("--unit", choices=["m", "cm"])
    parser.add_argument("--flow-window", type=float, default=10, metavar="T")
    parser.add_argument("--save", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--theirs", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--tolerance", type=float, default=0.02)
    return parser.parse_args(glue(words))


def glue(words):
    """--line -1,... as one word: argparse takes what begins with - for an option."""
    glued = []
    for word in map(str, words):
        if glued and glued[-1] in ("--line", "--area"):
            glued[-1] += "=" + word
        else:
            glued.append(word)
    return glued


def main(words):
    """The exit code."""
    options = parse(words)
    print(f"{'figure':24} {'pairs':>6} {'sidestep':>10} {'PedPy':>10} {'means':>8} {'frames':>8}")
    bad = []
    for name, pairs, mean, expected, of_means, of_frames in compare_all(options):
        print(f"{name:24} {pairs:6} {mean:10.4f} {expected:10.4f} {of_means:8.1e} {of_frames:8.1e}")
        if max(of_means, of_frames) > options.tolerance or pairs == 0:
            bad.append(name)
    if bad:
        print("beyond the tolerance, or without pairs: " + ", ".join(bad))
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
