// SPDX-License-Identifier: Apache-2.0
// Linear algebra as JAX prints it for CPUs (@lapack_spotrf_ffi and the like) and for TPUs (@Qr):
// custom calls that do to each matrix of a batch what LAPACK does.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lapack/routines.h"
#include "op/rules/common.h"

namespace tutti::op {

class LinearAlgebra {
 public:
  /// Empty if the operation's target is not one of these, or if sizes are not known or are
  /// operands. Throws a UserError if types or options do not fit the target.
  static std::optional<LinearAlgebra> of(const Operation& op);

  /// The same computation in double precision.
  LinearAlgebra in_double() const;

  /// LAPACK's name for real numbers, without the letter of their type.
  const std::string& routine() const { return name_; }
  const lapack::Options& options() const { return options_; }
  /// The types of values, whose elements may be wider than those of the operation.
  const std::vector<Type>& operand_types() const { return operand_types_; }
  const std::vector<Type>& result_types() const { return result_types_; }

  int64_t matrices() const { return matrices_; }
  /// Computes the results of one matrix of the batch, from row-major values. Several threads may
  /// call it concurrently. Opens OpenBLAS if it is not open; see lapack/openblas.h for errors.
  void run(int64_t matrix, const std::vector<const std::byte*>& operands,
           const std::vector<std::byte*>& results) const;

 private:
  /// The part of an operand or a result that belongs to one matrix of the batch.
  struct Piece {
    std::vector<int64_t> sizes;  // none, one, or rows and columns
    int from = -1;               // the operand with whose elements a result begins, or -1
    size_t bytes = 0;            // of an element in memory
    int64_t count() const { return ir::element_count(sizes); }
    int64_t rows() const { return sizes.empty() ? 1 : sizes[0]; }
    int64_t columns() const { return sizes.size() < 2 ? 1 : sizes[1]; }
  };
  using Sizes = std::map<std::string, int64_t, std::less<>>;

  void read_pieces(const Operation& op, std::string_view signature);
  Piece read_piece(const Operation& op, std::string_view word, const Type& type);
  void hold_sizes(const Operation& op) const;
  void choose_routine();

  std::string name_;
  void (*routine_)(const lapack::Call&) = nullptr;
  lapack::Options options_;
  Sizes sizes_;
  ElementType element_ = ElementType::f32;
  Shape batch_;
  int64_t matrices_ = 1;
  std::vector<Type> operand_types_, result_types_;
  std::vector<Piece> operands_, results_;
};

/// Evaluates such a call in double precision for any type of elements.
std::vector<Array> evaluate_linear_algebra(const LinearAlgebra& call, Operands in);

}  // namespace tutti::op
