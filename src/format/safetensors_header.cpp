// SPDX-License-Identifier: Apache-2.0
// Dtypes, and the parsing of headers that may come from an enemy.
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"
#include "format/content_kind.h"
#include "format/json.h"
#include "format/safetensors.h"

namespace tutti::format {
namespace {

using nlohmann::json;

constexpr uint64_t kMaxHeaderBytes = 100'000'000;
constexpr size_t kMaxHeaderValues = 1'000'000;
constexpr size_t kMaxNameBytes = 4096;
constexpr size_t kMaxRank = 64;

struct DtypeRow {
  Dtype dtype;
  std::string_view name;
  size_t bytes;
};

constexpr std::array<DtypeRow, 17> kDtypes = {{{Dtype::boolean, "BOOL", 1},
                                               {Dtype::u8, "U8", 1},
                                               {Dtype::i8, "I8", 1},
                                               {Dtype::f8_e5m2, "F8_E5M2", 1},
                                               {Dtype::f8_e4m3, "F8_E4M3", 1},
                                               {Dtype::f8_e8m0, "F8_E8M0", 1},
                                               {Dtype::u16, "U16", 2},
                                               {Dtype::i16, "I16", 2},
                                               {Dtype::f16, "F16", 2},
                                               {Dtype::bf16, "BF16", 2},
                                               {Dtype::u32, "U32", 4},
                                               {Dtype::i32, "I32", 4},
                                               {Dtype::f32, "F32", 4},
                                               {Dtype::u64, "U64", 8},
                                               {Dtype::i64, "I64", 8},
                                               {Dtype::f64, "F64", 8},
                                               {Dtype::c64, "C64", 8}}};

const DtypeRow& row_of(Dtype dtype) {
  return kDtypes[static_cast<size_t>(dtype)];
}

/// A value as the header has it, for messages.
std::string dumped(const json& value) {
  return escaped(value.dump());
}

/// Reads one tensor's entry; every error begins with the file and the tensor.
class EntryParser {
 public:
  EntryParser(std::string_view where, const std::string& name)
      : place_(fmt::format("{}: tensor \"{}\"", where, escaped(name))) {}

  TensorInfo parse(const std::string& name, const json& entry) const {
    if (!entry.is_object())
      user_error("{}: found {}, expected an object with dtype, shape and data_offsets", place_,
                 dumped(entry));
    for (const auto& [key, value] : entry.items())
      if (key != "dtype" && key != "shape" && key != "data_offsets")
        user_error("{}: found the key \"{}\", expected dtype, shape and data_offsets", place_,
                   escaped(key));
    TensorInfo info;
    info.name = name;
    info.dtype = dtype(entry);
    info.shape = shape(entry);
    const json& offsets = list(entry, "data_offsets");
    if (offsets.size() != 2)
      user_error("{}: data_offsets: found {} numbers, expected 2", place_, offsets.size());
    info.begin = number(offsets[0], "data_offsets");
    info.end = number(offsets[1], "data_offsets");
    check_span(info);
    return info;
  }

 private:
  Dtype dtype(const json& entry) const {
    const std::string name = json_string(entry, "dtype", place_);
    const auto found = dtype_of(name);
    if (found) return *found;
    std::vector<std::string_view> names;
    for (const DtypeRow& row : kDtypes) names.push_back(row.name);
    user_error("{}: found dtype \"{}\", expected one of {}; convert the file to one of them",
               place_, escaped(name), fmt::join(names, " "));
  }

  const json& list(const json& entry, std::string_view key) const {
    const auto found = entry.find(key);
    if (found == entry.end()) user_error("{}: {} is missing", place_, key);
    if (!found->is_array())
      user_error("{}: {}: found {}, expected a list of integers", place_, key, dumped(*found));
    return *found;
  }

  uint64_t number(const json& value, std::string_view key) const {
    if (!value.is_number_unsigned())
      user_error("{}: {}: found {}, expected an integer from 0 to 2^64 - 1", place_, key,
                 dumped(value));
    return value.get<uint64_t>();
  }

  std::vector<int64_t> shape(const json& entry) const {
    const json& sizes = list(entry, "shape");
    if (sizes.size() > kMaxRank)
      user_error("{}: shape: found {} dimensions, expected at most {}", place_, sizes.size(),
                 kMaxRank);
    std::vector<int64_t> result;
    for (const json& size : sizes)
      result.push_back(checked_cast<int64_t>(number(size, "shape"), place_ + ": shape"));
    return result;
  }

  void check_span(const TensorInfo& info) const {
    if (info.begin > info.end)
      user_error("{}: data_offsets: found an end of {} before the begin of {}", place_, info.end,
                 info.begin);
    uint64_t bytes = byte_size(info.dtype);
    for (const int64_t size : info.shape)
      bytes = checked_multiply(bytes, static_cast<uint64_t>(size), place_ + ": shape");
    if (bytes != info.bytes())
      user_error("{}: found {} bytes of data, expected {} for {} of shape [{}]", place_,
                 info.bytes(), bytes, name_of(info.dtype), fmt::join(info.shape, ", "));
  }

