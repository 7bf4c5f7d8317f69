// SPDX-License-Identifier: Apache-2.0
// Evaluates operations of dynamic sizes and on quantized values as static ones on floats.
#pragma once

#include <deque>
#include <memory>

#include "op/rules/common.h"

namespace tutti::op {

/// Evaluates operations of any types. An operation with operands or results of dynamic sizes is
/// copied with the actual sizes, its constraints are checked, and the copy is evaluated. So no op's
/// `evaluate` knows of dynamic sizes. An operation on quantized values is evaluated on floats;
/// where its body combines other quantized elements than its operands have, on converted operands.
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
  std::vector<Array> evaluate_requantized(const Operation& op, Operands operands,
                                          Evaluation& evaluation);

  // The latest copy for each operation. All copies live as long as this object, because an
  // interpreter may know their regions by address.
  std::unordered_map<const Operation*, Copy*> latest_;
  std::deque<std::unique_ptr<Copy>> copies_;
};

}  // namespace tutti::op
