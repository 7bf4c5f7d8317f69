// SPDX-License-Identifier: Apache-2.0
// A program that stands in for tutti: `estimate` says what it was given, `train` trains until it is
// told to stop, `predict` and `chat` answer.
#pragma once

#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "base/files.h"

namespace tutti::test {

inline Path write_stand_in(const Path& folder) {
  const Path file = folder / "stand-in";
  std::ofstream(file) << R"sh(#!/bin/sh
command=$1; shift
case $command in
  estimate)
    echo "estimate of $*"
    case "$*" in *bad*) echo "bad flag: --brave or --what" >&2; exit 2;; esac;;
  train)
    trap 'echo saved; exit 75' TERM
    echo "trains $1 with hf_0123456789abcdefghij and s3cretvalue"
    case $(cat "$1") in
      *fails*) exit 3;;
      *finishes*) exit 0;;
    esac
    while :; do sleep 0.02; done;;
  predict) printf 'answer to <%s>\n' "$*";;
  chat)
    while read -r line; do
      printf '{"role":"assistant","content":"you said %s"}\n' "$line"
    done;;
esac
)sh";
  ::chmod(file.c_str(), 0755);
  return file;
}

/// Waits until something is so, for a time that no machine needs.
inline bool becomes_so(const std::function<bool()>& is_so) {
  for (int i = 0; i < 6000; i++) {
    if (is_so()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace tutti::test
