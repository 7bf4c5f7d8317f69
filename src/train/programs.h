// SPDX-License-Identifier: Apache-2.0
// The compiled functions of a step program. Each is compiled at its first use, once for each shape
// of batches.
#pragma once

#include <map>
#include <memory>
#include <tuple>

#include "backend/backend.h"
#include "data/batch.h"
#include "step/step_program.h"

namespace tutti::train {

/// [device][index].
using DeviceBuffers = std::vector<std::vector<backend::Buffer>>;

/// Bytes of the parameters that are trained, which a training's folder has.
int64_t trained_bytes(const step::StateLayout& layout);

task::BatchShape shape_of(const data::Batch& batch);

/// A batch's arrays as tensors, in the order of the programs' arguments.
std::vector<ir::Tensor> batch_tensors(const task::Objective& objective, const data::Batch& batch,
                                      ir::ElementType element);

/// Passes that a user leaves out, and a callback that sees their results.
struct PassControl {
  std::vector<std::string> skip;  // names of passes, see pass/pipeline.h
  /// Told the text of each function's module after each pass, and of the memory plan.
  std::function<void(const std::string& function, std::string_view pass, const std::string& text)>
      observe = {};
};

class Programs {
 public:
  /// The backend and the objective must outlive it.
  Programs(backend::Backend& backend, const task::Objective& objective, step::StepOptions options,
           PassControl passes = {});

  /// A function of the step program for batches of this shape, compiled at its first use. @forward
  /// takes the parameters that forward_parameters() gives. Too little memory is a UserError of exit
  /// code 4.
  backend::Executable& get(std::string_view function, const task::BatchShape& shape);
  /// Compiles like get() and answers why the program does not fit into the device's memory: a
  /// sentence without its full stop, empty if the program fits.
  const std::string& lack(std::string_view function, const task::BatchShape& shape);
  /// Drops all compiled programs, so that those for smaller batches take less memory.
  void forget();
  /// Any function of a module, for the first device. `pipeline` says what passes come before those
  /// that the backend asks for.
  std::unique_ptr<backend::Executable> compile(ir::Module module, std::string_view function,
                                               pass::PipelineOptions pipeline = {});
  /// The parameters, with converted copies of those that @forward would convert in each run.
  std::vector<backend::Buffer> forward_parameters(std::span<const backend::Buffer> parameters);
  /// The bytes of those copies.
  int64_t forward_parameter_bytes();
  backend::Backend& backend() { return backend_; }
  const task::Objective& objective() const { return objective_; }
  const step::StepOptions& options() const { return options_; }
  /// What rematerialisation did to the program that needs most; nothing without a memory budget.
  const std::optional<pass::Rematerialised>& rematerialised() const { return rematerialised_; }
  /// The memory of the program that needs most at its peak, of those compiled so far.
  backend::MemoryUse memory() const { return memory_; }
  /// The names of fused ops that had to be decomposed for the backend, and how often.
  const std::map<std::string, int>& decomposed() const { return decomposed_; }

  const step::StateLayout& layout() const { return layout_; }
  /// How many devices of this process run a step together: the first ones of the backend.
  size_t devices() const { return static_cast<size_t>(options_.devices); }

  /// Slots for the results of @gradients. On the cpu they have the memory of sums that were kept
  /// since: new memory would have to be cleared by the system, which takes as long as a fourth of
  /// the products of a few features.
  DeviceBuffers take_sums();
  /// Sums that are no longer needed. As many are kept as were taken.
  void keep_sums(DeviceBuffers sums);
  /// Gives up what was kept, before something else needs memory.
  void drop_sums() {
    kept_sums_.clear();
    taken_sums_ = 0;
  }

  /// Copies a batch's arrays to a device, in the order of the programs' arguments.
  std::vector<backend::Buffer> upload(const data::Batch& batch, size_t device = 0);
  /// The same for one batch on each device.
  DeviceBuffers upload(std::span<const data::Batch> batches);

 private:
  step::StepSource source_of(std::string_view function, const task::BatchShape& shape) const;
  const std::vector<ir::Type>& forward_types();
  const backend::Compilation& compiled(std::string_view function, const task::BatchShape& shape);
  void keep_budget(backend::Compilation& compilation, std::string_view function,
                   const task::BatchShape& shape, const pass::Rematerialised& found);
  backend::Compilation try_compile(ir::Module module, std::string_view function,
                                   pass::PipelineOptions pipeline);

  using Key = std::tuple<std::string, int64_t, int64_t, int64_t>;

  backend::Backend& backend_;
  std::vector<backend::Device> devices_;
  const task::Objective& objective_;
  step::StepOptions options_;
  step::StateLayout layout_;
  std::map<Key, backend::Compilation> compiled_;
  std::vector<ir::Type> forward_types_;  // of its parameters
  std::unique_ptr<backend::Executable> narrow_;
  backend::MemoryUse memory_;
  std::optional<pass::Rematerialised> rematerialised_;
  int64_t allowed_ = 0;  // bytes by the memory budget, with gradients
  std::map<std::string, int> decomposed_;
  PassControl passes_;
  std::vector<DeviceBuffers> kept_sums_;
  int64_t taken_sums_ = 0;  // and not kept since
};

/// The function that takes the sums of a step: @apply, or @prepare where the host continues.
inline std::string_view updating_function(const Programs& programs) {
  return programs.options().host_optimizer ? step::kPrepare : step::kApply;
}

/// Runs a program of one device.
void execute(backend::Executable& program, std::span<backend::Buffer> arguments,
             std::span<backend::Buffer> results);
/// Runs a program on as many devices as it is for.
void execute(backend::Executable& program, DeviceBuffers& arguments, DeviceBuffers& results);

}  // namespace tutti::train
