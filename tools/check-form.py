#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Checks the form of all tracked C files: no function over 120 lines, no file over 600 lines
(tests, fuzz targets and benchmarks may be longer), two SPDX lines on top. Prints the median and
the ninetieth percentile of function lengths. Function ends come from universal-ctags.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

MAX_FUNCTION, MAX_FILE = 120, 600
LONG_FILES = ("tests/", "fuzz/", "bench/")
SPDX = ["/* SPDX-FileCopyrightText: 2026 The Sidestep authors */",
        "/* SPDX-License-Identifier: MIT */"]


def functions(root, paths):
    """(path, line, name, length) of every function."""
    listing = subprocess.run(
        ["ctags", "--output-format=json", "--fields=+ne", "--languages=C", "--langmap=C:+.h",
         "--kinds-C=f", "-L", "-", "-f", "-"],
        input="\n".join(paths), capture_output=True, text=True, cwd=root, check=True)
    for line in listing.stdout.splitlines():
        tag = json.loads(line)
        if "end" in tag:
            yield tag["path"], tag["line"], tag["name"], tag["end"] - tag["line"] + 1


def check(root, paths):
    """Offences, and the sorted lengths of all functions."""
    offences, lengths = [], []
    for path in paths:
        lines = (root / path).read_text().splitlines()
        if lines[:2] != SPDX:
            offences.append(f"{path}:1: the two SPDX lines are missing")
        if len(lines) > MAX_FILE and not path.startswith(LONG_FILES):
            offences.append(f"{path}:{MAX_FILE}: {len(lines)} lines, at most {MAX_FILE}")
    for path, line, name, length in functions(root, paths):
        lengths.append(length)
        if length > MAX_FUNCTION:
            offences.append(f"{path}:{line}: {name} has {length} lines, at most {MAX_FUNCTION}")
    return offences, sorted(lengths)


def self_test():
    """One good file, and one for each offence."""
    head = "\n".join(SPDX) + "\n"
    files = {
        "src/good.c": head + "int f(void) {\n    return 1;\n}\n",
        "src/long_function.c": head + "int f(void) {\n" + "    g();\n" * 119 + "}\n",
        "src/long_file.c": head + "int x;\n" * 600,
        "tests/long_file.c": head + "int x;\n" * 600,
        "src/no_licence.c": "int x;\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in files.items():
            (root / path).parent.mkdir(exist_ok=True)
            (root / path).write_text(text)
        offences, lengths = check(root, list(files))
    offenders = sorted(line.split(":")[0] for line in offences)
    right = offenders == ["src/long_file.c", "src/long_function.c", "src/no_licence.c"]
    right = right and lengths == [3, 121]
    print("self-test:", "passed" if right else f"failed, found {offences} {lengths}")
    return 0 if right else 1


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = pathlib.Path(__file__).resolve().parent.parent
    tracked = subprocess.run(["git", "ls-files", "*.c", "*.h"], cwd=root, capture_output=True,
                             text=True, check=True).stdout.split()
    offences, lengths = check(root, [path for path in tracked if (root / path).exists()])
    print(*offences, sep="\n", end="\n" if offences else "")
    if lengths:
        print(f"form: {len(tracked)} files, {len(lengths)} functions, median "
              f"{lengths[len(lengths) // 2]} lines, 90 % within {lengths[len(lengths) * 9 // 10]}, "
              f"longest {lengths[-1]}; {len(offences)} offences")
    return 1 if offences or not lengths else 0


if __name__ == "__main__":
    sys.exit(main())
