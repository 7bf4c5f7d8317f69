// SPDX-License-Identifier: Apache-2.0
// The cross entropy of the classes that a linear layer predicts, such as the next token, and its
// gradients, without ever having all the logits: tokens that count go through the layer some
// hundred at a time, and their logits are turned into gradients before those of the next ones are
// computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/threads.h"
#include "blocks/blocks.h"
#include "ir/element_type.h"
#include "kernel/matmul.h"

namespace tutti::kernel {

/// The operands of one run; all are dense.
struct LinearCrossEntropyOperands {
  const void* hidden;     // [tokens, features]
  const void* weight;     // [classes, features], or their blocks
  const int32_t* target;  // [tokens]
  const float* counts;    // [tokens]
  float *loss, *hit;      // [tokens]
  float* total;           // one
  void* d_hidden;         // [tokens, features], if wanted
  float* d_weight;        // [classes, features], if wanted
};

/// What tutti.linear_cross_entropy says. Tokens that do not count cost nothing.
class LinearCrossEntropy {
 public:
  struct Shape {
    int64_t tokens = 0, features = 0, classes = 0;
    ir::ElementType type = ir::ElementType::f32;  // of hidden, weight and d_hidden: f32 or bf16
    bool wants_d_hidden = false, wants_d_weight = false;
    std::optional<blocks::BlockType> blocks = {};  // of the weight, whose values have `type`
  };
  /// Throws UserError where a size overflows. There is at least one class.
  explicit LinearCrossEntropy(const Shape& shape);

  size_t workspace_bytes(int workers) const;
  /// `workspace`: at least workspace_bytes(team.size()), aligned to 64 bytes.
  void run(Team& team, const LinearCrossEntropyOperands& operands,
           std::span<std::byte> workspace) const;

 private:
  struct Memory;
  class Chunk;
  bool wants_gradient() const { return shape_.wants_d_hidden || shape_.wants_d_weight; }
  /// Divides `memory` among the parts, or only measures it where it is null.
  Memory place(std::byte* memory) const;
  size_t product_bytes(int workers) const;

  // Each for `rows` tokens and `classes` classes.
  MatmulProblem logits_product(int64_t rows, int64_t classes) const;
  MatmulProblem hidden_product(int64_t rows, int64_t classes, bool adds) const;
  MatmulProblem weight_product(int64_t rows, int64_t classes, bool adds) const;

  Shape shape_;
  int64_t chunk_rows_;     // at most so many tokens at a time
  int64_t block_classes_;  // at most so many classes of them at a time
};

}  // namespace tutti::kernel
