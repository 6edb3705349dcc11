#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Measurements of a small recording agree within 2 % with what PedPy made of it, frame by frame:
density, speed, Voronoi cells with and without a cut-off, flow, and who passed when. PedPy's figures
are files (tools/compare-pedpy.py made them), so that this needs no PedPy; test_pedpy.py asks PedPy
itself. Figures that are not PedPy's must be told from them. $SIDESTEP names the command.
"""
import importlib.util
import json
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "tests/data"
PLACES = ["--line", "0,-0.6,0,0.6", "--area", "-2,-1,0,1", "--flow-window", "4"]
CASES = {"door-pedpy.json": [], "door-pedpy-cut-off.json": ["--cut-off", "0.8"]}


def load_tool():
    spec = importlib.util.spec_from_file_location("compare", ROOT / "tools/compare-pedpy.py")
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def check_that_it_can_fail(tool):
    """Each figure, wrong by 5 %, is found."""
    theirs = DATA / "door-pedpy.json"
    kept = json.loads(theirs.read_text())
    with tempfile.TemporaryDirectory() as folder:
        for name in kept["series"]:
            changed = json.loads(theirs.read_text())
            changed["series"][name] = [[key, value and 1.05 * value]
                                       for key, value in changed["series"][name]]
            path = pathlib.Path(folder) / "changed.json"
            path.write_text(json.dumps(changed))
            if tool.main([DATA / "door.sqlite", *PLACES, "--theirs", path]) == 0:
                yield f"{name} was changed by 5 %, and it went unnoticed"


def main():
    tool = load_tool()
    wrong = [name for name, words in CASES.items()
             if tool.main([DATA / "door.sqlite", *PLACES, *words, "--theirs", DATA / name])]
    wrong += check_that_it_can_fail(tool)
    print("\n".join(wrong) or "measured as PedPy does")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
