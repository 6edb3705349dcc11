#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""What docs/experiments/filters.md says of the filters of noisy sensing holds: in experiments/filters.yaml,
the Kalman filter halves the mean jerk with no more collisions than without a filter, with the radii
inflated and without. Sixty seeds of the two hundred; all with SIDESTEP_LONG. $SIDESTEP names the command.
"""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile

SIDESTEP = os.environ["SIDESTEP"]
ROOT = pathlib.Path(__file__).parent.parent
SEEDS = 200 if os.environ.get("SIDESTEP_LONG") else 60


def rows(folder):
    text = (ROOT / "experiments/filters.yaml").read_text(encoding="utf-8")
    shorter = text.replace("seeds: 200", f"seeds: {SEEDS}")
    (folder / "filters.yaml").write_text(shorter, encoding="utf-8")
    subprocess.run([SIDESTEP, "experiment", folder / "filters.yaml", "-o", folder / "filters.csv"],
                   check=True, capture_output=True)
    with open(folder / "filters.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def find(table, kind, inflate):
    return next(row for row in table if row["senses.lidar.filter"] == kind
                and row["senses.lidar.inflate"] == inflate)


def main():
    with tempfile.TemporaryDirectory() as folder:
        table = rows(pathlib.Path(folder))
    wrong = 0
    for inflate in ("0", "1"):
        bare, kalman = find(table, "none", inflate), find(table, "kalman", inflate)
        jerk = float(kalman["mean_jerk_mean"]) / float(bare["mean_jerk_mean"])
        collisions = [float(row["collisions_mean"]) for row in (bare, kalman)]
        good = (jerk <= 0.5 and collisions[1] <= collisions[0] and int(bare["runs"]) == SEEDS
                and float(kalman["arrived_mean"]) == 1)
        wrong += not good
        print(f"inflate {inflate}: {jerk:.3f} of the jerk, collisions {collisions[0]:.3f} without, "
              f"{collisions[1]:.3f} with: {'as said' if good else 'NOT AS SAID'}")
    return 1 if wrong else 0


sys.exit(main())
