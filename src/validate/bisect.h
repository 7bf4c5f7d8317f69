// SPDX-License-Identifier: Apache-2.0
// Where a backend leaves the reference: the program run operation by operation on both.
#pragma once

#include <functional>

#include "backend/backend.h"
#include "validate/program.h"

namespace tutti::validate {

/// One result of one operation.
struct OperationError {
  size_t index = 0;        // of the operation in the lowered program
  size_t result = 0;       // of the operation
  std::string op;          // "stablehlo.dot_general"
  std::string types;       // "(tensor<..>, ..) -> tensor<..>"
  std::string location;    // "file:line:column", or the layer
  std::string layer;       // "encoder.layer.3.attention"; empty where nobody named one
  std::string part;        // forward, backward or optimizer
  double local = 0;        // largest difference, given the reference's own operands
  double bound = 0;        // of `local`
  double accumulated = 0;  // largest difference, given the backend's own operands
  double largest = 0;      // largest value of the reference's result

  /// Written so that NaN is over.
  bool over() const { return !(local <= bound); }
};

struct Bisection {
  std::vector<OperationError> operations;  // those run, in the program's order
  /// The first over its bound; null where none is.
  const OperationError* first() const;
};

struct BisectOptions {
  bool stop_at_first = false;
  int64_t piece_bytes = int64_t{1} << 27;  // of results held at a time, beside the live values
  size_t piece_operations = 256;
  std::function<void(size_t done, size_t all)> progress = {};  // operations, behind each piece
};

/// The program as lowered for `candidate`, a piece at a time; values are freed behind their last
/// use. `reference` must round each result to its type, so that both see the same operands.
///
/// An operation's bound comes from the reference itself: `spread` is how far its result moves when
/// each of its operands moves by one unit in the last place, up or down; a sound implementation in
/// that precision stays within a small multiple of it (backward stability: Higham, "Accuracy and
/// Stability of Numerical Algorithms", 1.5). With u the type's unit roundoff and n the operand
/// elements for each result element,
///   bound = 16 sqrt(n) (spread + u largest) + 2^-126.
/// Integers must be equal.
Bisection bisect(const Program& program, backend::Backend& reference, backend::Backend& candidate,
                 const BisectOptions& options = {});

}  // namespace tutti::validate
