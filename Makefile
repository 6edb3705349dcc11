# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# The front door. On a fresh Debian 12 with git and make, `make demo` and `make check` install what
# is missing (tools/bootstrap.sh), build with CMake and run. Everything else is CMakeLists.txt.

BUILD    := build
JOBS     ?= $(shell nproc 2>/dev/null || echo 2)
SCENARIO := scenarios/street-demo.yaml
PREFIX   ?= /usr/local

.PHONY: build tests configure demo check check-long experiments bench format clean install

# Library and command.
build: configure
	@cmake --build $(BUILD) -j $(JOBS) --target sidestep-product

tests: configure
	@cmake --build $(BUILD) -j $(JOBS)

configure:
	@tools/bootstrap.sh build
	@test -f $(BUILD)/build.ninja || cmake --preset release

demo: build
	$(BUILD)/sidestep run $(SCENARIO) -o $(BUILD)/demo.csv --picture $(BUILD)/demo.png
	@echo
	@echo "Simulated $(SCENARIO): $$(($$(wc -l < $(BUILD)/demo.csv) - 1)) rows" \
	      "(step,time,agent,x,y,vx,vy) in $(BUILD)/demo.csv,"
	@echo "everyone's way in the picture $(BUILD)/demo.png"

check: tests
	@ctest --test-dir $(BUILD) --output-on-failure --no-tests=error -j $(JOBS) --timeout 300

# Larger counts in every random test, the same bits on emulated processors, then a minute of fuzzing
# for each target.
check-long: tests
	@SIDESTEP_LONG=1 ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS) --timeout 7200
	@tools/check-emulated.sh
	@tools/fuzz.sh 60

# The tables and figures of docs/experiments.
experiments: build
	tools/run-experiments.sh

# The tables and plots of docs/benchmarks.md, or only SECTIONS of them: crowds, costs, order,
# pairs, program, robot. The libraries compared with come from PyPI into a folder of their own.
bench:
	@tools/bootstrap.sh bench
	@cmake -S . -B $(BUILD)/bench-build -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
	    "-DCMAKE_C_FLAGS_RELWITHDEBINFO=-O3 -g" -DSIDESTEP_TESTS=OFF -DSIDESTEP_BENCH=ON >/dev/null
	@cmake --build $(BUILD)/bench-build -j $(JOBS)
	@test -d $(BUILD)/bench-venv || python3 -m venv $(BUILD)/bench-venv
	@$(BUILD)/bench-venv/bin/pip install -q -r bench/requirements.txt
	@$(BUILD)/bench-venv/bin/python bench/compare.py $(BUILD)/bench-build $(SECTIONS)

format:
	@git ls-files -z '*.c' '*.h' | xargs -0 -r clang-format-14 -i

clean:
	rm -rf build build-*

install: build
	cmake --install $(BUILD) --prefix $(PREFIX)
