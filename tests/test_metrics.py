#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Figures of agents and pairs, computed again from the trajectories alone, by the definitions of
docs/metrics.md: every pair at every step, without a grid. The run's summary, /agents and
/collisions of its recording must agree. $SIDESTEP names the command.
"""
import collections
import csv
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SIDESTEP = os.environ["SIDESTEP"]
STEP, STEPS, SPEED = 0.125, 240, 1.25
LATTICE = 2.0 ** 24
WALLS = [((-6, -6), (6, -6)), ((6, -6), (6, 6)), ((6, 6), (-6, 6)), ((-6, 6), (-6, -6)),
         ((0, -1), (0, 1))]
DEEP, APART, HORIZON = 1e-3, 1e-2, 3.0
Agent = collections.namedtuple("Agent", "radius start goal")


def scene(rng, profile):
    """Forty in a room with a wall in its middle, some of whom nothing stops."""
    agents, taken = [], []
    while len(agents) < 40:
        place = [rng.randrange(-44, 45) / 8 for _ in range(2)]
        if all(math.dist(place, other) > 0.75 for other in taken) and abs(place[0]) > 0.5:
            taken.append(place)
            goal = [rng.randrange(-40, 41) / 8 for _ in range(2)]
            agents.append({"position": place, "goal": goal, "preferred_speed": SPEED,
                           "radius": rng.choice([0.1875, 0.25, 0.3125])})
    for agent in agents[:7]:
        agent["scripted"] = True
        agent["velocity"] = [rng.choice([-0.5, 0.5]), 0.25]
    walls = [{"kind": "chain", "vertices": [a, b]} for a, b in WALLS]
    return {"time_step": STEP, "profile": profile, "agents": agents, "obstacles": walls}


def number(text):
    return float(text) if text else math.nan


def frames_of(path):
    """For each frame, each agent's place and velocity; places as they were, on the lattice."""
    frames = collections.defaultdict(dict)
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            place = [round(float(row[axis]) * LATTICE) / LATTICE for axis in ("x", "y")]
            frames[int(row["step"])][int(row["agent"])] = (place, (float(row["vx"]),
                                                                   float(row["vy"])))
    return [frames[k] for k in range(len(frames))]


def table(path, name):
    done = subprocess.run([SIDESTEP, "info", path, "--" + name], capture_output=True, text=True,
                          check=True)
    return [{key: number(value) for key, value in row.items()}
            for row in csv.DictReader(done.stdout.splitlines())]


# --- One agent ------------------------------------------------------------------------------------

def minus(a, b):
    return (a[0] - b[0], a[1] - b[1])


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1]


def steer(place, goal):
    """The velocity preferred: on the goal in one step if it is that near."""
    way = minus(goal, place)
    far = math.hypot(*way)
    speed = min(SPEED, far / STEP)
    return (way[0] / far * speed, way[1] / far * speed) if far > 0 else (0, 0)


def arrival_of(number_of, agent, frames):
    """The frame in which it arrived, or None."""
    near = max(agent.radius / 4, SPEED * STEP)
    return next((k for k, frame in enumerate(frames)
                 if math.dist(frame[number_of][0], agent.goal) <= near), None)


def mean(values):
    return sum(values) / len(values) if values else math.nan


def turns(velocities):
    moving = [v for v in velocities if math.hypot(*v) >= 0.01]
    return sum(abs(math.remainder(math.atan2(b[1], b[0]) - math.atan2(a[1], a[0]), 2 * math.pi))
               for a, b in zip(moving, moving[1:]))


def stuck_time(velocities, scripted):
    total, slow = 0, 0
    for v in velocities[1:] + [(math.inf, 0)]:
        if math.hypot(*v) < 0.05 * SPEED and not scripted:
            slow += STEP
            continue
        total += slow if slow >= 5 else 0
        slow = 0
    return total


