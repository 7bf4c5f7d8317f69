// SPDX-License-Identifier: Apache-2.0
// What is run on every backend: one function, its inputs, and what each of its results is.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/batch.h"
#include "step/step_program.h"

namespace tutti::validate {

enum class Role { output, loss, gradient, parameter };

std::string_view name_of(Role role);
/// Null where no role has that name.
std::optional<Role> role_of(std::string_view name);

struct Result {
  std::string name;  // "start", "loss", a parameter's name, "out.000"
  Role role = Role::output;
  bool by_token = false;  // [rows, length, ...]: Program::real says which entries count
};

struct Program {
  std::string name;  // of the model or the file
  bool is_model = false;
  ir::Module module;                     // @main alone, without calls, not lowered for any backend
  std::vector<std::string> input_names;  // one for each argument
  std::vector<ir::Tensor> inputs;
  std::vector<Result> results;
  std::vector<bool> real;         // [rows * length]: tokens that are not padding
  std::string no_gradients = {};  // why there are none among the results; empty where there are
};

/// Outputs, mean loss, the gradient of each trained parameter (of the summed loss) and its value
/// after one optimizer step, in float32 and without dropout: one program, so that a backend's
/// forward pass, backward pass and optimizer are run as a training runs them.
Program model_program(std::string name, const task::Objective& objective,
                      const std::vector<ir::Tensor>& parameters, const data::Batch& batch,
                      step::StepOptions options);

/// @main of a module, or its only public function; a UserError where there is none such.
const ir::Function& main_of(const ir::Module& module, const std::string& name);

/// That function, and the gradients of the sum of its real results and of the real parts of its
/// complex ones by its real and complex arguments, where each operation has a derivative. Of tuples
/// the elements are taken and compared, see pass/plain_signature.h.
Program text_program(std::string name, const ir::Module& module, std::vector<ir::Tensor> inputs);

/// The program as `supports` takes it: decomposed, and every product carries
/// precision = [HIGHEST, HIGHEST], for DEFAULT means bf16 on some devices.
ir::Module lowered(const ir::Module& module,
                   const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::validate
