// SPDX-License-Identifier: Apache-2.0
// Linear algebra as JAX prints it for CPUs (@lapack_spotrf_ffi and the like) and for TPUs (@Qr):
// custom calls that mean what LAPACK does to each matrix of a batch.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "lapack/routines.h"
#include "op/rules/common.h"

namespace tutti::op {

class LinearAlgebra {
 public:
  /// Nothing where the target is none of these, or where sizes are not known. Throws where types or
  /// options do not fit the target.
  static std::optional<LinearAlgebra> of(const Operation& op);

  /// The same of doubles.
  LinearAlgebra in_double() const;

  /// The types that values have; their elements may be wider than those declared.
  const std::vector<Type>& operand_types() const { return operand_types_; }
  const std::vector<Type>& result_types() const { return result_types_; }

  int64_t matrices() const { return matrices_; }
  /// Computes those of one matrix of the batch, of values that lie row-major without gaps. Several
  /// threads may. Opens OpenBLAS where that was not done, see lapack/openblas.h for errors.
  void run(int64_t matrix, const std::vector<const std::byte*>& operands,
           const std::vector<std::byte*>& results) const;

 private:
  /// What an operand or a result holds for each matrix of the batch.
  struct Piece {
    std::vector<int64_t> sizes;  // none, one, or rows and columns
    int from = -1;               // the operand that a result begins as
    size_t bytes = 0;            // of an element, as it lies in memory
    int64_t count() const { return ir::element_count(sizes); }
    int64_t rows() const { return sizes.empty() ? 1 : sizes[0]; }
    int64_t columns() const { return sizes.size() < 2 ? 1 : sizes[1]; }
  };
  using Sizes = std::map<std::string, int64_t, std::less<>>;

  void read_pieces(const Operation& op, std::string_view signature);
  Piece read_piece(const Operation& op, std::string_view word, const Type& type);
  void hold_sizes(const Operation& op) const;
  void choose_routine();

  std::string name_;  // LAPACK's, of real numbers without their letter
  void (*routine_)(const lapack::Call&) = nullptr;
  lapack::Options options_;
  Sizes sizes_;
  ElementType element_ = ElementType::f32;
  Shape batch_;
  int64_t matrices_ = 1;
  std::vector<Type> operand_types_, result_types_;
  std::vector<Piece> operands_, results_;
};

/// The meaning of such a call: in double, whatever the elements are.
std::vector<Array> evaluate_linear_algebra(const LinearAlgebra& call, Operands in);

}  // namespace tutti::op