def motion_figures(i, agent, frames, arrival, scripted):
    last = len(frames) - 1 if arrival is None else arrival
    places = [frame[i][0] for frame in frames[:last + 1]]
    v = [frame[i][1] for frame in frames[:last + 1]]
    a = [tuple((y - x) / STEP for x, y in zip(p, q)) for p, q in zip(v, v[1:])]
    jerk = [math.dist(p, q) / STEP for p, q in zip(a, a[1:])]
    wanted = [steer(place, agent.goal) for place in places[:-1]]
    efficacy = [dot(u, w) / dot(w, w) for u, w in zip(v[1:], wanted) if dot(w, w) > 0]
    length = sum(math.dist(p, q) for p, q in zip(places, places[1:]))
    straight = math.dist(places[0], places[-1])
    sizes = [math.hypot(*x) for x in a]
    success = 0 if arrival is None else straight / length if length > 0 else 1
    return {
        "time_to_goal": math.nan if arrival is None else arrival * STEP,
        "path_length": length,
        "path_ratio": length / straight if arrival is not None and straight > 0 else math.nan,
        "spl": success,
        "mean_acceleration": mean(sizes), "max_acceleration": max(sizes, default=math.nan),
        "mean_jerk": mean(jerk), "max_jerk": max(jerk, default=math.nan),
        "heading_change": turns(v), "efficacy": mean(efficacy),
        "not_moving_time": STEP * sum(math.hypot(*x) < 0.01 for x in v[1:]),
        "stuck_time": stuck_time(v, scripted)}, sizes, jerk, efficacy


# --- Pairs ----------------------------------------------------------------------------------------

def roots(p, w, radius):
    """The times at which |p + t w| is the radius, or none."""
    a, b, c = dot(w, w), dot(p, w), dot(p, p) - radius ** 2
    if a == 0 or b * b - a * c <= 0:
        return None
    root = math.sqrt(b * b - a * c)
    return (-b - root) / a, (-b + root) / a


def least_distance(p, w):
    t = min(max(-dot(p, w) / dot(w, w), 0), 1) if dot(w, w) > 0 else 0
    return min(math.hypot(p[0] + t * w[0], p[1] + t * w[1]), math.hypot(p[0] + w[0], p[1] + w[1]))


def deep_within(p, w, radius):
    """The part of the step in which the distance is below the radius."""
    if dot(w, w) == 0:
        return (0, 1) if math.hypot(*p) < radius else None
    found = roots(p, w, radius)
    begin, end = (max(found[0], 0), min(found[1], 1)) if found else (1, 0)
    return (begin, end) if begin < end else None


def time_to_collision(p, w, radius):
    if math.hypot(*p) < radius:
        return 0
    found = roots(p, w, radius)
    return found[0] if found and found[0] >= 0 else math.inf


class Event:
    """Follows the overlaps of one pair."""

    def __init__(self):
        self.open, self.closed = None, []

    def step(self, time, least, at_end, deep):
        if self.open is None and least < -DEEP:
            begin = time + (deep[0] if deep else 0) * STEP
            self.open = {"begin": begin, "duration": 0, "overlap_time": 0, "depth": 0}
        if self.open is None:
            return
        if deep:
            self.open["duration"] = time + deep[1] * STEP - self.open["begin"]
            self.open["overlap_time"] += (deep[1] - deep[0]) * STEP
        self.open["depth"] = max(self.open["depth"], -least)
        if at_end >= APART:
            self.close()

    def close(self):
        if self.open:
            self.closed.append(self.open)
        self.open = None