  std::string place_;
};

void check_name(const std::string& name, std::string_view where) {
  if (name.empty() || name.size() > kMaxNameBytes)
    user_error("{}: found a tensor name of {} bytes (\"{}\"), expected 1 to {}", where, name.size(),
               escaped(name, 60), kMaxNameBytes);
  const auto is_control = [](char c) { return static_cast<uint8_t>(c) < 0x20 || c == 0x7f; };
  if (std::any_of(name.begin(), name.end(), is_control))
    user_error("{}: tensor \"{}\": found control characters in its name", where, escaped(name));
}

Metadata parse_metadata(const json& object, std::string_view where) {
  if (!object.is_object())
    user_error("{}: __metadata__: found {}, expected an object", where, dumped(object));
  Metadata metadata;
  for (const auto& [key, value] : object.items()) {
    if (!value.is_string())
      user_error("{}: __metadata__: key \"{}\": found {}, expected a string", where, escaped(key),
                 dumped(value));
    metadata[key] = value.get<std::string>();
  }
  return metadata;
}

std::vector<const TensorInfo*> in_order_of_data(const std::vector<TensorInfo>& tensors) {
  std::vector<const TensorInfo*> sorted;
  for (const TensorInfo& info : tensors) sorted.push_back(&info);
  std::sort(sorted.begin(), sorted.end(), [](const TensorInfo* a, const TensorInfo* b) {
    return std::pair(a->begin, a->end) < std::pair(b->begin, b->end);
  });
  return sorted;
}

/// The spans in order must touch one another, begin at 0 and end at `data_bytes`.
void check_cover(const std::vector<TensorInfo>& tensors, uint64_t data_bytes,
                 std::string_view where) {
  uint64_t reached = 0;
  for (const TensorInfo* info : in_order_of_data(tensors)) {
    if (info->begin != reached)
      user_error(
          "{}: tensor \"{}\": found its data at byte {}, expected {}: tensors must neither overlap "
          "nor leave gaps",
          where, escaped(info->name), info->begin, reached);
    reached = info->end;
  }
  if (reached != data_bytes)
    user_error(
        "{}: found {} bytes of data, expected {} by the header; the file is cut off or has extra "
        "bytes at its end: fetch it again",
        where, data_bytes, reached);
}

/// Names what a file is that is no safetensors file.
void expect_no_other_kind(std::span<const std::byte> start, std::string_view where) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  if (const auto kind = content_kind(text); kind && *kind != kSafetensorsKind)
    user_error("{}: found {}, expected a safetensors file", escaped(where, 1000), *kind);
}

}  // namespace

size_t byte_size(Dtype dtype) {
  return row_of(dtype).bytes;
}

std::string_view name_of(Dtype dtype) {
  return row_of(dtype).name;
}

std::optional<Dtype> dtype_of(std::string_view name) {
  for (const DtypeRow& row : kDtypes)
    if (row.name == name) return row.dtype;
  return std::nullopt;
}

uint64_t parse_safetensors_length(std::span<const std::byte> start, uint64_t file_bytes,
                                  std::string_view where) {
  if (file_bytes < kSafetensorsLengthBytes || start.size() < kSafetensorsLengthBytes)
    user_error("{}: found {} bytes, expected a safetensors file, which has at least 10",
               escaped(where, 1000), file_bytes);
  uint64_t length = 0;
  for (size_t i = 0; i < kSafetensorsLengthBytes; i++)
    length |= std::to_integer<uint64_t>(start[i]) << (8 * i);
  if (length > kMaxHeaderBytes || length > file_bytes - kSafetensorsLengthBytes) {
    expect_no_other_kind(start, where);
    user_error(
        "{}: found a header length of {} in a file of {} bytes, expected at most {}; the file is "
        "cut off or not a safetensors file",
        escaped(where, 1000), length, file_bytes,
        std::min(kMaxHeaderBytes, file_bytes - kSafetensorsLengthBytes));
  }
  return length;
}

SafetensorsHeader parse_safetensors_header(std::string_view text, uint64_t data_bytes,
                                           std::string_view where) {
  const std::string place = escaped(where, 1000) + ": header";
  if (!text.starts_with('{'))
    user_error("{}: found \"{}\", expected {{ as its first byte", place, escaped(text, 20));
  // Writers pad with spaces; the JSON grammar would let through other white space.
  const std::string_view object = text.substr(0, text.find_last_not_of(' ') + 1);
  if (!object.ends_with('}'))
    user_error("{}: found \"{}\" at its end, expected }} and spaces", place,
               escaped(object.substr(object.size() - std::min<size_t>(object.size(), 20))));
  const json root = parse_json(object, place, kMaxHeaderValues);
  SafetensorsHeader header;
  for (const auto& [name, entry] : root.items()) {
    if (name == "__metadata__") {
      header.metadata = parse_metadata(entry, place);
      continue;
    }
    check_name(name, place);
    header.tensors.push_back(EntryParser(place, name).parse(name, entry));
  }
  check_cover(header.tensors, data_bytes, place);
  return header;
}

const TensorInfo* find_tensor(const std::vector<TensorInfo>& sorted, std::string_view name) {
  const auto found = std::lower_bound(
      sorted.begin(), sorted.end(), name,
      [](const TensorInfo& info, std::string_view key) { return info.name < key; });
  return found != sorted.end() && found->name == name ? &*found : nullptr;
}

}  // namespace tutti::format
