# gpwlab: `make lab` opens the laboratory, `make app` its notebooks as dashboards, `make test` checks everything. Both make .venv when it is missing.

PYTHON  ?= python3
LABARGS ?=
SOAKARGS ?=
VENV    := .venv
BIN     := $(VENV)/bin
PIP     := $(BIN)/python -m pip --disable-pip-version-check

.PHONY: help venv lab app test docs soak bench clean
.DEFAULT_GOAL := help

help:
	@echo "make lab     open JupyterLab on the tour        (LABARGS=--no-browser and the like go to JupyterLab)"
	@echo "make app     open the notebooks as dashboards   (LABARGS as for make lab)"
	@echo "make test    lint, types, layers, every test    (installs Chromium as root on Debian, else says how)"
	@echo "make docs    build the documentation into build/docs  (offline; a warning is an error)"
	@echo "make soak    every pair of variants, 10,000 random games (hours; SOAKARGS=\"--games 200 --seed 5\" fewer)"
	@echo "make bench   measure against plain references"
	@echo "make venv    make .venv only                    (PYTHON=python3.12 chooses the interpreter)"
	@echo "make clean   remove .venv, builds and caches"

venv: $(VENV)/.installed

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' || { \
		echo "gpwlab needs Python 3.11, 3.12 or 3.13; this is `$(PYTHON) --version 2>&1`."; \
		echo "Name another one: make $(or $(MAKECMDGOALS),venv) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || { \
		echo "This Python cannot make virtual environments."; \
		echo "On Debian and Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The stamps make repeated runs quick: pip runs again only when what is to be installed changed.
$(VENV)/.installed: $(BIN)/python pyproject.toml constraints.txt
	@echo "installing into $(VENV), about two minutes the first time ..."
	$(PIP) install --quiet --constraint constraints.txt --editable .
	@touch $@

$(VENV)/.installed-test: $(BIN)/python pyproject.toml constraints.txt
	@echo "installing into $(VENV), about two minutes the first time ..."
	$(PIP) install --quiet --constraint constraints.txt --editable '.[test]'
	@touch $@ $(VENV)/.installed

$(VENV)/.installed-docs: $(BIN)/python pyproject.toml constraints.txt
	@echo "installing into $(VENV), about two minutes the first time ..."
	$(PIP) install --quiet --constraint constraints.txt --editable '.[docs]'
	@touch $@ $(VENV)/.installed

lab: $(VENV)/.installed
	$(BIN)/gpwlab lab $(LABARGS)

app: $(VENV)/.installed
	$(BIN)/gpwlab app $(LABARGS)

test: $(VENV)/.installed-test
	$(BIN)/python tools/browser.py
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto -m "not browser"
	$(BIN)/pytest -n auto --dist loadfile tests/browser

docs: $(VENV)/.installed-docs
	$(BIN)/sphinx-build --fail-on-warning --jobs auto --quiet docs build/docs
	@echo "the documentation begins at file://$(CURDIR)/build/docs/index.html"

soak: $(VENV)/.installed-test
	$(BIN)/python -m tests.soak $(SOAKARGS)

bench: $(VENV)/.installed-test
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