def pair_figures(agents, frames, arrivals):
    """By agent: least gap, least time to collision, times in the zones; and events by pair."""
    figures = [{"min_gap": math.inf, "min_time_to_collision": math.inf, "intimate_time": 0,
                "personal_time": 0} for _ in agents]
    events = collections.defaultdict(Event)
    for k, frame in enumerate(frames):
        before = frames[max(k - 1, 0)]
        nearest = [math.inf] * len(agents)
        for i, one in enumerate(agents):
            for j in range(i):
                radii = one.radius + agents[j].radius
                p = minus(frame[i][0], frame[j][0])
                old = minus(before[i][0], before[j][0])
                way = minus(p, old)
                least, at_end = least_distance(old, way) - radii, math.hypot(*p) - radii
                until = time_to_collision(p, minus(frame[i][1], frame[j][1]), radii)
                for this, other in ((i, j), (j, i)):
                    f = figures[this]
                    f["min_gap"] = min(f["min_gap"], least)
                    nearest[this] = min(nearest[this], at_end + agents[other].radius)
                    if until <= HORIZON and (arrivals[this] is None or k <= arrivals[this]):
                        f["min_time_to_collision"] = min(f["min_time_to_collision"], until)
                deep = deep_within(old, way, radii - DEEP) if k else None
                events[j, i].step(max(k - 1, 0) * STEP, least, at_end, deep)
        for i, distance in enumerate(nearest):
            if k and (arrivals[i] is None or k <= arrivals[i]):
                figures[i]["intimate_time"] += STEP * (distance < 0.45)
                figures[i]["personal_time"] += STEP * (0.45 <= distance < 1.2)
    return figures, events


# --- Walls ----------------------------------------------------------------------------------------

def point_to_segment(p, a, b):
    w = minus(b, a)
    t = min(max(dot(minus(p, a), w) / dot(w, w), 0), 1) if dot(w, w) > 0 else 0
    return math.dist(p, (a[0] + t * w[0], a[1] + t * w[1]))


def side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def way_to_wall(p, q, a, b):
    if side(a, b, p) * side(a, b, q) < 0 and side(p, q, a) * side(p, q, b) < 0:
        return 0
    return min(point_to_segment(p, a, b), point_to_segment(q, a, b), point_to_segment(a, p, q),
               point_to_segment(b, p, q))


def wall_figures(agents, frames):
    gaps, events = [math.inf] * len(agents), [Event() for _ in agents]
    for k, frame in enumerate(frames):
        before = frames[max(k - 1, 0)]
        for i, agent in enumerate(agents):
            gap = min(way_to_wall(before[i][0], frame[i][0], a, b) for a, b in WALLS) - agent.radius
            gaps[i] = min(gaps[i], gap)
            deep = (0, 1) if k and gap < -DEEP else None
            events[i].step(max(k - 1, 0) * STEP, gap, gap, deep)
    return gaps, events


# --- Comparison -----------------------------------------------------------------------------------

class Check:
    def __init__(self):
        self.wrong, self.count = [], 0

    def same(self, what, found, expected, tolerance=1e-6):
        self.count += 1
        found = math.nan if found is None else found
        expected = math.nan if math.isinf(expected) else expected
        if math.isnan(expected) != math.isnan(found) or abs(found - expected) > tolerance * (
                1 + abs(expected)):
            self.wrong.append(f"{what}: found {found!r}, expected {expected!r}")


def expect_collisions(pairs, walls):
    """All events, as (a, b, event); the obstacles are b = NaN."""
    events = [(a, b, event) for (a, b), pair in pairs.items() for event in close(pair)]
    return events + [(i, math.nan, event) for i, wall in enumerate(walls) for event in close(wall)]


def close(event):
    event.close()
    return event.closed


def check_collisions(check, found, expected):
    check.same("collisions recorded", len(found), len(expected), 0)
    order = lambda a, b, begin: (a, 1e9 if math.isnan(b) else b, begin)
    found.sort(key=lambda row: order(row["a"], row["b"], row["begin"]))
    expected.sort(key=lambda event: order(event[0], event[1], event[2]["begin"]))
    for row, (a, b, event) in zip(found, expected):
        where = f"collision of {a} and {b}"
        check.same(where + ": a", row["a"], a, 0)
        check.same(where + ": b", row["b"], b, 0)
        for key, value in event.items():
            check.same(f"{where}: {key}", row[key], value)


