# wgconform: `make run` and `make check` need a Debian 12 or 13 with git and make; they set up the rest themselves.
# Variables: DEVICE=intel ARGS= (run)  PREFIX= DESTDIR= (install)  CC= CFLAGS= WERROR= SANITIZE=address,undefined V=1
#            SETUP=no (for systems other than Debian 12 and 13: docs/devices.md lists what they need)
MAKEFLAGS += --no-builtin-rules --jobs=$(shell nproc)
SHELL := /bin/bash
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

ifeq ($(origin CC),default)
CC := gcc
endif
STRIP := strip
PYTHON ?= python3
CFLAGS ?= $(if $(SANITIZE),-O1,-O3) -g
WERROR ?= -Werror
PREFIX ?= /usr/local
# What `make run` takes by itself needs no build of a driver: a first run takes minutes fewer than on Debian 12's PoCL.
run_device := $(or $(DEVICE),intel)
DEVICE ?= pocl
ZSH_FOLDER ?= site-functions
comma := ,
Q := $(if $(V),,@)
B := build$(if $(SANITIZE),/$(subst $(comma),-,$(SANITIZE)))
setup := $(if $(filter no,$(SETUP)),@:,@scripts/setup)
with_device = $(if $(filter no,$(SETUP)),,scripts/with-device $1)
on_device := $(call with_device,$(DEVICE))

warnings := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wwrite-strings $(WERROR)
sanitize := $(if $(SANITIZE),-fsanitize=$(SANITIZE) -fno-omit-frame-pointer -fno-sanitize-recover=all)
flags := -std=c11 -D_GNU_SOURCE $(warnings) -Iharness -Isuite -I. $(sanitize)
# Asked once, and not before a recipe needs it: until then `make packages` may have to install it.
packages = $(eval packages := $(shell pkg-config --cflags libcjson libxml-2.0 libarchive libmd zlib))$(packages)
libs := -lcjson -lxml2 -larchive -lmd -lz -ldl -lm -lpthread

