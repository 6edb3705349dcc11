#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Bad scenarios, experiments and recordings, tests/bad/*: the command must refuse each with exit code
2, and say exactly the lines that its neighbour NAME.expected holds. $SIDESTEP names the command.
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


RECORDINGS = (".obsmat", ".petrack", ".pedpy", ".text")


def complaint(path):
    """What the command says of a file, and its exit code."""
    command = [os.environ["SIDESTEP"]]
    if path.suffix in RECORDINGS:
        command += ["import", path.name, "-o", os.devnull]
    elif path.suffix == ".experiment":
        command += ["experiment", path.name, "--quiet", "--dry-run"]
    else:
        command += ["run", path.name, "--quiet", "--steps", "1"]
    done = subprocess.run(command, cwd=path.parent, capture_output=True, timeout=60)
    return done.stderr.decode(errors="replace"), done.returncode


def main():
    wrong, count = [], 0
    for path in sorted((ROOT / "tests/bad").iterdir()):
        if path.suffix == ".expected":
            continue
        count += 1
        expected = path.with_name(path.name + ".expected").read_text()
        said, code = complaint(path)
        if said != expected or code != 2:
            wrong.append(f"{path.name}: exit {code}\n--- expected\n{expected}--- said\n{said}")
    print("\n".join(wrong) + ("\n" if wrong else "") + f"{count} files, {len(wrong)} differences")
    return bool(wrong) or count == 0


if __name__ == "__main__":
    sys.exit(main())
