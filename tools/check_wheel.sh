#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries a wheel as a user has it: in a fresh environment, without a compiler on the PATH, without
# the build, in a folder with a blank in its name. Usage: check_wheel.sh WHEEL
# Exit code: 0 all is well, 1 something is not, 2 wrong usage.
set -euo pipefail
if (($# != 1)) || [[ ! -f $1 ]]; then
  echo "usage: check_wheel.sh WHEEL" >&2
  exit 2
fi
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
wheel=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
place="$folder/an environment"
python3 -m venv "$place"
pip=("$place/bin/python" -m pip --quiet --disable-pip-version-check --no-input)
"${pip[@]}" install --no-index "$wheel"
"${pip[@]}" install numpy mypy auditwheel

fail() { printf 'check_wheel: %s\n' "$*" >&2 && exit 1; }
clean=(env -i "HOME=$folder" LC_ALL=C "PATH=$place/bin:/nowhere")
cd "$folder"
library=$(find "$place" -name libtutti.so)
[[ $(nm -D --defined-only "$library" | grep -vcE ' T (tutti_|GetPjrtApi$)') == 0 ]] ||
  fail "libtutti.so shows more than tutti_* and GetPjrtApi"
size=$(stat -c %s "$wheel")
((size <= 15000000)) || fail "$size bytes, over 15 MB"
shown=$("$place/bin/auditwheel" show "$wheel")
[[ $shown == *'"manylinux_2_34_x86_64"'* ]] || fail "it is no manylinux_2_34 wheel: $shown"
"$place/bin/mypy" --strict --package tutti || fail "types are wrong"
"${clean[@]}" tutti --version
"${clean[@]}" TUTTI_TEST_NUMPY=1 python -B "$root/tests/python/test_tutti.py" ||
  fail "tests failed"
"${pip[@]}" uninstall --yes tutti
[[ -z $(find "$place" -path '*tutti*') ]] || fail "uninstalling left files"
echo "check_wheel: $(basename "$wheel"), $size bytes: ok"
