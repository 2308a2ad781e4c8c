# What a newcomer types. Every target first runs scripts/setup.sh, which does nothing when nothing is missing.

# Where rustup puts cargo: a shell opened before it was installed does not know that directory yet.
export PATH := $(or $(CARGO_HOME),$(HOME)/.cargo)/bin:$(PATH)

TARGET := $(or $(CARGO_TARGET_DIR),target)

.DEFAULT_GOAL := help
.PHONY: help setup demo test sweep build doc docs faces site bench python cpp cpptest cppbench install packages

help: ## This list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install what is missing for building: a C linker, a Rust toolchain
	@scripts/setup.sh

demo: setup ## Fly 300 aircraft: an RTI and four federates, each a process of its own
	cargo build --profile try -p hyla
	$(TARGET)/try/hyla demo

test: setup ## Run every test; the skipped ones are listed at the end
	scripts/test.sh

sweep: setup ## Random tests with seeds that nobody has tried, for ten minutes: make sweep SECONDS=60
	scripts/sweep.sh $(SECONDS)

build: setup ## Build the hyla program, optimized: target/release/hyla
	cargo build --release -p hyla

doc: setup ## Build the reference of all crates: target/doc
	cargo doc --workspace --no-deps

docs: setup ## Write the generated pages of docs/ and hyla.h anew
	UPDATE_DOCS=1 cargo test --quiet --workspace --lib -- page_in_docs
	UPDATE_DOCS=1 cargo test --quiet -p hyla-conformance -- page_in_docs

faces: setup ## Write the source files that the table of services determines
	cargo run --quiet -p hyla-faces

site: setup ## Build the documents as a website with search: target/site/index.html
	scripts/site.sh

python: build ## Run the federates in Python of examples/python-fedpro
	scripts/python-example.sh

bench: setup ## Run the benchmarks
	cargo bench --workspace

cpp: setup ## Build the C and C++ libraries: target/cpp/lib
	scripts/cpp.sh build

cpptest: setup ## Build the C and C++ libraries and run their tests
	scripts/cpp.sh test

cppbench: setup ## Measure the C++ API beside the Rust API
	scripts/cpp.sh bench

packages: setup ## Debian packages, a static program, checksums, bill of materials: target/packages
	scripts/packages.sh

install: setup ## Install libraries, headers, object models and the program: make install PREFIX=/opt/hyla
	scripts/cpp.sh install "$(PREFIX)"
