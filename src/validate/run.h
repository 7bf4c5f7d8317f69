// SPDX-License-Identifier: Apache-2.0
// Runs a function on one device of a backend, with tensors as arguments and results.
#pragma once

#include "backend/backend.h"

namespace tutti::validate {

/// @main of a lowered module, compiled, with its inputs on the device.
class Runner {
 public:
  /// The backend must outlive it. `strict` as in backend::CompileOptions.
  Runner(backend::Backend& backend, const ir::Module& module, const std::vector<ir::Tensor>& inputs,
         bool strict = true);

  /// Runs once and returns all results.
  std::vector<ir::Tensor> run();
  /// The time in milliseconds of each of `count` runs, with the download of the results.
  std::vector<double> time(int64_t count);
  backend::MemoryUse memory() const { return executable_->memory(); }

 private:
  backend::Backend& backend_;
  std::unique_ptr<backend::Executable> executable_;
  std::vector<backend::Buffer> inputs_;
  size_t results_;
};

/// Runs a program once on one device. The caller keeps the arguments.
std::vector<backend::Buffer> run_once(backend::Backend& backend, const ir::Module& module,
                                      std::vector<backend::Buffer> arguments);

}  // namespace tutti::validate
