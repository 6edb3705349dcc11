#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""What the documents say must hold: C code in README.md is that of an example, which is built and
run as a test; relative links lead to files; VERSION and the header name one version."""
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

header = (root / "include/sidestep/base.h").read_text()
in_header = ".".join(re.findall(r"#define SST_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", header))
version = (root / "VERSION").read_text().strip()
if in_header != version:
    offences.append(f"VERSION says {version}, include/sidestep/base.h {in_header}")

print(*offences, sep="\n", end="\n" if offences else "")
print(f"documents: {len(offences)} offences")
sys.exit(1 if offences else 0)
