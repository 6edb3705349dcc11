#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Recordings of runs that did not end well. After SIGKILL at a random moment, or a write that
failed, the file opens and holds the first frames of the whole run. A failed write is an error that
names file and cause; of other files, which are of no use in part, it leaves nothing. $SIDESTEP names
the command; with SIDESTEP_LONG more runs are killed.
"""
import os
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

SIDESTEP = os.environ["SIDESTEP"]
KILLS = 100 if os.environ.get("SIDESTEP_LONG") else 20
AGENTS, STEPS = 20, 4000
KINDS = ["h5", "sqlite", "txt", "csv"]
WHOLE_FRAMES = {"h5", "sqlite"}  # of the text kinds, a killed run may leave part of a frame
SCENE = "agents:\n" + "".join(
    f"  - {{position: [{3 * i}, {i % 3}], preferred_velocity: [{i % 5 - 2}, 1]}}\n"
    for i in range(AGENTS))


def command(scene, paths):
    outputs = [word for path in paths for word in ("-o", str(path))]
    return [SIDESTEP, "run", str(scene), "--steps", str(STEPS), "-q", *outputs]


def places(path):
    """The rows step,time,agent,x,y of a recording, or None and why not."""
    # Only times tell the rate of a CSV file, and a run killed early leaves one.
    rate = ["--fps", "10"] if path.suffix == ".csv" else []
    done = subprocess.run([SIDESTEP, "convert", path, "-", *rate], capture_output=True, text=True,
                          timeout=120)
    if done.returncode != 0:
        return None, done.stderr
    return [line.rsplit(",", 2)[0] for line in done.stdout.splitlines()[1:]], ""


def check_prefix(path, whole, where):
    """What is wrong with a recording that should be the beginning of the whole one, and its rows."""
    rows, why = places(path)
    if rows is None:
        return [f"{where}: {path.name} does not open: {why}"], 0
    wrong = []
    if rows != whole[:len(rows)]:
        wrong.append(f"{where}: {path.name} holds {len(rows)} rows that are not the first ones")
    if path.suffix[1:] in WHOLE_FRAMES and len(rows) % AGENTS:
        wrong.append(f"{where}: {path.name} ends within a frame, after {len(rows)} rows")
    return wrong, len(rows)


def remove_all(folder):
    for path in folder.glob("run.*"):
        path.unlink()


def kill_once(scene, folder, moment, whole):
    """What is wrong after a kill, and for each kind the rows that were there, if the file was."""
    paths = [folder / f"run.{kind}" for kind in KINDS]
    process = subprocess.Popen(command(scene, paths))
    time.sleep(moment)
    process.kill()
    process.wait()
    wrong, found = [], {}
    for path in paths:
        if path.exists() and path.stat().st_size > 0:
            problems, found[path.suffix[1:]] = check_prefix(path, whole, f"killed at {moment:.4f} s")
            wrong += problems
    remove_all(folder)
    return wrong, found


def check_kills(scene, folder, whole, duration):
    seed = random.randrange(1 << 30)
    print(f"seed {seed}")
    rng = random.Random(seed)
    wrong, there, partial = [], dict.fromkeys(KINDS, 0), dict.fromkeys(KINDS, 0)
    for i in range(KILLS):
        # Every fourth one while the files are begun.
        moment = rng.uniform(0, 0.03) if i % 4 == 0 else rng.uniform(0, duration)
        problems, found = kill_once(scene, folder, moment, whole)
        wrong += problems
        for kind, rows in found.items():
            there[kind] += 1
            partial[kind] += 0 < rows < len(whole)
    for kind in KINDS:
        print(f"{kind}: {there[kind]} of {KILLS} runs had begun the file when they were killed, "
              f"{partial[kind]} left a part of the rows")
        if partial[kind] == 0:
            wrong.append(f"{kind}: no run was killed in the middle; the test tells nothing")
    return wrong


def check_failure(done, path, cause, whole, where):
    wrong = []
    if done.returncode != 1:
        wrong.append(f"{where}: {path.name}: exit {done.returncode}, expected 1")
    if done.stderr != f"{path}: error: cannot be written: {cause}\n":
        wrong.append(f"{where}: {path.name}: found the message {done.stderr!r}")
    problems, rows = check_prefix(path, whole, where)
    if rows == 0:
        problems.append(f"{where}: {path.name} holds nothing")
    return wrong + problems


def check_limit(scene, folder, whole):
    """A limit on the size of files."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
    wrong = []
    for kind in KINDS:
        path = folder / f"run.{kind}"
        done = subprocess.run(command(scene, [path]), preexec_fn=limit, capture_output=True,
                              text=True, timeout=120)
        wrong += check_failure(done, path, "File too large", whole, "limited")
        remove_all(folder)
    return wrong


