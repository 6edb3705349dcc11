#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
#
# Runs the experiments that have a page in docs/experiments and brings the tables and figures there up
# to date: run-experiments.sh [NAME...]. $SIDESTEP names the command, build/sidestep by default. What
# is already run is not run again (docs/experiments.md, "Going on").
set -eu
cd "$(dirname "$0")/.."
command=${SIDESTEP:-build/sidestep}
folder=build/experiments
mkdir -p "$folder"
if [ $# -eq 0 ]; then
    set -- docs/experiments/*.md
fi
for page in "$@"; do
    name=$(basename "$page" .md)
    echo "$name"
    "$command" experiment "experiments/$name.yaml" -o "$folder/$name.csv" --jobs "${JOBS:-2}"
    python3 tools/plot-experiment.py "$folder/$name.csv" "docs/experiments/$name.md"
done
