// SPDX-License-Identifier: Apache-2.0
#include "train/state_copy.h"

#include "base/rounding.h"

namespace tutti::train {

StateCopy::StateCopy(const TrainingState& state) : state_(state) {
  size_t end = 0;
  for (const size_t field : state.saved_fields()) {
    const auto bytes = static_cast<size_t>(state.saved_bytes(field));
    parts_[field] = {end, bytes};
    end = round_up(end + bytes, kCacheLine);
  }
  memory_ = MappedMemory(end);
}

std::span<std::byte> StateCopy::part(size_t field) const {
  const Part& part = parts_.at(field);
  return {memory_.data() + part.begin, part.bytes};
}

void StateCopy::take() {
  for (const auto& [field, unused] : parts_) state_.copy_saved(field, part(field));
}

void StateCopy::save(const Path& folder) const {
  state_.save(folder, [this](size_t field, const WritePiece& write) {
    const std::span<const std::byte> bytes = part(field);
    write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
}

}  // namespace tutti::train
