# `make run` opens the window, `make test` checks everything. Both create what they need in .venv.
.DEFAULT_GOAL := help
.PHONY: help run test check clean

# Words for the program: make run ARGS="report --demo"
ARGS ?=

help:
	@echo 'make run               open the window: your own OpenClaw state if one is found, else the demo'
	@echo 'make run ARGS="..."    the same program with words of yours, e.g. ARGS="sessions --demo"'
	@echo 'make test              every check and test, as on the build machine (.ci/run)'
	@echo 'make check             format, lint, types, layers and dead code only'
	@echo 'make clean             remove .venv and all caches'
	@echo 'PYTHON=python3.12      chooses the interpreter (3.11 or newer)'

run:
	@scripts/environment run
	@.venv/bin/python scripts/system_libraries.py window
	@.venv/bin/context-inspector $(ARGS)

test:
	@scripts/environment test
	@.venv/bin/python scripts/system_libraries.py offscreen
	@scripts/check
	@scripts/test

check:
	@scripts/environment test
	@scripts/check

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
