// SPDX-FileCopyrightText: 2026 The Sidestep authors
// SPDX-License-Identifier: MIT

// Runs a program of WASI in Node: node run-wasi.mjs PROGRAM [ARGUMENT...]. It sees the environment
// and no files; its exit status is Node's.
import {readFile} from 'node:fs/promises';
import {argv, env, exit} from 'node:process';
import {WASI} from 'node:wasi';

const wasi = new WASI({version: 'preview1', args: argv.slice(2), env, returnOnExit: true});
const module = await WebAssembly.compile(await readFile(argv[2]));
const imports = {wasi_snapshot_preview1: wasi.wasiImport};
exit(wasi.start(await WebAssembly.instantiate(module, imports)));
