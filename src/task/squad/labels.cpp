// SPDX-License-Identifier: Apache-2.0
#include "task/squad/labels.h"

namespace tutti::task::squad {

std::vector<data::ArraySpec> label_arrays() {
  return {{"start", data::Extent::feature},
          {"end", data::Extent::feature},
          {"weight", data::Extent::feature, /*is_real=*/true}};
}

void AnsweredFeatures::write_labels(int64_t feature, const data::Slot& slot,
                                    data::Batch& batch) const {
  const Label answer = label(feature);
  const auto begin = static_cast<int32_t>(slot.begin);
  batch.integers("start")[slot.feature] = begin + answer.start;
  batch.integers("end")[slot.feature] = begin + answer.end;
  batch.reals("weight")[slot.feature] = 1;
}

}  // namespace tutti::task::squad
