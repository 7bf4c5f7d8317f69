// SPDX-License-Identifier: Apache-2.0
#include "generate/cached_model.h"

#include <array>

#include "op/catalogue.h"
#include "pass/pipeline.h"

namespace tutti::generate {
namespace {

using backend::Buffer;
using ir::Tensor;
using ir::Type;

void run_on_one(backend::Executable& program, std::span<Buffer> arguments,
                std::span<Buffer> results) {
  const std::span<Buffer> in[] = {arguments}, out[] = {results};
  program.run(in, out);
}

}  // namespace

void CachedModel::expect_decoder(const model::Model& model) {
  if (model.next_token_weight.empty() || model.key_value_heads == 0)
    user_error("generation: the model is a {}, expected a decoder, such as Llama or Qwen2",
               model.architecture);
}

CachedModel::CachedModel(backend::Backend& backend, const model::Model& model,
                         pass::Precision precision, const Weight& weight)
    : backend_(backend), device_(backend.devices()[0]), model_(model), precision_(precision) {
  expect_decoder(model);
  for (size_t i = 0; i < model.parameters.size(); i++) {
    const Type type = parameter_type(model.parameters[i], precision);
    parameters_.push_back(upload(weight(i, type.element)));
    check(parameters_.back()->type == type, "{} is a {}", model.parameters[i].name,
          parameters_.back()->type.str());
  }
}

Buffer CachedModel::upload(const Tensor& tensor) {
  return backend_.upload(tensor, device_);
}

std::unique_ptr<backend::Executable> CachedModel::compile(ir::Module module,
                                                          const std::string& function) {
  pass::PipelineOptions pipeline;
  pipeline.precision = precision_;
  pipeline.widens_halves = !backend_.capabilities().computes_halves;
  pipeline.assemble = [](ir::Module whole) { return whole; };  // it is one function already
  // Which patterns are there depends on the shape, and a row may not depend on how many tokens are
  // computed with it.
  pipeline.skip = {std::string(pass::kRaise)};
  pipeline.supports = [this](const ir::Operation& op) { return backend_.supports(op); };
  module = pass::run_pipeline(std::move(module), op::catalogue(), pipeline);
  // Weights are most of the memory, and each token reads them once: they are kept in the form that
  // is read fastest, and in no other.
  return backend_.compile(module, {.function = function, .keeping = backend::Keeping::moves});
}

std::vector<Buffer> CachedModel::empty_caches(int64_t rows, int64_t capacity) {
  const Tensor empty = Tensor::splat(cache_type(model_, rows, capacity, precision_), 0);
  std::vector<Buffer> caches;
  for (int64_t i = 0; i < 2 * model_.layers; i++) caches.push_back(upload(empty));
  return caches;
}

void CachedModel::grow(std::vector<Buffer>& caches, int64_t rows, int64_t from, int64_t to) {
  std::vector<Buffer> grown(caches.size());
  run_on_one(*compile(grow_module(model_, rows, from, to, precision_), kGrow), caches, grown);
  caches = std::move(grown);
}

const Buffer& CachedModel::run(const Stretch& stretch, std::vector<Buffer>& caches,
                               const std::array<Tensor, 3>& tokens) {
  std::unique_ptr<backend::Executable>& program = programs_[stretch];
  if (!program) program = compile(continue_module(model_, stretch, precision_), kContinue);
  arguments_ = parameters_;
  for (Buffer& cache : caches) arguments_.push_back(std::move(cache));
  for (const Tensor& tensor : tokens) arguments_.push_back(upload(tensor));
  Buffer logits = results_.empty() ? nullptr : std::move(results_.back());
  results_.assign(caches.size() + 1, nullptr);
  results_.back() = std::move(logits);
  run_on_one(*program, arguments_, results_);
  std::move(results_.begin(), results_.end() - 1, caches.begin());
  return results_.back();
}

}  // namespace tutti::generate
