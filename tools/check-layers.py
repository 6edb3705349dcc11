#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Checks the layers: base <- solve <- simd <- world; base <- motion; platform under world; the
simulator on public headers; command, bindings and examples on public headers only.

Reads the #include lines alone. Each layer below names what it may see; a line that resolves to a
file of another layer, or to a system header its layer does not list, is an offence.
"""
import pathlib
import re
import sys
import tempfile

FREESTANDING = {"float.h", "limits.h", "stdalign.h", "stdarg.h", "stdbool.h", "stddef.h",
                "stdint.h", "stdnoreturn.h"}
PURE = FREESTANDING | {"assert.h", "math.h", "string.h"}  # of math.h only sqrt: check-symbols.sh
HOSTED = PURE | {"stdatomic.h", "stdlib.h"}
ANY = None

# folder: (folders and public headers it may include, system headers it may include)
LAYERS = {
    "include/sidestep/base.h": (set(), FREESTANDING),
    "include/sidestep/solve.h": ({"base.h"}, FREESTANDING),
    "include/sidestep/motion.h": ({"base.h"}, FREESTANDING),
    "include/sidestep/world.h": ({"base.h", "solve.h"}, FREESTANDING),
    "include/sidestep/sidestep.h": ({"base.h", "solve.h", "world.h", "motion.h"}, FREESTANDING),
    "include/sidestep/sim.h": ({"public"}, FREESTANDING | {"stdio.h"}),
    "include/sidestep/experiment.h": ({"public"}, FREESTANDING),
    "include/sidestep/verify.h": ({"public"}, FREESTANDING),
    "src/base": ({"src/base", "base.h"}, HOSTED),
    "src/solve": ({"src/base", "src/solve", "base.h", "solve.h"}, PURE),
    "src/simd": ({"src/base", "src/solve", "src/simd", "base.h", "solve.h"},
                 PURE | {"emmintrin.h", "immintrin.h", "arm_neon.h", "wasm_simd128.h"}),
    "src/platform": ({"src/base", "src/platform", "base.h"}, ANY),
    "src/world": ({"src/base", "src/solve", "src/simd", "src/platform", "src/world", "base.h",
                   "solve.h", "world.h"}, HOSTED),
    "src/motion": ({"src/base", "src/motion", "base.h", "motion.h"}, PURE),
    "sim": ({"sim", "public"}, ANY),
    "cli": ({"cli", "public"}, ANY),
    "bindings": ({"bindings", "public"}, ANY),
    "viewer": ({"viewer", "public"}, ANY),
    "examples": ({"public"}, ANY),
}
FREE = ("tests/", "fuzz/", "bench/")  # may look inside
LIBRARIES_OF_SIM = re.compile(r"^(libfyaml|hdf5|sqlite3|geos|cairo)")  # no one else sees them
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def layer_of(path):
    """The longest entry of LAYERS that holds this file (path relative to the root), or None."""
    found = [layer for layer in LAYERS if path == layer or path.startswith(layer + "/")]
    return max(found, key=len, default=None)


def resolve(root, path, name):
    """The file of this tree that `name`, included by `path`, means; None for a system header."""
    top = path.split("/")[0]
    for folder in (str(pathlib.PurePosixPath(path).parent), top, "include", "src"):
        candidate = (root / folder / name).resolve()
        if candidate.is_file() and candidate.is_relative_to(root):
            return candidate.relative_to(root).as_posix()
    return None


def may_see(layer, target):
    """Whether a file of `layer` may include the file `target`."""
    allowed = LAYERS[layer][0]
    if target.startswith("include/sidestep/"):
        header = target.rsplit("/", 1)[1]
        return "public" in allowed or header in allowed or target == layer
    return layer_of(target) in allowed


def offence(root, path, layer, quoted, angled):
    """What is wrong with one #include line, or None."""
    name = quoted or angled
    target = resolve(root, path, name)
    if target:
        return None if may_see(layer, target) else f"{layer} must not include {target}"
    if quoted:
        return f'"{name}" is no file of this tree'
    system = LAYERS[layer][1]
    if system is not ANY and name not in system:
        return f"{layer} must not include <{name}>"
    if layer in ("cli", "examples") and LIBRARIES_OF_SIM.match(name):
        return f"{layer} must not include <{name}>: the simulator's libraries stay behind it"
    return None


def check(root):
    """All offences of the tree, and the number of files read."""
    root = root.resolve()
    offences, files = [], 0
    for file in sorted(root.glob("**/*.[ch]")):
        path = file.relative_to(root).as_posix()
        if path.startswith(FREE) or path.split("/")[0].startswith(("build", ".")):
            continue
        files += 1
        layer = layer_of(path)
        if layer is None:
            offences.append(f"{path}:1: belongs to no layer; tools/check-layers.py lists them")
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = INCLUDE.match(line)
            wrong = match and offence(root, path, layer, *match.groups())
            if wrong:
                offences.append(f"{path}:{number}: {wrong}")
    return offences, files


# path, text, and whether the text offends
SELF_TEST = [
    ("include/sidestep/base.h", "#include <stdint.h>", False),
    ("include/sidestep/solve.h", '#include "base.h"', False),
    ("include/sidestep/world.h", '#include "solve.h"', False),
    ("include/sidestep/motion.h", '#include "world.h"', True),
    ("include/sidestep/sim.h", "#include <sidestep/sidestep.h>", False),
    ("include/sidestep/sidestep.h", "#include <stdio.h>", True),
    ("src/base/vec.h", "#include <sidestep/base.h>", False),
    ("src/base/bad.c", '#include "solve/line.h"', True),
    ("src/solve/line.h", '#include "base/vec.h"', False),
    ("src/solve/bad_world.c", '#include "../world/world.h"', True),
    ("src/solve/bad_libc.c", "#include <stdlib.h>", True),
    ("src/solve/bad_platform.c", '#  include "platform/threads.h"', True),
    ("src/simd/wide.c", '#include "solve/line.h"', False),
    ("src/platform/threads.h", "#include <pthread.h>", False),
    ("src/world/world.h", '#include "platform/threads.h"', False),
    ("src/world/bad.c", "#include <stdio.h>", True),
    ("src/motion/bad.c", '#include "solve/line.h"', True),
    ("src/unknown/file.c", "", True),
    ("sim/sim.c", "#include <libfyaml.h>", False),
    ("sim/bad.c", '#include "../src/base/vec.h"', True),
    ("cli/main.c", "#include <sidestep/sim.h>", False),
    ("cli/bad_sim.c", '#include "../sim/own.h"', True),
    ("cli/output.c", "#include <jansson.h>", False),
    ("cli/bad_library.c", "#include <libfyaml.h>", True),
    ("cli/bad_name.c", '#include "nowhere.h"', True),
    ("sim/own.h", "", False),
    ("tests/test_free.c", '#include "../src/world/world.h"', False),
]


def self_test():
    """Writes a tree of good and bad files; each must be judged as its table says."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text, _ in SELF_TEST:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text + "\n")
        offenders = {line.split(":")[0] for line in check(root)[0]}
    wrong = [path for path, _, bad in SELF_TEST if bad != (path in offenders)]
    for path in wrong:
        print(f"misjudged: {path}")
    print(f"self-test: {len(SELF_TEST)} files, {len(wrong)} misjudged")
    return 1 if wrong else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent
    offences, files = check(pathlib.Path(root))
    print(*offences, sep="\n", end="\n" if offences else "")
    print(f"layers: {files} files, {len(offences)} offences")
    return 1 if offences or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
