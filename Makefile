# LUMINA's targets. Each does the set-up it needs into .venv, once: a stamp there is as old as the set-up.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# Where nothing that is compiled is kept, every process that a test starts compiles everything again.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --no-header

# $(call install,ARGUMENTS): uv takes seconds where pip takes a minute; where uv finds no way out, pip does (its configuration
# may name an index that uv does not know of).
install = $(BIN)/uv pip install --quiet --python $(BIN)/python $(1) \
	|| { echo "uv did not manage; pip tries" >&2; $(BIN)/python -m pip install --quiet $(1); }

.PHONY: help chat serve test check format bench beside kills mixed studio notebook docs lock servers sentence-transformers clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

chat: $(VENV)/.base ## talk with ルミナ, クラリス and ノクス
	@$(BIN)/lumina chat $(ARGS)

serve: $(VENV)/.base ## the pages and the API on this machine; prints the address that opens them
	@$(BIN)/lumina serve $(ARGS)

# Two at once on each core: much of its time a test waits for an engine. Where there is memory for it (12 GB), what they
# write lies there, and waits for no disk.
MEMORY = [ -w /dev/shm ] && awk '/^MemAvailable/ {exit $$2 < 12e6}' /proc/meminfo \
	&& [ $$(df --output=avail -m /dev/shm | tail -1) -gt 12000 ]

test: $(VENV)/.dev ## run the tests, on all cores (ARGS="-k name")
	@if { $(MEMORY); } 2>/dev/null; then export TMPDIR=/dev/shm; fi; $(BIN)/python -m pytest -n $$((2 * $$(getconf _NPROCESSORS_ONLN))) --dist worksteal $(ARGS)

check: $(VENV)/.dev ## format, lint, types, import rules, graphs, the scripts of the pages
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright --pythonpath $(BIN)/python
	@$(BIN)/lint-imports
	@$(BIN)/langgraph validate
	@$(BIN)/python -m tools.scripts

format: $(VENV)/.dev ## put the code into the house's form
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## the figures: a table and JSON
	@$(BIN)/python -m bench $(ARGS)

beside: $(VENV)/.dev ## the core figures of an older commit and of now, in turns (ARGS=COMMIT)
	@$(BIN)/python -m bench.beside $(ARGS)

kills: $(VENV)/.dev ## kill LUMINA again and again and count what is left (ARGS="--kills 200")
	@$(BIN)/python -m bench.kills $(ARGS)

mixed: $(VENV)/.dev ## two workers and two who talk on real servers, killed for some minutes (ARGS="--minutes 5")
	@$(BIN)/python -m bench.mixed $(ARGS)

# Studio's own copy of the talk lies in a folder that goes away; the memory is that of LUMINA_HOME.
studio: $(VENV)/.dev ## LangGraph Studio's server on this machine
	@folder=$$(mktemp -d); trap 'rm -rf "$$folder"' EXIT; cd "$$folder"; LANGGRAPH_CLI_NO_ANALYTICS=1 \
		$(CURDIR)/$(BIN)/langgraph dev --config $(CURDIR)/langgraph.json --no-browser --no-reload $(ARGS)

notebook: $(VENV)/.dev ## run the notebooks, pictures included
	@$(BIN)/jupyter execute --inplace notebooks/*.ipynb

docs: $(VENV)/.dev ## write the generated parts of README and docs/
	@LUMINA_LANGUAGE=en $(BIN)/python -m tools.docs

servers: $(VENV)/.dev ## get and start real engines, until Ctrl-C (ARGS=--get: get them, for the tests)
	@$(BIN)/python -m tools.servers $(ARGS)

sentence-transformers: $(VENV)/.st ## add sentence-transformers and a small model (5 GB)

lock: $(VENV)/.made ## lock the newest fitting versions of everything
	@$(LOCK) pyproject.toml --group dev --group setup --group st -o requirements/st.txt
	@$(LOCK) pyproject.toml --group dev --group setup -c requirements/st.txt -o requirements/dev.txt
	@$(LOCK) pyproject.toml -c requirements/st.txt -o requirements/base.txt
	@$(LOCK) pyproject.toml --extra server --extra anthropic --extra openai -c requirements/st.txt -o requirements/server.txt
	@$(LOCK) --group setup -c requirements/st.txt -o requirements/setup.txt

clean: ## remove the environment and everything that was built
	@rm -rf $(VENV) .servers build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache .langgraph_api
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made: requirements/setup.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "LUMINA needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) --version 2>/dev/null || echo missing)." \
		"Name another one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(VENV) (once) …" >&2
	@$(PYTHON) -m venv --clear $(VENV) || { echo "Python's venv module is missing (Debian: apt install python3-venv)." >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/setup.txt
	@touch $@

$(VENV)/.base: $(VENV)/.made requirements/base.txt pyproject.toml
	@$(call install,--compile --require-hashes -r requirements/base.txt)
	@$(call install,--no-deps --no-build-isolation -e .)
	@touch $@

$(VENV)/.dev: $(VENV)/.base requirements/dev.txt
	@$(call install,--require-hashes -r requirements/dev.txt)
	@touch $@

$(VENV)/.st: $(VENV)/.dev requirements/st.txt
	@$(call install,--require-hashes -r requirements/st.txt)
	@touch $@
