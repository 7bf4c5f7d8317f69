// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/target_backend.h"

#include "backend/pjrt/pjrt_backend.h"
#include "backend/pjrt/plugin_programs.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"

namespace tutti::backend {
namespace {

class TargetExecutable final : public Executable {
 public:
  explicit TargetExecutable(MemoryUse memory) : memory_(memory) {}
  void run(Slots, Slots) override {
    throw InternalError("a program runs on a device that is not there");
  }
  MemoryUse memory() const override { return memory_; }

 private:
  MemoryUse memory_;
};

/// A plugin of another version is another file.
pjrt::ProgramKey key_of(const pjrt::CompileRequest& request) {
  std::error_code error;
  std::string plugin = fmt::format(
      "{} {} {}", request.library.string(), std::filesystem::file_size(request.library, error),
      std::filesystem::last_write_time(request.library, error).time_since_epoch().count());
  plugin += '\0' + request.topology.name;
  for (const auto& [name, value] : request.topology.options)
    plugin += fmt::format("{}{}{}{}", '\0', name, '\0', value);
  return {sha256_hex(request.text), sha256_hex(plugin), sha256_hex(request.options)};
}

}  // namespace

TargetBackend::TargetBackend(TargetOptions options) : options_(std::move(options)) {
  if (!options_.cache_folder.empty())
    cache_.emplace(options_.cache_folder, pjrt::ProgramCache::Folder::kept);
}

std::vector<Device> TargetBackend::devices() const {
  const Target& target = options_.target;
  std::vector<Device> list;
  for (int index = 0; index < static_cast<int>(target.devices); index++)
    list.push_back({target.name, index, target.name, target.memory_bytes});
  return list;
}

Capabilities TargetBackend::capabilities() const {
  return PjrtBackend::known_capabilities();
}

bool TargetBackend::supports(const ir::Operation& op) const {
  return pjrt::is_portable(op);
}

Compilation TargetBackend::try_compile(const ir::Module& module, const CompileOptions& options) {
  const pjrt::ProgramText program = pjrt::program_text(module, options.function);
  const Target& target = options_.target;
  if (program.replicas > target.devices)
    user_error("@{} is for {} replicas, but {} has {} devices", program.name, program.replicas,
               target.name, target.devices);
  const Known& found = known(program, options.strict);
  latest_ = found.place;
  if (!found.place)
    return {nullptr, fmt::format("@{} for {}: {}", program.name, target.name, found.lack)};
  const MemoryUse use = programs_[*found.place].memory;
  if (target.memory_bytes > 0 && use.peak > target.memory_bytes)
    return {nullptr, pjrt::lack_of_memory(
                         program.name, use,
                         fmt::format("{} has {}", target.name,
                                     human_bytes(static_cast<size_t>(target.memory_bytes))))};
  return {std::make_unique<TargetExecutable>(use)};
}

const TargetBackend::Known& TargetBackend::known(const pjrt::ProgramText& program, bool strict) {
  const std::string hash = sha256_hex(program.text);
  const auto found = known_.find({hash, strict});
  if (found != known_.end()) return found->second;
  const Target& target = options_.target;
  pjrt::FlagOverrides flags = pjrt::deviceless_flags(target.kind);
  if (strict)
    for (const auto& flag : pjrt::strict_flags(target.kind)) flags.push_back(flag);
  pjrt::CompileAnswer answer = answer_for(
      program.name, {options_.library, target.topology, program.text,
                     pjrt::compile_options(pjrt::first_devices(program.replicas), flags)});
  Known made{std::nullopt, std::move(answer.lack)};
  if (answer.program) {
    answer.program->text_hash = hash;
    keep(program, *answer.program, strict);
    made.place = programs_.size();
    programs_.push_back(std::move(*answer.program));
  }
  return known_.emplace(std::pair(hash, strict), std::move(made)).first->second;
}

const pjrt::CompiledProgram* TargetBackend::latest() const {
  return latest_ ? &programs_[*latest_] : nullptr;
}

void TargetBackend::keep_in(const Path& folder) {
  kept_.emplace(std::filesystem::absolute(folder), pjrt::ProgramCache::Folder::kept);
  if (const auto& problem = kept_->problem())
    io_error("{}: compiled programs cannot be kept there: {}", escaped(folder.string(), 1000),
             *problem);
  library_hash_ = sha256_of_file(options_.library);
}

void TargetBackend::keep(const pjrt::ProgramText& program, const pjrt::CompiledProgram& compiled,
                         bool strict) {
  if (!kept_ || compiled.executable.empty()) return;
  const pjrt::FlagOverrides flags =
      strict ? pjrt::strict_flags(options_.target.kind) : pjrt::FlagOverrides{};
  kept_->store(
      pjrt::carried_key(program.text, library_hash_, compiled.device_kind, program.replicas, flags),
      compiled.executable);
}

pjrt::CompileAnswer TargetBackend::answer_for(const std::string& name,
                                              const pjrt::CompileRequest& request) {
  const pjrt::ProgramKey key = cache_ ? key_of(request) : pjrt::ProgramKey();
  if (cache_) {
    const pjrt::CacheAnswer kept = cache_->find(key);
    if (kept.program)
      if (auto answer = pjrt::answer_of(*kept.program)) return std::move(*answer);
    if (kept.program || kept.kept)
      log_info("@{} is compiled again: {}", name,
               kept.program ? "the stored one is of another version of Tutti" : kept.reason);
  }
  pjrt::CompileAnswer answer;
  answer.program = pjrt::compile_in_child(options_.command, request, answer.lack);
  compilations_++;
  if (answer.program) answer.program->function = name;
  if (cache_) cache_->store(key, pjrt::to_bytes(answer));
  return answer;
}

Buffer TargetBackend::upload(const ir::Tensor&, const Device&) {
  throw InternalError("an upload to a device that is not there");
}

ir::Tensor TargetBackend::download(const Buffer&) {
  throw InternalError("a download from a device that is not there");
}

}  // namespace tutti::backend
