// SPDX-License-Identifier: Apache-2.0
// Operations as they stand for the values they meet: with the sizes that were unknown, and with
// floats in the place of the integers that stand for them.
#pragma once

#include <deque>
#include <memory>

#include "op/rules/common.h"

namespace tutti::op {

/// Evaluates operations whatever their types. An operation with operands or results of dynamic size
/// is copied with the sizes that are there, its constraints are held, and the copy is evaluated; so
/// no op's meaning knows of dynamic sizes. One on quantized values is evaluated on floats.
class Specializer {
 public:
  std::vector<Array> evaluate(const Operation& op, Operands operands, Evaluation& evaluation);

 private:
  /// A copy of an operation whose operands are arguments of a block of its own.
  struct Copy {
    Block arguments;
    std::unique_ptr<Operation> op;
  };
  static std::unique_ptr<Copy> copy(const Operation& op, const std::vector<Type>& operands);
  std::vector<Array> evaluate_sized(const Operation& op, Operands operands, Evaluation& evaluation);
  std::vector<Array> evaluate_quantized(const Operation& op, Operands operands,
                                        Evaluation& evaluation);

  // The latest copy for each operation. Copies stay as long as this: an interpreter may know their
  // regions by address.
  std::unordered_map<const Operation*, Copy*> latest_;
  std::deque<std::unique_ptr<Copy>> copies_;
};

}  // namespace tutti::op
