// SPDX-License-Identifier: Apache-2.0
// What an optimized program computes and moves, instruction by instruction: the work that its time
// on a device follows from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backend/pjrt/hlo_program.h"

namespace tutti::backend::pjrt {

/// Matrix products of one kind: of the same types and demanded precision.
struct HloProduct {
  std::string left, right, result;  // element types: "bf16", "f32"
  /// What the operands are taken with, xla.PrecisionConfig: "default", "high" or "highest"; or the
  /// name of an algorithm, which says all of it.
  std::string precision;
  double flops = 0;  // a multiplication and an addition for each term of each sum
  double count = 0;  // how many products these are
};

/// An instruction that the device runs on its own: a fusion, a product, a copy.
struct HloStep {
  std::string name;
  double runs = 1;  // in loops more than one; all figures below are per run
  std::vector<HloProduct> products;
  double other_flops = 0;  // of arithmetic besides products: one an element
  double bytes = 0;        // read from and written to the device's main memory
  bool overlaps = false;   // a copy that others do not wait for
};

struct HloCosts {
  std::vector<HloStep> steps;
  int64_t unknown_loops = 0;  // whose trip count the program does not tell: counted once

  double product_flops() const;
  double other_flops() const;
  double bytes() const;
  /// The products of all steps by kind, those with most FLOPs first.
  std::vector<HloProduct> products() const;
};

/// The costs of one run. Convolutions count the terms that are no padding; products of cuBLAS and
/// cuDNN are counted by their shapes. A program with more than 4 million steps is a UserError.
HloCosts costs_of(const HloProgram& program);

}  // namespace tutti::backend::pjrt
