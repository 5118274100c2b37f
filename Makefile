# make play    installs what is missing, builds, and fights a big battle for you to watch
# make test    installs what is missing and runs every check
# make bench   measures; each figure is printed with what it is compared to

CARGO ?= cargo
OUT   ?= out

.PHONY: play test bench ready lint coverage clean

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

bench: ready
	@scripts/bench

clean:
	$(CARGO) clean
	rm -rf $(OUT)