def check_agents(check, rows, expected):
    for i, figures in enumerate(expected):
        for key, value in figures.items():
            check.same(f"agent {i}: {key}", rows[i][key], value, 1e-5)


def own_collisions(i, events):
    mine = [event for a, b, event in events if i in (a, b)]
    return {"collisions": len(mine), "overlap_time": sum(e["overlap_time"] for e in mine)}


def expect_summary(agents, figures, events, steps):
    """Of the figures of all agents; `steps` has accelerations, jerks and efficacies of all."""
    column = lambda key: [f[key] for f in figures]
    finite = lambda values: [v for v in values if math.isfinite(v)]
    arrived = finite(column("time_to_goal"))
    return {
        "agents": len(agents), "arrived": len(arrived), "mean_time_to_goal": mean(arrived),
        "makespan": max(arrived) if len(arrived) == len(agents) else math.nan,
        "path_ratio": mean(finite(column("path_ratio"))), "spl": mean(column("spl")),
        "min_gap": min(column("min_gap")), "min_wall_gap": min(column("min_wall_gap")),
        "min_time_to_collision": min(column("min_time_to_collision")),
        "collisions": len(events),
        "overlap_time": sum(event["overlap_time"] for _, _, event in events),
        "deepest_overlap": max((event["depth"] for _, _, event in events), default=math.nan),
        **{key: sum(column(key)) for key in ("intimate_time", "personal_time", "not_moving_time",
                                             "stuck_time")},
        "heading_change": mean(column("heading_change")),
        "mean_acceleration": mean(steps[0]), "max_acceleration": max(steps[0]),
        "mean_jerk": mean(steps[1]), "max_jerk": max(steps[1]), "efficacy": mean(steps[2])}


def compare(check, folder, seed, profile):
    world = scene(random.Random(seed), profile)
    path = folder / "scene.json"
    path.write_text(json.dumps(world))
    done = subprocess.run([SIDESTEP, "run", path, "--steps", str(STEPS), "--json", "-o",
                           folder / "run.csv", "-o", folder / "run.h5"],
                          capture_output=True, text=True, check=True)
    summary = json.loads(done.stdout)
    agents = [Agent(a["radius"], a["position"], a["goal"]) for a in world["agents"]]
    frames = frames_of(folder / "run.csv")
    arrivals = [arrival_of(i, agent, frames) for i, agent in enumerate(agents)]
    figures, pairs = pair_figures(agents, frames, arrivals)
    gaps, walls = wall_figures(agents, frames)
    events = expect_collisions(pairs, walls)
    steps = [], [], []
    for i, agent in enumerate(agents):
        scripted = world["agents"][i].get("scripted", False)
        motion, *of_steps = motion_figures(i, agent, frames, arrivals[i], scripted)
        figures[i].update(motion, min_wall_gap=gaps[i], **own_collisions(i, events))
        for every, own in zip(steps, of_steps):
            every += own
    check_collisions(check, table(folder / "run.h5", "collisions"), events)
    rows = table(folder / "run.h5", "agents")
    check_agents(check, rows, figures)
    for key, value in expect_summary(agents, figures, events, steps).items():
        check.same(key, summary[key], value, 1e-5)
    for key in ("relaxed_steps", "truncated_steps", "contact_steps", "blocked_steps"):
        check.same(key, summary[key], sum(row[key] for row in rows), 0)
    return len(events), summary["arrived"]


def main():
    check = Check()
    with tempfile.TemporaryDirectory() as folder:
        for seed, profile in ((1, "default"), (2, "classic")):
            events, arrived = compare(check, pathlib.Path(folder), seed, profile)
            if events < 5 or arrived < 20:
                check.wrong.append(f"{profile}: {events} collisions, {arrived} arrived: too few")
    print("\n".join(check.wrong[:40]) or f"{check.count} figures agree")
    return bool(check.wrong)


if __name__ == "__main__":
    sys.exit(main())
