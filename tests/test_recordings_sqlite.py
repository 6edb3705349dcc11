#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""The SQLite recording in the form of JuPedSim, version 2, seen by another reader; and files of
JuPedSim's versions 1 and 3 read. $SIDESTEP names the command.
"""
import math
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SIDESTEP = os.environ["SIDESTEP"]
COLUMNS = {
    "metadata": ["key", "value"],
    "trajectory_data": ["frame", "id", "pos_x", "pos_y", "ori_x", "ori_y"],
    "geometry": ["hash", "wkt"],
    "frame_data": ["frame", "geometry_hash"],
}


def check_form(connection):
    tables = {name for (name,) in connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'")}
    if tables != set(COLUMNS):
        yield f"tables {tables}"
    for table, columns in COLUMNS.items():
        found = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if found != columns:
            yield f"{table}: columns {found}"
    index = [row[2] for row in connection.execute("PRAGMA index_info(frame_id_idx)")]
    if index != ["frame", "id"]:
        yield f"index {index}"
    if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        yield "not whole"


def check_metadata(connection):
    told = dict(connection.execute("SELECT key, value FROM metadata"))
    expected = {"version": "2", "fps": "5", "seed": "0", "xmin": "0", "ymin": "0", "every": "2",
                "scenario_name": "turn", "complete": "1"}
    for key, value in expected.items():
        if told.get(key) != value:
            yield f"metadata {key}: {told.get(key)!r}, expected {value!r}"
    if not all(isinstance(value, str) for value in told.values()):
        yield "a value that is no text"


def check_rows(connection):
    rows = connection.execute("SELECT * FROM trajectory_data ORDER BY frame").fetchall()
    if [row[0] for row in rows] != list(range(31)):
        yield f"frames {[row[0] for row in rows]}"
    for frame, _, _, _, x, y in rows:
        if abs(math.hypot(x, y) - 1) > 1e-12:
            yield f"frame {frame}: the orientation ({x}, {y}) is no unit vector"
    if rows[0][4:] != (1, 0):
        yield f"it starts with the orientation {rows[0][4:]}, expected (1, 0)"
    if math.dist(rows[-1][4:], (0, 1)) > 0.15 or rows[-1][4:] != rows[-2][4:]:
        yield f"it ends with the orientation {rows[-1][4:]}, expected (0, 1), kept while standing"
    geometry = dict(connection.execute("SELECT hash, wkt FROM geometry"))
    frames = connection.execute("SELECT frame, geometry_hash FROM frame_data").fetchall()
    if len(geometry) != 1 or not next(iter(geometry.values())).startswith(
            "GEOMETRYCOLLECTION (POLYGON (("):
        yield f"geometry {geometry}"
    if frames != [(frame, next(iter(geometry))) for frame in range(31)]:
        yield f"frame_data {frames}"


def check_written(folder):
    scene, recording = folder / "turn.yaml", folder / "turn.sqlite"
    scene.write_text("{name: turn, agents: [{position: [0, 0], velocity: [1, 0], "
                     "preferred_speed: 1, radius: 0.2, goals: [[1, 0], [1, 2]]}]}")
    subprocess.run([SIDESTEP, "run", scene, "-q", "--until", "6", "--every", "2", "-o", recording],
                   check=True)
    with sqlite3.connect(recording) as connection:
        yield from check_form(connection)
        yield from check_metadata(connection)
        yield from check_rows(connection)


def write_foreign(path, version):
    """A small file as JuPedSim's first and third version have it."""
    with sqlite3.connect(path) as connection:
        orientation = ", ori_x REAL, ori_y REAL" if version < 3 else ""
        connection.execute("CREATE TABLE metadata (key TEXT PRIMARY KEY, value TEXT)")
        connection.execute("CREATE TABLE trajectory_data (frame INTEGER NOT NULL, "
                           f"id INTEGER NOT NULL, pos_x REAL, pos_y REAL{orientation})")
        connection.executemany("INSERT INTO metadata VALUES (?, ?)",
                               [("version", str(version)), ("fps", "8.0")])
        if version == 1:
            connection.execute("CREATE TABLE geometry (wkt TEXT NOT NULL)")
            connection.execute("INSERT INTO geometry VALUES ('POLYGON ((0 0, 9 0, 9 9, 0 0))')")
        for frame, agent, x in [(0, 1, 0.5), (0, 7, 3), (1, 1, 0.75), (2, 7, 3.5)]:
            row = (frame, agent, x, -1) + ((1, 0) if version < 3 else ())
            marks = ", ".join("?" * len(row))
            connection.execute(f"INSERT INTO trajectory_data VALUES ({marks})", row)


def check_foreign(folder, version):
    path = folder / f"foreign{version}.sqlite"
    write_foreign(path, version)
    done = subprocess.run([SIDESTEP, "convert", path, "-"], capture_output=True, text=True)
    expected = ("step,time,agent,x,y,vx,vy\n0,0,1,0.5,-1,,\n0,0,7,3,-1,,\n1,0.125,1,0.75,-1,,\n"
                "2,0.25,7,3.5,-1,,\n")
    if version in (1, 2, 3) and done.stdout != expected:
        yield f"version {version}: {done.stdout!r} {done.stderr!r}"
    if version not in (1, 2, 3) and (done.returncode != 2 or "version 4" not in done.stderr):
        yield f"version {version}: exit {done.returncode} {done.stderr!r}"
    told = subprocess.run([SIDESTEP, "info", path, "--json"], capture_output=True, text=True)
    if version == 1 and '"POLYGON ((0 0, 9 0, 9 9, 0 0))"' not in told.stdout:
        yield f"geometry of version 1: {told.stdout!r} {told.stderr!r}"


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        wrong = list(check_written(folder))
        for version in (1, 3, 4):
            wrong += check_foreign(folder, version)
    print("\n".join(wrong) or "SQLite recordings are as JuPedSim has them")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
