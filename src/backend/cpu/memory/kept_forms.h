// SPDX-License-Identifier: Apache-2.0
// Copies of a tensor as kernels read it, made once and used run after run.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "backend/cpu/memory/arena.h"
#include "kernel/matmul.h"

namespace tutti::backend::cpu {

/// Of one tensor; for one run at a time.
class KeptForms {
 public:
  /// The tensor in that form; where it is not there yet, `make` writes it.
  const std::byte* get(const kernel::RightForm& form, const std::function<void(std::byte*)>& make) {
    for (const Kept& kept : forms_)
      if (kept.form == form) return kept.memory.data();
    HostMemory memory(form.bytes);
    make(memory.data());
    return forms_.emplace_back(Kept{form, std::move(memory)}).memory.data();
  }

  /// The tensor changes.
  void forget() { forms_.clear(); }

 private:
  struct Kept {
    kernel::RightForm form;
    HostMemory memory;
  };
  std::vector<Kept> forms_;
};

}  // namespace tutti::backend::cpu
