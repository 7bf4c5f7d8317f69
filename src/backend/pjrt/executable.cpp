// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/executable.h"

#include "base/checked.h"
#include "base/text.h"

namespace tutti::backend::pjrt {

PjrtExecutable::PjrtExecutable(std::shared_ptr<const Client> client, LoadedHandle loaded,
                               ProgramText program, std::vector<ClientDevice> devices)
    : client_(std::move(client)),
      loaded_(std::move(loaded)),
      program_(std::move(program)),
      devices_(std::move(devices)) {
  const Plugin& plugin = client_->plugin();
  c::GetExecutableArgs args;
  args.loaded_executable = loaded_.get();
  plugin.call(args);
  const Owned<c::ExecutableDestroyArgs> executable(plugin, args.executable);
  check_results(executable.get());
  measure(executable.get());
  program_.text.clear();
}

void PjrtExecutable::check_results(c::Executable* executable) const {
  const Plugin& plugin = client_->plugin();
  c::ExecutableNumOutputsArgs outputs;
  outputs.executable = executable;
  plugin.call(outputs);
  check(outputs.num_outputs == program_.results.size(), "@{}: {} results, the plugin has {}",
        program_.name, program_.results.size(), outputs.num_outputs);
  c::OutputElementTypesArgs types;
  types.executable = executable;
  if (plugin.attempt(types) || types.num_types != program_.results.size()) return;
  for (size_t i = 0; i < types.num_types; i++)
    check(types.types[i] == buffer_type_of(program_.results[i].element),
          "@{}: result {} is a {}, the plugin makes PJRT type {} of it", program_.name, i,
          program_.results[i].str(), types.types[i]);
}

void PjrtExecutable::measure(c::Executable* executable) {
  const auto add = [](int64_t& sum, int64_t bytes) { sum = checked_add(sum, bytes, "memory"); };
  c::CompiledMemoryStatsArgs stats;
  stats.executable = executable;
  if (!client_->plugin().attempt(stats)) {
    // XLA's own peak leaves the temporaries out.
    memory_ = {stats.arguments, stats.results - stats.aliased, stats.temporaries + stats.code, 0};
  } else {
    for (size_t i = 0; i < program_.arguments.size(); i++) {
      const int64_t bytes = program_.arguments[i].bytes();
      add(memory_.arguments, bytes);
      if (program_.donated[i]) memory_.results -= bytes;
    }
    for (const ir::Type& type : program_.results) add(memory_.results, type.bytes());
    memory_.results = std::max<int64_t>(memory_.results, 0);
  }
  for (const int64_t part : {memory_.arguments, memory_.results, memory_.temporaries})
    add(memory_.peak, part);
}

c::Buffer* PjrtExecutable::handle_of(const Buffer& buffer, size_t index, size_t device) const {
  const auto* own = dynamic_cast<const PjrtBuffer*>(buffer.get());
  if (!own || &own->client() != client_.get())
    user_error("argument {} of @{} on device {} is {}, expected a buffer of this plugin; upload it",
               index, program_.name, device, buffer ? "another backend's" : "empty");
  // XLA looks at the number of bytes alone.
  if (own->type != program_.arguments[index])
    user_error("argument {} of @{} is a {}, expected {}", index, program_.name, own->type.str(),
               program_.arguments[index].str());
  if (program_.donated[index] && buffer.use_count() > 1)
    user_error("argument {} of @{} is donated, but its buffer is held by others too", index,
               program_.name);
  return own->handle();
}

std::vector<c::Buffer*> PjrtExecutable::handles_of(std::span<Buffer> arguments,
                                                   size_t device) const {
  if (arguments.size() != program_.arguments.size())
    user_error("@{} takes {}, found {}", program_.name,
               counted(std::ssize(program_.arguments), "argument"), arguments.size());
  std::vector<c::Buffer*> handles;
  handles.reserve(arguments.size());
  for (size_t i = 0; i < arguments.size(); i++)
    handles.push_back(handle_of(arguments[i], i, device));
  return handles;
}

void PjrtExecutable::run(Slots arguments, Slots results) {
  const size_t devices = devices_.size();
  if (arguments.size() != devices || results.size() != devices)
    user_error("@{} runs on {} devices, found arguments for {} and results for {}", program_.name,
               devices, arguments.size(), results.size());
  std::vector<std::vector<c::Buffer*>> in, out;
  std::vector<c::Buffer* const*> in_lists;
  std::vector<c::Buffer**> out_lists;
  for (size_t d = 0; d < devices; d++) {
    check(results[d].size() == program_.results.size(), "@{}: {} results, {} slots", program_.name,
          program_.results.size(), results[d].size());
    in.push_back(handles_of(arguments[d], d));
    out.emplace_back(program_.results.size());
  }
  for (size_t d = 0; d < devices; d++) {
    in_lists.push_back(in[d].data());
    out_lists.push_back(out[d].data());
  }
  const Plugin& plugin = client_->plugin();
  auto options = plugin.sized<c::ExecuteOptions>();
  c::ExecuteArgs args;
  args.executable = loaded_.get();
  args.options = &options;
  args.argument_lists = in_lists.data();
  args.num_devices = devices;
  args.num_args = program_.arguments.size();
  args.output_lists = out_lists.data();
  plugin.call(args);
  const auto consumed_before = std::exchange(consumed_, {});
  for (size_t d = 0; d < devices; d++) take_results(arguments[d], out[d], results[d]);
}

void PjrtExecutable::take_results(std::span<Buffer> arguments, std::vector<c::Buffer*>& handles,
                                  std::span<Buffer> results) {
  const auto consume = [&](const Buffer& buffer, c::Buffer* successor) {
    auto& own = static_cast<PjrtBuffer&>(*buffer);
    consumed_.emplace_back(client_->plugin(), own.exchange(successor));
  };
  // Nobody else holds a donated buffer: the result in its place goes on with the object.
  for (const auto& [argument, result] : program_.aliases) {
    consume(arguments[argument], std::exchange(handles[result], nullptr));
    results[result] = std::move(arguments[argument]);
  }
  for (size_t i = 0; i < arguments.size(); i++) {
    if (!program_.donated[i] || !arguments[i]) continue;
    consume(arguments[i], nullptr);
    arguments[i].reset();
  }
  for (size_t i = 0; i < results.size(); i++)
    if (handles[i])
      results[i] = std::make_shared<PjrtBuffer>(client_, handles[i], program_.results[i]);
}

}  // namespace tutti::backend::pjrt
