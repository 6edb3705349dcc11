# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""The libraries that bench/compare.py steps side by side, each behind the same three methods. All get
the same start and the same goals, radius 0.25 m, max speed 1.5 m/s, neighbours within 5 m, ten of
them at most, a horizon of 2 s and a step of 0.1 s. What is timed is the step alone: setting
preferred velocities is left out, for a binding's calls would dominate it."""
import os
import pathlib
import subprocess
import time

import numpy as np

RADIUS, MAX_SPEED, RANGE, NEIGHBORS, HORIZON, STEP = 0.25, 1.5, 5.0, 10, 2.0, 0.1


def start(count, density, seed=1):
    """x, y, goal x, goal y of agents on a jittered grid."""
    rng = np.random.default_rng(seed)
    columns, spacing = int(np.ceil(np.sqrt(count))), density ** -0.5
    number = np.arange(count)
    places = np.stack([number % columns, number // columns], axis=1) * spacing
    jitter = min(max(spacing / 2 - RADIUS, 0), spacing / 4)
    places += rng.uniform(-jitter, jitter, (count, 2))
    return np.concatenate([places, rng.uniform(0, columns * spacing, (count, 2))], axis=1)


def preferred(positions, goals):
    """Towards the goals, and slower in the last metres."""
    way = goals - positions
    distance = np.linalg.norm(way, axis=1, keepdims=True)
    return way * (MAX_SPEED / np.maximum(distance, MAX_SPEED))


def detour_range(density):
    """DetourCrowd looks at the first 32 that it finds in a square, near or far: a range in which there
    are about 24, so that it overlooks nobody near."""
    return min(RANGE, (24 / density) ** 0.5 / 2)


class Program:
    """A program that takes a step for each line, and answers its times and all positions."""

    def __init__(self, command, agents, folder):
        # A file of its own: the program reads it while others are already started.
        path = pathlib.Path(folder) / f"start-{len(os.listdir(folder))}.bin"
        agents.tofile(path)
        self.count = len(agents)
        self.process = subprocess.Popen([command[0], path, *command[1:]], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def step(self):
        """Nanoseconds of the step, and with input and output."""
        self.process.stdin.write(b"\n")
        self.process.stdin.flush()
        times = self.process.stdout.readline().split()
        self.places = np.frombuffer(self.process.stdout.read(16 * self.count)).reshape(-1, 2)
        return float(times[0]), float(times[1])

    def positions(self):
        return self.places

    def close(self):
        self.process.communicate()


class Rvo2:
    """RVO2 by pyrvo: its do_step() is one call into C++, and is what is timed."""

    def __init__(self, agents):
        import pyrvo
        self.simulator = pyrvo.RVOSimulator(STEP, RANGE, NEIGHBORS, HORIZON, HORIZON, RADIUS,
                                            MAX_SPEED)
        for agent in agents.tolist():
            self.simulator.add_agent((agent[0], agent[1]))
        self.goals = agents[:, 2:]

    def positions(self):
        read = self.simulator.get_agent_position
        return np.array([read(i).to_tuple() for i in range(len(self.goals))])

    def step(self):
        for i, velocity in enumerate(preferred(self.positions(), self.goals).tolist()):
            self.simulator.set_agent_pref_velocity(i, tuple(velocity))
        begin = time.thread_time_ns()
        self.simulator.do_step()
        elapsed = time.thread_time_ns() - begin
        return elapsed, elapsed

    def close(self):
        pass


class Navground:
    """navground's ORCA behaviour. Its world works out the way to the goal itself, within the time,
    and pushes apart whoever touches."""

    def __init__(self, agents):
        import navground.core as core
        import navground.sim as sim
        self.world = sim.World()
        for x, y, goal_x, goal_y in agents.tolist():
            kinematics = core.kinematics.OmnidirectionalKinematics(MAX_SPEED, 10.0)
            behavior = core.behaviors.ORCABehavior(kinematics, RADIUS)
            behavior.optimal_speed = MAX_SPEED
            behavior.horizon = RANGE
            behavior.time_horizon = HORIZON
            behavior.max_number_of_neighbors = NEIGHBORS
            behavior.safety_margin = 0
            task = sim.tasks.WaypointsTask([(goal_x, goal_y)], False, 0.1)
            sight = sim.state_estimations.BoundedStateEstimation(RANGE)
            agent = sim.Agent(RADIUS, behavior, kinematics, task, [sight], STEP)
            agent.position = (x, y)
            self.world.add_agent(agent)

    def positions(self):
        return np.array([agent.position for agent in self.world.agents], dtype=float)

    def step(self):
        begin = time.thread_time_ns()
        self.world.update(STEP)
        elapsed = time.thread_time_ns() - begin
        return elapsed, elapsed

    def close(self):
        pass
