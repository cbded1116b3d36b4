# wgconform: `make run` and `make check` need a Debian 12 or 13 with git and make; they set up the rest themselves.
# Variables: DEVICE=pocl ARGS= (run)  PREFIX= DESTDIR= (install)  CC= CFLAGS= WERROR= SANITIZE=address,undefined V=1
#            SETUP=no (this is no Debian 12 or 13: docs/devices.md says what has to be there)
MAKEFLAGS += --no-builtin-rules --jobs=$(shell nproc)
SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

ifeq ($(origin CC),default)
CC := gcc
endif
PYTHON ?= python3
CFLAGS ?= -O3 -g
WERROR ?= -Werror
PREFIX ?= /usr/local
DEVICE ?= pocl
ZSH_FOLDER ?= site-functions
comma := ,
Q := $(if $(V),,@)
B := build$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))
setup := $(if $(filter no,$(SETUP)),@:,@scripts/setup)
on_device := $(if $(filter no,$(SETUP)),,scripts/with-device $(DEVICE))

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wwrite-strings $(WERROR)
sanitize := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all)
flags := -std=c11 -D_GNU_SOURCE $(warnings) -Iharness -Isuite -I. $(sanitize)
packages = $(shell pkg-config --cflags libcjson libxml-2.0 libarchive libmd)
libs := -lcjson -lxml2 -larchive -lmd -ldl -lm -lpthread

