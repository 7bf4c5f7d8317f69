// SPDX-License-Identifier: Apache-2.0
#include "train/state_copy.h"

#include "base/rounding.h"

namespace tutti::train {

StateCopy::StateCopy(const TrainingState& state, const StatePart& part)
    : state_(state), part_(part) {
  size_t end = 0;
  for (const size_t field : state.saved_fields(part)) {
    const auto bytes = static_cast<size_t>(state.saved_bytes(field));
    places_[field] = {end, bytes};
    end = round_up(end + bytes, kCacheLine);
  }
  memory_ = MappedMemory(end);
}

std::span<std::byte> StateCopy::bytes_of(size_t field) const {
  const Place& place = places_.at(field);
  return {memory_.data() + place.begin, place.bytes};
}

void StateCopy::take() {
  for (const auto& [field, place] : places_) state_.copy_saved(field, bytes_of(field));
}

FileSums StateCopy::save(const Path& folder, const std::atomic<bool>& gives_up) const {
  return state_.save(folder, part_, [&](size_t field, const WritePiece& write) {
    if (gives_up) io_error("{}: writing was given up", folder.string());
    const std::span<const std::byte> bytes = bytes_of(field);
    write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  });
}

}  // namespace tutti::train
