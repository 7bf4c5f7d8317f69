// SPDX-License-Identifier: Apache-2.0
// How a training step is computed.
#pragma once

#include <cstdint>
#include <string>

namespace tutti::run {

/// A step's precision, what it keeps meanwhile, and where.
struct StepSettings {
  std::string precision = "auto";  // auto, f32, bf16, fp16
  bool bf16 = false;               // run_qa's name of --precision bf16
  bool fp16 = false;               // run_qa's name of --precision fp16
  std::string loss_scale;          // dynamic, or a number; empty: dynamic if needed
  int64_t loss_scale_growth_interval = 2000;
  std::string memory_budget;            // of a step: bytes, a share or min; empty: none
  bool gradient_checkpointing = false;  // transformers' name of --memory_budget min
  std::string pad_to_multiple_of;       // auto, or a number; empty: no padding
  std::string offload_optimizer;        // cpu, or a file; empty: devices keep their moments
};

}  // namespace tutti::run
