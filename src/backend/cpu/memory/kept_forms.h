// SPDX-License-Identifier: Apache-2.0
// Packed copies of a tensor that does not change: made in the first run that needs them and used in
// all later ones.
#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "backend/cpu/memory/arena.h"
#include "kernel/matmul.h"

namespace tutti::backend::cpu {

/// The copies of one tensor, one for each form in which a kernel reads it. Only one run may use
/// them at a time. Each buffer of the CPU has one of these.
class KeptForms {
 public:
  /// Gives the copy in this form. Where there is none yet, takes memory of form.bytes and has
  /// `make` write it.
  const std::byte* get(const kernel::RightForm& form, const std::function<void(std::byte*)>& make) {
    for (const Kept& kept : forms_)
      if (kept.form == form) return kept.memory.data();
    HostMemory memory(form.bytes);
    make(memory.data());
    return forms_.emplace_back(Kept{form, std::move(memory)}).memory.data();
  }

  /// Drops all copies, because the tensor is about to be written.
  void forget() { forms_.clear(); }

 private:
  struct Kept {
    kernel::RightForm form;
    HostMemory memory;
  };
  std::vector<Kept> forms_;
};

}  // namespace tutti::backend::cpu
