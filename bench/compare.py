#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Measures and writes docs/benchmarks.md: compare.py BUILD [SECTION...]. What a section measured is kept
in BUILD/bench/SECTION.json; the page and its plots are made from all that is kept, so sections can
be measured one at a time, and the section "page" measures nothing. Run by `make bench`, in an
environment that has bench/requirements.txt.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

os.environ["OMP_NUM_THREADS"] = "1"

import matplotlib
import numpy as np
from scipy.spatial import cKDTree

import engines

matplotlib.use("svg")
matplotlib.rcParams.update({"svg.hashsalt": "sidestep", "figure.constrained_layout.use": True})
import matplotlib.pyplot as plt

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
PAGE = ROOT / "docs/benchmarks.md"


def run_json(*command):
    return json.loads(subprocess.run([str(word) for word in command], check=True,
                                     capture_output=True, text=True).stdout)


def bench(**options):
    words = []
    for name, value in options.items():
        words += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
    return run_json(BUILD / "sidestep", "bench", "--json", *words)


# --- What is measured ----------------------------------------------------------------------------


def crowd(count, density, rounds, steps):
    """All engines, alternating: a block of steps each, round after round."""
    agents = engines.start(count, density)
    figures = {}
    with tempfile.TemporaryDirectory() as folder:
        makers = {f"Sidestep, {words}": lambda options=options: engines.Program(
            [BUILD / "bench/bench_crowd", *options], agents, folder)
            for words, options in (("`classic`", ["classic", "auto"]),
                                   ("`classic`, AVX2", ["classic", "avx2"]),
                                   ("`classic`, scalar", ["classic", "scalar"]),
                                   ("`default`", ["default", "auto"]))}
        makers["RVO2 (pyrvo)"] = lambda: engines.Rvo2(agents)
        if count <= 10000:
            makers["DetourCrowd"] = lambda: engines.Program(
                [BUILD / "bench/bench_detour", str(engines.detour_range(density))], agents, folder)
            makers["navground, ORCA"] = lambda: engines.Navground(agents)
        running = {name: make() for name, make in makers.items()}
        for name, engine in running.items():
            engine.step()
            figures[name] = {"step": [], "all": [], "gap": []}
        for _ in range(rounds):
            for name, engine in running.items():
                for _ in range(steps):
                    alone, with_host = engine.step()
                    nearest = cKDTree(engine.positions()).query(engine.positions(), k=2)[0][:, 1]
                    figures[name]["step"].append(alone / count)
                    figures[name]["all"].append(with_host / count)
                    figures[name]["gap"].append(nearest.min() - 2 * engines.RADIUS)
        for engine in running.values():
            engine.close()
    return {name: {"min": min(f["step"]), "median": float(np.median(f["step"])),
                   "all_min": min(f["all"]), "gap": min(f["gap"])} for name, f in figures.items()}


def measure_crowds():
    scenes = [(1000, 0.5, 5, 20), (10000, 0.5, 3, 10), (100000, 0.5, 3, 3), (10000, 0.1, 3, 5),
              (10000, 2, 3, 5)]
    return [{"agents": n, "density": d, "figures": crowd(n, d, rounds, steps)}
            for n, d, rounds, steps in scenes]


def measure_costs():
    counts = [(1, 2000), (10, 2000), (100, 1000), (1000, 300), (10000, 50), (100000, 10),
              (1000000, 5)]
    few = {"steps": 30, "agents": 10000, "profile": "classic"}
    return {
        "agents": [bench(profile=p, agents=n, steps=s) for p in ("classic", "default")
                   for n, s in counts],
        "isa": [bench(**few, isa=i) for i in ("scalar", "sse2", "avx2", "auto")],
        "max_neighbors": [bench(**few, max_neighbors=k, neighbor_dist=10)
                          for k in (2, 4, 6, 8, 10, 12, 16, 20, 32, 40)],
        "density": [bench(**few, density=d) for d in (0.05, 0.1, 0.2, 0.5, 1, 2, 3)],
        "edges": [bench(**few, scene="city", edges=e) for e in (0, 100, 1000, 10000, 100000)],
        "threads": [bench(profile="classic", agents=n, steps=s, threads=t)
                    for n, s in ((256, 500), (1000, 300), (10000, 50), (100000, 10))
                    for t in (1, 2)]}


def measure_order():
    return [bench(profile="classic", agents=n, steps=s, **order)
            for n, s in ((10000, 30), (100000, 10), (1000000, 5))
            for order in ({}, {"shuffle": True})]


def measure_pairs():
    return [{**run_json(BUILD / "bench/bench_all_pairs", n, steps),
             "world": bench(profile="classic", agents=n, steps=steps)["ns_per_agent_step_min"]}
            for n, steps in ((10, 2000), (30, 1000), (100, 300), (300, 100), (1000, 30), (3000, 10),
                             (10000, 4))]


