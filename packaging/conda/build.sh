#!/bin/sh
# Run by conda-build, which sets PREFIX, CC and the flags for its own libraries. Its SPIRV-Tools are a shared library.
set -eu
make install SETUP=no WERROR= PREFIX="$PREFIX" HOST_CC="${CC:-cc}" SPIRV_LIBS="${SPIRV_LIBS:--lSPIRV-Tools-shared}"
