# make play    installs what is missing, builds, and fights a big battle for you to watch
# make test    installs what is missing and runs every check
# make load    plays two hundred battles at once over real connections and measures the answers
# make bench   measures; each figure is printed with what it is compared to
# make release-check   fights tens of thousands of bounds in release and compares the stored digests

CARGO ?= cargo
OUT   ?= out
BOUNDS ?= 20000

.PHONY: play test load bench release-check ready lint coverage clean

ready:
	@scripts/ready

play: ready
	$(CARGO) build --release --locked -p vedette
	@mkdir -p $(OUT)
	target/release/vedette fight three-corps --maps $(OUT)/three-corps --save $(OUT)/three-corps.json
	@echo
	@echo "Look at the maps in $(OUT)/three-corps (turn-000.png is the deployment)."
	@echo "Fight it again with other dice:  make play"
	@echo "Other battles:                   target/release/vedette scenario list"
	@echo "Everything it can do:            target/release/vedette --help"

test: ready lint
	$(CARGO) test --workspace --locked
	@$(MAKE) --no-print-directory coverage

lint:
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# Fails unless play enforces and a test proves every clause of kind engine.
coverage:
	$(CARGO) run --quiet --locked -p vedette -- rules coverage --strict

# Battles come out the same in release as the stored digests, which make test compares in debug; and many more of them.
release-check: ready
	$(CARGO) test --release --locked -p bbdba-acw --test determinism
	$(CARGO) test --release --locked -p chakoten-acw --test determinism --test generated
	VEDETTE_BOUNDS=$(BOUNDS) $(CARGO) test --release --locked -p bbdba-acw --test battle_properties -- --nocapture

# Bounded: BATTLES at once, for SECONDS; each person answers after about PAUSE ms.
BATTLES ?= 200
SECONDS ?= 60
PAUSE   ?= 2000
load: ready
	$(CARGO) run --release --locked -p server --example load -- $(BATTLES) $(SECONDS) $(PAUSE)

bench: ready
	@scripts/bench

clean:
	$(CARGO) clean
	rm -rf $(OUT)
