// SPDX-License-Identifier: Apache-2.0
// A matrix product by our own kernel (kernel/avx512_product.h): the workers first pack the operands
// together, then multiply.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/threads.h"
#include "kernel/avx512_product.h"
#include "kernel/matmul_problem.h"

namespace tutti::kernel {

/// Does what Matmul does, for sizes ≥ 1.
class PackedMatmul {
 public:
  explicit PackedMatmul(const MatmulProblem& problem);
  /// One product of float32 with `n` columns whose left operand is gathered.
  explicit PackedMatmul(GatheredOperands gathered, int64_t n);

  size_t workspace_bytes(int workers) const;
  void run(Team& team, const MatmulOperands& operands, std::byte* workspace) const;

  /// The form of a packed B: what decides its bytes, and their number. Packed copies with equal
  /// forms are equal.
  struct RightForm {
    ir::ElementType type, from;
    bool contiguous;
    int64_t lines, k, bytes;
    bool operator==(const RightForm&) const = default;
  };
  std::optional<RightForm> right_form() const;
  void make_right(Team& team, const void* b, std::byte* right) const;
  /// Gives the B of which make_right() made `right`. The form has the type of B.
  static void unpack_right(const RightForm& form, const std::byte* right, std::byte* b);

 private:
  /// The operands of one product of the batch, or of a part of its k where that is multiplied in
  /// parts, and where they are packed.
  struct Operands {
    Lines left, right;
    Output output;
    float *packed_left, *packed_right;
    const float* kept;     // the right operand, if it was packed before; or null
    const int64_t* units;  // of a gathered left operand
  };
  Operands operands(int64_t index, int64_t first_unit, const MatmulOperands& whole,
                    const float* bias, std::byte* memory) const;
  /// The bias in float32, which is converted into `memory` where it is bf16.
  const float* wide_bias(const void* bias, std::byte* memory) const;
  int64_t pack_tasks(const Operands& operands) const;
  int64_t right_tasks(const Operands& operands) const;
  void pack(const Operands& operands, int64_t task) const;
  Left left(const Operands& operands) const;
  Right right(const Operands& operands) const;
  int64_t multiply_tasks() const { return row_blocks_ * column_blocks_; }
  void multiply(const Operands& operands, int64_t task) const;

  /// Chooses the pieces into which the product is cut.
  void cut();

  ir::ElementType type_;  // of what is multiplied: f32 or bf16
  bool swaps_;            // whether C is computed as the transpose of Bᵀ Aᵀ
  MatmulProblem problem_;
  std::optional<GatheredOperands> gathered_;
  int64_t units_, part_units_;  // along the whole k, and along a part that is multiplied at a time
  bool packs_left_;
  bool packs_right_ = true;
  bool is_shared_;  // whether the workers share each product of the batch
  int64_t block_rows_, block_columns_, row_blocks_, column_blocks_;
  int64_t left_bytes_, right_bytes_;  // packed
  int64_t bias_bytes_;                // converted
};

}  // namespace tutti::kernel
