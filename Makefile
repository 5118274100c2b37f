# make play    installs what is missing, builds the page and the server, and serves the table at http://127.0.0.1:8642
# make test    installs what is missing and runs every check, in a browser too
# make fight   lets the computer fight a big battle and draws its maps
# make load    plays two hundred battles at once over real connections and measures the answers
# make neighbours   lets one client do its worst and measures what the others notice of it
# make large   fights a battle of a thousand units for 84 turns and measures what opening it takes
# make bench   measures; each figure is printed with what it is compared to
# make release-check   the long series in full, in release: of which make test has a tenth; and the stored digests compared

CARGO ?= cargo
NPM   ?= npm
OUT   ?= out
BOUNDS ?= 20000
HOSTILE ?= 1200
TRIAL ?= 10
KILLS ?= 1000

# Every book that is in the program.
BOOKS = $(filter $(notdir $(wildcard rulebooks/*)),$(notdir $(wildcard crates/*)))

# Where things are built; what the tests built last; what is played.
TARGET = $(shell $(CARGO) metadata --format-version 1 --no-deps --locked | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
PROGRAM = $(TARGET)/debug/vedette
PLAYED = $(TARGET)/play/vedette

# What is built from nothing need not be kept for a next time: a seventh less work.
export CARGO_INCREMENTAL ?= 0

# The tests use the system's Chromium; none is ever downloaded.
export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD = 1

.PHONY: play fight test load neighbours large bench release-check ready ready-play page rust-test web-test examples-of-docs browse browser-test lint coverage clean

ready:
	@scripts/ready

# Without the browser that only tests need.
ready-play:
	@scripts/ready play

play: ready-play page
	@CARGO="$(CARGO)" scripts/build-play
	@echo
	@echo "Open http://127.0.0.1:8642 in your browser. Ctrl-C ends the server; the battles are kept."
	@echo "Everything else it can do:  make fight, or  $(PLAYED) --help"
	@echo
	@"$(PLAYED)" serve

fight: ready-play
	@CARGO="$(CARGO)" scripts/build-play
	@mkdir -p $(OUT)
	"$(PLAYED)" fight three-corps --maps $(OUT)/three-corps --save $(OUT)/three-corps.json
	@echo
	@echo "Look at the maps in $(OUT)/three-corps (turn-000.png is the deployment)."

# What belongs to the page runs beside what belongs to the program, which has the page inside. The program that the tests built and ran is
# the one that the browser meets; what one processor alone does for a while runs beside the browsers.
test: ready page
	$(CARGO) fmt --all --check
	@MAKE="$(MAKE)" scripts/side-by-side web-test rust-test
	@MAKE="$(MAKE)" scripts/side-by-side examples-of-docs browse

# The lints read what is compiled for the tests, with the examples, so that nothing is compiled twice. Warnings are errors (Cargo.toml).
rust-test examples-of-docs: export RUSTC_WORKSPACE_WRAPPER = $(CURDIR)/scripts/compile-for-tests
rust-test: page
	$(CARGO) test --workspace --locked --tests --examples

# When the tests have run: whether they prove the clauses, and the examples in what is written beside the code.
examples-of-docs:
	"$(PROGRAM)" rules coverage --strict
	$(CARGO) test --workspace --locked --doc

browse:
	cd web && VEDETTE="$(PROGRAM)" $(NPM) run browser

# What the page is made of is fetched anew only when the list of it has changed.
web/node_modules/.package-lock.json: web/package-lock.json
	cd web && $(NPM) ci
	@touch $@

page: web/dist/index.html
web/dist/index.html: web/node_modules/.package-lock.json $(shell find web/src web/public -type f) $(wildcard web/*.html web/*.ts web/*.js web/package.json)
	cd web && $(NPM) run build
	@touch $@

web-test: web/node_modules/.package-lock.json
	cd web && $(NPM) run check && $(NPM) test

# Battles fought in headless Chromium against the real server.
browser-test: page
	$(CARGO) build --locked -p vedette
	cd web && $(NPM) run browser

# The lints alone, for whoever is at work on something.
lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked

# Fails unless play enforces and a test proves every clause of kind engine.
coverage:
	$(CARGO) run --quiet --locked -p vedette -- rules coverage --strict

# Battles come out the same in release as the stored digests, which make test compares in debug; and many more of them.
release-check: ready page
	VEDETTE_BOUNDS=$(BOUNDS) VEDETTE_HOSTILE=$(HOSTILE) $(CARGO) test --release --locked $(BOOKS:%=-p %) -- \
	  determinism:: generated:: battle_properties:: hostile_input:: --nocapture
	VEDETTE_TRIAL=$(TRIAL) $(CARGO) test --release --locked -p trial
	VEDETTE_KILLS=$(KILLS) $(CARGO) test --release --locked -p vedette -- serve:: faults:: --nocapture

# Bounded: BATTLES at once, for SECONDS; each person answers after about PAUSE ms.
BATTLES ?= 200
SECONDS ?= 60
PAUSE   ?= 5000
load: ready
	$(CARGO) run --release --locked -p server --example load -- $(BATTLES) $(SECONDS) $(PAUSE)

# What one client at its limits does to the prompts and answers of others.
NEIGHBOURS ?= 20
neighbours: ready
	$(CARGO) run --release --locked -p server --example load -- neighbours $(NEIGHBOURS)

# A battle of so many units a side, fought for so many turns by two computers, opened by a server that has just been started.
LARGE ?= 500
TURNS ?= 84
large: ready
	$(CARGO) run --release --locked -p server --example load -- large $(LARGE) $(TURNS)

bench: ready
	@scripts/bench

clean:
	$(CARGO) clean
	rm -rf $(OUT) web/dist web/node_modules
