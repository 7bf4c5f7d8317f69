// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/fused.h"
#include "kernel/squared_norm.h"

namespace tutti::backend::cpu {
namespace {

std::vector<kernel::FloatTensor> without_data(const Lowering& l) {
  std::vector<kernel::FloatTensor> tensors;
  for (const View& view : l.operands) tensors.push_back({nullptr, view.type.count()});
  return tensors;
}

Run lower_squared_norm(Lowering& l) {
  std::vector<Place> places;
  for (const View& view : l.operands) places.push_back(view.place);
  return [places, tensors = without_data(l), workspace = Workspace(l),
          result = l.results[0].place](const Frame& f) mutable {
    for (size_t i = 0; i < places.size(); i++) tensors[i].data = at<float>(f, places[i]);
    *at<float>(f, result) =
        static_cast<float>(kernel::squared_norm(f.team, tensors, workspace.in(f)));
  };
}

int64_t squared_norm_bytes(const Lowering& l) {
  return static_cast<int64_t>(kernel::squared_norm_workspace_bytes(without_data(l)));
}

}  // namespace

std::vector<Rule> squared_norm_rules() {
  return {{.op = "tutti.squared_norm",
           .lower = lower_squared_norm,
           .supports = all_float32,
           .workspace_bytes = squared_norm_bytes}};
}

}  // namespace tutti::backend::cpu
