// SPDX-License-Identifier: Apache-2.0
#include "format/tfevents_read.h"

#include <bit>
#include <optional>

#include "base/error.h"
#include "base/protobuf.h"
#include "base/text.h"
#include "format/tfevents.h"

namespace tutti::format {
namespace {

template <typename T>
T little_endian_at(std::string_view bytes, size_t offset) {
  T value = 0;
  for (size_t i = 0; i < sizeof value; i++)
    value |= static_cast<T>(static_cast<uint8_t>(bytes[offset + i])) << (8 * i);
  return value;
}

/// What a TensorProto of one element has; nothing of any other tensor.
struct TensorContent {
  std::optional<double> number;
  std::optional<std::string_view> text;
};

TensorContent content_of_tensor(std::string_view bytes, std::string_view where) {
  constexpr uint64_t kFloat = 1, kDouble = 2, kString = 7;  // DataType
  uint64_t type = 0;
  std::string_view packed;
  std::optional<double> single;
  std::optional<std::string_view> text;
  MessageReader tensor(bytes, where);
  while (tensor.next()) {
    if (tensor.is(1, 0)) type = tensor.number();
    if (tensor.is(4, 2) || tensor.is(5, 2) || tensor.is(6, 2)) packed = tensor.content();
    if (tensor.is(5, 5)) single = tensor.as_float();
    if (tensor.is(6, 1)) single = tensor.as_double();
    if (tensor.is(8, 2)) text = tensor.content();
  }
  if (type == kString) return {std::nullopt, text};
  if (type == kFloat && packed.size() == 4)
    return {std::bit_cast<float>(little_endian_at<uint32_t>(packed, 0)), std::nullopt};
  if (type == kDouble && packed.size() == 8)
    return {std::bit_cast<double>(little_endian_at<uint64_t>(packed, 0)), std::nullopt};
  if (type == kFloat || type == kDouble) return {single, std::nullopt};
  return {};
}

void expect_few_tags(const EventCurves& file, std::string_view tag, std::string_view where) {
  if (tag.size() > kLongestEventTag)
    user_error("{}: found a tag of {} bytes, expected at most {}", where, tag.size(),
               kLongestEventTag);
  if (file.curves.size() + file.texts.size() > kMostEventTags)
    user_error("{}: found more than {} tags", where, kMostEventTags);
}

void add_value(EventCurves& file, std::string_view value_bytes, EventPoint point,
               std::string_view where) {
  std::string_view tag;
  TensorContent content;
  MessageReader fields(value_bytes, where);
  while (fields.next()) {
    if (fields.is(1, 2)) tag = fields.content();
    if (fields.is(2, 5)) content.number = fields.as_float();
    if (fields.is(8, 2)) content = content_of_tensor(fields.content(), where);
  }
  if (content.number) {
    point.value = *content.number;
    file.curves[std::string(tag)].push_back(point);
  } else if (content.text) {
    file.texts.emplace(tag, *content.text);
  } else {
    return;
  }
  expect_few_tags(file, tag, where);
}

void add_event(EventCurves& file, std::string_view event, std::string_view where) {
  EventPoint point;
  std::vector<std::string_view> summaries;
  MessageReader fields(event, where);
  while (fields.next()) {
    if (fields.is(1, 1)) point.time = fields.as_double();
    if (fields.is(2, 0)) point.step = static_cast<int64_t>(fields.number());
    if (fields.is(5, 2)) summaries.push_back(fields.content());
  }
  for (const std::string_view summary : summaries) {
    MessageReader values(summary, where);
    while (values.next())
      if (values.is(1, 2)) add_value(file, values.content(), point, where);
  }
}

}  // namespace

EventCurves parse_events(std::string_view bytes, std::string_view where) {
  constexpr size_t kHead = 12, kTail = 4;  // length and its checksum; the data's checksum
  EventCurves file;
  size_t at = 0;
  while (at < bytes.size()) {
    const std::string place = fmt::format("{}: byte {}", where, at);
    const std::string_view rest = bytes.substr(at);
    file.cut_off = rest.size() < kHead;
    if (file.cut_off) break;
    if (little_endian_at<uint32_t>(rest, 8) != masked_crc32c(rest.substr(0, 8)))
      user_error(
          "{}: the checksum of a record's length is wrong; expected an event file of "
          "TensorBoard, whole and unchanged",
          place);
    const auto length = little_endian_at<uint64_t>(rest, 0);
    file.cut_off = length > rest.size() - kHead || rest.size() - kHead - length < kTail;
    if (file.cut_off) break;
    const std::string_view event = rest.substr(kHead, length);
    if (little_endian_at<uint32_t>(rest, kHead + length) != masked_crc32c(event))
      user_error("{}: the checksum of a record is wrong: the file is damaged", place);
    add_event(file, event, place);
    at += kHead + length + kTail;
  }
  return file;
}

EventCurves read_events(const Path& path, size_t limit) {
  return parse_events(read_file(path, limit), escaped(path.string(), 1000));
}

bool is_event_file(const Path& path) {
  return path.filename().string().find("tfevents") != std::string::npos;
}

}  // namespace tutti::format
