// SPDX-License-Identifier: Apache-2.0
#include "run/mixed_devices.h"

#include "base/text.h"
#include "format/json.h"
#include "run/backends.h"
#include "run/job_shares.h"
#include "run/train_start.h"
#include "train/run_memory.h"

namespace tutti::run {
namespace {

constexpr const char* kStateBackend = "cpu";

/// The same for all devices that compute the same bits.
std::string device_name(const backend::Backend& backend) {
  const backend::Device device = backend.devices()[0];
  return fmt::format("{}: {}", backend.device_kind(),
                     device.arithmetic.empty() ? device.description : device.arithmetic);
}

}  // namespace

bool mixes_backends(const TrainSettings& settings) {
  return settings.mixed_backends && world_of(settings).ranks > 1;
}

bool computes_elsewhere(const TrainSettings& settings) {
  return mixes_backends(settings) && settings.backend != kStateBackend;
}

std::unique_ptr<backend::Backend> open_state_backend(const TrainSettings& settings,
                                                     const Context& context,
                                                     backend::Profile* profile) {
  if (computes_elsewhere(settings)) return open_backend(kStateBackend, context);
  auto backend =
      open_backend(settings.backend, context, settings.profile.empty() ? nullptr : profile, 0,
                   settings.compiled_dir);
  const auto devices = static_cast<int64_t>(backend->devices().size());
  if (settings.devices > devices)
    throw UserError(
        ExitCode::missing_backend,
        fmt::format("--devices {}: backend {} has {} (XLA's plugin for the CPU has as many as "
                    "pjrt=PLUGIN?cpu_device_count=N says, and :INDEX chooses one alone)",
                    settings.devices, backend->name(), devices));
  return backend;
}

GradientDevice::GradientDevice(const TrainSettings& settings, const Context& context,
                               backend::Profile* profile)
    : backend_(open_backend(settings.backend, context, settings.profile.empty() ? nullptr : profile,
                            0, settings.compiled_dir)) {}

void GradientDevice::make_programs(const task::Objective& objective,
                                   const step::StepOptions& options,
                                   const train::PassControl& passes) {
  programs_.emplace(*backend_, objective, options, passes);
  copy_.emplace(*programs_);
}

std::optional<train::LeafDevices> recorded_devices(const TrainSettings& settings) {
  const std::string& file = settings.replay_devices;
  if (file.empty()) return std::nullopt;
  if (!mixes_backends(settings))
    user_error("--replay_devices {}: it needs --mixed_backends and several processes",
               escaped(file));
  if (!settings.shares.empty())
    user_error("--replay_devices {} contradicts --shares {}: the file says who computes what",
               escaped(file), escaped(settings.shares));
  const std::string where = fmt::format("{}: computed_by", escaped(file));
  const nlohmann::json state = format::read_json(file);
  if (!state.is_object() || !state.contains("computed_by"))
    user_error("{} is missing: expected the trainer_state.json of a run with --mixed_backends",
               where);
  train::LeafDevices recorded(state["computed_by"], where);
  recorded.expect_micro_batches(micro_batches_of(settings), where);
  const int64_t most = recorded_most_processes(file), given = most_processes(settings);
  if (most != given)
    user_error("{}: its run had --max_processes {}, but this one has {}; give the same",
               escaped(file), most, given);
  return recorded;
}

void mix(train::Processes& processes, const TrainSettings& settings, train::Programs& state,
         GradientDevice* device) {
  if (!mixes_backends(settings)) return;
  if (device)
    train::expect_memory(state.backend(), train::state_bytes(state.layout()),
                         "the model's parameters and moments");
  const backend::Backend& computing = (device ? device->programs() : state).backend();
  processes.mix(device_name(computing), device ? &device->copy() : nullptr);
  if (auto recorded = recorded_devices(settings)) processes.replay(std::move(*recorded));
}

}  // namespace tutti::run