def check_full(scene, folder, whole):
    """A small disk that fills up, where this user may mount one."""
    disk = folder / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk],
                      capture_output=True).returncode != 0:
        print("SKIPPED: a full disk; no file system can be mounted here")
        return []
    wrong = []
    try:
        for kind in KINDS:
            path = disk / f"run.{kind}"
            done = subprocess.run(command(scene, [path]), capture_output=True, text=True,
                                  timeout=120)
            wrong += check_failure(done, path, "No space left on device", whole, "full disk")
            remove_all(disk)
    finally:
        subprocess.run(["umount", disk], check=True)
    return wrong


# What is of no use in part, by its name, and the command that makes it.
WHOLE = {
    "png": "run {scene} -q --steps 50 --picture", "svg": "run {scene} -q --steps 50 --picture",
    "pdf": "run {scene} -q --steps 50 --picture", "run.csv": "run {measured} -q --series",
    "measure.csv": "measure {h5} -q --line 0,1,90,1 --area 0,0,90,90 -o",
    "csv": "convert {h5}", "h5": "convert {h5}", "sqlite": "convert {h5}", "txt": "convert {h5}",
    "yaml": "import {txt} -q --replay --unit m --fps 10 -o",
}


def check_whole(folder, paths):
    """With hardly any room, the file is not there, and the one of before stays but for `convert`,
    which begins to write at once."""
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
    wrong = []
    for name, words in WHOLE.items():
        for before in ("", "of before"):
            if before and words.startswith("convert"):
                continue
            out = folder / f"out.{name}"
            if before:
                out.write_text(before)
            done = subprocess.run([SIDESTEP, *words.format(**paths).split(), out],
                                  preexec_fn=limit, capture_output=True, text=True, timeout=120)
            left = {path.name: path.read_bytes() for path in folder.iterdir()}
            if done.returncode != 1 or done.stderr != f"{out}: error: cannot be written: File too large\n":
                wrong.append(f"{name}: exit {done.returncode}, {done.stderr!r}")
            if left != ({out.name: before.encode()} if before else {}):
                wrong.append(f"{name}, {before or 'new'}: left {left}")
            for path in folder.iterdir():
                path.unlink()
    return wrong


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scene = folder / "scene.yaml"
        scene.write_text(SCENE)
        start = time.monotonic()
        subprocess.run(command(scene, [folder / f"run.{kind}" for kind in KINDS]), check=True)
        duration = time.monotonic() - start
        whole, _ = places(folder / "run.csv")
        wrong = [] if len(whole) == AGENTS * (STEPS + 1) else [f"{len(whole)} rows in all"]
        for kind in KINDS:
            wrong += check_prefix(folder / f"run.{kind}", whole, "whole run")[0]
        kept = {kind: (folder / f"run.{kind}").rename(folder / f"whole.{kind}") for kind in KINDS}
        measured = folder / "measured.yaml"
        measured.write_text(SCENE + "measure: [{name: m, area: [0, 0, 90, 90], every: 0}]\n"
                                    "steps: 100\n")
        out = folder / "out"
        out.mkdir()
        wrong += check_whole(out, kept | {"scene": scene, "measured": measured})
        wrong += check_kills(scene, folder, whole, duration)
        wrong += check_limit(scene, folder, whole)
        wrong += check_full(scene, folder, whole)
    print("\n".join(wrong) or "recordings survive")
    return bool(wrong)


if __name__ == "__main__":
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    sys.exit(main())
