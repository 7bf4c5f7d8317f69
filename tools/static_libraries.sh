#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes static libraries of which Debian ships shared ones alone, or of RE2 one that no shared
# library can take, from Debian's own sources of the versions that are installed: fmt,
# highway, simdjson, re2. Usage: static_libraries.sh FOLDER
set -euo pipefail
(($# == 1)) || { echo "usage: static_libraries.sh FOLDER" >&2 && exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[[ -f $folder/ready ]] && exit
cd "$folder"

# Lists of sources of our own, so that nothing of the system changes.
mkdir -p apt/lists/partial apt/archives/partial
sed 's/^Types: deb$/Types: deb-src/; s/^deb /deb-src /' /etc/apt/sources.list \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list 2>/dev/null >apt/all || true
if grep -q '^Types:' apt/all; then form=sources; else form=list; fi
mv apt/all "apt/sources.$form"
apt=(apt-get -q -o "Dir::Etc::sourcelist=$PWD/apt/sources.$form" -o Dir::Etc::sourceparts=-
  -o "Dir::State::lists=$PWD/apt/lists" -o "Dir::Cache::archives=$PWD/apt/archives"
  -o "Dir::Cache::srcpkgcache=$PWD/apt/srcpkgcache.bin"
  -o "Dir::Cache::pkgcache=$PWD/apt/pkgcache.bin")
"${apt[@]}" update
for source in fmtlib:libfmt-dev highway:libhwy-dev simdjson:libsimdjson-dev \
  re2:libre2-dev; do
  version=$(dpkg-query -W -f='${source:Version}' "${source#*:}")
  "${apt[@]}" source --download-only "${source%%:*}=$version"
done
for archive in *.orig.tar.*; do tar xf "$archive"; done

flags=(-O2 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections -std=c++17)
# library NAME FLAG... -- SOURCE...
library() {
  local name=$1 own=() objects=() source
  shift
  while [[ $1 != -- ]]; do own+=("$1") && shift; done
  shift
  for source in "$@"; do
    objects+=("$name-$(basename "$source").o")
    g++ "${flags[@]}" "${own[@]}" -c "$source" -o "${objects[-1]}"
  done
  ar rcs "lib$name.a" "${objects[@]}"
}
fmt=(fmtlib-*/) re2=(re2-*/) hwy=(highway-*/) simdjson=(simdjson-*/)
library fmt "-I${fmt[0]}include" -- "${fmt[0]}src/"{format,os}.cc
library hwy "-I${hwy[0]}" -- "${hwy[0]}hwy/"{aligned_allocator,targets,per_target,print}.cc
library simdjson "-I${simdjson[0]}include" "-I${simdjson[0]}src" -- "${simdjson[0]}src/simdjson.cpp"
library re2 "-I${re2[0]}" -- "${re2[0]}re2/"*.cc "${re2[0]}util/"{rune,strutil}.cc
# Debian's source lacks three generated tables, which are data alone: they are those of its library.
tables=(unicode_casefold.o unicode_groups.o perl_groups.o)
ar x "$(gcc -print-file-name=libre2.a)" "${tables[@]}"
ar r libre2.a "${tables[@]}"
gcc -O2 -fPIC -c "$here/../python/old_glibc.c" -o old_glibc.o
touch ready
