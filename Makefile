# Everything a fresh machine needs is Python 3.11 or newer, make and git.
PYTHON ?= python3
# Labelled pictures to score the reader on; none by default.
PHOTOS ?= $(wildcard ../shared/photos/agent_dog_box)
# Random games of each game that `make conformance` plays to their end.
GAMES ?= 1000
VENV := .venv
BIN := $(VENV)/bin
WITH_TOOLS := $(VENV)/with-tools
INSTALLED := $(VENV)/installed

# One thread for each test worker: with more, the workers' threads would wait for each other.
test coverage affected: export OMP_NUM_THREADS = 1
test coverage affected: export OPENBLAS_NUM_THREADS = 1
# Bytecode is kept even where the environment forbids it: else each worker compiles all tests in each run.
test coverage affected: export PYTHONDONTWRITEBYTECODE =

.PHONY: help demo pages test check test-picamera2 test-aarch64 test-wheels test-install test-systemd test-sdcard test-plug sdcard package compiled compiled-pi bench strained measure fit fit-further conformance spy eavesdropper fuzz family family-pictures whole-games soak vandal messages micropython wheels lock deb install-pi uninstall-pi playthroughs drawings artwork moving-picture clean thorough coverage affected mutants docs rooms taught newcomer lessons schema attacks scale browser-pictures sizes

help:  ## List the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(INSTALLED)  ## Play a round of Agent DOG at a simulated table
	$(BIN)/tablet-companion demo --out demo-out

test: $(WITH_TOOLS)  ## Run the whole test suite
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal $(if $(SEED),--randomly-seed $(SEED)) $(TESTS)

# The same tests with all their seeds, lights, colours and numbers of players.
thorough: export THOROUGH = 1
thorough: test  ## Run the whole test suite with all variants

# The lines that each test runs are kept in .coverage, where `make affected` finds them.
coverage: $(WITH_TOOLS)  ## Run all tests and print the coverage of each room
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal --cov --cov-context=test --cov-report=
	$(BIN)/python -m tools.coverage

affected: $(WITH_TOOLS)  ## Run the tests that concern FILE=…
	$(if $(FILE),,$(error Say which file: make affected FILE=hardware/signals.py))
	mkdir -p build
	$(BIN)/python -m tools.affected $(FILE) >build/affected
	xargs -d '\n' $(BIN)/python -m pytest <build/affected

# Installs mutmut, which nothing else needs.
MODULE ?= tablet_companion/games/dog_family/track.py
mutants: $(WITH_TOOLS)  ## Mutation testing: change MODULE=… in small ways and run TESTS=…
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutants]'
	tools/mutants.sh $(BIN)/python $(MODULE) $(TESTS)

docs: $(WITH_TOOLS)  ## Make the API pages from the docstrings, in build/docs
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	$(BIN)/pdoc --no-show-source --docformat google --output-directory build/docs tablet_companion hardware calibration '!hardware.firmware'

# About a minute, ten seconds when it is repeated; skipped with a reason if it cannot be built.
test-picamera2: $(WITH_TOOLS)  ## The cameras' contract with the real picamera2
	tests/userland/test-picamera2.sh $(BIN)/python .userland/trixie

# The package in an emulated arm64 userland, with a Pi's wheels: some twenty minutes on a busy machine;
# skipped with a reason if it cannot be built.
test-aarch64: $(INSTALLED)  ## The package in an emulated arm64 userland (20 min)
	tests/userland/test-aarch64.sh $(BIN)/python .userland/arm64

