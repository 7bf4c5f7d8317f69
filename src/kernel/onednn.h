// SPDX-License-Identifier: Apache-2.0
// One product of oneDNN, run by the calling thread alone.
#pragma once

#include <memory>
#include <string>

#include "kernel/tile_product.h"

namespace tutti::kernel {

/// A compiled product; any number of threads may run it at once.
class OnednnProduct {
 public:
  /// Throws InternalError where the library has no such product.
  explicit OnednnProduct(const TileProblem& problem);

  size_t scratch_bytes() const;
  /// As TileProduct::run.
  void run(const void* a, const void* b, void* c, std::byte* scratch) const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

bool onednn_has_product(ir::ElementType input, ir::ElementType output);

/// Of the CPU, or of what ONEDNN_MAX_CPU_ISA leaves of it.
bool onednn_has_avx512();
bool onednn_has_avx512_bf16();
bool onednn_has_amx();

/// The instruction set that the library uses: "AVX2", "AMX".
std::string onednn_instruction_set();

}  // namespace tutti::kernel
