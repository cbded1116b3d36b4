#!/bin/sh
# tests/emulation/oclgrind.sh CHECK: runs the check program's quick sample in Oclgrind, the simulator, and fails on any
# data race, barrier divergence, use of an uninitialised value, invalid memory access or misuse of the API.
# To show that it would see one, it then runs a copy of the header without barriers, where it has to fail.
set -eu
[ $# -eq 1 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 2; }
check=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

header=$here/../../suite/emulation/wgc_collectives.cl.h # check puts the one of sub-groups behind it

# Its search for uninitialised values takes what Clang begins a vector with (poison, of which each component is
# replaced) for one, and crashes on vectors of three: that search is without the functions of vectors and ballots.
simulate() { # OPTION... CHECK ARGUMENT...: a run of the check program that has no finding
    : >"$work/log"
    oclgrind "$@" --header "$header" || { cat "$work/log" >&2; exit 1; }
    if [ -s "$work/log" ]; then
        cat "$work/log" >&2
        echo "oclgrind: findings, above" >&2
        exit 1
    fi
}
simulate --data-races --uniform-writes --check-api --max-errors 20 --log "$work/log" "$check" --quick --oldest
simulate --uninitialized --max-errors 20 --log "$work/log" "$check" --quick --oldest --scalars

sed 's/barrier(CLK_LOCAL_MEM_FENCE);/                            /' "$header" >"$work/racy.h"
oclgrind --data-races --max-errors 20 --log "$work/racy.log" \
    "$check" --quick --oldest --only plain_work_group_scan --header "$work/racy.h" >"$work/out" 2>&1 || true
if ! grep -q 'data race' "$work/racy.log"; then
    echo "oclgrind: finds no data race even without barriers, so its silence proves nothing" >&2
    exit 1
fi
echo "oclgrind: no finding"
