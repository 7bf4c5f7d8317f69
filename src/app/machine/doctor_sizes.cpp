// SPDX-License-Identifier: Apache-2.0
// `tutti doctor --model`: finds a model's matrix sizes that do not fit matrix units.
#include <algorithm>

#include "app/machine/doctor.h"
#include "app/process/context.h"
#include "base/text.h"
#include "pass/pad.h"
#include "run/opened_model.h"
#include "train/products.h"

namespace tutti::app {
namespace {

constexpr int64_t kTokens = 512;  // of a batch: a multiple of every unit's size

/// For a product with operands of those shapes; the left one contains the batch size.
double flops_of(const pass::PaddedOperands& of, const train::Product& product) {
  double terms = 2 * static_cast<double>(product.count);
  for (const int64_t size : of.left) terms *= static_cast<double>(size);
  const auto& numbers = product.numbers;
  for (size_t axis = 0; axis < of.right.size(); axis++) {
    const auto is = [&](int64_t other) { return other == static_cast<int64_t>(axis); };
    if (std::none_of(numbers.rhs_batch.begin(), numbers.rhs_batch.end(), is) &&
        std::none_of(numbers.rhs_contract.begin(), numbers.rhs_contract.end(), is))
      terms *= static_cast<double>(of.right[axis]);
  }
  return terms;
}

std::string shape_text(const ir::Shape& shape) {
  return fmt::format("{}", fmt::join(shape, " x "));
}

/// "word_embeddings.weight 30522 x 384 to 30528 x 384", once per shape, with their number. Leaves
/// out sizes for which padding would be a waste.
std::string parameters_text(const std::vector<model::Parameter>& parameters, int64_t multiple) {
  struct Kind {
    std::string name;
    ir::Shape shape, padded;
    int64_t count = 0;
  };
  std::vector<Kind> kinds;
  for (const model::Parameter& parameter : parameters) {
    const auto misfits = [&](int64_t size) { return size % multiple != 0; };
    if (parameter.shape.size() != 2 ||
        std::none_of(parameter.shape.begin(), parameter.shape.end(), misfits))
      continue;
    const ir::Shape shape(parameter.shape.begin(), parameter.shape.end());
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const Kind& kind) { return kind.shape == shape; });
    if (known != kinds.end()) {
      known->count++;
      continue;
    }
    const ir::Type padded =
        pass::padded_type(ir::Type::tensor(ir::ElementType::f32, shape), multiple);
    kinds.push_back({parameter.name, shape, padded.shape, 1});
  }
  std::string text;
  for (const Kind& kind : kinds) {
    const std::string others = kind.count > 1 ? fmt::format(" and {} more", kind.count - 1) : "";
    const std::string becomes = kind.shape == kind.padded
                                    ? "stays, because padding would waste more than a quarter"
                                    : "becomes " + shape_text(kind.padded);
    text +=
        fmt::format("; {}{} {} {}", escaped(kind.name), others, shape_text(kind.shape), becomes);
  }
  return text;
}

/// The bytes of float32 that padding adds to state and sums: a parameter, two moments and a
/// gradient.
int64_t added_bytes(const std::vector<model::Parameter>& parameters, int64_t multiple) {
  int64_t bytes = 0;
  for (const model::Parameter& parameter : parameters) {
    const ir::Type type =
        ir::Type::tensor(ir::ElementType::f32, {parameter.shape.begin(), parameter.shape.end()});
    const int64_t copies = parameter.trainable ? 4 : 1;
    bytes += copies * (pass::padded_type(type, multiple).bytes() - type.bytes());
  }
  return bytes;
}

Finding look_at(const task::Objective& objective, const std::vector<train::Product>& products,
                int64_t multiple) {
  double all = 0, misfits = 0, padded = 0;
  size_t count = 0;
  for (const train::Product& product : products) {
    const pass::PaddedOperands now{product.left.shape, product.right.shape},
        after = pass::padded_operands(now.left, now.right, product.numbers, multiple);
    const double flops = flops_of(now, product);
    all += flops;
    padded += flops_of(after, product);
    if (after.left == now.left && after.right == now.right) continue;
    misfits += flops;
    count += static_cast<size_t>(product.count);
  }
  const std::string name = fmt::format("sizes by {}", multiple);
  const std::string sizes = parameters_text(objective.parameters, multiple);
  if (sizes.empty() && count == 0)
    return {name, Status::ok, fmt::format("every size is a multiple of {}", multiple)};
  if (count == 0) return {name, Status::ok, "no product would be padded" + sizes};
  return {
      name, Status::warning,
      fmt::format("{} products with {:.1f} % of a step's FLOPs would be padded{}", count,
                  100 * misfits / all, sizes),
      fmt::format("--pad_to_multiple_of {} adds {:.2g} % FLOPs and {}; auto measures whether a "
                  "device is faster with it",
                  multiple, 100 * (padded / all - 1),
                  human_bytes(static_cast<size_t>(added_bytes(objective.parameters, multiple))))};
}

}  // namespace

std::vector<Finding> check_sizes(const GlobalOptions& global, const run::ModelSettings& arguments) {
  const run::OpenedModel model(arguments, task::all_tasks(task::Use::validate), task::Use::validate,
                               context_of(global));
  step::StepOptions options;
  options.dropout = false;
  const int64_t tokens = std::min(kTokens, model.model().positions);
  options.max_segment = tokens;
  const auto products =
      train::products_of(step::kGradients, model.objective(), {1, tokens, 1}, options);
  std::vector<Finding> findings;
  for (const int64_t multiple : {8, 64})
    findings.push_back(look_at(model.objective(), products, multiple));
  return findings;
}

}  // namespace tutti::app
