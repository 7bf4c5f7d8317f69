// SPDX-License-Identifier: Apache-2.0
// What a device needs, no more: compile a module, hold buffers, run.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "ir/module.h"
#include "ir/process.h"
#include "ir/type.h"

namespace tutti::backend {

struct Device {
  std::string backend;  // "cpu"
  int index = 0;
  std::string description;      // "AMD EPYC, 2 threads, avx2"
  int64_t memory_bytes = 0;     // what a program may use; 0 if unknown
  std::string arithmetic = {};  // what decides its results' bits, where that is less than all this
};

/// A tensor on a device. Copies share it; may be pending until Backend::download waits for it.
class BufferStorage {
 public:
  virtual ~BufferStorage() = default;
  ir::Type type;
};
using Buffer = std::shared_ptr<BufferStorage>;

/// [device][index], owned by the caller.
using Slots = std::span<const std::span<Buffer>>;

/// Bytes on one device, exact before the first run.
struct MemoryUse {
  int64_t arguments = 0;
  int64_t results = 0;  // those that take no argument's place
  int64_t temporaries = 0;
  int64_t kept = 0;  // copies of arguments, see CompileOptions::keeps_arguments
  int64_t peak = 0;  // of this program, all of the above
};

class Executable {
 public:
  virtual ~Executable() = default;
  /// Runs once on each device. A donated argument (`tf.aliasing_output`) is consumed: its slot is
  /// left empty and its memory becomes the result's; nobody else may hold its buffer. Other result
  /// slots are reused where they hold a buffer of the right type that nobody else holds, else
  /// filled.
  virtual void run(Slots arguments, Slots results) = 0;
  virtual MemoryUse memory() const = 0;
};

struct CompileOptions {
  std::string function = "main";
  /// Processes that run the function side by side on one device, for a backend that can: a run's
  /// slots are then [process][index], process = replica * partitions + partition. pass::spread has
  /// told the module's operations.
  ir::GridSize grid = {};
  /// For comparisons: NaN survives minima and maxima, and no result is more precise than its type,
  /// where the device would do otherwise and can be asked not to.
  bool strict = false;
  /// Arguments that are not donated are the same buffers in many runs: the backend may keep them in
  /// a form of its own too, as long as they live.
  bool keeps_arguments = false;
  /// Whether temporaries share memory, where the backend decides that; else each has its own.
  bool share_memory = true;
  /// Told where the backend puts each temporary, if it decides that.
  std::function<void(const std::string&)> observe_memory = {};
  /// Held once a round of every loop, where the backend runs loops itself: one that goes on longer
  /// is a UserError that names it.
  Deadline deadline = {};
};

/// A compiled program, or why there is none: the device has less memory than it needs.
struct Compilation {
  std::unique_ptr<Executable> executable;  // null where memory is lacking
  /// A sentence for the user, without its full stop: what is needed, what there is, and what for.
  std::string lack = {};
};

/// What sets backends apart beyond the programs they run. Callers read this, never a name.
struct Capabilities {
  /// Executable::run returns before its results exist. A caller that reads a result in each step
  /// makes the device wait for the host.
  bool asynchronous = false;
  /// Compiling a program for another shape takes so long that batches should have few shapes.
  bool wants_few_shapes = false;
  /// It runs several processes of a program side by side on one device: CompileOptions::grid.
  bool runs_grids = false;
  /// It can record how long each instruction takes: BackendOptions::profile.
  bool profiles = false;
  /// It ends loops that go on after CompileOptions::deadline.
  bool keeps_deadlines = false;
  /// It is made to be right rather than fast, so that its speed says nothing.
  bool is_judge = false;
  /// It is Tutti's own code on this machine's processor: that it agrees with the judge proves
  /// nothing about another device.
  bool is_own_processor = false;
  /// The type of operands for which its matrix products are fastest: what `--precision auto` means.
  ir::ElementType fast_products = ir::ElementType::f32;
};

class Backend {
 public:
  virtual ~Backend() = default;
  /// What `--backend` takes for it, without options and device: "cpu", "pjrt=cuda"; "pjrt" for a
  /// plugin that was given by its path.
  virtual std::string_view name() const = 0;
  /// The kind of its devices, whichever software drives them: "cpu", "cuda", "tpu"; name() where
  /// there is no shorter word. Reports and thresholds go by it.
  virtual std::string_view device_kind() const { return name(); }
  virtual std::vector<Device> devices() const = 0;
  virtual Capabilities capabilities() const { return {}; }
  /// Operations that a backend does not support are decomposed before it compiles the program.
  virtual bool supports(const ir::Operation& op) const = 0;
  /// Compiles one function of a module. Too little memory is an answer; every other failure is a
  /// UserError.
  virtual Compilation try_compile(const ir::Module& module, const CompileOptions& options) = 0;
  /// The same for callers that cannot go on: too little memory is a UserError of exit code 4.
  std::unique_ptr<Executable> compile(const ir::Module& module, const CompileOptions& options);
  /// Asynchronous where the device is; keeps its source alive.
  virtual Buffer upload(const ir::Tensor& tensor, const Device& device) = 0;
  /// Waits; row-major; reports the buffer's error.
  virtual ir::Tensor download(const Buffer& buffer) = 0;
  /// Waits until a buffer is computed, and leaves it where it is; reports its error.
  virtual void wait(const Buffer&) {}
};

}  // namespace tutti::backend
