#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Pictures as SVG: well-formed, with just the paths that the scene asks for."""
import os
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

SIDESTEP = os.environ["SIDESTEP"]
SVG = "{http://www.w3.org/2000/svg}"

# Two who walk side by side from the first moment to the last, one who never moves.
SCENE = """
name: "two & <one> stands"
time_step: 0.125
obstacles: [[[0, -1], [1, -1], [1, -2]], [[-4, -1], [-3, -1]]]
agents:
  - {position: [-5, 0], goal: [5, 0], preferred_speed: 1}
  - {position: [-5, 2], goals: [[0, 2], [5, 2]], preferred_speed: 1}
  - {position: [-5, 4], max_speed: 0}
"""


def draw(folder, name, scene=SCENE, options=()):
    path = pathlib.Path(folder) / name
    done = subprocess.run([SIDESTEP, "run", "-", "-q", "--picture", path, *options], input=scene,
                          text=True, capture_output=True, timeout=120)
    assert done.returncode == 0 and not done.stderr, done.stderr
    return path.read_bytes()


def styles_of(svg):
    """The styles of all paths on the page, and their data; letters are defined apart."""
    root = tree.fromstring(svg)
    assert root.tag == SVG + "svg" and root.get("width") == "1200px", root.attrib
    letters = set(root.findall(f".//{SVG}defs//{SVG}path"))
    for path in root.iter(SVG + "path"):
        if path not in letters:
            style = dict(part.split(":") for part in path.get("style").rstrip(";").split(";"))
            yield style, path.get("d")


def main():
    with tempfile.TemporaryDirectory() as folder:
        svg = draw(folder, "a.svg")
        paths = list(styles_of(svg))
        trails = [data for style, data in paths if style.get("stroke-linecap") == "butt"]
        colors = {style["stroke"] for style, _ in paths if style.get("stroke-linecap") == "butt"}
        filled = [style for style, _ in paths if style.get("fill", "none") != "none"]
        widths = [style.get("stroke-width") for style, _ in paths]
        found = {
            "slices of time": len(trails),
            "colors of them": len(colors),
            "ways in each": sorted({data.count("M") for data in trails}),
            "discs, and one in the legend": sum(s.get("stroke-width") == "0.9" for s in filled),
            "starts, and one in the legend": sum(s.get("stroke-width") == "1.4" for s in filled),
            "goals, waypoints, and two in the legend": widths.count("3.12") + widths.count("2.64"),
            "outlines": widths.count("1.2"),
            "walls": widths.count("2.5"),
        }
        expected = {
            "slices of time": 128,
            "colors of them": 128,
            "ways in each": [2],
            "discs, and one in the legend": 3 + 1,
            "starts, and one in the legend": 3 + 1,
            "goals, waypoints, and two in the legend": 2 + 1 + 2,
            "outlines": 1,
            "walls": 1,
        }
        wrong = [f"{what}: {found[what]}, expected {value}" for what, value in expected.items()
                 if found[what] != value]
        if draw(folder, "b.svg", options=["--threads", "3"]) != svg:
            wrong.append("the same run gave two pictures")
        if draw(folder, "c.svg", options=["--every", "7", "-o", f"{folder}/c.csv"]) != svg:
            wrong.append("--every changes the picture")
        for name, text in (("crowd.svg", "agents: []"),
                           ("names.svg", 'name: "\\u00e9\\u4eba\\U0001f6b6 \\t\\"\\""\nagents: []')):
            tree.fromstring(draw(folder, name, text, ["--steps", "1"]))
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"picture: {len(expected) + 4} checks, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
