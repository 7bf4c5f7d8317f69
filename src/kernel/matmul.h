// SPDX-License-Identifier: Apache-2.0
// Matrix products, for dot_general and convolution. A product is cut into pieces that depend only
// on its problem, and one worker computes a piece, so that any number of workers gives the same
// bits.
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

/// The packed form of a right operand that many runs have in common.
using RightForm = PackedMatmul::RightForm;

/// A compiled product. It is made once and can be run any number of times, by several teams
/// concurrently.
class Matmul {
 public:
  /// Throws UserError where a size overflows.
  explicit Matmul(const MatmulProblem& problem);

  size_t workspace_bytes(int workers) const;
  /// `workspace`: at least workspace_bytes(team.size()), aligned to 64 bytes.
  void run(Team& team, const MatmulOperands& operands, std::span<std::byte> workspace) const;

  /// The form into which a problem with `keeps_b` packs B; nothing if B is read as it is.
  std::optional<RightForm> right_form() const;
  /// Writes B in that form to `right`, which is aligned to 64 bytes. MatmulOperands::right takes
  /// it.
  void make_right(Team& team, const void* b, std::byte* right) const;
  /// Gives B back, where the form has its type.
  static void unpack_right(const RightForm& form, const std::byte* right, std::byte* b) {
    PackedMatmul::unpack_right(form, right, b);
  }

 private:
  int64_t result_bytes_ = 0;
  // None for an empty sum.
  std::variant<std::monostate, PackedMatmul, TiledMatmul> product_;
};

/// Whether products on this machine can add a bias before they store results.
bool adds_bias();

/// Whether this CPU multiplies bf16 faster than float32, judged by its features: it does with AMX,
/// and with AMD's AVX512-BF16.
bool bf16_products_are_faster();

/// The name of what multiplies on this machine: "OpenBLAS Nehalem", "AVX2", "AVX512-BF16",
/// "AVX-512, AMX".
std::string product_library();
/// The same of float32 alone: "OpenBLAS Nehalem", "AVX2", "AVX-512".
std::string float32_product_library();

}  // namespace tutti::kernel
