// SPDX-License-Identifier: Apache-2.0
#include "validate/run.h"

#include <chrono>

#include "train/programs.h"

namespace tutti::validate {

using backend::Buffer;
using ir::Tensor;

Runner::Runner(backend::Backend& backend, const ir::Module& module,
               const std::vector<Tensor>& inputs, bool strict)
    : backend_(backend),
      executable_(backend.compile(module, {.function = "main", .strict = strict})),
      results_(module.get("main").result_types.size()) {
  const backend::Device device = backend.devices().at(0);
  for (const Tensor& input : inputs) inputs_.push_back(backend.upload(input, device));
}

std::vector<Tensor> Runner::run() {
  std::vector<Buffer> arguments = inputs_, results(results_);
  train::execute(*executable_, arguments, results);
  std::vector<Tensor> tensors;
  for (const Buffer& result : results) tensors.push_back(backend_.download(result));
  return tensors;
}

std::vector<double> Runner::time(int64_t count) {
  std::vector<double> milliseconds;
  for (int64_t i = 0; i < count; i++) {
    const auto begin = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begin;
    milliseconds.push_back(taken.count());
  }
  return milliseconds;
}

std::vector<Buffer> run_once(backend::Backend& backend, const ir::Module& module,
                             std::vector<Buffer> arguments) {
  std::vector<Buffer> results(module.get("main").result_types.size());
  train::execute(*backend.compile(module, {.function = "main", .strict = true}), arguments,
                 results);
  return results;
}

}  // namespace tutti::validate
