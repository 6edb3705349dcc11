#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""A run that is interrupted, terminated or killed: the first two end cleanly with a summary, and what
was recorded is whole in any case. $SIDESTEP names the command.
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCENE = "agents:\n" + "".join(f"  - {{position: [{3 * i}, 0], preferred_velocity: [0, 1]}}\n"
                              for i in range(20))


def wait_for_rows(path, process):
    """Until the recording has begun; without a time limit of its own, the test runner has one."""
    while process.poll() is None:
        if path.exists() and path.stat().st_size > 100_000:
            return


def check(sent, folder):
    """What is wrong after that signal."""
    scene, recording = folder / "scene.yaml", folder / "out.csv"
    scene.write_text(SCENE)
    process = subprocess.Popen([os.environ["SIDESTEP"], "run", scene, "--steps", "1000000000",
                                "--json", "-o", recording], stdout=subprocess.PIPE, text=True)
    wait_for_rows(recording, process)
    process.send_signal(sent)
    out, _ = process.communicate(timeout=60)
    clean = sent != signal.SIGKILL
    if process.returncode != (1 if clean else -sent):
        yield f"exit {process.returncode}"
    if clean != ('"state_hash"' in out):
        yield f"summary: {out!r}"
    text = recording.read_text()
    rows = text.splitlines()[1:]
    if clean and (not text.endswith("\n") or len(rows) % 20):
        yield f"the recording ends with {rows[-1]!r}, {len(rows)} rows"
    if any(len(row.split(",")) != 7 for row in rows[:-1]):
        yield "a broken row within the recording"
    recording.unlink()


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            wrong += [f"{sent.name}: {text}" for text in check(sent, pathlib.Path(folder))]
    print("\n".join(wrong) or "interrupted runs end as they should")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