def measure_program():
    return run_json(BUILD / "bench/bench_program", 100000)


def measure_robot():
    return run_json(BUILD / "bench/bench_robot", os.environ.get("ROBOT_INPUTS", "100000"))


def first_match(path, pattern):
    found = re.search(pattern, pathlib.Path(path).read_text(), re.M)
    return found.group(1).strip() if found else "unknown"


def measure_machine():
    cache = BUILD / "CMakeCache.txt"
    compiler = first_match(cache, r"^CMAKE_C_COMPILER:\w+=(.*)")
    kind = first_match(cache, r"^CMAKE_BUILD_TYPE:\w+=(.*)")
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout
    return {"cpu": first_match("/proc/cpuinfo", r"^model name\s*: (.*)"),
            "processors": os.cpu_count(), "load": f"{os.getloadavg()[0]:.1f}",
            "compiler": version.splitlines()[0],
            "flags": first_match(cache, rf"^CMAKE_C_FLAGS_{kind.upper()}:\w+=(.*)") +
            " -ffp-contract=off -fno-math-errno",
            "widest": next((w for w in ("avx512f", "avx2", "sse2") if w in
                            first_match("/proc/cpuinfo", r"^flags\s*: (.*)").split()), "none"),
            "commit": subprocess.run(["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"],
                                     capture_output=True, text=True).stdout.strip()}


MEASURES = {"crowds": measure_crowds, "costs": measure_costs, "order": measure_order, "pairs": measure_pairs,
            "program": measure_program, "robot": measure_robot}

# --- The page ------------------------------------------------------------------------------------


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows])


def plot(name, x, series, x_label, log=True):
    figure, axes = plt.subplots(figsize=(6.4, 3.2))
    for label, values in series.items():
        axes.plot(x[:len(values)], values, "o-", label=label)
    if log:
        axes.set(xscale="log", yscale="log")
    else:
        axes.set_ylim(bottom=0)
    axes.set(xlabel=x_label, ylabel="ns an agent-step")
    axes.grid(alpha=0.3)
    if len(series) > 1:
        axes.legend()
    figure.savefig(ROOT / f"docs/{name}.svg", metadata={"Date": None})
    plt.close(figure)


def show_crowds(scenes):
    rows = []
    for scene in scenes:
        rvo2 = scene["figures"]["RVO2 (pyrvo)"]
        for name, f in scene["figures"].items():
            rows.append([f"{scene['agents']:,}", scene["density"], name, f"{f['min']:.0f}",
                         f"{f['median']:.0f}", f"{f['all_min']:.0f}" if "Side" in name else "",
                         f"{rvo2['min'] / f['min']:.2f}",
                         f"{rvo2['median'] / f['median']:.2f}", f"{f['gap']:.3f}"])
    names = list(scenes[0]["figures"])
    figure, axes = plt.subplots(figsize=(6.4, 3.2))
    for k, name in enumerate(names):
        for i, scene in enumerate(scenes):
            if name in scene["figures"]:
                axes.bar(i + 0.12 * k, scene["figures"][name]["min"], 0.11, color=f"C{k}",
                         label=name if i == 0 else None)
    axes.set(yscale="log", ylabel="ns an agent-step, least")
    axes.set_xticks([i + 0.36 for i in range(len(scenes))],
                    [f"{s['agents']:,}\n{s['density']}/m²" for s in scenes])
    axes.legend(fontsize="x-small")
    figure.savefig(ROOT / "docs/benchmarks-crowds.svg", metadata={"Date": None})
    plt.close(figure)
    return table(["agents", "a m²", "library", "least ns", "median ns", "with input and output",
                  "RVO2 takes, least", "median", "least gap m"], rows)


def cost_rows(runs, key):
    return table([key, "profile", "least ns", "median ns", "index", "decide", "move", "neighbours",
                  "edges", "relaxed"],
                 [[f"{r[key]:,}" if key != "isa" else r[key], r["profile"], f"{r['ns_per_agent_step_min']:.0f}",
                   f"{r['ns_per_agent_step_median']:.0f}", f"{r['ns_index_min']:.0f}",
                   f"{r['ns_decide_min']:.0f}", f"{r['ns_move_min']:.0f}",
                   f"{r['neighbors_mean']:.1f}", f"{r['edges_mean']:.1f}",
                   f"{r['relaxed_share']:.3f}"] for r in runs])


