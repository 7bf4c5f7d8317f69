// SPDX-License-Identifier: Apache-2.0
// The dropout of an operation, read from its operands in each run.
#pragma once

#include "backend/cpu/lower/fused.h"
#include "base/random.h"
#include "kernel/dropout.h"

namespace tutti::backend::cpu {

/// An operation's dropout: rate and site are attributes; key, sample and position are operands,
/// which are read in each run.
struct DropoutMask {
  /// `first` is the index of the operand that is the key, followed by sample and position. All
  /// three are absent where there is no dropout.
  DropoutMask(const Lowering& l, size_t first)
      : rate(l.op.float_attribute("rate")),
        site(static_cast<uint32_t>(l.op.int_attribute("site"))),
        active(rate > 0) {
    if (l.operands.size() < first + 3) return;
    key = l.operands[first].place;
    sample = l.operands[first + 1].place;
    position = l.operands[first + 2].place;
  }

  Words site_key(const Frame& f) const {
    const auto* words = at<uint32_t>(f, key);
    return fold_in({words[0], words[1]}, site);
  }
  kernel::Dropout in(const Frame& f) const {
    if (!active) return {};
    return {rate, site_key(f), at<int32_t>(f, sample), at<int32_t>(f, position)};
  }

  double rate;
  uint32_t site;
  bool active;
  Place key, sample, position;
};

}  // namespace tutti::backend::cpu
