#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# make-guides.sh COMMAND FOLDER [LOWDOWN]: the manual pages and the completion of shells that the
# command prints, laid out in FOLDER as they are below share/. With lowdown docs/scenario.md becomes
# sidestep-scenario(5); links to other pages keep their words only. SOURCE_DATE_EPOCH sets the date.

set -eu
sidestep=$1 folder=$2 lowdown=${3:-}
export ASAN_OPTIONS=detect_leaks=0
man1=$folder/man/man1 man5=$folder/man/man5
bash=$folder/bash-completion/completions zsh=$folder/zsh/site-functions
fish=$folder/fish/vendor_completions.d

rm -rf "$folder"
mkdir -p "$man1" "$man5" "$bash" "$zsh" "$fish"
"$sidestep" completion bash >"$bash/sidestep"
"$sidestep" completion zsh >"$zsh/_sidestep"
"$sidestep" completion fish >"$fish/sidestep.fish"
"$sidestep" help --man >"$man1/sidestep.1"
for command in $("$sidestep" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
    "$sidestep" help "$command" --man >"$man1/sidestep-$command.1"
done

[ -n "$lowdown" ] || exit 0
version=$("$sidestep" --version)
day=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%d)
{
    # What man -k finds the page by.
    printf '# NAME\n\nsidestep-scenario - the file that describes a scenario\n\n'
    sed 's/\[\([^]]*\)\]([^)]*)/\1/g' "$(dirname "$0")/../docs/scenario.md"
} | "$lowdown" -s -Tman -m title=SIDESTEP-SCENARIO -m section=5 -m source="$version" \
    -m volume="Files of Sidestep" -m date="$day" >"$man5/sidestep-scenario.5"
