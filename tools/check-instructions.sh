#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Counts what the step executes in fixed scenes, by callgrind, and compares with the counts of
# tools/instructions.txt: each must lie within 5 % of its line. `check-instructions.sh COMMAND` checks,
# `check-instructions.sh COMMAND --write` writes the counts anew. Unlike time, a count is the same
# on a busy machine. It is the compiler's too: the file names the one that it is for, and with
# another nothing is compared.

set -eu
command=$(realpath "$1")
cd "$(dirname "$0")/.."
counts=tools/instructions.txt
compiler=${CC:-cc}
used="$($compiler -dumpmachine) $($compiler -dumpversion)"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# count OPTION...: instructions of all steps that `sidestep bench OPTION...` takes.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$folder/out" --toggle-collect=sst_world_step \
        "$command" bench "$@" >/dev/null 2>"$folder/log" || { cat "$folder/log" >&2; exit 1; }
    awk '/^(summary|totals):/ { print $2; exit }' "$folder/out"
}

if [ "${2:-}" = --write ]; then
    {
        sed -n '/^#/p' $counts | sed "s/^# Compiler: .*/# Compiler: $used/"
        grep -v '^#' $counts | while read -r _ options; do
            # shellcheck disable=SC2086 # the words of $options are meant to be split
            found=$(count $options)
            echo "$found $options"
        done
    } >"$folder/counts"
    cat "$folder/counts" >$counts
    exit
fi

if ! grep -qx "# Compiler: $used" $counts; then
    echo "instructions: counted for another compiler than $used, nothing compared"
    exit
fi
failed=0
while read -r expected options; do
    case $expected in '#'*) continue ;; esac
    # shellcheck disable=SC2086
    found=$(count $options)
    echo "$found instructions, committed $expected: $options"
    if [ $((found * 20)) -gt $((expected * 21)) ] || [ $((found * 20)) -lt $((expected * 19)) ]; then
        echo "  differs by more than 5 %: if it is meant, tools/check-instructions.sh $1 --write" >&2
        failed=1
    fi
done <$counts
exit $failed
