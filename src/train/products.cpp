// SPDX-License-Identifier: Apache-2.0
#include "train/products.h"

#include <algorithm>
#include <tuple>

#include "op/catalogue.h"
#include "op/dot.h"
#include "op/rules/trip_count.h"
#include "pass/pipeline.h"
#include "pass/product_flops.h"
#include "pass/weight_products.h"

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

std::vector<Product> products_in(const ir::Module& module, std::string_view function) {
  std::vector<Product> products;
  add_products(module.get(function).body, 1, products);
  return products;
}

double flops_of(const std::vector<Product>& products, bool with_batch) {
  double flops = 0;
  for (const Product& product : products)
    if (product.has_batch() == with_batch) flops += product.flops();
  return flops;
}

/// One of the step program's functions, whose fused operations are taken apart, but for those of a
/// name.
ir::Module taken_apart(std::string_view function, const task::Objective& objective,
                       const task::BatchShape& shape, const step::StepOptions& options,
                       std::string_view kept = {}) {
  pass::PipelineOptions pipeline;
  pipeline.supports = [kept](const ir::Operation& op) {
    return !op.name().starts_with("tutti.") || op.name() == kept;
  };
  return pass::run_pipeline(step::step_function(function, objective, shape, options),
                            op::catalogue(), pipeline);
}

}  // namespace

double Product::flops() const {
  double terms = 1;
  for (const int64_t axis : numbers.lhs_contract) terms *= static_cast<double>(left.dim(axis));
  return 2 * static_cast<double>(count) * static_cast<double>(result.count()) * terms;
}

double Product::bytes() const {
  return static_cast<double>(count) *
         static_cast<double>(left.bytes() + right.bytes() + result.bytes());
}

std::vector<Product> products_of(std::string_view function, const task::Objective& objective,
                                 const task::BatchShape& shape, const step::StepOptions& options) {
  return products_in(taken_apart(function, objective, shape, options), function);
}

TokenCounts& TokenCounts::operator+=(const TokenCounts& other) {
  tokens += other.tokens;
  pairs += other.pairs;
  counted += other.counted;
  return *this;
}

TokenCounts counts_of(const data::FeatureSource& source, int64_t feature) {
  TokenCounts counts;
  counts.counted = source.counted_tokens(feature);
  for (const data::Segment& segment : source.segments(feature)) {
    const double length = segment.length;
    counts.tokens += length;
    counts.pairs += length * length;
  }
  return counts;
}

double TrainingFlops::of(const TokenCounts& counts) const {
  return of_token * counts.tokens + of_pair * counts.pairs + of_counted * counts.counted;
}

TrainingFlops training_flops(const task::Objective& objective) {
  constexpr int64_t kTokens = 128;  // of the feature in which they are counted
  step::StepOptions options;
  options.dropout = false;
  options.max_segment = kTokens;
  const task::BatchShape shape{1, kTokens, 1};
  constexpr auto length = static_cast<double>(kTokens);
  const ir::Module both =
      taken_apart(step::kGradients, objective, shape, options, pass::kLossOfProduct);
  double counted = 0;
  pass::visit_operations(both.get(step::kGradients).body, [&](const ir::Operation& op) {
    if (op.name() == pass::kLossOfProduct) counted += pass::product_flops(op, op::catalogue());
  });
  return {flops_of(products_in(both, step::kGradients), false) / length,
          3 * flops_of(products_of(step::kForward, objective, shape, options), true) /
              (length * length),
          counted / length};
}

}  // namespace tutti::train
