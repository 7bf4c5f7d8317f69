// SPDX-License-Identifier: Apache-2.0
// Complex numbers are pairs in memory, so that their parts are views of every other number. All
// arithmetic is done on the parts (pass/split_complex.h); transforms take the pairs
// (lower_fft.cpp).
#include <algorithm>

#include "backend/cpu/lower/lower.h"
#include "base/rounding.h"
#include "kernel/pairs.h"

namespace tutti::backend::cpu {
namespace {

constexpr int64_t kPairsOfTask = 16384;

/// The pairs of dense parts.
Run join_dense(const View& re, Place im, Place to) {
  return [re, im, to](const Frame& frame) {
    const int64_t count = re.type.count(), bytes = re.element_bytes();
    auto task = [&](int64_t index, int) {
      const int64_t first = index * kPairsOfTask;
      kernel::join_pairs(static_cast<size_t>(bytes), frame.at(re.place) + first * bytes,
                         frame.at(im) + first * bytes, std::min(kPairsOfTask, count - first),
                         frame.at(to) + 2 * first * bytes);
    };
    frame.team.run(divide_up(count, kPairsOfTask), task);
  };
}

Run lower_complex(Lowering& lowering) {
  if (lowering.operands[0].dense && lowering.operands[1].dense)
    return join_dense(lowering.operands[0], lowering.operands[1].place, lowering.results[0].place);
  const Run real = lower_copy(lowering.operands[0], complex_part(lowering.results[0], false));
  const Run imaginary = lower_copy(lowering.operands[1], complex_part(lowering.results[0], true));
  return [real, imaginary](const Frame& frame) {
    real(frame);
    imaginary(frame);
  };
}

}  // namespace

std::vector<Rule> complex_rules() {
  Rule complex{.op = "stablehlo.complex", .lower = lower_complex};
  complex.strided_operands = true;
  complex.takes_complex = true;
  return {complex};
}

}  // namespace tutti::backend::cpu
