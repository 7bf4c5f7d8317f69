// SPDX-License-Identifier: Apache-2.0
// Finds the first operation in which a backend differs from the reference, by running the program
// operation by operation on both.
#pragma once

#include <functional>

#include "backend/backend.h"
#include "validate/program.h"

namespace tutti::validate {

/// How far one result of one operation is off.
struct OperationError {
  size_t index = 0;        // of the operation in the lowered program
  size_t result = 0;       // of the operation
  std::string op;          // "stablehlo.dot_general"
  std::string types;       // "(tensor<..>, ..) -> tensor<..>"
  std::string location;    // "file:line:column", or the layer
  std::string layer;       // "encoder.layer.3.attention"; empty if the program names none
  std::string part;        // forward, backward or optimizer
  double local = 0;        // largest difference when both get the reference's operands
  double bound = 0;        // `local` must not be larger
  double accumulated = 0;  // largest difference when the backend gets its own operands
  double largest = 0;      // largest value of the reference's result

  /// Written so that NaN is over the bound.
  bool over() const { return !(local <= bound); }
};

struct Bisection {
  std::vector<OperationError> operations;  // that were run, in the program's order
  /// The first operation over its bound; null if there is none.
  const OperationError* first() const;
};

struct BisectOptions {
  bool stop_at_first = false;
  int64_t piece_bytes = int64_t{1} << 27;  // of the results of a piece, besides live values
  size_t piece_operations = 256;           // at most, in a piece
  std::function<void(size_t done, size_t all)> progress = {};  // operations, after each piece
};

/// Runs the program as it is lowered for `candidate`, piece by piece, and frees values after their
/// last use. `reference` must round each result to its type, so that both get the same operands.
///
/// The bound of an operation is found with the reference: `spread` is how far its result moves when
/// each of its operands moves by one unit in the last place, up or down. A correct implementation
/// in that precision stays within a small multiple of it (backward stability: Higham, "Accuracy and
/// Stability of Numerical Algorithms", 1.5). Where u is the type's unit roundoff and n the number
/// of operand elements for each result element,
///   bound = 16 sqrt(n) (spread + u largest) + 2^-126.
/// Integers must be equal.
Bisection bisect(const CheckedProgram& program, backend::Backend& reference,
                 backend::Backend& candidate, const BisectOptions& options = {});

}  // namespace tutti::validate
