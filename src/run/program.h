// SPDX-License-Identifier: Apache-2.0
// A StableHLO program as a value: compiled once for a backend, run many times. No training is
// needed: this is the compiler alone.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backend/backend.h"
#include "ir/module.h"
#include "ir/tensor.h"
#include "run/context.h"

namespace tutti::run {

/// The module of one function of a program, whose arguments and results are tensors: tuples are
/// taken apart, and tokens are left out. `source` is the program's text, a portable artifact or a
/// file of jax.export; `name` stands for it in errors. Errors in the program, a function that is
/// not there, and one whose sizes are unknown are UserErrors.
ir::Module read_function(const std::string& source, const std::string& name,
                         const std::string& function);
/// Compiles such a function.
std::unique_ptr<backend::Executable> compile_function(ir::Module module,
                                                      const std::string& function,
                                                      backend::Backend& backend);

/// One function of a program on one device. An object is used by one thread at a time.
class Program {
 public:
  /// Reads it as read_function() does, and compiles it for a backend.
  Program(const std::string& source, const std::string& name, const std::string& function,
          const std::string& backend, const Context& context);

  /// The types of its arguments and results.
  const std::vector<ir::Type>& inputs() const { return inputs_; }
  const std::vector<ir::Type>& outputs() const { return outputs_; }

  /// Runs it on tensors of exactly these types; others are a UserError.
  std::vector<ir::Tensor> run(const std::vector<ir::Tensor>& inputs);

 private:
  std::vector<ir::Type> inputs_, outputs_;
  std::unique_ptr<backend::Backend> backend_;
  std::unique_ptr<backend::Executable> executable_;
};

}  // namespace tutti::run
