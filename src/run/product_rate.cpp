// SPDX-License-Identifier: Apache-2.0
#include "run/product_rate.h"

#include <chrono>
#include <cmath>
#include <optional>

#include "base/processors.h"
#include "kernel/instruction_rate.h"
#include "lapack/onednn.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/pad.h"
#include "pass/rewrite.h"
#include "train/products.h"
#include "train/programs.h"

namespace tutti::run {
namespace {

using Clock = std::chrono::steady_clock;
using ir::ElementType;
using ir::Type;

/// Seconds of a run: the best of several, of fewer where they are long.
template <class Run>
double best_seconds_of(const Run& run_once, Seconds by) {
  double best = 1e300;
  constexpr int kRuns = 5, kFewest = 2;
  constexpr double kLong = 0.2;  // seconds of all runs
  double sum = 0;
  for (int run = 0; run <= kRuns && (run <= kFewest || sum < kLong); run++) {
    const auto begin = Clock::now();
    const double begin_processor = processor_seconds();
    run_once();
    const double clock = std::chrono::duration<double>(Clock::now() - begin).count(),
                 processor = processor_seconds() - begin_processor;
    const double seconds = by == Seconds::of_clock ? clock : processor;
    sum += clock;
    if (run > 0) best = std::min(best, seconds);
  }
  return best;
}

/// Seconds of @main, a function of two arguments with one result.
double best_seconds(backend::Backend& backend, const ir::Module& module,
                    Seconds by = Seconds::of_clock) {
  const auto program = backend.compile(module, {"main"});
  const ir::Function& main = module.get("main");
  std::vector<backend::Buffer> settings, results(1);
  for (size_t i = 0; i < main.argument_count(); i++) {
    const Type& type = main.argument(i)->type;
    settings.push_back(backend.upload(ir::Tensor::splat(type, 0.5), backend.devices()[0]));
  }
  return best_seconds_of([&] { train::execute(*program, settings, results); }, by);
}

/// A module of one operation on two arguments.
template <class Emit>
ir::Module binary_module(const Type& left, const Type& right, const Emit& emit) {
  ir::Module module;
  ir::Function& function = module.add_function("main");
  ir::Builder builder(function.body, op::catalogue());
  ir::Value x = function.add_argument(left), y = function.add_argument(right);
  pass::finish(function, builder, {emit(builder, x, y)});
  return module;
}

/// The product alone, in the types in which the backend computes it.
ir::Module module_of(const train::Product& product, const backend::Backend& backend) {
  const auto computed = [&](const Type& type) {
    const bool is_widened =
        type.element == ElementType::f16 && !backend.capabilities().computes_halves;
    return is_widened ? type.with(ElementType::f32) : type;
  };
  return binary_module(
      computed(product.left), computed(product.right), [&](ir::Builder& builder, auto x, auto y) {
        return op::dot_general(builder, x, y, product.numbers, computed(product.result).element);
      });
}

/// Seconds of the product by oneDNN; nothing where it has none.
std::optional<double> library_seconds(const train::Product& product, int threads, Seconds by) {
  const auto elements = [](const Type& type) { return static_cast<double>(type.count()); };
  // rows x depth, depth x columns and rows x columns elements.
  const double left = elements(product.left), right = elements(product.right),
               result = elements(product.result);
  const auto size = [](double square) { return std::llround(std::sqrt(square)); };
  const auto library =
      lapack::OnednnProduct::open({.rows = size(left * result / right),
                                   .columns = size(right * result / left),
                                   .depth = size(left * right / result),
                                   .is_bf16 = product.left.element == ElementType::bf16,
                                   .result_is_bf16 = product.result.element == ElementType::bf16},
                                  threads);
  if (!library) return std::nullopt;
  return best_seconds_of([&] { library->run(); }, by);
}

}  // namespace

std::string ProductRates::source() const {
  return library.empty() ? "Tutti (oneDNN is not installed)" : fmt::format("Tutti and {}", library);
}

ProductRates product_rates(backend::Backend& backend, const task::Objective& objective,
                           int64_t tokens, step::StepOptions options, int threads, Seconds by) {
  options.dropout = false;
  options.max_segment = tokens;
  ProductRates rates;
  const bool is_own_processor = backend.capabilities().is_own_processor;
  if (is_own_processor) rates.library = lapack::onednn_version();
  // Of a processor's seconds threads make no difference.
  const int workers = by == Seconds::of_clock ? threads : 1;
  double flops = 0, own = 0, best = 0;
  for (const train::Product& product :
       train::products_of(step::kGradients, objective, {1, tokens, 1}, options)) {
    if (product.has_batch()) continue;
    const double seconds = best_seconds(backend, module_of(product, backend), by);
    const std::optional<double> others =
        rates.library.empty() ? std::nullopt : library_seconds(product, workers, by);
    const auto count = static_cast<double>(product.count);
    own += count * seconds;
    best += count * std::min(seconds, others.value_or(seconds));
    flops += product.flops();
  }
  rates.own = flops / own;
  rates.best = flops / best;
  if (is_own_processor)
    rates.instruction = static_cast<double>(workers) *
                        kernel::instruction_rate(options.precision == pass::Precision::bf16);
  return rates;
}

int64_t measured_padding(backend::Backend& backend, const task::Objective& objective,
                         int64_t tokens, step::StepOptions options) {
  options.dropout = false;
  options.max_segment = tokens;
  options.pad_to_multiple_of = 1;
  const auto products = train::products_of(step::kGradients, objective, {1, tokens, 1}, options);
  constexpr double kGain = 0.98;
  int64_t best = 1;
  double least = kGain;  // the share of the unpadded time
  for (const int64_t multiple : {8, 64}) {
    double before = 0, after = 0;  // of all products: unchanged ones take the same time
    bool changes = false;
    for (const train::Product& product : products) {
      const ir::Module module = module_of(product, backend);
      const ir::Module padded = pass::pad_products(ir::clone(module), multiple, op::catalogue());
      const size_t size = module.get("main").body.operations.size();
      const bool differs = padded.get("main").body.operations.size() != size;
      const double seconds = static_cast<double>(product.count) * best_seconds(backend, module);
      before += seconds;
      after +=
          differs ? static_cast<double>(product.count) * best_seconds(backend, padded) : seconds;
      changes = changes || differs;
    }
    if (!changes || after >= least * before) continue;
    least = after / before;
    best = multiple;
  }
  return best;
}

double memory_rate(backend::Backend& backend, Seconds seconds) {
  const Type type = Type::tensor(ElementType::f32, {int64_t{1} << 24});
  const ir::Module sum = binary_module(
      type, type, [](ir::Builder& builder, auto x, auto y) { return op::add(builder, x, y); });
  return 3 * static_cast<double>(type.bytes()) / best_seconds(backend, sum, seconds);
}

}  // namespace tutti::run
