// SPDX-License-Identifier: Apache-2.0
// What a validation runs on every backend: one function, its inputs, and what its results mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "data/batch.h"
#include "step/step_program.h"

namespace tutti::validate {

enum class Role { output, loss, gradient, parameter };

std::string_view name_of(Role role);
/// Empty if no role has that name.
std::optional<Role> role_of(std::string_view name);

struct Result {
  std::string name;  // "start", "loss", a parameter's name, "out.000"
  Role role = Role::output;
  bool by_token = false;  // [rows, length, ...]: CheckedProgram::real says which entries count
};

struct CheckedProgram {
  std::string name;  // of the model or the file
  bool is_model = false;
  ir::Module module;                     // only @main, without calls, not yet lowered
  std::vector<std::string> input_names;  // one for each argument
  std::vector<ir::Tensor> inputs;
  std::vector<Result> results;
  std::vector<bool> real;         // [rows * length]: whether a token is not padding
  std::string no_gradients = {};  // why no result is a gradient; empty if there are gradients
};

/// Outputs, mean loss, the gradient of each trained parameter (of the summed loss) and its value
/// after one optimizer step, in float32 and without dropout: one program, so that a backend's
/// forward pass, backward pass and optimizer are run as a training runs them.
CheckedProgram model_program(std::string name, const task::Objective& objective,
                             const std::vector<ir::Tensor>& parameters, const data::Batch& batch,
                             step::StepOptions options);

/// @main of a module, or its only public function. A UserError if it has neither.
const ir::Function& main_of(const ir::Module& module, const std::string& name);

/// main_of() a module, and its gradients if every operation has a derivative: those of the sum of
/// its real results and of the real parts of its complex results, for its real and complex
/// arguments. The elements of tuples are arguments and results of their own
/// (pass/plain_signature.h). Of eigenvectors and singular vectors only what is unique is compared.
CheckedProgram text_program(std::string name, const ir::Module& module,
                            std::vector<ir::Tensor> inputs);

/// The program for a backend that `supports` some operations: the others are decomposed. Every
/// product gets precision = [HIGHEST, HIGHEST], as DEFAULT means bf16 on some devices.
ir::Module lowered(const ir::Module& module,
                   const std::function<bool(const ir::Operation&)>& supports);

}  // namespace tutti::validate
