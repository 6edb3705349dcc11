#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""PedPy opens what is recorded: SQLite, HDF5 and text of one run hold the same trajectories as its
CSV, a density that PedPy computes is that of counting, and all that it measures at a door is what
`sidestep measure` does, within 2 %: in the small recording that test_measure_pedpy.py uses, from which
its figures are made again, and in a run of the command. What the documents show of PedPy runs too. PedPy is taken where Python finds it, or
in a virtual environment beside the tests; with SIDESTEP_LONG it is installed there from PyPI.
Without PedPy the test is skipped (exit 77).
"""
import csv
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIDESTEP = os.environ["SIDESTEP"]
VERSION = "1.5.1"  # a version that this test was run with
SKIPPED = 77


def environment():
    """The Python of a virtual environment that has PedPy, or None."""
    folder = pathlib.Path(SIDESTEP).resolve().parent / "tests/pedpy"
    python = folder / "bin/python"
    if not python.exists() and os.environ.get("SIDESTEP_LONG"):
        subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True)
        subprocess.run([folder / "bin/pip", "install", "-q", f"pedpy=={VERSION}"],
                       capture_output=True)
    probe = [python, "-c", "import pedpy"]
    return python if python.exists() and subprocess.run(probe).returncode == 0 else None


def record(folder):
    words = [word for kind in ("csv", "sqlite", "h5", "txt")
             for word in ("-o", str(folder / f"run.{kind}"))]
    subprocess.run([SIDESTEP, "run", ROOT / "scenarios/street-demo.yaml", "-q", *words], check=True)
    with open(folder / "run.csv", newline="") as file:
        return {(int(row["step"]), int(row["agent"])): (float(row["x"]), float(row["y"]))
                for row in csv.DictReader(file)}


def check_trajectory(kind, trajectory, expected, tolerance):
    if abs(trajectory.frame_rate - 10) > 1e-12:
        yield f"{kind}: frame rate {trajectory.frame_rate}"
    found = {(int(row.frame), int(row.id)): (row.x, row.y)
             for row in trajectory.data.itertuples()}
    if found.keys() != expected.keys():
        yield f"{kind}: {len(found)} rows, expected {len(expected)}"
        return
    worst = max(abs(found[key][axis] - place[axis])
                for key, place in expected.items() for axis in (0, 1))
    if worst > tolerance:
        yield f"{kind}: a place differs by {worst} m"


def check_area(kind, area, expected):
    """The street: 2 walls 32 m long and 1 mm thick, and a kiosk, in a rectangle of 52 m x 28 m."""
    import shapely
    kiosk = shapely.Polygon([(0.85, -0.45), (1.2, 0.4), (0.85, 1.25), (0, 1.6), (-0.85, 1.25),
                             (-1.2, 0.4), (-0.85, -0.45), (0, -0.8)])
    size = 52 * 28 - kiosk.area - 2 * 0.032
    if abs(area.area - size) > 0.001:
        yield f"{kind}: the area is {area.area} m2, expected {size}"
    outside = [key for key, place in expected.items()
               if not area.polygon.contains(shapely.Point(place))]
    if outside:
        yield f"{kind}: {len(outside)} rows lie outside the walkable area, first {outside[0]}"


def check_density(trajectory, expected):
    """People in a square of 4 m, by PedPy and by counting."""
    import pedpy
    square = pedpy.MeasurementArea([(-5, -2), (-1, -2), (-1, 2), (-5, 2)])
    densities = pedpy.compute_classic_density(traj_data=trajectory, measurement_area=square)
    counted = {}
    for (frame, _), (x, y) in expected.items():
        counted[frame] = counted.get(frame, 0) + (-5 < x < -1 and -2 < y < 2)
    for frame, row in densities.iterrows():
        if abs(row.density - counted[int(frame)] / 16) > 1e-12:
            yield f"density in frame {frame}: {row.density}, counted {counted[int(frame)] / 16}"
            return
    if max(counted.values()) < 2:
        yield "hardly anyone was in the square; the test tells nothing"


def check_measurements(folder):
    """PedPy against us, and against its figures that are kept."""
    sys.path.insert(0, str(ROOT / "tests"))
    import test_measure_pedpy as kept
    tool = kept.load_tool()
    run = folder / "door.h5"
    subprocess.run([SIDESTEP, "run", ROOT / "scenarios/door-measured.yaml", "-q", "-o", run],
                   check=True)
    for name, words in kept.CASES.items():
        made = folder / name
        if tool.main([kept.DATA / "door.sqlite", *kept.PLACES, *words, "--save", made]):
            yield f"{name}: PedPy measures otherwise"
        if tool.main([kept.DATA / "door.sqlite", *kept.PLACES, *words, "--theirs", made]) or \
                json.loads(made.read_text())["series"].keys() != \
                json.loads((kept.DATA / name).read_text())["series"].keys():
            yield f"{name} is not what PedPy says"
        if tool.main([run, *kept.PLACES, *words]):
            yield f"a run, measured as for {name}: PedPy measures otherwise"


def check_documents():
    """The pages with Python, none of whose blocks may be left out here."""
    import test_tutorial
    os.environ["DOC_PYTHON"] = sys.executable
    counts, wrong = {"commands": 0, "left out": 0}, []
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(SIDESTEP), f"{folder}/sidestep")
        for name in ("tutorial.md", "recordings.md"):
            wrong += test_tutorial.run_page(ROOT / "docs" / name, folder, counts)
    if counts["left out"]:
        wrong.append(f"{counts['left out']} Python blocks of the documents were left out")
    return wrong


def main():
    import pedpy
    wrong = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        expected = record(folder)
        sqlite, h5 = folder / "run.sqlite", folder / "run.h5"
        trajectory = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=sqlite)
        wrong += check_trajectory("sqlite", trajectory, expected, 1e-8)
        wrong += check_density(trajectory, expected)
        wrong += check_area("sqlite", pedpy.load_walkable_area_from_jupedsim_sqlite(
            trajectory_file=sqlite), expected)
        wrong += check_trajectory("h5", pedpy.load_trajectory_from_ped_data_archive_hdf5(
            trajectory_file=h5), expected, 1e-8)
        wrong += check_area("h5", pedpy.load_walkable_area_from_ped_data_archive_hdf5(
            trajectory_file=h5), expected)
        wrong += check_trajectory("txt", pedpy.load_trajectory_from_txt(
            trajectory_file=folder / "run.txt"), expected, 1e-12)
        wrong += check_measurements(folder)
    wrong += check_documents()
    print("\n".join(wrong) or "PedPy reads every recording as it is")
    return bool(wrong)


if __name__ == "__main__":
    if importlib.util.find_spec("pedpy"):
        sys.exit(main())
    found = environment()
    if not found:
        print("SKIPPED: there is no PedPy; `pip install pedpy`, or make check-long, brings it")
        sys.exit(SKIPPED)
    os.execv(found, [str(found), *sys.argv])
