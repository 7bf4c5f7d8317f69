// SPDX-License-Identifier: Apache-2.0
// Programs: compiled from what JAX sends, run on the cpu backend.
#include "base/error.h"
#include "base/fast_hash.h"
#include "op/catalogue.h"
#include "pass/pipeline.h"
#include "pjrt_plugin/objects.h"
#include "run/program.h"
#include "train/programs.h"

namespace tutti::backend::pjrt::c {
namespace {

constexpr const char* kAlias = "tf.aliasing_output";

NamedValue cost(const char* name, double value) {
  NamedValue made;
  made.struct_size = size_for<NamedValue>(kMinor);
  made.name = name;
  made.name_size = std::char_traits<char>::length(name);
  made.type = NamedValueType::float32;
  made.float_value = static_cast<float>(value);
  made.value_size = 1;
  return made;
}

/// What getters give as lists.
void describe_outputs(Compiled& compiled, const Memory& memory) {
  for (const ir::Type& type : compiled.outputs) {
    compiled.output_types.push_back(number_of(type.element));
    compiled.output_dims.insert(compiled.output_dims.end(), type.shape.begin(), type.shape.end());
    compiled.output_ranks.push_back(type.shape.size());
    compiled.kinds.push_back(memory.kind.c_str());
    compiled.kind_sizes.push_back(memory.kind.size());
  }
}

const Compiled& compiled_of(const LoadedExecutable* executable) {
  if (!executable->compiled) user_error("the program was deleted");
  return *executable->compiled;
}

void compile_program(ClientCompileArgs& args) {
  const std::string format(args.program->format, args.program->format_size);
  if (format != "mlir") user_error("a program of format {}, expected mlir", format);
  args.executable = new LoadedExecutable{
      *args.client,
      compile(*args.client, std::string(args.program->code, args.program->code_size))};
}

void destroy_loaded(LoadedExecutableDestroyArgs& args) {
  delete args.object;
}
void get_executable(GetExecutableArgs& args) {
  compiled_of(args.loaded_executable);
  args.executable = new Executable{args.loaded_executable->compiled};
}
void devices_of(GetListArgs<52, LoadedExecutable, Device*>& args) {
  args.values = args.object->client.devices.data();
  args.count = args.object->client.devices.size();
}
void delete_program(ActArgs<53, LoadedExecutable>& args) {
  args.object->compiled = nullptr;
}
void is_deleted(GetBoolArgs<54, LoadedExecutable>& args) {
  args.value = !args.object->compiled;
}
void device_assignment(DeviceAssignmentArgs& args) {
  // replica_count 1, computation_count 1, one computation on device 0.
  static constexpr char kAssignment[] = "\x08\x01\x10\x01\x1a\x03\x0a\x01";  // and its final zero
  args.bytes = kAssignment;
  args.bytes_size = sizeof kAssignment;
  args.serialized = nullptr;
  args.destroy_serialized = [](SerializedAssignment*) {};
}

/// Whether an argument's memory may become a result's: the program says so, the caller does not
/// keep it, and nobody reads it.
bool gives_away(const Compiled& compiled, const ExecuteArgs& args, size_t index) {
  if (!compiled.is_donated[index]) return false;
  const ExecuteOptions& options = *args.options;
  for (size_t i = 0; i < options.num_non_donatable_input_indices; i++)
    if (options.non_donatable_input_indices[i] == static_cast<int64_t>(index)) return false;
  return args.argument_lists[0][index]->external_references == 0;
}

/// The arguments of a run. A donated one leaves its buffer; one that may not be given away is
/// copied.
std::vector<backend::Buffer> take_arguments(Client& client, const Compiled& compiled,
                                            const ExecuteArgs& args) {
  if (args.num_args != compiled.inputs.size())
    user_error("the program takes {} arguments, found {}", compiled.inputs.size(), args.num_args);
  std::vector<backend::Buffer> taken;
  for (size_t i = 0; i < args.num_args; i++) {
    const Buffer& buffer = *args.argument_lists[0][i];
    if (!buffer.data) user_error("argument {} was deleted or donated", i);
    if (buffer.type != compiled.inputs[i])
      user_error("argument {}: found {}, expected {}", i, buffer.type.str(),
                 compiled.inputs[i].str());
    taken.push_back(buffer.data);
  }
  for (size_t i = 0; i < args.num_args; i++) {
    if (!compiled.is_donated[i]) continue;
    Buffer& buffer = *args.argument_lists[0][i];
    // Arguments, results or other arrays may share the memory: then it is copied as well.
    const bool is_alone = taken[i].use_count() == 2;
    const bool is_given = gives_away(compiled, args, i);
    if (is_given) buffer.data = nullptr;
    if (!is_given || !is_alone)
      taken[i] =
          client.backend->upload(client.backend->download(taken[i]), client.backend->devices()[0]);
  }
  return taken;
}

void execute(ExecuteArgs& args) {
  const Compiled& compiled = compiled_of(args.executable);
  Client& client = args.executable->client;
  if (args.num_devices != 1) user_error("a run on {} devices: Tutti has one", args.num_devices);
  const std::lock_guard lock(client.mutex);
  std::vector<backend::Buffer> arguments = take_arguments(client, compiled, args);
  std::vector<backend::Buffer> results(compiled.outputs.size());
  train::execute(*compiled.program, arguments, results);
  for (size_t i = 0; i < results.size(); i++)
    args.output_lists[0][i] = new Buffer(client, compiled.outputs[i], std::move(results[i]));
  if (args.device_complete_events) args.device_complete_events[0] = new Event;
}

void destroy(ExecutableDestroyArgs& args) {
  delete args.object;
}
void name(GetTextArgs<41, Executable>& args) {
  args.values = args.object->compiled->name.data();
  args.count = args.object->compiled->name.size();
}
template <size_t kIndex>
void one(GetWordArgs<kIndex, Executable, size_t>& args) {
  args.value = 1;
}
void num_outputs(ExecutableNumOutputsArgs& args) {
  args.num_outputs = args.executable->compiled->outputs.size();
}
void code_size(GetWordArgs<45, Executable, int64_t>& args) {
  args.value = 0;
}
void costs(CostAnalysisArgs& args) {
  args.properties = args.executable->compiled->costs.data();
  args.num_properties = args.executable->compiled->costs.size();
}
void output_memory_kinds(OutputMemoryKindsArgs& args) {
  const Compiled& compiled = *args.executable->compiled;
  args.num_outputs = compiled.outputs.size();
  args.kinds = compiled.kinds.data();
  args.kind_sizes = compiled.kind_sizes.data();
}
void serialize(ExecutableSerializeArgs& args) {
  args.serialized = new SerializedExecutable{args.executable->compiled->source};
  args.bytes = args.serialized->bytes.data();
  args.bytes_size = args.serialized->bytes.size();
  args.destroy_serialized = [](SerializedExecutable* serialized) { delete serialized; };
}
void deserialize(DeserializeAndLoadArgs& args) {
  args.executable = new LoadedExecutable{
      *args.client, compile(*args.client, std::string(args.bytes, args.bytes_size))};
}
void fingerprint(GetTextArgs<94, Executable>& args) {
  args.values = args.object->compiled->fingerprint.data();
  args.count = args.object->compiled->fingerprint.size();
}
void output_types(OutputElementTypesArgs& args) {
  args.types = args.executable->compiled->output_types.data();
  args.num_types = args.executable->compiled->output_types.size();
}
void output_dimensions(OutputDimensionsArgs& args) {
  const Compiled& compiled = *args.executable->compiled;
  args.num_outputs = compiled.outputs.size();
  args.dims = compiled.output_dims.data();
  args.ranks = compiled.output_ranks.data();
}
void memory_statistics(CompiledMemoryStatsArgs& args) {
  const MemoryUse use = args.executable->compiled->program->memory();
  args.code = 0;
  args.arguments = use.arguments;
  args.results = use.results;
  args.aliased = 0;
  args.temporaries = use.temporaries;
  std::fill(std::begin(args.newer), std::begin(args.newer) + 5, 0);
  args.newer[5] = use.peak;
}

}  // namespace

std::shared_ptr<Compiled> compile(Client& client, std::string source) {
  if (source.find("python_cpu_callback") != source.npos)
    user_error(
        "the program calls back into Python (jax.debug.print, pure_callback, io_callback), which "
        "Tutti does not do; leave the call out, or run the function on JAX's own CPU: "
        "jax.jit(f, backend=\"cpu\")");
  const std::lock_guard lock(client.mutex);
  ir::Module module = run::read_function(source, "the program", "main");
  auto compiled = std::make_shared<Compiled>();
  compiled->name = "main";
  compiled->source = std::move(source);
  compiled->fingerprint =
      fmt::format("{:016x}", fast_hash(compiled->source.data(), compiled->source.size()));
  const ir::Function& main = module.get("main");
  for (size_t i = 0; i < main.argument_count(); i++) {
    compiled->inputs.push_back(main.argument(i)->type);
    compiled->is_donated.push_back(main.argument_attributes[i].find(kAlias) != nullptr);
  }
  compiled->outputs = main.result_types;
  compiled->program = run::compile_function(std::move(module), "main", *client.backend);
  describe_outputs(*compiled, client.memory);
  const MemoryUse use = compiled->program->memory();
  compiled->costs = {cost("bytes accessed", static_cast<double>(use.arguments + use.results))};
  return compiled;
}

void add_executable_functions(void** table) {
  add<ClientCompileArgs, compile_program>(table);
  add<LoadedExecutableDestroyArgs, destroy_loaded>(table);
  add<GetExecutableArgs, get_executable>(table);
  add<GetListArgs<52, LoadedExecutable, Device*>, devices_of>(table);
  add<ActArgs<53, LoadedExecutable>, delete_program>(table);
  add<GetBoolArgs<54, LoadedExecutable>, is_deleted>(table);
  add<ExecuteArgs, execute>(table);
  add<DeviceAssignmentArgs, device_assignment>(table);
  add<ExecutableDestroyArgs, destroy>(table);
  add<GetTextArgs<41, Executable>, name>(table);
  add<GetWordArgs<42, Executable, size_t>, one<42>>(table);
  add<GetWordArgs<43, Executable, size_t>, one<43>>(table);
  add<ExecutableNumOutputsArgs, num_outputs>(table);
  add<GetWordArgs<45, Executable, int64_t>, code_size>(table);
  add<CostAnalysisArgs, costs>(table);
  add<OutputMemoryKindsArgs, output_memory_kinds>(table);
  add<ExecutableSerializeArgs, serialize>(table);
  add<DeserializeAndLoadArgs, deserialize>(table);
  add<GetTextArgs<94, Executable>, fingerprint>(table);
  add<OutputElementTypesArgs, output_types>(table);
  add<OutputDimensionsArgs, output_dimensions>(table);
  add<CompiledMemoryStatsArgs, memory_statistics>(table);
}

}  // namespace tutti::backend::pjrt::c
