// SPDX-License-Identifier: Apache-2.0
// Matrix products. A product is cut into pieces by its problem alone, each computed by one worker,
// so that any number of workers gives the same bits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "base/threads.h"
#include "kernel/matmul_problem.h"
#include "kernel/packed_matmul.h"
#include "kernel/tiled_matmul.h"

namespace tutti::kernel {

/// What a right operand that many runs have in common can be turned into once.
using RightForm = PackedMatmul::RightForm;

/// A compiled product: made once, run any number of times, by several threads at once if need be.
class Matmul {
 public:
  /// Throws UserError where a size overflows.
  explicit Matmul(const MatmulProblem& problem);

  size_t workspace_bytes(int workers) const;
  /// `workspace`: at least workspace_bytes(team.size()), aligned to 64 bytes.
  void run(Team& team, const MatmulOperands& operands, std::span<std::byte> workspace) const;

  /// What a problem that keeps B wants it to be; nothing where it is read as it lies.
  std::optional<RightForm> right_form() const;
  /// Writes B in that form to memory aligned to 64 bytes, for MatmulOperands::right.
  void make_right(Team& team, const void* b, std::byte* right) const;

 private:
  int64_t result_bytes_ = 0;
  // None for an empty sum.
  std::variant<std::monostate, PackedMatmul, TiledMatmul> product_;
};

/// Whether products add a bias while their results are in registers here.
bool adds_bias();

/// Whether this CPU multiplies bf16 faster than float32, by its features: AMX does, and so does
/// AMD's AVX512-BF16.
bool bf16_products_are_faster();

/// "OpenBLAS Zen", "AVX512-BF16", "AVX-512, AMX": what multiplies here.
std::string product_library();

}  // namespace tutti::kernel