def show_costs(costs):
    least = lambda runs: [r["ns_per_agent_step_min"] for r in runs]
    for key, words in (("agents", "agents"), ("max_neighbors", "neighbours at most"),
                       ("density", "agents a square metre")):
        profiles = sorted({r["profile"] for r in costs[key]})
        series = {p: least([r for r in costs[key] if r["profile"] == p]) for p in profiles}
        x = [r[key] for r in costs[key] if r["profile"] == profiles[0]]
        plot(f"benchmarks-{key.replace('_', '-')}", x, series, words, log=key == "agents")
    bare = costs["edges"][0]["ns_per_agent_step_min"]
    full = next(r for r in costs["edges"] if r["edges"] == 10000)["ns_per_agent_step_min"]
    threads = costs["threads"]
    return {
        "agents": cost_rows(costs["agents"], "agents"),
        "isa": cost_rows(costs["isa"], "isa"),
        "neighbors": cost_rows(costs["max_neighbors"], "max_neighbors"),
        "density": cost_rows(costs["density"], "density"),
        "edges": cost_rows(costs["edges"], "edges") +
        f"\n\nWithout blocks the step takes {100 * (full - bare) / full:.0f} % less than among 10,000 edges.",
        "threads": table(["agents", "one thread, least ns", "two", "gain"],
                         [[f"{a['agents']:,}", f"{a['ns_per_agent_step_min']:.0f}",
                           f"{b['ns_per_agent_step_min']:.0f}",
                           f"{a['ns_per_agent_step_min'] / b['ns_per_agent_step_min']:.2f}"]
                          for a, b in zip(threads[::2], threads[1::2])])}


def show_order(runs):
    return table(["agents", "by place, least ns", "at random"],
                 [[f"{a['agents']:,}", f"{a['ns_per_agent_step_min']:.0f}",
                   f"{b['ns_per_agent_step_min']:.0f}"] for a, b in zip(runs[::2], runs[1::2])])


def show_pairs(runs):
    plot("benchmarks-pairs", [r["agents"] for r in runs],
         {"all pairs": [r["min"] for r in runs], "world": [r["world"] for r in runs]}, "agents")
    return table(["agents", "all pairs, least ns", "world"],
                 [[f"{r['agents']:,}", f"{r['min']:.0f}", f"{r['world']:.0f}"] for r in runs])


def show_program(r):
    return table(["", "ns a program", "failed", "violation beyond the other's, at most"],
                 [["Sidestep", f"{r['ours_ns']:,}", r["ours_failed"], f"{r['over']:.2g} m/s"],
                  ["GLPK simplex", f"{r['glpk_ns']:,} and {r['glpk_writing_ns']:,} to write it down",
                   r["glpk_failed"], f"{r['under']:.2g} m/s"]]) + (
        f"\n\n{r['programs']:,} programs, {100 * r['infeasible']:.0f} % without a common velocity.")


def show_robot(runs):
    return table(["profile", "density", "inputs", "mean ns", "worst ns", "relaxed"],
                 [[r["profile"], r["density"], f"{r['inputs']:,}", f"{r['mean']:.0f}",
                   f"{r['worst']:,}", f"{r['relaxed']:.3f}"] for r in runs])


def show_machine(m):
    return (f"{m['cpu']}, {m['processors']} processors, widest instructions {m['widest']}; {m['compiler']}, `{m['flags']}`; commit "
            f"{m['commit']}.")


def kept(name):
    path = BUILD / f"bench/{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def loaded(section):
    return f"Load of the machine when it began: {section['machine']['load']}."


def write_page():
    """Replaces what stands between <!-- NAME --> and <!-- /NAME --> for all that is kept."""
    texts = {}
    shows = {"crowds": show_crowds, "order": show_order, "pairs": show_pairs, "program": show_program,
             "robot": show_robot}
    for name in MEASURES:
        section = kept(name)
        if not section:
            continue
        texts.setdefault("machine", show_machine(section["machine"]))
        if name == "costs":
            texts.update(show_costs(section["figures"]))
            texts["agents"] = loaded(section) + "\n\n" + texts["agents"]
        else:
            texts[name] = loaded(section) + "\n\n" + shows[name](section["figures"])
    page = PAGE.read_text()
    for name, text in texts.items():
        page = re.sub(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)",
                      lambda match: match.group(1) + text + "\n" + match.group(2), page, flags=re.S)
    PAGE.write_text(page)


def main():
    for name in sys.argv[2:] or MEASURES:
        if name == "page":
            continue
        if name not in MEASURES:
            sys.exit(f"there is no section {name}; there are {', '.join(MEASURES)} and page")
        print(f"measuring {name}", flush=True)
        machine = measure_machine()
        section = {"machine": machine, "figures": MEASURES[name]()}
        (BUILD / f"bench/{name}.json").write_text(json.dumps(section, indent=1))
    write_page()


if __name__ == "__main__":
    main()