harness := $(sort $(shell find harness -name '*.c' -not -path 'harness/agent/small/*'))
lib_objects := $(patsubst %.c,$B/obj/%.o,$(filter-out harness/cli/main.c,$(harness)))
programs := $(if $(filter harness/cli/main.c,$(harness)),$B/bin/wgconform)
unit_tests := $(patsubst tests/unit/%.c,$B/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
unit_helpers := $(patsubst %.c,$B/obj/%.o,$(filter-out tests/unit/test_%.c,$(sort $(wildcard tests/unit/*.c))))
objects = $(patsubst %.c,$B/obj/%.o,$(sort $(wildcard $1)))
layer := $(sort $(wildcard tests/faults/layer/*.c))
fuzzed := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
other_tests := $(patsubst %,$B/tests/fuzz-%,$(fuzzed)) $(if $(layer),$B/lib/libwgfaults.so $B/lib/libwgdriver.so $B/lib/libwglies.so $B/lib/libwgtrace.so) $(if $(wildcard tests/false-alarms/*.c),$B/tests/false-alarms) \
  $(patsubst tests/emulation/%.c,$B/tests/emulation-%,$(wildcard tests/emulation/check.c tests/emulation/bench.c))
generator := $(sort $(shell find $(wildcard generator suite) -type f -not -name '*.pyc'))
suite := $(if $(wildcard generator/__main__.py),build/suite/manifest.json)

.PHONY: help setup build run check check-all lint analyze format bench bench-limit bench-emulation faults false-alarms fuzz fuzzers manual install uninstall clean
help: ## this list
	@sed -n 's/^# \(Variables: .*\)/\1/p; s/^#  *\(SETUP=.*\)/           \1/p' Makefile
	@awk -F ':.*## ' '/^[a-z][a-z0-9%-]*( [a-z0-9%-]+)*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

setup: ## packages and the default device, PoCL 6
	$(setup) packages pocl
setup-%: ## another device: setup-intel, -intel-2021.4 (any version), -rusticl, -rusticl26, -pocl3, -pocl7, -oclgrind
	$(setup) packages $*
.PHONY: packages packages-test
packages packages-test:
	$(setup) $@

build: $B/libwgconform.a $(programs) $(suite) $(if $(SANITIZE),$B/suite) ## the program and the suite of kernels
run: build setup-$(DEVICE) ## the quick profile on DEVICE with its known waivers, a report under build/
	@$(on_device) scripts/run $B/bin/wgconform build/report.json $(ARGS)

check: setup-check all-tests ## all tests but the slow ones, on PoCL and Intel's runtime
	@scripts/check --build $B $(unit_tests)
check-all: setup-all all-tests ## all tests, the slow ones too, on every device that can be set up here
	@scripts/check --slow --build $B $(unit_tests)
.PHONY: setup-check setup-all unit-tests all-tests
setup-check:
	$(setup) packages packages-test openssh pocl intel
setup-all:
	$(setup) all
unit-tests: build $(unit_tests)
all-tests: unit-tests $(other_tests)

# The part of wgconform for another machine that has the device (docs/remote.md): C11, libc, and dlopen. With CC= of a
# cross compiler it is built for that machine, in a folder of its own.
W = build/worker-$(shell $(CC) -dumpmachine)
worker_sources := $(wildcard $(addsuffix /*.c,$(addprefix harness/,agent agent/small judge oracle patterns queries trial wire worker))) \
  $(filter-out harness/base/json.c,$(wildcard harness/base/*.c)) $(addprefix harness/,suite/kernel_text.c suite/queries.c suite/spirv.c suite/tables.c \
  record/record.c $(addprefix supervisor/,environment.c link.c process.c process_io.c scratch.c))
.PHONY: worker
worker: ## the small program for a device on another machine: CC=aarch64-linux-gnu-gcc (docs/remote.md)
	@mkdir -p $W/include && ln -sfn $(or $(OPENCL_HEADERS),/usr/include)/CL $W/include/CL && echo '  worker   $W/wgconform-worker'
	$Q$(CC) $(flags) -I$W/include -DWGC_COMMIT='"$(commit)"' -DWGC_SOURCES='"$(sources)"' $(CPPFLAGS) $(if $(filter file,$(origin CFLAGS)),-O2,$(CFLAGS)) \
	  -ffunction-sections -fdata-sections $(worker_sources) $(LDFLAGS) -Wl,--gc-sections -ldl -lm -lpthread -o $W/wgconform-worker

faults: setup-check all-tests ## every fault of the catalogue against the suite, on DEVICE: which are found, and by what
	@$(on_device) $(PYTHON) tests/faults/run.py $(ARGS)
false-alarms: $B/tests/false-alarms ## the tolerances against thousands of right orders, trees and precisions
	@$<
SECONDS := 60
fuzz: ## libFuzzer on all that reads input, SECONDS= each; FUZZ= names a few
	$(setup) packages packages-test packages-fuzz
	@+scripts/fuzz $(SECONDS) $(or $(FUZZ),$(fuzzed))
fuzzers: $(patsubst %,$B/fuzz/%,$(fuzzed))
bench: setup-check all-tests ## how long the suite takes, on DEVICE
	@$(on_device) $(PYTHON) tests/bench/run.py $(ARGS)
bench-limit: setup-check all-tests ## what the device's compiler takes for the calls alone
	@$(on_device) $(PYTHON) tests/bench/limit.py $(ARGS)
bench-emulation: setup-check all-tests ## the emulated functions beside the built-ins, on DEVICE
	@$(on_device) $B/tests/emulation-bench $(ARGS)

lint: ## clang-format, clang-tidy, ruff and shellcheck
	$(setup) packages packages-test packages-lint
	@scripts/lint $(flags)
analyze: all-tests ## GCC's analyzer, cppcheck, valgrind and ThreadSanitizer; takes minutes
	$(setup) packages packages-test packages-lint
	@+scripts/analyze
format: ## formats the C files in place
	$(setup) packages-lint
	clang-format -i $$(git ls-files '*.c' '*.h')

manual: build ## man page and completions, of what --help says
	@$(PYTHON) -m generator.manual $B/bin/wgconform

share := $(DESTDIR)$(PREFIX)/share
installed_docs := '$(share)/man/man1/wgconform.1' '$(share)/bash-completion/completions/wgconform' \
  '$(share)/zsh/$(ZSH_FOLDER)/_wgconform' '$(share)/fish/vendor_completions.d/wgconform.fish'
# Folders that install may have made, below PREFIX; of the system itself those that Debian has stay, empty or not.
made_folders = share/bash-completion/completions share/zsh/$(ZSH_FOLDER) share/fish/vendor_completions.d \
  $(if $(DESTDIR)$(filter-out /usr /usr/local,$(PREFIX)),share/man/man1 bin include)
install: build ## into DESTDIR and PREFIX
	install -D -m 755 $B/bin/wgconform '$(DESTDIR)$(PREFIX)/bin/wgconform'
	rm -rf '$(share)/wgconform'
	install -d '$(share)/wgconform/waivers' '$(DESTDIR)$(PREFIX)/include/wgconform'
	cp -R --no-preserve=ownership build/suite/. '$(share)/wgconform/'
	install -m 644 suite/waivers/*.json '$(share)/wgconform/waivers/'
	install -m 644 suite/emulation/*.h '$(DESTDIR)$(PREFIX)/include/wgconform/'
	set -e -- $(installed_docs); for file in docs/man/wgconform.1 docs/completions/wgconform.bash \
	  docs/completions/_wgconform docs/completions/wgconform.fish; do install -D -m 644 $$file "$$1"; shift; done
uninstall: ## what install put there
	rm -rf '$(DESTDIR)$(PREFIX)/bin/wgconform' '$(share)/wgconform' '$(DESTDIR)$(PREFIX)/include/wgconform'
	rm -f $(installed_docs)
	cd '$(DESTDIR)$(PREFIX)' && for folder in $(made_folders); do \
	  [ ! -d $$folder ] || rmdir -p --ignore-fail-on-non-empty $$folder; done
clean: ## removes build/; what was set up stays in the cache folder
	rm -rf build

# A file of flags is written again only when it changes: what was compiled with others (a compiler, CFLAGS, PREFIX,
# the commit that reports name) is compiled again, and nothing else.
keep = @mkdir -p $(@D) && printf '%s\n' $1 | cmp -s - $@ || printf '%s\n' $1 >$@
commit := $(shell git describe --always --dirty --abbrev=12 2>/dev/null || echo unknown)
# By this a worker and a supervisor on different machines know that they are of one build.
sources := $(shell cat $(sort $(shell find harness suite -name '*.[ch]' -o -name '*.def')) | sha256sum | cut -c1-16)
.PHONY: always
$B/obj/flags: always
	$(call keep,'$(CC) $(CPPFLAGS) $(CFLAGS) $(flags)')
$B/obj/prefix: always
	$(call keep,'$(PREFIX)')
$B/obj/commit: always
	$(call keep,'$(commit) $(sources)')
$B/obj/harness/cli/suite_folder.o: $B/obj/prefix
$B/obj/harness/cli/suite_folder.o: defines := -DWGC_DATADIR='"$(PREFIX)/share/wgconform"'
$B/obj/harness/base/version.o: $B/obj/commit
$B/obj/harness/base/version.o: defines := -DWGC_COMMIT='"$(commit)"' -DWGC_SOURCES='"$(sources)"'
$B/obj/harness/reports/html_assets.o: $(wildcard harness/reports/html/*)
$B/obj/%.o: %.c $B/obj/flags | packages
	@mkdir -p $(@D) && echo '  $(if $(filter %.o,$@),compile ,link    ) $@'
	$Q$(CC) $(flags) $(defines) $(packages) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@
$B/obj/tests/%.o: | packages-test
$B/libwgconform.a: $(lib_objects)
	@echo '  archive  $@'
	$Qrm -f $@ && $(AR) rcs $@ $^

link = @mkdir -p $(@D) && echo '  link     $@' && $(CC) $(sanitize) $(CFLAGS) $(LDFLAGS) $(filter %.o %.a,$^) $1 -o $@
$B/bin/wgconform: $B/obj/harness/cli/main.o $B/libwgconform.a
	$(call link,$(libs))
$B/tests/test_%: $B/obj/tests/unit/test_%.o $(unit_helpers) $B/libwgconform.a
	$(call link,-lcmocka -lmpfr -lgmp $(libs))
$B/tests/false-alarms: $(call objects,tests/false-alarms/*.c) $B/libwgconform.a
	$(call link,$(libs))
fuzz_helpers := $(patsubst %,$B/obj/tests/%.o,fuzz/common unit/manifest_fixture)
$B/tests/fuzz-%: $B/obj/tests/fuzz/fuzz_%.o $B/obj/tests/fuzz/replay.o $(fuzz_helpers) $B/libwgconform.a
	$(call link,-lcmocka $(libs))
$B/fuzz/%: $B/obj/tests/fuzz/fuzz_%.o $(fuzz_helpers) $B/libwgconform.a
	$(call link,-fsanitize=fuzzer -lcmocka $(libs))
emulation := $(filter-out %/check.o %/bench.o,$(call objects,tests/emulation/*.c))
$B/tests/emulation-%: $B/obj/tests/emulation/%.o $(emulation) $B/libwgconform.a
	$(call link,-lOpenCL -lm)
link_layer = @mkdir -p $(@D) && echo '  link     $@' && $(CC) $1 $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -shared -fPIC $(filter %.c,$^) -o $@
$B/lib/libwgfaults.so $B/lib/libwgdriver.so $B/lib/libwglies.so $B/lib/libwgtrace.so: tests/layer/layer.c tests/layer/layer.h $B/obj/flags | packages
$B/lib/libwgfaults.so: $(layer) $(wildcard tests/faults/layer/*.h)
$B/lib/libwgdriver.so: tests/driver/layer.c tests/driver/calls.def
$B/lib/libwglies.so: tests/driver/lies.c
$B/lib/libwgtrace.so: tests/driver/trace.c
# Without sanitizers: they are loaded into programs that have none.
$B/lib/libwgfaults.so $B/lib/libwgdriver.so $B/lib/libwglies.so $B/lib/libwgtrace.so:
	$(call link_layer,$(filter-out $(sanitize),$(flags)))
.SECONDARY:

build/%/suite:
	ln -s ../suite $@
build/suite/manifest.json: $(generator) | packages
	@echo '  generate build/suite'
	$Q$(PYTHON) -m generator --out build/suite
-include $(shell find $B/obj -name '*.d' 2>/dev/null)
