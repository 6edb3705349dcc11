#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Manual pages as tools/make-guides.sh lays them out from $SIDESTEP: one for each command, each with
all options of its help, the same again for the same SOURCE_DATE_EPOCH, and without complaint of
`mandoc -T lint` and `groff -ww`, where these are there.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMAND = os.path.abspath(os.environ["SIDESTEP"])
# The pages are not installed, and not part of an operating system.
NO_COMPLAINT = re.compile(r"referenced manual not found|operating system explicitly specified")


def said(*words, **more):
    return subprocess.run(words, capture_output=True, text=True, check=True, timeout=60,
                          **more).stdout


def make(folder):
    words = ["sh", ROOT / "tools/make-guides.sh", COMMAND, folder]
    subprocess.run(words + ([shutil.which("lowdown")] if shutil.which("lowdown") else []),
                   check=True, env=dict(os.environ, SOURCE_DATE_EPOCH="1000000000"))
    return {str(path.relative_to(folder)): path.read_text()
            for path in sorted(pathlib.Path(folder).rglob("*")) if path.is_file()}


def check_options(command, page):
    """All options of the help, which are the words behind -- at the beginning of its lines."""
    options = re.findall(r"^  (?:-\w,|   ) --([\w-]+)", said(COMMAND, "help", command), re.M)
    missing = [option for option in options
               if f"Fl \\-{option}" not in page]
    return [f"sidestep-{command}.1: no --{option}" for option in missing] + \
        ([] if "help" in options else [f"help {command}: no --help"])


def check_mandoc(name, page):
    if not shutil.which("mandoc"):
        return []
    done = subprocess.run(["mandoc", "-T", "lint"], input=page, capture_output=True, text=True,
                          timeout=60)
    return [f"{name}: {line}" for line in done.stdout.splitlines() if not NO_COMPLAINT.search(line)]


def check_groff(name, page):
    if not shutil.which("groff") or not list(pathlib.Path("/usr/share/groff").glob("*/tmac/mdoc*")):
        return []
    done = subprocess.run(["groff", "-ww", "-mdoc", "-Tutf8"], input=page, capture_output=True,
                          text=True, timeout=60)
    return [f"{name}: {line}" for line in done.stderr.splitlines()]


def check_scenario_page(pages):
    page = pages.get("man/man5/sidestep-scenario.5")
    if page is None:
        return []
    keys = set(re.findall(r"^\| `(\w+)`", (ROOT / "docs/scenario.md").read_text(), re.M))
    missing = sorted(key for key in keys if key not in page)
    return [f"sidestep-scenario.5: no {key}" for key in missing] + \
        ([] if "sidestep-scenario - the file" in page else ["sidestep-scenario.5: no name"])


def main():
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as again:
        pages = make(folder)
        wrong = [] if make(again) == pages else ["the pages differ from one time to the next"]
    commands = re.findall(r"^\.It Cm (\w+)", pages["man/man1/sidestep.1"], re.M)
    if len(commands) < 8:
        wrong.append(f"sidestep.1 knows {commands}")
    for command in commands:
        wrong += check_options(command, pages[f"man/man1/sidestep-{command}.1"])
    for name, page in pages.items():
        if name.endswith(".1"):
            wrong += check_mandoc(name, page) + check_groff(name, page)
    wrong += check_scenario_page(pages)
    print("\n".join(wrong) + ("\n" if wrong else "") +
          f"{len(commands)} commands, {len(pages)} files, {len(wrong)} offences")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
