// SPDX-License-Identifier: Apache-2.0
// The bits of a training, for tests that compare trainings.
#pragma once

#include "base/hash.h"

namespace tutti::test {

/// Of the model's and the optimizer's state after a step, in the checkpoint of an output folder.
inline std::string checkpoint_hash(const Path& output, int64_t step) {
  const Path folder = output / fmt::format("checkpoint-{}", step);
  return sha256_of_file(folder / "model.safetensors") +
         sha256_of_file(folder / "optimizer.safetensors");
}

}  // namespace tutti::test
