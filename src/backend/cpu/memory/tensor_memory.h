// SPDX-License-Identifier: Apache-2.0
// The memory of a tensor: its elements row-major, packed copies in which kernels read it faster, or
// one of both.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "backend/cpu/memory/arena.h"
#include "kernel/matmul.h"

namespace tutti::backend::cpu {

/// How the elements get into a form, and out of it.
struct Packing {
  using Convert = std::function<void(const std::byte* from, std::byte* to)>;
  kernel::RightForm form;
  Convert pack;
  Convert unpack = {};  // where the packed copy may be the only one
};

/// Only one run may use it at a time. Each buffer of the CPU has one of these.
class TensorMemory {
 public:
  /// Elements that are zero.
  explicit TensorMemory(int64_t bytes) : bytes_(bytes), plain_(bytes) {}

  /// The elements, row-major. Where there is only a packed copy, unpacks it.
  std::byte* data() {
    if (restore_) {
      plain_ = HostMemory(bytes_);
      restore_(plain_.data());
      restore_ = {};
    }
    return plain_.data();
  }

  /// Whether a packed copy may take the place of the elements, because nobody has their address.
  void may_move(bool may) { may_move_ = may; }

  /// The copy in this form, which is made if there is none yet. Where the elements may move and
  /// it can be unpacked, it takes their place.
  const std::byte* packed(const Packing& packing) {
    for (const Copy& copy : copies_)
      if (copy.form == packing.form) return copy.memory.data();
    HostMemory memory(packing.form.bytes);
    packing.pack(data(), memory.data());
    const std::byte* found =
        copies_.emplace_back(Copy{packing.form, std::move(memory)}).memory.data();
    if (may_move_ && packing.unpack) {
      restore_ = [unpack = packing.unpack, found](std::byte* to) { unpack(found, to); };
      plain_ = {};
    }
    return found;
  }

  /// The elements, which are about to be written: all copies are dropped.
  std::byte* writable() {
    std::byte* elements = data();
    copies_.clear();
    return elements;
  }

 private:
  struct Copy {
    kernel::RightForm form;
    HostMemory memory;
  };
  int64_t bytes_;
  bool may_move_ = false;
  HostMemory plain_;
  std::vector<Copy> copies_;
  std::function<void(std::byte* to)> restore_;  // where `plain_` is empty
};

}  // namespace tutti::backend::cpu
