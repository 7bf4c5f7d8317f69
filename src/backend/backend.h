// SPDX-License-Identifier: Apache-2.0
// The interface of every backend: compile a module for a device, keep tensors on it, run programs.
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
  std::string backend;          // Backend::name()
  int index = 0;                // among the backend's devices
  std::string description;      // "AMD EPYC, 2 threads, avx2"
  int64_t memory_bytes = 0;     // that a program may use; 0 if unknown
  std::string arithmetic = {};  // the part of the description on which the bits of results depend;
                                // empty: all of it
  std::string float32_arithmetic = {};  // the same of programs without bf16; empty: that above
};

/// A tensor on a device. Its elements may still be on their way: Backend::download and
/// Backend::wait wait for them. Copies of a Buffer share one tensor.
class BufferStorage {
 public:
  virtual ~BufferStorage() = default;
  ir::Type type;
};
using Buffer = std::shared_ptr<BufferStorage>;

/// The arguments or the results of a run: [device][index]. The caller owns the lists.
using Slots = std::span<const std::span<Buffer>>;

/// Told the index of a result that is final.
using OnFinal = std::function<void(size_t result)>;

/// The bytes that a program needs on each device, known exactly before its first run.
struct MemoryUse {
  int64_t arguments = 0;
  int64_t results = 0;      // without those that take over the memory of an argument
  int64_t temporaries = 0;  // of those that are given back, see CompileOptions, what is in memory
                            // at most besides all results
  int64_t kept = 0;         // copies of arguments, see Keeping
  int64_t peak = 0;         // the sum of all of these
};

class Executable {
 public:
  virtual ~Executable() = default;
  /// Runs the program once on each of its devices. A donated argument (`tf.aliasing_output`) is
  /// consumed: its slot becomes empty and its memory becomes the result's, so the caller must have
  /// no other copy of that buffer. A slot of any other result may contain a buffer of the right
  /// type from an earlier run: it is written again if no one else has it, else a new buffer is
  /// made.
  virtual void run(Slots arguments, Slots results) = 0;
  /// Like run(), of a program for one device, and calls `on_final` once for each result as soon as
  /// its slot has a buffer that this run no longer writes: the host may then read it. The call may
  /// come in the middle of the run, which waits until it returns; what it throws ends the run. Here
  /// all results are reported after the run, for backends that cannot tell.
  virtual void run_reporting(std::span<Buffer> arguments, std::span<Buffer> results,
                             const OnFinal& on_final);
  virtual MemoryUse memory() const = 0;
  /// The bytes of temporaries that are needed at each instruction of a run, in the order of the
  /// instructions; empty if the backend does not know. A loop's count once.
  virtual std::vector<int64_t> temporaries_over_time() const { return {}; }
};

/// What a backend may do with arguments that are not donated, where the caller says that they are
/// the same buffers in many runs.
enum class Keeping {
  none,
  copies,  // keep a second copy, in a form that it computes faster with, as long as the buffer
           // lives
  /// Keep that form alone, of arguments that the program reads in no other. A reader that needs
  /// another form has it converted back.
  moves,
};

struct CompileOptions {
  std::string function = "main";
  /// Processes that run the function side by side on one device, where Capabilities::runs_grids.
  /// The slots of a run are then [process][index], process = replica * partitions + partition.
  /// pass::spread has to have told the module's operations the same grid.
  ir::GridSize grid = {};
  /// For comparisons: asks a device that would do otherwise to let NaN survive minima and maxima,
  /// and to compute no result more precisely than its type.
  bool strict = false;
  Keeping keeping = Keeping::none;
  /// Whether temporaries that do not live at the same time share memory.
  bool share_memory = true;
  /// Whether temporaries are given back to the system during a run, as soon as none of its later
  /// steps needs their memory, so that its results can take their room. The next run takes them
  /// again.
  bool returns_memory = false;
  /// Called with the plan of where each temporary is, by backends that make one.
  std::function<void(const std::string&)> observe_memory = {};
  /// Held once a round of every loop, where the backend runs loops itself: one that lasts longer is
  /// a UserError that names it.
  Deadline deadline = {};
};

/// A compiled program, or why there is none: the device has less memory than it needs.
struct Compilation {
  std::unique_ptr<Executable> executable;  // null if memory is lacking
  /// A sentence for the user, without its full stop: what is needed and available, and what for.
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
  /// It ends loops that run after CompileOptions::deadline.
  bool keeps_deadlines = false;
  /// It is made to be right rather than fast, so that its speed says nothing.
  bool is_judge = false;
  /// It is Tutti's own code on this machine's processor: that it agrees with the judge proves
  /// nothing about another device.
  bool is_own_processor = false;
  /// The type of operands for which its matrix products are fastest: what `--precision auto` means.
  ir::ElementType fast_products = ir::ElementType::f32;
  /// It has its own rules for fused ops and products of f16. If not, the passes let them compute in
  /// float32, on copies that live no longer than the operation.
  bool computes_halves = true;
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
  /// The same for callers that cannot continue: too little memory is a UserError of exit code 4.
  std::unique_ptr<Executable> compile(const ir::Module& module, const CompileOptions& options);
  /// Copies a tensor to a device. It may return before the copy is done.
  virtual Buffer upload(const ir::Tensor& tensor, const Device& device) = 0;
  /// Waits until a buffer is computed and copies it to the host, row-major. Where the program that
  /// computes it failed, that is a UserError here.
  virtual ir::Tensor download(const Buffer& buffer) = 0;
  /// The same into `out`, which has exactly the buffer's bytes.
  virtual void download_into(const Buffer& buffer, std::span<std::byte> out);
  /// Waits until a buffer is computed and leaves it on the device; errors as in download().
  virtual void wait(const Buffer&) {}
  /// The elements of a buffer where they are, row-major, for the caller to read and to change
  /// between two runs, and to read once a run has reported it; null on devices that have memory of
  /// their own.
  virtual std::byte* host_memory(const Buffer&) { return nullptr; }
};

}  // namespace tutti::backend
