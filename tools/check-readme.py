#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""The C code shown in README.md must be that of an example, which is built and run as a test; and
every relative link in README.md and docs/ must lead to a file."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
examples = [path.read_text() for path in sorted((root / "examples").glob("*.c"))]
offences = []

for block in re.findall(r"^```c\n(.*?)^```", (root / "README.md").read_text(), re.S | re.M):
    if not any(block in example for example in examples):
        offences.append("README.md: this code is in no example:\n" + block)

for page in [root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").glob("**/*.md"))]:
    for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text()):
        if "://" not in link and not (page.parent / link).exists():
            offences.append(f"{page.relative_to(root)}: no file {link}")

print(*offences, sep="\n", end="\n" if offences else "")
print(f"readme: {len(offences)} offences")
sys.exit(1 if offences else 0)
