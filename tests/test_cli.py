#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Runs the text tests of the command, tests/cli/*.txt: `test_cli.py [PART-OF-A-FILE-NAME]`.

    $ sidestep run x.yaml       a command for sh, run in the source folder
    = 2                         its exit code, 0 if not given
    ! x.yaml: error: ...        a line of stderr
    whatever else               a line of stdout

`...` stands for anything within a line, a line of `...` alone for any lines. A line that starts
with # is a remark. $TMP is a folder for the file's commands. $SIDESTEP names the command.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def parse(path):
    """The tests of a file: (line, command, exit code, stdout lines, stderr lines)."""
    tests = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("$ "):
            tests.append([number, line[2:], 0, [], []])
        elif line.startswith("#") or not tests:
            continue
        elif line.startswith("= "):
            tests[-1][2] = int(line[2:])
        elif line.startswith("! "):
            tests[-1][4].append(line[2:])
        elif line:
            tests[-1][3].append(line)
    return tests


def pattern(lines):
    """A regular expression for expected lines."""
    parts = []
    for line in lines:
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*")
        else:
            parts.append(r"[^\n]*".join(map(re.escape, line.split("..."))) + r"\n")
    return "".join(parts)


def without_blank(text):
    return "".join(line.rstrip() + "\n" for line in text.splitlines() if line.strip())


def run_file(path, command_folder):
    """Runs a file's tests; a list of what went wrong."""
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        environment = dict(os.environ, TMP=temporary, LC_ALL="C",
                           PATH=f"{command_folder}:{os.environ['PATH']}")
        for line, command, code, out, err in parse(path):
            done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment, text=True,
                                  capture_output=True, timeout=120)
            where = f"{path.relative_to(ROOT)}:{line}: {command}"
            if done.returncode != code:
                wrong.append(f"{where}\n  exit {done.returncode}, expected {code}\n{done.stderr}")
            for name, found, lines in (("stdout", done.stdout, out), ("stderr", done.stderr, err)):
                found = without_blank(found)
                if not re.fullmatch(pattern(lines), found):
                    wrong.append(f"{where}\n--- {name}, expected\n" + "\n".join(lines) +
                                 f"\n--- found\n{found}")
    return wrong


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    files = [f for f in sorted((ROOT / "tests/cli").glob("*.txt")) if wanted in f.name]
    wrong, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(os.environ["SIDESTEP"]), f"{folder}/sidestep")
        for path in files:
            count += len(parse(path))
            wrong += run_file(path, folder)
    print("\n".join(wrong) + ("\n" if wrong else "") +
          f"{len(files)} files, {count} commands, {len(wrong)} differences")
    return bool(wrong) or count == 0


if __name__ == "__main__":
    sys.exit(main())
