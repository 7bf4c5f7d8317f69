// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/pjrt_backend.h"

#include <chrono>

#include "backend/pjrt/plugin_programs.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "kernel/description.h"

namespace tutti::backend {
namespace {

using pjrt::LoadedHandle;

// From this minor version of the API on, a program can be loaded with other options than its own.
constexpr int kMinorOfLoadOptions = 71;

/// Everything about plugin, devices and host that machine code may depend on.
std::string identity_of(const pjrt::Client& client) {
  const pjrt::Plugin& plugin = client.plugin();
  const Path& library = plugin.library();
  std::string text = fmt::format(
      "{}\n{} bytes\n{}\nAPI 0.{}\n{} {}\n", library.string(), std::filesystem::file_size(library),
      std::filesystem::last_write_time(library).time_since_epoch().count(), plugin.minor(),
      client.platform(), client.platform_version());
  for (const pjrt::ClientDevice& device : client.devices())
    text += fmt::format("{} {}\n", device.id, device.kind);
  return text + kernel::description(1);
}

/// The devices asked for; a UserError where there is no such one.
std::vector<pjrt::ClientDevice> chosen(const pjrt::Client& client, const PjrtOptions& options,
                                       const std::string& name) {
  const auto& all = client.devices();
  if (!options.device) return all;
  const auto index = static_cast<size_t>(*options.device);
  if (*options.device < 0 || index >= all.size())
    throw UserError(ExitCode::missing_backend,
                    fmt::format("backend {}: there is no device {}; there are {}, from 0 on",
                                escaped(name), *options.device, all.size()));
  return {all[index]};
}

}  // namespace

PjrtBackend::PjrtBackend(PjrtOptions options)
    : options_(std::move(options)),
      name_(options_.kind.empty() ? "pjrt" : "pjrt=" + options_.kind),
      client_(
          std::make_shared<pjrt::Client>(pjrt::Plugin::open(options_.library), options_.options)),
      devices_(chosen(*client_, options_, name_)) {
  if (const Path& folder = options_.compiled_folder; !folder.empty()) {
    if (!std::filesystem::exists(folder))
      user_error("{}: found no such folder of compiled programs; `tutti compile` makes one",
                 escaped(folder.string(), 1000));
    compiled_.emplace(folder, pjrt::ProgramCache::Folder::named);
    if (const auto& problem = compiled_->problem())
      log_warning("{}: compiled programs are not taken from there: {}",
                  escaped(folder.string(), 1000), *problem);
    library_hash_ = sha256_of_file(client_->plugin().library());
  }
  if (options_.cache_folder.empty()) return;
  identity_ = identity_of(*client_);
  cache_.emplace(options_.cache_folder, pjrt::ProgramCache::Folder::kept);
  if (const auto& problem = cache_->problem())
    log_warning("compiled programs are not kept: {}: {}", escaped(options_.cache_folder.string()),
                *problem);
}

Capabilities PjrtBackend::known_capabilities() {
  Capabilities can;
  can.asynchronous = true;
  can.wants_few_shapes = true;
  return can;
}

std::vector<Device> PjrtBackend::devices() const {
  const std::string software =
      fmt::format("({}, PJRT API 0.{})", escaped(client_->platform()), client_->plugin().minor());
  std::vector<Device> list;
  for (const pjrt::ClientDevice& device : devices_)
    list.push_back({name_, static_cast<int>(list.size()),
                    fmt::format("{} {}", escaped(device.description), software),
                    device.memory_bytes, fmt::format("{} {}", escaped(device.kind), software)});
  return list;
}

Compilation PjrtBackend::try_compile(const ir::Module& module, const CompileOptions& options) {
  if (!options.share_memory)
    user_error("the memory plan is {}'s own and cannot be left out; --backend cpu can",
               escaped(name_));
  return try_compile(pjrt::program_text(module, options.function), options);
}

Compilation PjrtBackend::try_compile(pjrt::ProgramText program, const CompileOptions& options) {
  const auto replicas = static_cast<size_t>(program.replicas);
  if (replicas > devices_.size())
    throw UserError(ExitCode::missing_backend,
                    fmt::format("@{} is for {} replicas, but backend {} has {} devices",
                                program.name, replicas, escaped(name_), devices_.size()));
  const std::vector<pjrt::ClientDevice> devices(
      devices_.begin(), devices_.begin() + static_cast<std::ptrdiff_t>(replicas));
  std::vector<int> ids;
  for (const pjrt::ClientDevice& device : devices) ids.push_back(device.id);
  Loaded loaded = load(program, ids, options.strict);
  if (auto* lack = std::get_if<std::string>(&loaded)) return {nullptr, std::move(*lack)};
  const std::string name = program.name;
  auto executable = std::make_unique<pjrt::PjrtExecutable>(
      client_, std::get<LoadedHandle>(std::move(loaded)), std::move(program), devices);
  const int64_t limit =
      options_.memory_limit_bytes ? options_.memory_limit_bytes : devices_.front().memory_bytes;
  const MemoryUse use = executable->memory();
  if (limit > 0 && use.peak > limit)
    return {nullptr,
            pjrt::lack_of_memory(
                name, use, fmt::format("there are {}", human_bytes(static_cast<size_t>(limit))))};
  return {std::move(executable)};
}

PjrtBackend::Loaded PjrtBackend::load(const pjrt::ProgramText& program,
                                      const std::vector<int>& device_ids, bool strict) {
  if (auto loaded = load_carried(program, device_ids, strict)) return std::move(*loaded);
  if (!cache_) return compile_text(program.text, device_ids, strict);
  const pjrt::FlagOverrides flags =
      strict ? pjrt::strict_flags(client_->platform()) : pjrt::FlagOverrides{};
  const pjrt::ProgramKey key{sha256_hex(program.text), sha256_hex(identity_),
                             sha256_hex(pjrt::compile_options(device_ids, flags))};
  pjrt::CacheAnswer answer = cache_->find(key);
  if (answer.program)
    if (auto loaded = deserialize(*answer.program, answer.reason)) {
      log_debug("@{} for {}: compiled before", program.name, name_);
      return std::move(*loaded);
    }
  const auto begin = std::chrono::steady_clock::now();
  Loaded loaded = compile_text(program.text, device_ids, strict);
  const auto* handle = std::get_if<LoadedHandle>(&loaded);
  if (!handle) return loaded;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  log_message(answer.kept ? LogLevel::info : LogLevel::debug,
              fmt::format("@{} for {}: compiled in {:.1f} s: {}", program.name, name_,
                          seconds.count(), answer.reason));
  if (seconds.count() >= options_.cache_seconds) keep(key, handle->get());
  return loaded;
}

std::optional<LoadedHandle> PjrtBackend::load_carried(const pjrt::ProgramText& program,
                                                      const std::vector<int>& device_ids,
                                                      bool strict) {
  if (!compiled_ || compiled_->problem()) return std::nullopt;
  const pjrt::FlagOverrides flags =
      strict ? pjrt::strict_flags(client_->platform()) : pjrt::FlagOverrides{};
  pjrt::CacheAnswer answer = compiled_->find(pjrt::carried_key(
      program.text, library_hash_, devices_.front().kind, program.replicas, flags));
  // The program is for the devices from 0 on; others have to be said, which old plugins do not
  // hear.
  const bool is_elsewhere = device_ids != pjrt::first_devices(program.replicas);
  if (is_elsewhere && client_->plugin().minor() < kMinorOfLoadOptions) {
    answer.program.reset();
    answer.reason = "the plugin loads programs for its first devices alone";
  }
  if (answer.program)
    if (auto loaded = deserialize(*answer.program, answer.reason,
                                  is_elsewhere ? pjrt::compile_options(device_ids, flags) : "")) {
      log_info("@{} for {}: loaded from {}", program.name, name_,
               escaped(options_.compiled_folder.string(), 1000));
      return loaded;
    }
  log_info("@{} for {}: not loaded from {}: {}", program.name, name_,
           escaped(options_.compiled_folder.string(), 1000), answer.reason);
  return std::nullopt;
}

std::optional<LoadedHandle> PjrtBackend::deserialize(const std::string& program,
                                                     std::string& reason,
                                                     const std::string& options) {
  pjrt::c::DeserializeAndLoadArgs args;
  args.client = client_->handle();
  args.bytes = program.data();
  args.bytes_size = program.size();
  if (!options.empty()) {
    args.options = options.data();
    args.options_size = options.size();
  }
  const auto failure = client_->plugin().attempt(args);
  if (!failure) return LoadedHandle(client_->plugin(), args.executable);
  reason = fmt::format("the plugin does not take the stored one: {}", pjrt::shown(failure->text));
  return std::nullopt;
}

void PjrtBackend::keep(const pjrt::ProgramKey& key, pjrt::c::LoadedExecutable* loaded) const {
  const pjrt::Plugin& plugin = client_->plugin();
  pjrt::c::GetExecutableArgs get;
  get.loaded_executable = loaded;
  if (plugin.attempt(get)) return;
  const pjrt::Owned<pjrt::c::ExecutableDestroyArgs> executable(plugin, get.executable);
  const auto failure = pjrt::serialize(plugin, executable.get(),
                                       [&](std::string_view bytes) { cache_->store(key, bytes); });
  if (failure) log_debug("the plugin does not serialise programs: {}", pjrt::shown(failure->text));
}

PjrtBackend::Loaded PjrtBackend::compile_text(const std::string& text,
                                              const std::vector<int>& device_ids, bool strict) {
  const pjrt::Plugin& plugin = client_->plugin();
  std::string code = text;  // the API takes it as writable
  const pjrt::c::Program program = pjrt::mlir_program(plugin, code);
  pjrt::FlagOverrides flags =
      strict ? pjrt::strict_flags(client_->platform()) : pjrt::FlagOverrides{};
  for (;;) {
    const std::string options = pjrt::compile_options(device_ids, flags);
    pjrt::c::ClientCompileArgs args;
    args.client = client_->handle();
    args.program = &program;
    args.options = options.data();
    args.options_size = options.size();
    const auto failure = plugin.attempt(args);
    if (!failure) return LoadedHandle(plugin, args.executable);
    const auto unknown = std::find_if(flags.begin(), flags.end(), [&](const auto& flag) {
      return failure->text.find("No such compile option: '" + flag.first) != std::string::npos;
    });
    constexpr std::string_view kFunction = decltype(args)::kFunction.name;
    if (failure->code == pjrt::StatusCode::resource_exhausted)
      return plugin.text_of_failure(kFunction, *failure);
    if (unknown == flags.end()) plugin.fail(kFunction, *failure);
    log_warning("the plugin has no flag {}: results may be less strict", unknown->first);
    flags.erase(unknown);
  }
}

Buffer PjrtBackend::upload(const ir::Tensor& tensor, const Device& device) {
  const auto index = static_cast<size_t>(device.index);
  if (index >= devices_.size())
    user_error("backend {} has no device {}; there are {}", escaped(name_), device.index,
               devices_.size());
  return pjrt::upload(client_, devices_[index], tensor);
}

const pjrt::PjrtBuffer& PjrtBackend::own(const Buffer& buffer) const {
  const auto* own = dynamic_cast<const pjrt::PjrtBuffer*>(buffer.get());
  if (!own)
    user_error("a buffer is {}, expected one of backend {}", buffer ? "another backend's" : "empty",
               escaped(name_));
  return *own;
}

ir::Tensor PjrtBackend::download(const Buffer& buffer) {
  return pjrt::download(own(buffer));
}

void PjrtBackend::download_into(const Buffer& buffer, std::span<std::byte> out) {
  pjrt::download_into(own(buffer), out);
}

void PjrtBackend::wait(const Buffer& buffer) {
  pjrt::wait(own(buffer));
}

}  // namespace tutti::backend
