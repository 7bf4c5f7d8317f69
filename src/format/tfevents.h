// SPDX-License-Identifier: Apache-2.0
// Writes scalars in the event files that TensorBoard reads.
// Source: TensorFlow's record format (length, masked CRC-32C, data, masked CRC-32C) and its
// messages Event and Summary; CRC-32C as in RFC 3720, appendix B.4.
#pragma once

#include <cstdint>
#include <fstream>
#include <string_view>

#include "base/files.h"

namespace tutti::format {

/// The CRC-32C (Castagnoli) of `bytes`.
uint32_t crc32c(std::string_view bytes);
/// The checksum of a record: rotated and shifted, so that it differs from the CRC-32C of data that
/// contains one.
uint32_t masked_crc32c(std::string_view bytes);

/// One file `folder/events.out.tfevents.<unix time>.<host>`. Each record is passed to the system
/// before the call returns, so that a reader can follow the run. Failures are UserErrors with exit
/// code 5.
class EventWriter {
 public:
  /// Creates the folder. `unix_time` is in seconds; `host` is any name of this machine.
  EventWriter(const Path& folder, double unix_time, std::string_view host);

  const Path& path() const { return path_; }
  void scalar(std::string_view tag, float value, int64_t step, double unix_time);

 private:
  void write_record(std::string_view event);

  Path path_;
  std::ofstream file_;
};

}  // namespace tutti::format
