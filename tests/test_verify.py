#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""`sidestep verify` and docs/verification.md: the rows of the document's table are those that the
command prints; of the quick tests, or with SIDESTEP_LONG=1 of all that stand in it.
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


def told():
    """The rows of the document's tests, by id."""
    rows_of = {}
    for row in rows(DOCUMENT.read_text()):
        rows_of.setdefault(row.split("|")[1].strip(), []).append(row)
    return {test: told for test, told in rows_of.items() if "-" in test.strip("-")}


def check_rows():
    """Rows of command and document that differ."""
    listed = {each["id"] for each in json.loads(verify("--list", "--json"))}
    quick = {each["id"] for each in json.loads(verify("--list", "--json", "--quick"))}
    document = told()
    wrong = [f"docs/verification.md: no test {test}" for test in sorted(set(document) - listed)]
    wrong += [f"docs/verification.md lacks {test}" for test in sorted(quick - set(document))]
    made = rows(verify("--markdown", "--jobs", "2", "--mode", "plain", "--mode", "pedestrian",
                       *sorted(set(document) if LONG else quick)))[2:]
    known = {row for test in document.values() for row in test}
    return wrong + [f"docs/verification.md has no row {row}" for row in made if row not in known] + \
        ([] if len(made) > 8 else [f"only {len(made)} rows were made"])


wrong = check_rows()
print("\n".join(wrong) or "docs/verification.md is as measured")
sys.exit(1 if wrong else 0)
