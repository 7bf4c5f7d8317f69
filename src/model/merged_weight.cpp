// SPDX-License-Identifier: Apache-2.0
#include "model/merged_weight.h"

#include <cmath>

#include "base/error.h"

namespace tutti::model {
namespace {

std::vector<double> numbers_of(const ir::Tensor& tensor) {
  std::vector<double> numbers(static_cast<size_t>(tensor.type().count()));
  for (size_t i = 0; i < numbers.size(); i++) numbers[i] = tensor.float_at(static_cast<int64_t>(i));
  return numbers;
}

}  // namespace

std::vector<double> merged_weight(const ir::Tensor& weight, const LowRank& adapter) {
  const std::vector<double> a = numbers_of(adapter.a), b = numbers_of(adapter.b);
  const auto rank = static_cast<size_t>(adapter.a.type().dim(0)),
             inputs = static_cast<size_t>(adapter.a.type().dim(1)),
             outputs = static_cast<size_t>(adapter.b.type().dim(0));
  std::vector<double> merged = numbers_of(weight);
  check(merged.size() == inputs * outputs && b.size() == outputs * rank,
        "an adapter of {} by {} for a {}", outputs, inputs, weight.type().str());
  const size_t over_inputs = adapter.inputs_first ? outputs : 1,
               over_outputs = adapter.inputs_first ? 1 : inputs;
  std::vector<double> delta(inputs);
  for (size_t output = 0; output < outputs; output++) {
    std::fill(delta.begin(), delta.end(), 0.0);
    for (size_t r = 0; r < rank; r++) {
      const double factor = b[output * rank + r];
      const double* row = &a[r * inputs];
      for (size_t k = 0; k < inputs; k++) delta[k] += factor * row[k];
    }
    double* place = &merged[output * over_outputs];
    double square = 0;
    for (size_t k = 0; k < inputs; k++) {
      double& value = place[k * over_inputs];
      value += adapter.scale * delta[k];
      square += value * value;
    }
    if (!adapter.magnitude) continue;
    const double factor =
        adapter.magnitude->float_at(static_cast<int64_t>(output)) / std::sqrt(square);
    for (size_t k = 0; k < inputs; k++) place[k * over_inputs] *= factor;
  }
  return merged;
}

}  // namespace tutti::model
