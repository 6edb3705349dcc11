#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT
"""Completion in the shells themselves: what bash, zsh and fish offer for a line that ends where Tab
is pressed, out of the scripts that $SIDESTEP prints. A shell that is not there is left out; without
any the test is skipped.
"""
import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

COMMAND = os.path.abspath(os.environ["SIDESTEP"])

# The line, and what must be offered, and what must not.
CASES = [
    ("sidestep r", {"run"}, {"check"}),
    ("sidestep ", {"run", "check", "import", "completion", "help"}, {"--steps", "a.yaml"}),
    ("sidestep help im", {"import"}, {"info"}),
    ("sidestep completion ", {"bash", "zsh", "fish"}, {"a.yaml"}),
    ("sidestep run --pro", {"--profile"}, {"--picture"}),
    ("sidestep import --geo", {"--geometry"}, {"--steps"}),
    ("sidestep run --profile ", {"classic", "default"}, {"a.yaml"}),
    ("sidestep import --format p", {"petrack", "pedpy"}, {"obsmat"}),
    ("sidestep run ", {"a.yaml", "b.json"}, {"c.h5", "d.png", "two words.csv"}),
    ("sidestep run a.yaml -o ", {"c.h5", "two words.csv"}, {"a.yaml", "d.png"}),
    ("sidestep run a.yaml --picture ", {"d.png"}, {"a.yaml", "c.h5"}),
    ("sidestep info ", {"c.h5", "two words.csv"}, {"a.yaml"}),
    ("sidestep convert c.h5 ", {"c.h5"}, {"a.yaml"}),
    ("sidestep run sub/", {"sub/e.yaml"}, {"sub/f.png"}),
    ("sidestep run only-other/", {"only-other/g.odd"}, set()),
]
FILES = ["a.yaml", "b.json", "c.h5", "d.png", "two words.csv", "sub/e.yaml", "sub/f.png",
         "only-other/g.odd"]


def script(shell, folder):
    path = pathlib.Path(folder) / ("_sidestep" if shell == "zsh" else f"completion.{shell}")
    path.write_bytes(subprocess.run([COMMAND, "completion", shell], check=True,
                                    capture_output=True).stdout)
    return path


def run(words, text, files):
    return subprocess.run(words, input=text, cwd=files, text=True, capture_output=True, timeout=60,
                          check=True).stdout


def in_bash(line, folder, files):
    words = line.split(" ")
    values = " ".join(f"'{word}'" for word in words)
    text = (f"source {script('bash', folder)}\nCOMP_WORDS=({values})\n"
            f"COMP_CWORD={len(words) - 1}\n_sidestep\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n")
    return run(["bash", "--norc"], text, files).splitlines()


def in_fish(line, folder, files):
    text = f"source {script('fish', folder)}\ncomplete -C '{line}'\n"
    offered = run(["fish", "--no-config"], text, files).splitlines()
    return [offer.split("\t")[0].replace("\\ ", " ") for offer in offered]


# What completion functions add goes to a file too.
ZSH_SETUP = """
PS1= ; unsetopt zle_bracketed_paste beep; fpath=({folder} $fpath)
autoload -Uz compinit; compinit -u -d {folder}/dump
compadd() {{
    if [[ ${{@[1,(i)(-|--)]}} == *-(O|A|D)\\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a offered
    builtin compadd -A offered "$@"
    print -rl -- "${{offered[@]}}" >> {folder}/kept
    builtin compadd "$@"
}}
keep() {{ print -r -- end >> {folder}/kept; BUFFER=; zle redisplay }}
zle -N keep; bindkey '^T' complete-word; bindkey '^X' keep
print -r -- end >> {folder}/kept
"""


def wait_for_end(path, count, terminal):
    """The lines before the count-th end; the shell's own output is drained meanwhile."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if select.select([terminal], [], [], 0.02)[0]:
            os.read(terminal, 65536)
        parts = path.read_text().split("end\n") if path.exists() else []
        if len(parts) > count:
            return parts[count - 1].splitlines()
    raise TimeoutError(f"zsh said {parts}")


def all_in_zsh(folder, files):
    """What zsh offers for each case."""
    script("zsh", folder)
    setup = pathlib.Path(folder) / "setup"
    setup.write_text(ZSH_SETUP.format(folder=folder))
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(files)
        os.environ.update(TERM="dumb", COLUMNS="500")
        os.execvp("zsh", ["zsh", "-f", "-i"])
    kept, answers = pathlib.Path(folder) / "kept", []
    os.write(terminal, f"source {setup}\n".encode())
    wait_for_end(kept, 1, terminal)
    for number, (line, _, _) in enumerate(CASES):
        os.write(terminal, line.encode() + b"\x14\x18")
        answers.append(wait_for_end(kept, number + 2, terminal))
    os.write(terminal, b"exit\n")
    os.close(terminal)
    os.waitpid(child, 0)
    # zsh keeps the folder of a path to itself.
    folders = [line.split(" ")[-1] if line.endswith("/") else "" for line, _, _ in CASES]
    return [[before + offer.replace("\\ ", " ") for offer in answer] for before, answer in zip(folders, answers)]


def judge(shell, line, offered, wanted, unwanted):
    offered = {offer.rstrip(" =").rstrip("/") for offer in offered}
    missing, surplus = wanted - offered, unwanted & offered
    if missing or surplus:
        return [f"{shell}: `{line}`: missing {sorted(missing)}, surplus {sorted(surplus)}, "
                f"offered {sorted(offered)}"]
    return []


def equals_in_bash(folder, files):
    """--option=value is three words to bash."""
    text = (f"source {script('bash', folder)}\nCOMP_WORDS=(sidestep run --profile = cl)\n"
            "COMP_CWORD=4\n_sidestep\necho \"${COMPREPLY[@]}\"\n"
            "COMP_WORDS=(sidestep run --profile =)\nCOMP_CWORD=3\n_sidestep\n"
            "echo \"${COMPREPLY[@]}\"\n")
    found = run(["bash", "--norc"], text, files)
    return [] if found == "classic\ndefault classic\n" else [f"bash: --profile=: {found}"]


def main():
    shells = [shell for shell in ("bash", "zsh", "fish") if shutil.which(shell)]
    wrong = []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as files:
        os.environ["HOME"] = folder
        for name in FILES:
            path = pathlib.Path(files) / name
            path.parent.mkdir(exist_ok=True)
            path.touch()
        in_zsh = all_in_zsh(folder, files) if "zsh" in shells else []
        for number, (line, wanted, unwanted) in enumerate(CASES):
            for shell in shells:
                offered = in_zsh[number] if shell == "zsh" else \
                    (in_bash if shell == "bash" else in_fish)(line, folder, files)
                wrong += judge(shell, line, offered, wanted, unwanted)
        if "bash" in shells:
            wrong += equals_in_bash(folder, files)
    print("\n".join(wrong) + ("\n" if wrong else "") +
          f"{len(CASES)} lines in {', '.join(shells) or 'no shell'}, {len(wrong)} differences")
    return bool(wrong) if shells else 77


if __name__ == "__main__":
    sys.exit(main())
