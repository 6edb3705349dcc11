#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""What `sidestep check` advises, tests/advice/*.yaml: NAME.yaml gets exactly the advice that
NAME.yaml.expected holds; where there is no such file, none. A remark `# options: ...` on top gives
options. The shipped scenarios get no warning. $SIDESTEP names the command.

With the argument --write, what is said becomes what is expected.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests/advice"


def advice(path, *options):
    """The advice for a scenario, a line each, without the summary; and the exit code."""
    given = re.match(r"# options: (.*)", path.read_text())
    command = [os.environ["SIDESTEP"], "check", path.name, *options]
    done = subprocess.run(command + (given[1].split() if given else []), cwd=path.parent, text=True,
                          capture_output=True, timeout=60)
    lines = [line for line in done.stdout.splitlines(True) if "; reckoned with " not in line]
    return "".join(lines) + done.stderr, done.returncode


def differences(path, write):
    """What is wrong with the advice for one scenario."""
    expected_path = path.with_name(path.name + ".expected")
    said, code = advice(path)
    if write and said:
        expected_path.write_text(said)
    expected = expected_path.read_text() if expected_path.exists() else ""
    strict = advice(path, "--strict", "--quiet")
    wrong = []
    if said != expected or code != 0:
        wrong.append(f"{path.name}: exit {code}\n--- expected\n{expected}--- said\n{said}")
    if strict[1] != (2 if ": warning: " in expected else 0) or ": note: " in strict[0]:
        wrong.append(f"{path.name}: --strict --quiet: exit {strict[1]}\n{strict[0]}")
    if len(expected.splitlines()) > 1:
        wrong.append(f"{path.name}: expects more than one advice")
    return wrong


def undone():
    """Advices in the table that no scenario triggers, or that no page tells of."""
    codes = re.findall(r'^    \{"([a-z-]+)", ssti_look', (ROOT / "sim/advice/check.c").read_text(),
                       re.M)
    expected = "".join(p.read_text() for p in FOLDER.glob("*.expected"))
    page = (ROOT / "docs/advice.md").read_text()
    wrong = [f"no scenario triggers {code}" for code in codes if f"[{code}]" not in expected]
    wrong += [f"docs/advice.md has no {code}" for code in codes if f"`{code}`" not in page]
    return wrong + ([] if codes else ["found no advices in sim/advice/check.c"])


def main():
    wrong, count = [], 0
    for path in sorted(FOLDER.glob("*.yaml")):
        count += 1
        wrong += differences(path, "--write" in sys.argv[1:])
    for path in sorted((ROOT / "scenarios").glob("*.yaml")):
        count += 1
        said, code = advice(path, "--strict", "--quiet")
        if code != 0:
            wrong.append(f"{path.name}: a shipped scenario has warnings\n{said}")
    wrong += undone()
    print("\n".join(wrong) + ("\n" if wrong else "") + f"{count} files, {len(wrong)} differences")
    return bool(wrong) or count == 0


if __name__ == "__main__":
    sys.exit(main())