harness := $(sort $(shell find harness -name '*.c' -not -path 'harness/agent/small/*' -not -name '*_windows.c'))
# The suite's tables first: what makes them takes longest, and runs at the same time as the compiler.
lib_objects := $(patsubst %.c,$B/obj/%.o,build/suite/manifest.c $(filter-out harness/cli/main.c,$(harness)))
programs := $(if $(filter harness/cli/main.c,$(harness)),$B/bin/wgconform)
unit_tests := $(patsubst tests/unit/%.c,$B/tests/%,$(sort $(wildcard tests/unit/test_*.c)))
unit_helpers := $(patsubst %.c,$B/obj/%.o,$(filter-out tests/unit/test_%.c,$(sort $(wildcard tests/unit/*.c))))
objects = $(patsubst %.c,$B/obj/%.o,$(sort $(wildcard $1)))
layer := $(sort $(wildcard tests/faults/layer/*.c))
fuzzed := $(patsubst tests/fuzz/fuzz_%.c,%,$(sort $(wildcard tests/fuzz/fuzz_*.c)))
other_tests := $(patsubst %,$B/tests/fuzz-%,$(fuzzed)) $(if $(layer),$B/lib/libwgfaults.so $B/lib/libwgdriver.so $B/lib/libwglies.so $B/lib/libwgtrace.so $B/lib/libwgways.so $B/lib/libwgfake.so $B/lib/fake/fake.icd) $(if $(wildcard tests/false-alarms/*.c),$B/tests/false-alarms) \
  $(patsubst tests/emulation/%.c,$B/tests/emulation-%,$(wildcard tests/emulation/check.c tests/emulation/bench.c)) \
  $(patsubst tests/explore/%.c,$B/tests/explore-%,$(wildcard tests/explore/*.c))
generator := $(sort $(shell find $(wildcard generator suite) -type f -not -name '*.pyc'))
suite_files := $(addprefix build/suite/,c.pack spirv.pack manifest.json manifest.c)
suite := $(if $(wildcard generator/__main__.py),build/suite/.made)

.PHONY: help setup build run check check-all check-slow lint lint-quick analyze format bench bench-limit bench-emulation faults false-alarms fuzz fuzzers site manual install uninstall clean
help: ## this list
	@sed -n 's/^# \(Variables: .*\)/\1/p; s/^#  *\(SETUP=.*\)/           \1/p' Makefile
	@awk -F ':.*## ' '/^[a-z][a-z0-9%-]*( [a-z0-9%-]+)*:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

# One set-up runs at a time: packages first, so that the compiler runs while a device is set up.
setup: setup-pocl ## packages and the default device, PoCL 6
setup-%: packages ## another device: setup-intel, -intel-2021.4 (any version), -rusticl, -rusticl26, -pocl3, -pocl7, -oclgrind
	$(setup) $*
.PHONY: packages packages-test
packages-test: packages
packages packages-test:
	$(setup) $@

build: $(suite) $B/libwgconform.a $(programs) $(if $(SANITIZE),$B/suite) ## the program and the suite of kernels
run: build setup-$(run_device) ## the quick profile on DEVICE (intel) with its known waivers, a report under build/
	@$(call with_device,$(run_device)) scripts/run $B/bin/wgconform build/report.json $(ARGS)

# TESTS names unit programs (test_plan) and files, folders or ids of pytest (tests/cli/test_run.py::NAME).
test_files := $(if $(TESTS),$(foreach test,$(TESTS),$(if $(findstring /,$(test)),$(test))),tests)
test_programs := $(if $(filter tests tests/ tests/unit% tests/explore% tests/cli tests/cli/ tests/cli/test_seeded_faults%,$(test_files)),$(unit_tests),$(patsubst %,$B/tests/%,$(filter-out $(test_files),$(TESTS))))
check: packages-test $(if $(strip $(test_files)),setup-check build $(other_tests)) $(test_programs) ## all tests but the slow ones, on PoCL and Intel's runtime; or TESTS="test_plan tests/cli/test_run.py"
	@scripts/check --build $B $(TESTS)
check-all: setup-all all-tests ## all tests, the slow ones too, on every device that can be set up here
	@scripts/check --slow --build $B $(TESTS)
check-slow: all-tests ## the slow tests, or those of TESTS, on the devices that are set up
	@scripts/check --only-slow --build $B $(TESTS)
# Those that take half a minute of the processor and more with sanitizers (make nightly runs them too). The others judge
# the items of the commit's part alone (tests/unit/portion.h).
sanitized_long := $(addprefix test_,audit patterns_exact trial trial_faults)
.PHONY: check-sanitized nightly
check-sanitized: ## the unit programs that take seconds, with AddressSanitizer and UndefinedBehaviorSanitizer
	+@WGC_TEST_PART=$$(scripts/check --part) $(MAKE) SANITIZE=address,undefined TESTS='$(filter-out $(sanitized_long),$(notdir $(unit_tests)))' check
nightly: ## what takes hours, part by part, those that have not ended for this commit; PART='fuzz-* valgrind' AGAIN=1 FUZZ_S=60
	@scripts/nightly $(if $(AGAIN),--again) $(if $(FUZZ_S),--fuzz-seconds $(FUZZ_S)) $(PART)
unit-tests: unit-programs ## the tests that need no device
	@scripts/check --build $B tests/unit
.PHONY: setup-check setup-all unit-tests unit-programs all-tests
setup-check: packages-test
	$(setup) openssh pocl intel
setup-all:
	$(setup) all
unit-programs: build $(unit_tests)
all-tests: unit-programs $(other_tests)

# The part of wgconform for another machine that has the device (docs/devices.md): C11, libc, and dlopen. With CC= of a
# cross compiler it is built for that machine, in a folder of its own.
# Of the files that end with the name of a system, those of the target's.
target := $(if $(filter worker%,$(MAKECMDGOALS)),$(shell $(CC) -dumpmachine))
windows = $(findstring mingw,$(target))
W = build/worker-$(if $(findstring musl,$(CC)),musl-)$(target)
worker_sources = $(filter-out $(if $(windows),%_posix.c,%_windows.c),$(wildcard $(addsuffix /*.c,$(addprefix harness/,agent agent/small checks device \
  explore judge oracle patterns trial wire worker))) $(filter-out %/json.c %/json_text.c %/file.c,$(wildcard harness/base/*.c)) \
  $(addprefix harness/,$(addprefix suite/,build_way.c feature_test_kernel.c kernel_text.c queries.c signature.c source.c spirv.c tables.c) plan/eligibility.c plan/local_size.c plan/sub_group_size.c record/state.c) \
  $(addprefix harness/process/,environment.c run_tmpdir_posix.c run_tmpdir_windows.c $(if $(windows),,link.c process.c process_io.c)))
# MinGW: C11's formats of printf, its macros of <math.h> convert unseen, POSIX names in spite of -std=c11, one file.
worker_flags = $(if $(windows),-D__USE_MINGW_ANSI_STDIO=1 -D_WIN32_WINNT=0x0601 -U__STRICT_ANSI__ -Wno-float-conversion -static)
worker_libs = $(if $(windows),,-ldl) -lm -lpthread
worker_compiler = $(CC) $(flags) $(worker_flags) -I$W/include $(CPPFLAGS) $(if $(filter file,$(origin CFLAGS)),-O2,$(CFLAGS)) -ffunction-sections -fdata-sections
worker_objects = $(worker_sources:%.c=$W/obj/%.o)
.PHONY: worker
worker: $(worker_objects) ## the small program for a device on another machine: CC=aarch64-linux-gnu-gcc (docs/devices.md)
	@echo '  worker   $W/wgconform-worker$(if $(windows),.exe)'
	$Q$(worker_compiler) $(worker_objects) $(LDFLAGS) -Wl,--gc-sections $(worker_libs) -o $W/wgconform-worker
$W/obj/harness/base/version.o: $B/obj/commit
$W/obj/harness/base/version.o: defines = -DWGC_COMMIT='"$(commit)"' -DWGC_SOURCES='"$(sources)"'
$(worker_objects): $W/obj/%.o: %.c $W/flags
	@mkdir -p $(@D)
	$Q$(worker_compiler) $(defines) -MMD -MP -c $< -o $@

# Compiles the worker for i386 as far as its types go: size_t has 32 bits there. Needs that C library's headers; those of
# the kernel are the same ones.
.PHONY: worker-32
worker-32: build/worker-32/compiled
build/worker-32/compiled: build/worker-32/flags
	$Q$(CC) -m32 -msse2 -mfpmath=sse -idirafter /usr/include/$(shell $(CC) -print-multiarch) -fsyntax-only $(flags) -DWGC_COMMIT='""' -DWGC_SOURCES='""' $(worker_sources)
	@touch $@

# The unit tests that need no more than the worker does, with another C library (docs/packaging.md). CMOCKA= is the folder
# of a cmocka that was built for it.
CMOCKA ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/wgconform/cmocka-musl
worker_tests = $(patsubst %,$W/test_%,armor case_data dataset device_selector eligibility judge judge_format log_line oracle_exact \
  patterns patterns_exact checks spirv spirv_module trial trial_bare trial_exceptions trial_partitions trial_participation wire \
  worker_requests device_features device_traits)
worker_test_sources = $(filter-out %/small/main.c,$(worker_sources)) $(wildcard tests/unit/trial_f*.c) tests/unit/worker_fake_cl.c
.PHONY: worker-tests
worker-tests: worker
	@mkdir -p $W/obj && rm -f $W/obj/*.o && echo '  compile  $W/worker.a' && printf '%s\n' $(worker_test_sources) | xargs -P 2 -I {} sh -c \
	  '$(CC) $(flags) -I$W/include -I$(CMOCKA) $(CPPFLAGS) $(CFLAGS) -c {} -o $W/obj/$$(echo {} | tr / _).o'
	$Qrm -f $W/worker.a && $(AR) rcs $W/worker.a $W/obj/*.o
	@set -e; for test in $(worker_tests); do echo "  test     $$test"; \
	  $(CC) $(flags) -I$W/include -I$(CMOCKA) $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) tests/unit/$${test##*/}.c $W/worker.a -L$(CMOCKA) -lcmocka -lm -lpthread -o $$test; \
	  $$test >$$test.log 2>&1 || { cat $$test.log; exit 1; }; done

faults: setup-check all-tests ## every fault of the catalogue against the suite, on DEVICE: which are found, and by what
	@$(on_device) $(PYTHON) tests/faults/run.py $(ARGS)
.PHONY: rank
rank: ## what the first cases by rank find, of stored reports and the catalogue; ARGS=--learn writes the weights
	@$(PYTHON) scripts/rank $(ARGS)
.PHONY: real-bugs
real-bugs: build ## bugs of PoCL's history and mutants, put into Debian's source package of PoCL: which are found
	$(setup) pocl-source
	@$(PYTHON) tests/real-bugs/run.py $(ARGS)
false-alarms: $B/tests/false-alarms ## the tolerances against thousands of right orders, trees and precisions
	@$<
SECONDS := 60
fuzz: ## libFuzzer on all that reads input, SECONDS= each; FUZZ= names a few
	$(setup) packages packages-test packages-fuzz
	@+scripts/fuzz $(SECONDS) $(or $(FUZZ),$(fuzzed))
fuzzers: $(patsubst %,$B/fuzz/%,$(fuzzed))
bench: setup-check all-tests ## how long the suite takes, on DEVICE, with one worker and with two
	@$(on_device) $(PYTHON) tests/bench/run.py $(ARGS)
.PHONY: field
field: setup-check build ## the reports of results/ that are of another suite, resumable; ARGS='--list', FOLDER or --vendors
	@scripts/field $(ARGS)
.PHONY: figures
figures: setup-check all-tests ## those of docs/measurements.md that are of another suite; ARGS='--list' or names
	@scripts/figures $(ARGS)
.PHONY: strength-curve
strength-curve: setup-check build ## what is found in the first seconds on DEVICE, as SVG; ARGS names waivers and other builds
	@$(on_device) $(PYTHON) tests/bench/curve.py $(ARGS)
.PHONY: first-seconds
first-seconds: setup-check build ## which findings of REPORT= the first 3 and 10 seconds of its profile show, on DEVICE
	@$(on_device) $(PYTHON) tests/bench/first.py $(or $(REPORT),results/intel-2026.2/default.json.gz) $(ARGS)
bench-limit: setup-check all-tests ## what the device's compiler takes for the calls alone
	@$(on_device) $(PYTHON) tests/bench/limit.py $(ARGS)
bench-emulation: setup-check all-tests ## times the emulated functions against the built-ins, on DEVICE
	@$(on_device) $B/tests/emulation-bench $(ARGS)

lint: ## clang-format, clang-tidy, ruff, shellcheck, and words to avoid
	$(setup) packages packages-test packages-lint
	@scripts/lint $(flags)
lint-quick: ## the parts of lint that take seconds: all but clang-tidy
	$(setup) packages-style
	@scripts/lint --quick
analyze: all-tests ## GCC's analyzer, Clang's warnings, cppcheck, valgrind, ThreadSanitizer; takes minutes; ANALYZE=valgrind names one
	$(setup) packages packages-test packages-lint
	@+scripts/analyze $(ANALYZE)
format: ## formats the C files in place
	$(setup) packages-lint
	clang-format -i $$(git ls-files '*.c' '*.h')

.PHONY: history
history: build ## the causes of failures over the versions of each driver in results/, of the reports of `make field`
	@scripts/history
SITE := build/site
site: build/suite/manifest.json ## static pages of results/, in SITE=build/site: implementations against families of functions
	@$(PYTHON) scripts/site $(SITE)
manual: ## man page and completions, from harness/options/options.def
	@$(PYTHON) -m generator.manual

share := $(DESTDIR)$(PREFIX)/share
installed_docs := '$(share)/man/man1/wgconform.1' '$(share)/bash-completion/completions/wgconform' \
  '$(share)/zsh/$(ZSH_FOLDER)/_wgconform' '$(share)/fish/vendor_completions.d/wgconform.fish'
# Folders that install may have made, below PREFIX; of the system itself those that Debian has stay, empty or not.
made_folders = share/bash-completion/completions share/zsh/$(ZSH_FOLDER) share/fish/vendor_completions.d \
  $(if $(DESTDIR)$(filter-out /usr /usr/local,$(PREFIX)),share/man/man1 bin include)
install: build ## into DESTDIR and PREFIX
	install -D -m 755 $B/bin/wgconform '$(DESTDIR)$(PREFIX)/bin/wgconform'
	$(STRIP) '$(DESTDIR)$(PREFIX)/bin/wgconform'
	rm -rf '$(share)/wgconform'
	install -d '$(share)/wgconform/waivers' '$(DESTDIR)$(PREFIX)/include/wgconform'
	install -m 644 build/suite/manifest.json build/suite/*.pack '$(share)/wgconform/'
	install -m 644 suite/waivers/*.json '$(share)/wgconform/waivers/'
	install -m 644 suite/emulation/*.h '$(DESTDIR)$(PREFIX)/include/wgconform/'
	set -e -- $(installed_docs); for file in docs/man/wgconform.1 docs/completions/wgconform.bash \
	  docs/completions/_wgconform docs/completions/wgconform.fish; do install -D -m 644 $$file "$$1"; shift; done
uninstall: ## what install put there
	rm -rf '$(DESTDIR)$(PREFIX)/bin/wgconform' '$(share)/wgconform' '$(DESTDIR)$(PREFIX)/include/wgconform'
	rm -f $(installed_docs)
	cd '$(DESTDIR)$(PREFIX)' && for folder in $(made_folders); do \
	  [ ! -d $$folder ] || rmdir -p --ignore-fail-on-non-empty $$folder; done
.PHONY: dist
dist: ## a tarball of the commit under build/; the same commit gives the same bytes
	@scripts/dist build
clean: ## removes build/; what was set up stays in the cache folder
	rm -rf build

# A file of flags is written again only when it changes: what was compiled with others (a compiler, CFLAGS, PREFIX,
# the commit that reports name) is compiled again, and nothing else.
keep = @mkdir -p $(@D) && printf '%s\n' $1 | cmp -s - $@ || printf '%s\n' $1 >$@
commit := $(shell scripts/source-state commit)
# By this a worker and a supervisor on different machines know that they are of one build.
sources := $(shell cat $(sort $(shell find harness suite -name '*.[ch]' -o -name '*.def')) | sha256sum | cut -c1-16)
.PHONY: always
$W/flags: always
	@mkdir -p $W/include && ln -sfn $(or $(OPENCL_HEADERS),/usr/include)/CL $W/include/CL
	$(call keep,'$(worker_compiler) $(OPENCL_HEADERS)')
build/worker-32/flags: always
	$(call keep,'$(CC) $(flags) $(sources)')
$B/obj/flags: always
	$(call keep,'$(CC) $(CPPFLAGS) $(CFLAGS) $(flags)')
$B/obj/prefix: always
	$(call keep,'$(PREFIX)')
$B/obj/commit: always
	$(call keep,'$(commit) $(sources)')
# An object of JSON, as the numbers of its characters: C limits the length of strings, and not of arrays.
$B/obj/source_state.h: always
	$(call keep,"$$(scripts/source-state json | od -An -v -tu1 | sed 's/ *\([0-9][0-9]*\)/\1,/g')")
$B/obj/harness/suite/suite_folder.o: $B/obj/prefix
$B/obj/harness/suite/suite_folder.o: defines := -DWGC_DATADIR='"$(PREFIX)/share/wgconform"'
$B/obj/harness/base/version.o: $B/obj/commit $B/obj/source_state.h
$B/obj/harness/base/version.o: defines = -DWGC_COMMIT='"$(commit)"' -DWGC_SOURCES='"$(sources)"' -DWGC_SOURCE_STATE='"$B/obj/source_state.h"'
$B/obj/harness/reports/html.o: $(wildcard harness/reports/html/*)
$B/obj/%.o: %.c $B/obj/flags | packages
	@mkdir -p $(@D) && echo '  $(if $(filter %.o,$@),compile ,link    ) $@'
	$Q$(CC) $(flags) $(defines) $(packages) $(CPPFLAGS) $(CFLAGS) $(level) -MMD -MP -c $< -o $@
$(call objects,tests/*/*.c): | packages-test
# A test's own code runs for a moment, and is compiled often.
$B/obj/tests/%.o: level = $(if $(filter file,$(origin CFLAGS)),-O1)
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
$B/tests/explore-%: $B/obj/tests/explore/%.o $B/libwgconform.a
	$(call link,-lOpenCL $(libs))
link_layer = @mkdir -p $(@D) && echo '  link     $@' && $(CC) $1 $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) -shared -fPIC $(filter %.c,$^) -o $@
$B/lib/libwgfaults.so $B/lib/libwgdriver.so $B/lib/libwglies.so $B/lib/libwgtrace.so $B/lib/libwgways.so: tests/layer/layer.c tests/layer/layer.h $B/obj/flags | packages
$B/lib/libwgfaults.so: $(layer) $(wildcard tests/faults/layer/*.h)
$B/lib/libwgdriver.so: tests/driver/layer.c tests/driver/calls.def
$B/lib/libwglies.so: tests/driver/lies.c
$B/lib/libwgtrace.so: tests/driver/trace.c
$B/lib/libwgways.so: tests/driver/ways.c
# Without sanitizers: they are loaded into programs that have none.
$B/lib/libwgfaults.so $B/lib/libwgdriver.so $B/lib/libwglies.so $B/lib/libwgtrace.so $B/lib/libwgways.so:
	$(call link_layer,$(filter-out $(sanitize),$(flags)))
# The fake driver (tests/fake): the oracle and the suite's tables once more, as a shared library needs them.
fake := $(sort $(wildcard tests/fake/*.c)) $(filter harness/oracle/%,$(harness)) harness/base/err.c harness/base/row.c harness/suite/tables.c harness/suite/signature.c harness/trial/seen.c build/suite/manifest.c
$B/pic/%.o: %.c $B/obj/flags | packages
	@mkdir -p $(@D) && echo '  compile  $@'
	$Q$(CC) $(filter-out $(sanitize),$(flags)) $(CPPFLAGS) $(CFLAGS) -fPIC -MMD -MP -c $< -o $@
$B/lib/libwgfake.so: $(patsubst %.c,$B/pic/%.o,$(fake)) tests/fake/exports.map
	@mkdir -p $(@D) && echo '  link     $@'
	$Q$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-z,defs -Wl,--version-script=tests/fake/exports.map $(filter %.o,$^) -lm -o $@
$B/lib/fake/fake.icd: $B/lib/libwgfake.so
	@mkdir -p $(@D) && echo '$(abspath $<)' >$@
.SECONDARY:

build/%/suite:
	ln -s ../suite $@
# Of this machine, whatever CC= makes programs for. Debian's library is a static one of C++; a C compiler links it.
HOST_CC ?= cc
SPIRV_LIBS ?= -lSPIRV-Tools -l:libstdc++.so.6 -lm
build/tools/spirv-assembler: generator/assembler.c | packages
	@mkdir -p $(@D) && echo '  build    $@'
	$Q$(HOST_CC) -std=c11 -O1 $(CPPFLAGS) $(warnings) $< $(LDFLAGS) $(SPIRV_LIBS) -o $@
# Where suites are kept by the contents of their sources, for other clones; empty: nowhere.
SUITE_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/wgconform/suite
# A file of the suite whose bytes stay the same keeps its time, so that what was made of it is not made again.
$(suite_files): build/suite/.made ;
build/suite/.made: $(generator) build/tools/spirv-assembler $(if $(filter 4,$(words $(wildcard $(suite_files)))),,always) | packages
	@echo '  generate build/suite'
	$Qmkdir -p $(@D) && touch $@.new && $(PYTHON) -m generator --out $(@D) $(if $(SUITE_CACHE),--cache '$(SUITE_CACHE)') && mv $@.new $@
-include $(shell find $B/obj $B/pic $(if $(target),$W/obj) -name '*.d' 2>/dev/null)
