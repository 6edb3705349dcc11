#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Runs what the documents show: README.md and docs/*.md. In the order of a page

    ```yaml       a block whose first line is `# NAME.yaml` becomes that file
    ```console    commands and what they print, written as in tests/cli (see test_cli.py)
    ```python     runs, and prints what a sentence right behind it, "prints `...`", says;
                  left out where Python lacks a module

in a folder of the page's own, in which scenarios/, experiments/ and tests/ are those of the
source. $SIDESTEP names the command.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import test_cli

ROOT = test_cli.ROOT
BLOCK = re.compile(r"^```(yaml|console|python)\n(.*?)^```\n(\s*prints `(.*?)`)?", re.S | re.M)


def run_console(text, where, folder, environment):
    wrong = []
    page = pathlib.Path(folder) / ".block"
    page.write_text(text)
    for _, command, code, out, err in test_cli.parse(page):
        done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, text=True,
                              capture_output=True, timeout=120)
        if done.returncode != code:
            wrong.append(f"{where}: {command}\n  exit {done.returncode}, expected {code}")
        for name, found, lines in (("stdout", done.stdout, out), ("stderr", done.stderr, err)):
            if not re.fullmatch(test_cli.pattern(lines), test_cli.without_blank(found)):
                wrong.append(f"{where}: {command}\n--- {name}, expected\n" + "\n".join(lines) +
                             f"\n--- found\n{found}")
    return wrong


def run_python(text, prints, where, folder):
    """What went wrong; None if a module is missing."""
    done = subprocess.run([os.environ.get("DOC_PYTHON", sys.executable), "-c", text], cwd=folder,
                          text=True, capture_output=True, timeout=120)
    if "ModuleNotFoundError" in done.stderr:
        return None
    if done.returncode or done.stdout.strip() != (prints or "").strip():
        return [f"{where}: python printed {done.stdout}{done.stderr}, expected {prints}"]
    return []


def run_page(path, command_folder, counts):
    wrong, text = [], path.read_text()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("scenarios", "experiments", "tests"):
            os.symlink(ROOT / name, f"{folder}/{name}")
        environment = dict(os.environ, LC_ALL="C", PATH=f"{command_folder}:{os.environ['PATH']}")
        for block in BLOCK.finditer(text):
            kind, body, _, prints = block.groups()
            where = f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, block.start()) + 1}"
            name = re.match(r"# ([\w-]+\.yaml)\n", body)
            if kind == "yaml" and name:
                (pathlib.Path(folder) / name[1]).write_text(body)
            elif kind == "console":
                counts["commands"] += len(re.findall(r"^\$ ", body, re.M))
                wrong += run_console(body, where, folder, environment)
            elif kind == "python" and prints:
                found = run_python(body, prints, where, folder)
                counts["left out"] += found is None
                wrong += found or []
    return wrong


def main():
    counts, wrong = {"commands": 0, "left out": 0}, []
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath(os.environ["SIDESTEP"]), f"{folder}/sidestep")
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
            wrong += run_page(path, folder, counts)
    print("\n".join(wrong) + ("\n" if wrong else "") +
          f"{counts['commands']} commands, {counts['left out']} Python blocks left out for want of a "
          f"module, {len(wrong)} differences")
    return bool(wrong) or counts["commands"] == 0


if __name__ == "__main__":
    sys.exit(main())
