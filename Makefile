# `make help` lists what can be done. Needs git, make and Python 3.11 or later, nothing else.

.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help setup play test lint bench translations docs clean

VENV := .venv
BIN := $(VENV)/bin
PLAY_STAMP := $(VENV)/.play-stamp
DEV_STAMP := $(VENV)/.dev-stamp
CATALOGUES_STAMP := $(VENV)/.catalogues-stamp
PAGE_STAMP := $(VENV)/.page-stamp
PAGE := src/truquero/server/page
PAGE_SOURCES := $(shell find web \( -name node_modules -o -name public \) -prune -o -type f -print)
CATALOGUES := $(wildcard src/truquero/language/catalogues/*/LC_MESSAGES/*.po)
ARGS ?=
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)

# Paths relative to here: pip splits these variables at spaces, and the way to the project may have some.
# The second one is what newer versions of pip read for the build tools.
PIP := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check
PIP_FAILED := { echo "Installing failed, see above. It needs the network, to reach PyPI; when that is mended, run make again." >&2; exit 1; }

# The scripts in .venv hold its full path, so a .venv that was moved or has lost its Python has to be made anew.
VENV_IS_SOUND := test -x $(BIN)/python && test "$$(cat $(VENV)/.place 2>/dev/null)" = "$$(pwd -P)"
ifneq ($(shell $(VENV_IS_SOUND) && echo yes),yes)
.PHONY: $(PLAY_STAMP) $(DEV_STAMP)
endif

# A command may be there and not work (pyenv has such), so each one is asked for its version.
define MAKE_VENV
@$(VENV_IS_SOUND) && exit 0; \
for python in $(PYTHONS); do \
	"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && break; \
	python=; \
done; \
if [ -z "$$python" ]; then \
	echo "No Python 3.11 or later (tried $(PYTHONS)): install it from python.org or as your system's python3 package." >&2; exit 2; \
fi; \
if ! "$$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then \
	echo "$$python cannot make a virtual environment: install its venv module (Debian, Ubuntu: sudo apt install $$(basename "$$python")-venv)." >&2; exit 2; \
fi; \
echo "Setting up $(VENV) (first time only) …"; \
"$$python" -m venv --clear $(VENV) && pwd -P > $(VENV)/.place
endef

help: ## say what can be done
	@echo 'make TARGET [ARGS="..."] [PYTHON=python3.12]'
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1	\2/p' Makefile

setup: $(PLAY_STAMP) $(CATALOGUES_STAMP) $(PAGE_STAMP) ## make .venv and install truquero in it, for playing
	@echo 'Ready: make play'

play: $(PLAY_STAMP) $(CATALOGUES_STAMP) $(PAGE_STAMP) ## set up and play in the browser; ARGS="play belmez" goes to `truquero`
	@$(BIN)/truquero $(ARGS)

test: lint $(PAGE_STAMP) ## set up with the tools and run every check; ARGS="..." goes to pytest
	@$(BIN)/python -m tools.needs
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist worksteal $(ARGS)

lint: $(DEV_STAMP) $(CATALOGUES_STAMP) ## only ruff and mypy
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(DEV_STAMP) ## run the benchmarks; ARGS="..." goes to them
	@$(BIN)/python -m benchmarks $(ARGS)

translations: ## gather the texts of the sources into the catalogues, and compile these
	@$(BIN)/python -c 'import babel, truquero' 2>/dev/null || $(MAKE) --no-print-directory $(DEV_STAMP)
	@$(BIN)/python -m tools.translations

docs: $(DEV_STAMP) $(CATALOGUES_STAMP) ## write the rule books in docs/variants anew
	@$(BIN)/python -m truquero.book docs/variants

clean: ## remove .venv and everything the tools left
	rm -rf $(VENV) build dist web/node_modules $(PAGE) .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f src/truquero/language/catalogues/*/LC_MESSAGES/*.mo
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(PLAY_STAMP): pyproject.toml constraints.txt hatch_build.py
	$(MAKE_VENV)
	@echo "Installing truquero and building its page (a minute or two) …"
	@$(PIP) -e . || $(PIP_FAILED)
	@touch $(CATALOGUES_STAMP) $(PAGE_STAMP) $@

$(DEV_STAMP): pyproject.toml constraints.txt hatch_build.py
	$(MAKE_VENV)
	@echo "Installing the development tools and building the page …"
	@$(PIP) -e '.[dev]' || $(PIP_FAILED)
	@touch $(PLAY_STAMP) $(CATALOGUES_STAMP) $(PAGE_STAMP) $@

# Installing compiles the catalogues. A change of them alone needs no network where the tools are there.
$(CATALOGUES_STAMP): $(CATALOGUES) | $(PLAY_STAMP)
	@if [ ! -e $@ ] || [ -n "$$(find $(CATALOGUES) -newer $@)" ]; then \
		if [ -x $(BIN)/pybabel ]; then \
			$(BIN)/pybabel --quiet compile --domain truquero --directory src/truquero/language/catalogues; \
		else \
			$(PIP) -e . || $(PIP_FAILED); \
		fi; \
	fi
	@touch $@

# Installing builds the page too. A change of it alone needs no network where npm has fetched its packages.
$(PAGE_STAMP): $(PAGE_SOURCES) | $(PLAY_STAMP)
	@if [ ! -e $(PAGE)/index.html ] || [ -n "$$(find $(PAGE_SOURCES) -newer $(PAGE)/index.html)" ]; then \
		echo "Building the page …"; \
		if [ web/node_modules/.package-lock.json -nt web/package-lock.json ] && command -v npm >/dev/null; then \
			npm --prefix web --silent run build -- --logLevel warn; \
		else \
			$(PIP) --no-deps -e . || $(PIP_FAILED); \
		fi; \
	fi
	@touch $@
