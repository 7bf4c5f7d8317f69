// SPDX-License-Identifier: Apache-2.0
// A training whose processes have different kinds of devices: --mixed_backends. Each process keeps
// and updates the state on the CPU; --backend computes gradients and evaluations.
#pragma once

#include "backend/registry.h"
#include "run/context.h"
#include "run/train_settings.h"
#include "train/processes.h"

namespace tutti::run {

/// Whether this training's processes may have different backends.
bool mixes_backends(const TrainSettings& settings);
/// Whether this process of such a training computes on another backend than its state's.
bool computes_elsewhere(const TrainSettings& settings);

/// Opens the backend that holds the state. Throws a UserError if there are too few devices for
/// --devices.
std::unique_ptr<backend::Backend> open_state_backend(const TrainSettings& settings,
                                                     const Context& context,
                                                     backend::Profile* profile);

/// The device, with its programs, of a process that computes on another backend.
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

/// The record of --replay_devices; nullopt without the flag. Throws a UserError if the file has no
/// record or one for another number of micro-batches, or if flags contradict it.
std::optional<train::LeafDevices> recorded_devices(const TrainSettings& settings);

/// Exchanges with the other processes which device each computes on. `state` are the programs of
/// the state's backend, and `device` is null if these compute.
void mix(train::Processes& processes, const TrainSettings& settings, train::Programs& state,
         GradientDevice* device);

}  // namespace tutti::run
