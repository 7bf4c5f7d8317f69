// SPDX-License-Identifier: Apache-2.0
// Reads scalars from the event files of TensorBoard, whichever trainer wrote them.
// Source: the formats that tfevents.h names, and the message TensorProto.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace tutti::format {

struct EventPoint {
  int64_t step = 0;
  double time = 0;  // Unix time in seconds
  double value = 0;
};

struct EventCurves {
  std::map<std::string, std::vector<EventPoint>> curves;  // by tag, in the file's order
  std::map<std::string, std::string> texts;               // by tag; of several the first
  bool cut_off = false;  // the last record is not whole: its writer is at work, or was killed
};

/// The most tags of a file, and the most bytes of a tag.
inline constexpr size_t kMostEventTags = 10'000;
inline constexpr size_t kLongestEventTag = 1'000;

/// Reads the scalars of a file's bytes: simple values, and tensors of one float or double, which is
/// how TensorFlow 2 writes scalars; and its texts. Histograms, images and graphs are skipped. A
/// record whose checksum is wrong, a message that is malformed, and more tags or longer ones than
/// those limits are UserErrors that say at which byte. A file that ends within a record is cut off
/// there.
EventCurves parse_events(std::string_view bytes, std::string_view where);

/// Reads and parses a file of at most `limit` bytes.
EventCurves read_events(const Path& path, size_t limit = size_t{1} << 28);

/// Whether a file's name is that of an event file.
bool is_event_file(const Path& path);

}  // namespace tutti::format
