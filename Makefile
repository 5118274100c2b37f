# make play    installs what is missing, builds, and fights a big battle for you to watch
# make test    installs what is missing and runs every check
# make bench   measures; each figure is printed with what it is compared to
# make release-check   fights tens of thousands of bounds in release and compares the stored digests

CARGO ?= cargo
OUT   ?= out
BOUNDS ?= 20000

.PHONY: play test bench release-check ready lint coverage clean

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

bench: ready
	@scripts/bench

clean:
	$(CARGO) clean
	rm -rf $(OUT)
