// SPDX-License-Identifier: Apache-2.0
// The one place that knows the order of a step program's arguments and results. The step program is
// built by it; the trainer, checkpoints, export and validation find their tensors by it.
//   state  = parameters, first moments, second moments, step, seed; with loss scaling also updates,
//            growth_tracker and loss_scale before the step
//   sums   = gradients of the summed loss, loss, weight
//   report = mean loss, gradient norm, learning rate, whether the step was finite; with loss
//            scaling also the scale
// Only trained parameters have moments and gradients. A step returns the new values of the state,
// without parameters that are not trained, and then the report.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/parameters.h"

namespace tutti::step {

/// An argument of a step program: its `tutti.role`, its `tutti.name` and its type.
struct Field {
  std::string_view role;  // kParameterRole, kOptimizerRole, kScalarRole or kSumsRole
  std::string name;       // "m.embeddings.norm.bias"
  ir::Type type;
  std::optional<blocks::BlockType> blocks = {};  // of a parameter that is kept in them
};

inline constexpr std::string_view kParameterRole = "parameter", kOptimizerRole = "optimizer",
                                  kScalarRole = "scalar", kSumsRole = "sums";

/// What a step reports: scalars, which are values of a program or buffers of a device.
template <typename T>
struct Report {
  T loss;  // summed loss / weight
  T gradient_norm;
  T learning_rate;
  T finite;           // i1; if false, the step changed nothing but the counter and the loss scale
  T loss_scale = {};  // that the step had; nothing without loss scaling

  std::vector<T> all() const {
    std::vector<T> values = {loss, gradient_norm, learning_rate, finite};
    if (loss_scale) values.push_back(loss_scale);
    return values;
  }
};

/// What @prepare finds out of the sums, so that AdamW can update one parameter after the other.
template <typename T>
struct Preparation {
  Report<T> report;
  T scale;                     // by which the summed gradients are multiplied
  T correction1, correction2;  // 1 - beta^t
  std::vector<T> gradients;    // summed over several devices; none with one
};

class StateLayout {
 public:
  /// The layout for a model whose parameters, moments and sums are of type `element`, except
  /// parameters that are kept as another.
  StateLayout(const std::vector<model::Parameter>& parameters, ir::ElementType element,
              bool scales_loss = false);

  /// The layout of the same state on a device: the blocks of what is kept in them, and of all else
  /// pass::padded_type(). The program is written for the other one; passes pack and pad it.
  StateLayout on_device(int64_t multiple) const;

  /// The state begins with the parameters, in the model's order.
  const std::vector<Field>& state() const { return state_; }
  const std::vector<Field>& sums() const { return sums_; }

  size_t parameters() const { return parameters_; }
  /// The indices of trained parameters in the state, ascending. Gradient i of the sums and both
  /// moments i belong to the parameter trained()[i].
  const std::vector<size_t>& trained() const { return trained_; }
  size_t first_moment(size_t i) const { return parameters_ + i; }
  size_t second_moment(size_t i) const { return parameters_ + trained_.size() + i; }
  /// The fields from this one on are scalars.
  size_t first_scalar() const { return parameters_ + 2 * trained_.size(); }
  size_t step() const { return state_.size() - 2; }
  size_t seed() const { return state_.size() - 1; }
  /// Whether the state has the fields of loss scaling, and their indices.
  bool scales_loss() const { return scales_loss_; }
  size_t updates() const { return state_.size() - 5; }
  size_t growth_tracker() const { return state_.size() - 4; }
  size_t loss_scale() const { return state_.size() - 3; }
  size_t loss() const { return trained_.size(); }
  size_t weight() const { return trained_.size() + 1; }

  /// The indices in the state of what a step returns new values of, in the order of its results.
  const std::vector<size_t>& updated() const { return updated_; }
  size_t step_results() const { return updated_.size() + report_size(); }

  /// The arguments of @forward before the batch.
  template <typename T>
  std::vector<T> forward_arguments(const std::vector<T>& state) const {
    return {state.begin(), state.begin() + static_cast<std::ptrdiff_t>(parameters_)};
  }

  /// The arguments of @gradients before the batch.
  template <typename T>
  std::vector<T> gradient_arguments(const std::vector<T>& state) const {
    std::vector<T> arguments = forward_arguments(state);
    arguments.insert(arguments.end(), {state[step()], state[seed()]});
    if (scales_loss_) arguments.push_back(state[loss_scale()]);
    return arguments;
  }

  /// The arguments of @prepare before the sums.
  template <typename T>
  std::vector<T> scalar_arguments(const std::vector<T>& state) const {
    return {state.begin() + static_cast<std::ptrdiff_t>(first_scalar()), state.end()};
  }

  /// The results of @prepare on so many devices: scalars, report, scale, corrections, gradients.
  size_t prepare_results(int64_t devices) const {
    const size_t scalars = state_.size() - first_scalar();
    return scalars + report_size() + 3 + (devices > 1 ? trained_.size() : 0);
  }
  /// Moves the scalars among the results of @prepare into the state, and returns the others.
  template <typename T>
  Preparation<T> take_preparation(std::vector<T>& state, const std::vector<T>& results) const {
    const T* next = results.data();
    for (size_t i = first_scalar(); i < state_.size(); i++) state[i] = *next++;
    const Report<T> report = report_at(next);
    next += report_size();
    Preparation<T> preparation{report, next[0], next[1], next[2], {}};
    preparation.gradients.assign(next + 3, results.data() + results.size());
    return preparation;
  }

  /// Moves the results of @step or @apply into the state that they were called with, and returns
  /// the report.
  template <typename T>
  Report<T> take_results(std::vector<T>& state, std::vector<T> results) const {
    check(results.size() == step_results(), "a step has {} results, not {}", step_results(),
          results.size());
    for (size_t i = 0; i < updated_.size(); i++) state[updated_[i]] = std::move(results[i]);
    return report_at(&results[updated_.size()]);
  }

 private:
  size_t report_size() const { return Report<int>{0, 0, 0, 0, scales_loss_ ? 1 : 0}.all().size(); }
  template <typename T>
  Report<T> report_at(const T* report) const {
    return {report[0], report[1], report[2], report[3], scales_loss_ ? report[4] : T{}};
  }

  size_t parameters_;
  bool scales_loss_;
  std::vector<Field> state_, sums_;
  std::vector<size_t> trained_, updated_;
};

}  // namespace tutti::step