# Builds what people install, checks it, installs it away from the sources and plays a round with it.
package: $(WITH_TOOLS)  ## Build, check, install and try the wheel
	rm -rf build/package
	$(BIN)/python -m build --outdir build/package .
	$(BIN)/twine check --strict build/package/*
	$(BIN)/python -m tools.package build/package
	tools/package/try.sh $(BIN)/python build/package/*.whl

# A wheel whose rules are compiled by mypyc, for simulations; it needs a C compiler, and has to pass the
# tests of the rules. It is built from the sdist, so that nothing compiled is left among the sources.
COMPILED := build/compiled
compiled: $(WITH_TOOLS)  ## Build a wheel with compiled rules, and test it
	rm -rf $(COMPILED)
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m build --outdir $(COMPILED) .
	$(BIN)/python -m zipfile -e $(COMPILED)/*.whl $(COMPILED)/tree
	cp -r tests tools pyproject.toml $(COMPILED)/tree
	cd $(COMPILED)/tree && PYTHONPATH=. $(abspath $(BIN))/python -m pytest tests/games tests/oracle

# The same for a Pi's Pythons, PI_PYTHONS, compiled by zig on any machine; needs a network. `make test-aarch64`
# plays with the wheel for 3.13 where there is one.
compiled-pi: $(WITH_TOOLS)  ## Build wheels with compiled rules for a Pi
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[cross]'
	rm -rf $(COMPILED)-pi
	$(BIN)/python -m build --wheel --outdir $(COMPILED)-pi .
	for version in $(PI_PYTHONS); do \
	    tools/package/pi_headers.sh build/headers $$version && \
	    $(BIN)/python -m tools.package.for_pi $(COMPILED)-pi/*-none-any.whl build/headers $$version || exit 1; \
	done

# Skipped with a reason without a network.
test-wheels: $(INSTALLED)  ## Check that nothing has to be compiled on a Pi
	tests/userland/test-wheels.sh $(BIN)/python

check: $(WITH_TOOLS)  ## Lint, format, types, layers, compiled rules, documents
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.compiled
	$(BIN)/python -m pytest tests/docs

bench: $(WITH_TOOLS)  ## Measure how fast it is on this machine
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/tablet-companion bench $(if $(PHOTOS),--photos $(PHOTOS))
	$(BIN)/python -m tools.random_play

strained: $(WITH_TOOLS)  ## Read a GAME's simulated table under every fault
	$(BIN)/python -m tools.strained $(GAME)

# One table of the reader's accuracy on boards that were not used to build it, beside a plain baseline.
measure: $(WITH_TOOLS)  ## Measure the reader's accuracy on boards it never met
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tools.measure --out build/measure

# Draws worlds and trains the reader's networks on them: some hours. FIT_PYTHON needs torch and moderngl.
FIT_PYTHON ?= python3
fit: $(INSTALLED)  ## Train the reader's networks (hours)
	tools/fit/fit.sh $(FIT_PYTHON) build/fit

# With a GPU: DEVICE=cuda JOBS=16 HANDS=12 PLACES=5 make fit-further.
fit-further: $(INSTALLED)  ## Train both networks further (hours; minutes with a GPU)
	tools/fit/further.sh $(FIT_PYTHON) build/fit-further

conformance: $(WITH_TOOLS)  ## Random games against the contract: GAMES=1000
	CONFORMANCE_GAMES=$(GAMES) ORACLE_POSITIONS=10000 $(BIN)/python -m pytest tests/conformance tests/oracle

# Looks and touches of `make spy` in each game; this many take some hours.
SPY_LOOKS ?= 100000

# Whether anything that the referee shows, says, lights or logs distinguishes two truths.
spy: $(WITH_TOOLS)  ## Two truths that must look the same: SPY_LOOKS=100000
	$(BIN)/python -m tests.conformance.spy --looks $(SPY_LOOKS)

# The same at telephones: every byte that one seat's telephone gets while all others play.
EAVESDROPPER_ACTS ?= 3000

eavesdropper: $(WITH_TOOLS)  ## Games at telephones in two truths that must look the same: EAVESDROPPER_ACTS=3000
	$(BIN)/python -m tests.web.eavesdropper --acts $(EAVESDROPPER_ACTS)

# Harmed files, positions, journals and bytes for every reader: this many of each, new ones each time.
FUZZ ?= 1000

fuzz: $(WITH_TOOLS)  ## Harmed files for every reader: FUZZ=1000
	FUZZ_EXAMPLES=$(FUZZ) $(BIN)/python -m pytest tests/fuzz

# Every page of every game in every language, side by side.
pages: $(WITH_TOOLS)  ## Pictures of all pages: build/pages
	THOROUGH=1 OMP_NUM_THREADS=1 $(BIN)/python -m tests.screen.contact_sheet --out build/pages

# A clumsy family at every game, and a list of the referee's failures.
TURNS ?= 500

family: $(WITH_TOOLS)  ## A clumsy family at every game: TURNS=500
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.adversaries.family --turns $(TURNS)

# The same family with hands over a rendered table and the complete reader; a turn takes about a second.
family-pictures: $(WITH_TOOLS)  ## The same family, seen through pictures: TURNS=500
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.adversaries.frames.family --turns $(TURNS)

# Games of each kind, from the first deal to the last pawn, through pictures, mistakes included.
PLAYED ?= 10

whole-games: $(WITH_TOOLS)  ## Whole games through pictures: PLAYED=10
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.adversaries.frames.games --games $(PLAYED)

# Simulated hours at fifteen looks a second; reports memory, open files, wrong verdicts every ten minutes.
HOURS ?= 4

soak: $(WITH_TOOLS)  ## A long evening, watched for leaks: HOURS=4
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.adversaries.frames.soak --hours $(HOURS)

messages: $(WITH_TOOLS)  ## Update the catalogues of translations
	$(BIN)/python -m tools.messages

# The tests of the controller's program run it on CPython, and, once this is built, on MicroPython, too.
micropython: build/micropython/micropython  ## Build the controller's interpreter for the tests

build/micropython/micropython: hardware/firmware/get_micropython.sh
	hardware/firmware/get_micropython.sh build/micropython

# A folder of wheels to include in the package; none by default.
WHEELS ?=

# The Pi's Pythons for `make wheels`: Trixie has 3.13, Bookworm 3.11.
PI_PYTHONS ?= 3.13

# Needs a network; `make deb WHEELS=build/wheels` then makes a package that needs none.
wheels: $(INSTALLED)  ## Download a Pi's Python packages
	rm -rf build/wheels
	systemd/wheels.sh $(BIN)/python build/wheels aarch64 $(PI_PYTHONS)

# Pins the packages to install, with hashes, for each of these Pythons; needs a network.
PYTHONS ?= 3.11 3.13

lock: $(WITH_TOOLS)  ## Pin the Python packages of the Debian package
	for version in $(PYTHONS); do systemd/lock.sh $(BIN) $$version || exit 1; done

deb:  ## Build the Debian package
	systemd/build-deb.sh build/deb $(WHEELS)

# A card that installs the referee by itself, on a Pi without a network. BOOT and ROOT are the two
# partitions of a card with an untouched Raspberry Pi OS Lite; nothing is written onto the second.
build/wheels:
	$(MAKE) wheels

sdcard:  ## Prepare a card that installs itself: BOOT=…/bootfs ROOT=…/rootfs
	@systemd/sdcard/prepare.sh "$(BOOT)" && systemd/sdcard/recommended.sh "$(ROOT)"
	$(MAKE) build/wheels
	systemd/sdcard/recommended.sh "$(ROOT)" build/recommended build/wheels
	set -- build/recommended/archives/*.deb && { [ -e "$$1" ] || shift; } && \
	systemd/sdcard/prepare.sh "$(BOOT)" "$$(systemd/build-deb.sh build/deb build/wheels)" "$$@"

# On a Pi: builds the package and installs it, which starts the referee now and with the machine.
install-pi:  ## Build and install it, on a Pi
	systemd/install.sh "$$(systemd/build-deb.sh "$$(pwd)/build/deb" $(WHEELS))"

uninstall-pi:  ## Remove it from a Pi; the games stay
	apt-get remove --yes tablet-companion

# Skipped with a reason if no systemd can be booted.
test-install: $(INSTALLED)  ## install-pi and uninstall-pi on a real systemd
	tests/systemd/install.sh $(BIN)/python .userland/systemd

# Some minutes; skipped with a reason if no systemd can be booted.
test-systemd: $(INSTALLED)  ## The package on a real systemd
	tests/systemd/boot.sh $(BIN)/python .userland/systemd

# With the plug pulled in the middle; skipped with a reason if no systemd can be booted.
test-sdcard: $(INSTALLED)  ## First starts from a prepared card
	tests/systemd/sdcard.sh $(BIN)/python .userland/systemd

# The number of power cuts; skipped with a reason if they cannot be simulated here.
CUTS ?= 200
test-plug: $(INSTALLED)  ## Random power cuts: CUTS=200
	tests/plug/cuts.sh $(BIN)/python $(CUTS)

# The number of journals, each harmed in one of many ways: every loss of a confirmed step must be reported.
CASES ?= 10000
vandal: $(INSTALLED)  ## Harmed journals: CASES=10000
	$(BIN)/python -m tests.vandal --cases $(CASES)

playthroughs: $(INSTALLED)  ## Record the playthroughs of all games again
	$(BIN)/python -m tools.playthrough

# The fixed artwork of boards and cards, from its generators in tools/artwork.
artwork: $(INSTALLED)  ## Draw the fixed artwork of boards and cards
	$(BIN)/python -m tools.artwork hardware/printing/artwork tablet_companion/games/*/board.toml

