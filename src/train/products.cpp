// SPDX-License-Identifier: Apache-2.0
#include "train/products.h"

#include <algorithm>
#include <tuple>

#include "op/catalogue.h"
#include "op/dot.h"
#include "op/rules/trip_count.h"
#include "pass/pipeline.h"

namespace tutti::train {
namespace {

bool is_same(const Product& a, const Product& b) {
  const auto tie = [](const Product& p) {
    return std::tie(p.left, p.right, p.result, p.numbers.lhs_batch, p.numbers.rhs_batch,
                    p.numbers.lhs_contract, p.numbers.rhs_contract);
  };
  return tie(a) == tie(b);
}

Product product_of(const ir::Operation& dot) {
  const op::DotAxes axes = op::dot_axes(dot);
  return {dot.operand_type(0),
          dot.operand_type(1),
          dot.result_type(),
          {axes.lhs_batch, axes.rhs_batch, axes.lhs_contract, axes.rhs_contract},
          1};
}

/// Adds what a block has, each as often as it runs if the block runs so many times.
void add_products(const ir::Block& block, int64_t times, std::vector<Product>& products) {
  for (const auto& op : block.operations) {
    if (op->name() == "stablehlo.while")
      add_products(*op->regions[1], times * op::trip_count(*op).value_or(1), products);
    if (op->name() != "stablehlo.dot_general") continue;
    Product product = product_of(*op);
    product.count = times;
    const auto known = std::find_if(products.begin(), products.end(),
                                    [&](const Product& other) { return is_same(product, other); });
    if (known == products.end())
      products.push_back(product);
    else
      known->count += times;
  }
}

double flops_of(const std::vector<Product>& products, bool with_batch) {
  double flops = 0;
  for (const Product& product : products)
    if (product.has_batch() == with_batch) flops += product.flops();
  return flops;
}

}  // namespace

double Product::flops() const {
  double terms = 1;
  for (const int64_t axis : numbers.lhs_contract) terms *= static_cast<double>(left.dim(axis));
  return 2 * static_cast<double>(count) * static_cast<double>(result.count()) * terms;
}

std::vector<Product> products_of(std::string_view function, const task::Objective& objective,
                                 const task::BatchShape& shape, const step::StepOptions& options) {
  pass::PipelineOptions pipeline;
  pipeline.supports = [](const ir::Operation& op) { return !op.name().starts_with("tutti."); };
  const ir::Module module = pass::run_pipeline(
      step::step_function(function, objective, shape, options), op::catalogue(), pipeline);
  std::vector<Product> products;
  add_products(module.get(std::string(function)).body, 1, products);
  return products;
}

double TrainingFlops::of(std::span<const int32_t> lengths) const {
  double flops = 0;
  for (const double length : lengths) flops += length * (of_token + length * of_pair);
  return flops;
}

TrainingFlops training_flops(const task::Objective& objective) {
  constexpr int64_t kTokens = 128;  // of the feature in which they are counted
  step::StepOptions options;
  options.dropout = false;
  options.max_segment = kTokens;
  const task::BatchShape shape{1, kTokens, 1};
  constexpr auto length = static_cast<double>(kTokens);
  return {
      flops_of(products_of("gradients", objective, shape, options), false) / length,
      3 * flops_of(products_of("forward", objective, shape, options), true) / (length * length)};
}

}  // namespace tutti::train
