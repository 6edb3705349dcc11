# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Pedestrians meet the fundamental diagrams of RiMEA 4 and 16, and plain agents do not.

SIDESTEP_LONG=1 measures all widths and densities; else a few.
"""
import importlib.util
import os
import pathlib
import tempfile

SIDESTEP = os.environ["SIDESTEP"]
LONG = os.environ.get("SIDESTEP_LONG") == "1"
ROOT = pathlib.Path(__file__).resolve().parent.parent

spec = importlib.util.spec_from_file_location("diagram", ROOT / "tools" / "fundamental-diagram.py")
diagram = importlib.util.module_from_spec(spec)
spec.loader.exec_module(diagram)


def check_helpers():
    for i in range(268):
        at = i / 10
        assert abs(diagram.along_oval(*diagram.on_oval(at, 0.3)) - at) < 1e-9, at
    assert abs(diagram.weidmann(1) - 1.058) < 1e-3 and diagram.weidmann(6) == 0
    assert diagram.band_at(0.9989)[2] == (1.101 + 0.840) / 2


def check_scenes():
    """The files in the tree are what the tool writes."""
    with tempfile.TemporaryDirectory() as folder:
        diagram.write_scenes(pathlib.Path(folder))
        for path in sorted(pathlib.Path(folder).iterdir()):
            assert path.read_bytes() == (ROOT / "scenarios" / "verify" / path.name).read_bytes(), path


def check_corridors():
    cases = [(w, d) for w in diagram.WIDTHS for d in diagram.DENSITIES]
    for width, density in cases if LONG else [(2, 0.5), (2, 1), (2, 2), (4, 2), (2, 3.5)]:
        speed = diagram.corridor_speed(SIDESTEP, width, density, True)
        print(f"{width} m, {density} /m2: {speed:.3f} m/s, Weidmann {diagram.weidmann(density):.3f}")
        assert diagram.corridor_passes(density, speed)
    assert not diagram.corridor_passes(2, diagram.corridor_speed(SIDESTEP, 2, 2, False))


def check_ovals():
    inside = []
    numbers = diagram.NUMBERS if LONG else (13, 19, 24, 30, 35, 46, 51)
    for number in numbers:
        speed, laps = diagram.oval_speed(SIDESTEP, number, True, 3 if LONG else 1)
        inside.append(diagram.oval_passes(number / diagram.RING, speed))
        print(f"{number} in file: {speed:.3f} m/s, {laps:.1f} laps, {diagram.band_at(number / diagram.RING)}")
        assert laps >= (3 if LONG else 1)
    assert sum(inside) >= 0.75 * len(inside), inside
    speed, _ = diagram.oval_speed(SIDESTEP, 40, False, 1)
    assert not diagram.oval_passes(40 / diagram.RING, speed)


check_helpers()
check_scenes()
check_corridors()
check_ovals()