# The README's moving picture: two turns at the simulated table.
moving-picture: $(INSTALLED)  ## Record the README's moving picture
	$(BIN)/python -m tools.moving_picture docs/turn.webp

# Over the loopback: some minutes.
attacks: $(WITH_TOOLS)  ## Measure what attacks on the telephones cost the table
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.web.costs

# Simulated tables on one real broker, which is killed in the middle; needs mosquitto.
CLUB_TABLES ?= 1000
scale: $(WITH_TOOLS)  ## A thousand tables on one broker: CLUB_TABLES=1000
	$(BIN)/python -m tests.club.scale --tables $(CLUB_TABLES)

browser-pictures: $(WITH_TOOLS)  ## Pictures of telephones' and the club's pages, in docs
	$(BIN)/python -m tests.web.pictures docs

schema: $(WITH_TOOLS)  ## Write docs/club-schema.json from the messages
	$(BIN)/python -m tools.club_schema >docs/club-schema.json

rooms: $(WITH_TOOLS)  ## Draw the picture of the rooms from the imports
	$(BIN)/python -m tools.rooms docs/rooms.svg

sizes: $(INSTALLED)  ## Print how large the rooms and their functions are
	$(BIN)/python -m tools.sizes

taught: $(WITH_TOOLS)  ## List where every rule of every game is taught
	$(BIN)/python -m tools.taught docs/rules-taught.md

# Some minutes; simulated people who know nothing, at every game, with teaching and without.
newcomer: $(WITH_TOOLS)  ## Measure how newcomers fare at every game
	OMP_NUM_THREADS=1 $(BIN)/python -m tools.newcomer docs/newcomer.md

# Every chapter of every game through pictures: some minutes.
lessons: $(WITH_TOOLS)  ## Take the lessons of every GAME under the simulated camera
	OMP_NUM_THREADS=1 $(BIN)/python -m tools.lessons docs/lessons.md $(GAME)

# From the boards, the pins and the controller's program.
drawings: $(INSTALLED)  ## Draw the building guide's drawings and tables
	$(BIN)/python -m tools.building docs tablet_companion/games/*/board.toml

$(INSTALLED): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.13 …")'
	$(PYTHON) -m venv $(VENV) || { echo "Python's venv is missing: sudo apt install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(WITH_TOOLS): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary open_spiel,scipy --editable '.[research]' \
	  || echo "No wheels of OpenSpiel and PettingZoo here: their tests are skipped."
	touch $@

clean:  ## Remove everything that was built
	rm -rf $(VENV) .userland build dist demo-out .mypy_cache .ruff_cache .pytest_cache .hypothesis
