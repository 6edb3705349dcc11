#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""`sidestep verify` and docs/verification.md: the document's table has a row for each check, and the rows
are those that the command prints; of the quick tests, or with SIDESTEP_LONG=1 of all.
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/verification.md"
LONG = os.environ.get("SIDESTEP_LONG") == "1"


def verify(*words):
    return subprocess.run([os.environ["SIDESTEP"], "verify", *words], capture_output=True, text=True,
                          check=True).stdout


def rows(text):
    return [line for line in text.splitlines() if line.startswith("| ")]


def check_of(row):
    """What a row of the document tells: test, title and figure."""
    return tuple(cell.strip() for cell in row.split(" | ")[:3])


def told():
    """The document's rows of tests, by what they tell."""
    return {check_of(row): row for row in rows(DOCUMENT.read_text())
            if "-" in row.split("|")[1].strip(" -")}


def check_rows():
    """Rows of command and document that differ."""
    listed = {(f"| {each['id']}", each["title"], each["check"])
              for each in json.loads(verify("--list", "--json"))}
    quick = {each["id"] for each in json.loads(verify("--list", "--json", "--quick"))}
    document = told()
    wrong = [f"docs/verification.md: no check {check}" for check in sorted(set(document) - listed)]
    wrong += [f"docs/verification.md lacks {check}" for check in sorted(listed - set(document))]
    made = rows(verify("--markdown", "--jobs", "2", "--mode", "plain", "--mode", "pedestrian",
                       *([] if LONG else sorted(quick))))[2:]
    return wrong + [f"docs/verification.md has no row {row}" for row in made
                    if row != document.get(check_of(row))] + \
        ([] if len(made) > 8 else [f"only {len(made)} rows were made"])


wrong = check_rows()
print("\n".join(wrong) or "docs/verification.md is as measured")
sys.exit(1 if wrong else 0)
