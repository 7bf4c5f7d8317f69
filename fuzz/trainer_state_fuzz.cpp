// SPDX-License-Identifier: Apache-2.0
// Any bytes are the history of a training in trainer_state.json, or a UserError.
#include <cstddef>
#include <cstdint>

#include "base/error.h"
#include "metrics/trainer_state.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  try {
    tutti::metrics::parse_trainer_state({reinterpret_cast<const char*>(data), size}, "fuzz");
  } catch (const tutti::UserError&) {
  }
  return 0;
}
