#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""docs/parameters.md against the sources: every field of the four structs has a row in its table;
what an initialiser sets is what the row says, for both profiles; and every key and word that a
scenario may hold stands in docs/scenario.md or docs/parameters.md."""
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
page = (root / "docs/parameters.md").read_text()
offences = []


def table(struct):
    """field -> cells of its row, from the table under the heading that names the struct."""
    section = page.split(f"`{struct}`\n", 1)[1].split("\n## ", 1)[0]
    rows = (line.strip("| ").split(" | ") for line in section.splitlines() if line[:3] == "| `")
    return {cells[0].strip("`"): [cell.strip(" |") for cell in cells[1:]] for cells in rows}


def fields(header, struct):
    text = (root / "include/sidestep" / header).read_text()
    body = re.search(r"struct %s \{(.*?)\n\}" % struct, text, re.S).group(1)
    body = re.sub(r"/\*.*?\*/", "", body, flags=re.S)
    return re.findall(r"(\w+);", body)


def assignments(source, function):
    """field -> expression, from the designated initialiser in the function."""
    text = (root / source).read_text()
    body = re.search(r"%s\(.*?= \(sst_\w+\)\{(.*?)\n    \};" % function, text, re.S).group(1)
    return dict(re.findall(r"^ +\.(\w+) = (.*?),?$", body, re.M))


CONSTANTS = {name: value for file in ("src/solve/params.c", "include/sidestep/world.h")
             for name, value in re.findall(r"#define (\w+) +(\S+)", (root / file).read_text())}
WORDS = {}  # enumerator -> word of scenarios
for file in sorted((root / "sim/scenario").glob("*.c")):
    WORDS.update((name, word) for word, name in
                 re.findall(r'\{"(\w+)", (SST_[A-Z_]+)\}', file.read_text()))
WORDS |= {"true": "true", "false": "false", "SST_KEY_AUTO": "SST_KEY_AUTO",
          "SST_AUTO": "SST_AUTO", "SST_ALL_LAYERS": "all"}


def is_said(expression, cell):
    """Whether a cell says the value of a C expression."""
    if expression in WORDS:
        return cell.strip("`") == WORDS[expression]
    number = CONSTANTS.get(expression, expression).rstrip("f")
    try:
        return float(cell) == float(number)
    except ValueError:
        return False


def check(struct, field, expression, cells):
    """`cells`: meaning and default, or meaning, default and classic."""
    by_profile = re.fullmatch(r"classic \? (\S+) : (\S+)", expression)
    if by_profile:
        classic, default = by_profile.groups()
    elif expression in ("classic", "!classic"):
        classic, default = ("true", "false") if expression == "classic" else ("false", "true")
    else:
        classic = default = expression
    for value, cell in zip((default, classic), cells[1:]):
        if not is_said(value, cell):
            offences.append(f"{struct}.{field}: the page says {cell or 'nothing'}, the code {value}")


checked = 0
for header, struct, source in (
        ("solve.h", "sst_solve_params", "src/solve/params.c"),
        ("world.h", "sst_world_def", "src/world/world.c"),
        ("world.h", "sst_agent_def", "src/world/agent_api.c"),
        ("world.h", "sst_obstacle_def", "src/world/obstacle_api.c")):
    rows = table(struct)
    names = fields(header, struct)
    offences += [f"{struct}: no row for {name}" for name in names if name not in rows]
    offences += [f"{struct}: a row for {name}, which is no field" for name in rows.keys() - names]
    values = assignments(source, struct + "_init")
    for field in values.keys() & rows.keys() - {"struct_size", "profile", "solve", "time_step"}:
        check(struct, field, values[field], rows[field])
        checked += 1

pages = page + (root / "docs/scenario.md").read_text()
keys = set()
for file in sorted((root / "sim/scenario").glob("*.c")):
    text = file.read_text()
    keys.update(re.findall(r'\{"(\w+)", (?:ssti_value|read_)\w+', text))
    keys.update(re.findall(r'(?:CHOICE|SWITCH)\("(\w+)"', text))
    keys.update(re.findall(r'\{"(\w+)", SST\w+\}', text))
offences += [f"no page tells of the scenario's {key}" for key in sorted(keys)
             if not re.search(r"\b%s\b" % key, pages)]

if checked < 35 or len(keys) < 40:
    offences.append(f"only {checked} values and {len(keys)} keys were found in the sources")
print(*offences, sep="\n", end="\n" if offences else "")
print(f"parameters: {checked} values and {len(keys)} keys of scenarios, {len(offences)} offences")
sys.exit(1 if offences else 0)
