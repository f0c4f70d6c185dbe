# `make help` lists what can be done. Needs git, make and Python 3.11 or later, nothing else.

.NOTPARALLEL:
.DEFAULT_GOAL := help
.PHONY: help setup play check test lint bench translations docs site clean

VENV := .venv
BIN := $(VENV)/bin
PLAY_STAMP := $(VENV)/.play-stamp
DEV_STAMP := $(VENV)/.dev-stamp
CATALOGUES_STAMP := $(VENV)/.catalogues-stamp
PAGE := src/truquero/server/page
PAGE_BUILT := $(PAGE)/index.html
PAGE_SOURCES := $(shell find web \( -name node_modules -o -name public \) -prune -o -type f -print)
CATALOGUES := $(wildcard src/truquero/i18n/catalogues/*/LC_MESSAGES/*.po)
ARGS ?=
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)

# Third-party packages are checked against their hashes. pip refuses to install the project itself in that mode, so it
# comes after them, without its dependencies. torch has no hash: constraints.txt says why.
PINS := pyproject.toml hatch_build.py constraints.txt $(wildcard requirements/*.txt)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PIP_HASHED := $(PIP) --require-hashes
PIP_TORCH := $(PIP) -c constraints.txt torch
PIP_TRUQUERO := TRUQUERO_PAGE=skip $(PIP) --no-deps --no-build-isolation -e .
PIP_FAILED := { echo "Installing failed, see above. It needs the network, to reach PyPI; when that is mended, run make again." >&2; exit 1; }

# The scripts in .venv hold its full path, so a .venv that was moved or has lost its Python has to be made anew.
VENV_IS_SOUND := test -x $(BIN)/python && test "$$(cat $(VENV)/.place 2>/dev/null)" = "$$(pwd -P)"
ifneq ($(shell $(VENV_IS_SOUND) && echo yes),yes)
$(shell rm -f $(PLAY_STAMP) $(DEV_STAMP))
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

setup: $(PLAY_STAMP) $(CATALOGUES_STAMP) $(PAGE_BUILT) ## make .venv and install truquero in it, for playing
	@if [ -e $(PAGE_BUILT) ]; then echo 'Ready: make play'; \
	else echo 'Ready for the terminal, without the page: make play ARGS=play. Run make setup again to build the page.'; fi

play: $(PLAY_STAMP) $(CATALOGUES_STAMP) $(PAGE_BUILT) ## set up and play in the browser; ARGS="play belmez" goes to `truquero`
	@$(BIN)/truquero $(ARGS)

check: lint ## ruff, mypy and the tests that need no browser, server, database, compiler or build; ARGS="..." goes to pytest
	$(BIN)/python -m pytest -n auto --dist worksteal --quick $(ARGS)

test: export TRUQUERO_PAGE := required
test: lint $(PAGE_BUILT) ## set up with the tools and run every check; ARGS="..." goes to pytest
	@$(BIN)/python -m tools.needs
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: $(DEV_STAMP) $(CATALOGUES_STAMP) ## only ruff and mypy
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(DEV_STAMP) $(PAGE_BUILT) ## run the benchmarks; ARGS="..." goes to them
	@$(BIN)/python -m benchmarks $(ARGS)

translations: ## gather the texts of the sources into the catalogues, and compile these
	@$(BIN)/python -c 'import babel, truquero' 2>/dev/null || $(MAKE) --no-print-directory $(DEV_STAMP)
	@$(BIN)/python -m tools.translations

docs: $(DEV_STAMP) $(CATALOGUES_STAMP) ## write the generated parts of docs again: rule books, lists, diagrams and tables
	@$(BIN)/python -m truquero.rulebook docs/variants
	@$(BIN)/python -m tools.packages
	@$(BIN)/python -m tools.diagrams
	@$(BIN)/python -m tools.protocol_tables
	@$(BIN)/python -m tools.history_page
	@$(BIN)/python -m tools.example_records

site: export NO_MKDOCS_2_WARNING := 1
site: $(DEV_STAMP) $(CATALOGUES_STAMP) ## build the documentation site in site/, with every warning an error
	@$(BIN)/python -m mkdocs build --strict --quiet
	@echo 'Ready: site/index.html'

clean: ## remove .venv and everything the tools left
	rm -rf $(VENV) build dist site web/node_modules $(PAGE) .hypothesis .mypy_cache .pytest_cache .ruff_cache
	rm -f src/truquero/i18n/catalogues/*/LC_MESSAGES/*.mo
	find src tests benchmarks tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(PLAY_STAMP): $(PINS)
	$(MAKE_VENV)
	@echo "Installing truquero (a minute or two) …"
	@$(PIP_HASHED) -r requirements/play.txt && $(PIP_TRUQUERO) || $(PIP_FAILED)
	@touch $(CATALOGUES_STAMP) $@

$(DEV_STAMP): $(PINS)
	$(MAKE_VENV)
	@echo "Installing truquero and the development tools …"
	@$(PIP_HASHED) -r requirements/play.txt -r requirements/dev.txt && $(PIP_TORCH) && $(PIP_TRUQUERO) || $(PIP_FAILED)
	@touch $(PLAY_STAMP) $(CATALOGUES_STAMP) $@

# Installing compiles the catalogues. A change of them alone needs no network.
$(CATALOGUES_STAMP): $(CATALOGUES) | $(PLAY_STAMP)
	@if [ ! -e $@ ] || [ -n "$$(find $(CATALOGUES) -newer $@)" ]; then \
		$(BIN)/pybabel --quiet compile --domain truquero --directory src/truquero/i18n/catalogues; \
	fi
	@touch $@

# Where it cannot be built, this says so and goes on without it, except for the tests, and the next make tries again.
$(PAGE_BUILT): $(PAGE_SOURCES) | $(PLAY_STAMP)
	@$(BIN)/python hatch_build.py
