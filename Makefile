# Everything a person types. `make` alone lists it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := uv==0.13.*
LISTS := base production local test training bench bench-normalizer
STAMP := $(VENV)/.installed
TEST_STAMP := $(VENV)/.installed-test
PORT ?= 8000

export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help setup setup-test run test lint lint-style lint-levels lint-types lint-django format requirements quality bench-serving bench-normalizer bench-desk clean

help:
	@echo "make setup         make $(VENV) with the pinned requirements"
	@echo "make run           serve everything on this machine, with demonstration postings (PORT=$(PORT))"
	@echo "make test          run the whole suite (ARGS='-k name' passes arguments to pytest)"
	@echo "make lint          check style, types, levels, migrations and the production settings"
	@echo "make quality       measure the normalizer on labelled postings (in the folder CORPUS) against its floor"
	@echo "make bench-desk    measure the desk's pages with 20,000 postings"
	@echo "make bench-normalizer  measure what normalizing costs, beside trafilatura and a bare parse"
	@echo "make bench-serving measure what reading costs, beside Wagtail and a bare view (needs wrk, PostgreSQL, Redis)"
	@echo "make format        rewrite the code in the project's style"
	@echo "make requirements  compile requirements/*.in again (ARGS=--upgrade for newer versions)"
	@echo "make clean         remove $(VENV), the local database and every cache"

setup: $(STAMP)

setup-test: $(TEST_STAMP)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Postwright needs Python 3.11 or newer; %s is %s. Choose another one with: make PYTHON=python3.12" % (sys.executable, sys.version.split()[0]))'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's module venv is needed; Debian has it in the package python3-venv."; exit 1; }

$(STAMP): requirements/local.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/local.txt
	@touch $@

$(TEST_STAMP): requirements/test.txt $(STAMP)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements/test.txt
	@touch $@

run: setup
	@PORT=$(PORT) exec $(BIN)/python manage.py run_local

test: setup-test
	$(BIN)/python -m pytest $(ARGS)

lint: lint-style lint-levels lint-types lint-django

lint-style: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-levels: setup-test
	$(BIN)/lint-imports

lint-types: setup-test
	$(BIN)/mypy

lint-django: setup-test
	$(BIN)/python manage.py makemigrations --check --dry-run
	DJANGO_SETTINGS_MODULE=config.settings.production SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') \
		ALLOWED_HOSTS=postwright.example PUBLIC_BASE_URL=https://postwright.example \
		DATABASE_URL=postgresql:///postwright REDIS_URL=redis://127.0.0.1:6379/0 \
		$(BIN)/python -W error manage.py check --deploy --fail-level WARNING

# Measures on labelled postings, in the folder CORPUS; score.py needs lxml, which the test requirements bring.
quality: setup-test
	$(BIN)/python manage.py quality $(ARGS)

# Twenty thousand postings in a database of their own, and what the desk's pages cost with them.
bench-desk: setup-test
	VAR_DIR=var/bench-desk $(BIN)/python manage.py migrate --verbosity 0
	VAR_DIR=var/bench-desk $(BIN)/python manage.py make_postings
	VAR_DIR=var/bench-desk $(BIN)/python manage.py bench_desk $(ARGS)

NORMALIZER_STAMP := var/bench-normalizer/.installed

$(NORMALIZER_STAMP): requirements/bench-normalizer.txt | $(BIN)/python
	@$(PYTHON) -m venv var/bench-normalizer
	var/bench-normalizer/bin/python -m pip install --quiet --require-hashes -r requirements/bench-normalizer.txt
	@touch $@

bench-normalizer: $(NORMALIZER_STAMP)
	var/bench-normalizer/bin/python manage.py bench_normalizer $(ARGS)

# Wagtail lives in an environment of its own: Postwright does not need it.
BENCH_STAMP := var/bench/.installed

$(BENCH_STAMP): requirements/bench.txt | $(BIN)/python
	@$(PYTHON) -m venv var/bench
	var/bench/bin/python -m pip install --quiet --require-hashes -r requirements/bench.txt
	@touch $@

bench-serving: setup-test $(BENCH_STAMP)
	$(BIN)/python manage.py bench_serving $(ARGS)

format: setup-test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# One list after another: each is constrained by the one before it. The result is for every
# supported Python, with markers where they differ, and names no package index.
requirements: | $(BIN)/python
	$(BIN)/python -m venv var/uv
	var/uv/bin/python -m pip install --quiet '$(UV)'
	cd requirements && for list in $(LISTS); do \
		../var/uv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
			$(ARGS) --output-file $$list.txt $$list.in || exit 1; \
	done

clean:
	rm -rf $(VENV) var .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis staticfiles test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
