// SPDX-License-Identifier: Apache-2.0
// A training by processes with devices of different kinds: --mixed_backends. The cpu of each
// process has the state and changes it; --backend computes gradients and evaluations.
#pragma once

#include "backend/registry.h"
#include "run/context.h"
#include "run/train_settings.h"
#include "train/processes.h"

namespace tutti::run {

/// Whether the processes of this training may have different backends.
bool mixes_backends(const TrainSettings& settings);
/// Whether this process of such a training computes on another backend than that of its state.
bool computes_elsewhere(const TrainSettings& settings);

/// Opens the backend that has the state. Too few devices for --devices are a UserError.
std::unique_ptr<backend::Backend> open_state_backend(const TrainSettings& settings,
                                                     const Context& context,
                                                     backend::Profile* profile);

/// The device of a process that computes elsewhere, with its programs.
class GradientDevice {
 public:
  GradientDevice(const TrainSettings& settings, const Context& context, backend::Profile* profile);

  /// The objective must outlive it.
  void make_programs(const task::Objective& objective, const step::StepOptions& options,
                     const train::PassControl& passes);
  train::Programs& programs() { return *programs_; }
  train::DeviceCopy& copy() { return *copy_; }

 private:
  std::unique_ptr<backend::Backend> backend_;
  std::optional<train::Programs> programs_;
  std::optional<train::DeviceCopy> copy_;
};

/// The record of --replay_devices; nothing without the flag. A file that has none, or one of
/// another number of micro-batches, is a UserError, as are flags that contradict it.
std::optional<train::LeafDevices> recorded_devices(const TrainSettings& settings);

/// Tells the other processes on what this one computes, and hears it of them. `state` are the
/// programs of the backend that has the state, and `device` is null where these compute.
void mix(train::Processes& processes, const TrainSettings& settings, train::Programs& state,
         GradientDevice* device);

}  // namespace tutti::run
