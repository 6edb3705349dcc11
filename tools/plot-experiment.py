#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Puts the table of an experiment into its page, and draws its figure: plot-experiment.py TABLE.csv
PAGE.md. The page tells what, in comments:

    <!-- columns: COLUMN as WORDS, COLUMN as WORDS, ... -->      of the CSV, where X is X_mean too
    <!-- figure: FILE.svg x COLUMN y COLUMN title WORDS -->      several lines draw several files
    <!-- table -->  ... replaced ...  <!-- /table -->

A column may be several, joined by "+": their values stand side by side, as the x of a figure or in one
field. Points have bars of half the 95 % confidence interval, if the table has it. Only the standard
library is used.
"""
import csv
import html
import math
import pathlib
import re
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 80, 16, 36, 64


def number(text):
    try:
        return float(text)
    except ValueError:
        return math.nan


def column(row, name):
    if name not in row and name + "_mean" not in row:
        sys.exit(f"the table has no column {name}")
    return row[name] if name in row else row[name + "_mean"]


def short(text):
    value = number(text)
    if text == "":
        return "–"
    return text if math.isnan(value) else f"{value:.4g}"


def field(row, names):
    return " ".join(short(column(row, name)) for name in names.split("+"))


def table(rows, columns):
    lines = ["| " + " | ".join(words for _, words in columns) + " |",
             "| " + " | ".join("---" for _ in columns) + " |"]
    lines += ["| " + " | ".join(field(row, names) for names, _ in columns) + " |" for row in rows]
    return "\n".join(lines)


def ticks(low, high):
    """About five round numbers."""
    step = 10 ** math.floor(math.log10((high - low) / 4))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (k * step) <= 6)
    return [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]


def text(x, y, words, anchor="middle", turn=""):
    return (f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{turn}>'
            f"{html.escape(words)}</text>")


def line(a, b, c, d, colour):
    return f'<path d="M{a:.1f} {b:.1f}L{c:.1f} {d:.1f}" stroke="{colour}"/>'


def figure(rows, x_names, y_name, title):
    """One point a row, in the order of the table."""
    points = [(field(row, x_names), number(column(row, y_name)),
               number(row.get(y_name + "_ci95", "0"))) for row in rows]
    points = [(x, y, 0 if math.isnan(bar) else bar) for x, y, bar in points]
    known = [(y, bar) for _, y, bar in points if not math.isnan(y)]
    high = max([y + bar for y, bar in known] + [0])
    low = min([y - bar for y, bar in known] + [0])
    high = high if high > low else low + 1
    place_y = lambda y: HEIGHT - BOTTOM - (y - low) / (high - low) * (HEIGHT - TOP - BOTTOM)
    step = (WIDTH - LEFT - RIGHT) / len(points)
    turned = max(len(x) for x, _, _ in points) * 6 > step
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           'font-family="sans-serif" font-size="11">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
           text(WIDTH / 2, 20, title)]
    for tick in ticks(low, high):
        out.append(line(LEFT, place_y(tick), WIDTH - RIGHT, place_y(tick), "#ddd"))
        out.append(text(LEFT - 6, place_y(tick) + 4, f"{tick:.4g}", "end"))
    for k, (x, y, bar) in enumerate(points):
        at = LEFT + (k + 0.5) * step
        turn = f' transform="rotate(-30 {at:.1f} {HEIGHT - BOTTOM + 16:.1f})"'
        out.append(text(at, HEIGHT - BOTTOM + 16, x, "end" if turned else "middle",
                        turn if turned else ""))
        if not math.isnan(y):
            out.append(f'<rect x="{at - step / 4:.1f}" y="{min(place_y(y), place_y(0)):.1f}" '
                       f'width="{step / 2:.1f}" height="{abs(place_y(y) - place_y(0)):.1f}" '
                       'fill="#4a7fb5"/>')
            out.append(line(at, place_y(y - bar), at, place_y(y + bar), "black"))
    out.append(line(LEFT, place_y(0), WIDTH - RIGHT, place_y(0), "black"))
    return "\n".join(out + ["</svg>"]) + "\n"


def main():
    rows = list(csv.DictReader(open(sys.argv[1], newline="", encoding="utf-8")))
    page = pathlib.Path(sys.argv[2])
    words = page.read_text(encoding="utf-8")
    columns = re.search(r"<!-- columns: (.*?) -->", words, re.S).group(1)
    columns = [part.split(" as ") for part in re.split(r",\s+", columns.strip())]
    made = table(rows, columns)
    words = re.sub(r"(<!-- table -->\n).*?(<!-- /table -->)",
                   lambda m: m[1] + "\n" + made + "\n\n" + m[2], words, flags=re.S)
    page.write_text(words, encoding="utf-8")
    for name, x, y, title in re.findall(r"<!-- figure: (\S+) x (\S+) y (\S+) title (.*?) -->",
                                        words):
        (page.parent / name).write_text(figure(rows, x, y, title), encoding="utf-8")


main()
