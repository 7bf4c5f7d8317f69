// SPDX-License-Identifier: Apache-2.0
// The parsing of a GGUF file's beginning, which may come from an enemy.
#include <algorithm>
#include <bit>
#include <set>

#include "base/checked.h"
#include "base/error.h"
#include "base/rounding.h"
#include "base/text.h"
#include "format/gguf.h"
#include "format/gguf_bytes.h"

namespace tutti::format {
namespace {

constexpr uint64_t kMaxGgufKeys = 65'536;
constexpr uint64_t kMaxGgufTensors = 1'000'000;
constexpr uint64_t kMaxGgufStrings = 4'000'000;
constexpr uint64_t kMaxGgufKeyBytes = 65'535;
constexpr uint64_t kMaxGgufNameBytes = 64;
constexpr uint32_t kMaxGgufRank = 4;
constexpr uint64_t kDefaultGgufAlignment = 32;
constexpr std::string_view kGgufAlignmentKey = "general.alignment";

/// Calls `visit` with a value of the type that the format gives this number; false where it is not
/// the number of a number, a bool or a string.
template <typename Visit>
bool with_gguf_type(uint32_t number, Visit visit) {
  const auto call = [&](auto value) {
    visit(value);
    return true;
  };
  switch (number) {  // the index in GgufValue
    case 0:
      return call(uint8_t{});
    case 1:
      return call(int8_t{});
    case 2:
      return call(uint16_t{});
    case 3:
      return call(int16_t{});
    case 4:
      return call(uint32_t{});
    case 5:
      return call(int32_t{});
    case 6:
      return call(float{});
    case 7:
      return call(bool{});
    case 8:
      return call(std::string());
    case 10:
      return call(uint64_t{});
    case 11:
      return call(int64_t{});
    case 12:
      return call(double{});
    default:
      return false;
  }
}

class GgufParser {
 public:
  GgufParser(const ReadAt& read_at, uint64_t file_bytes, std::string_view where)
      : bytes_(read_at, file_bytes, where), file_bytes_(file_bytes), where_(where) {}

  GgufHeader parse() {
    GgufHeader header;
    header.version = version();
    const uint64_t tensors = count("the number of tensors", kMaxGgufTensors);
    const uint64_t keys = count("the number of keys", kMaxGgufKeys);
    std::set<std::string> seen;
    for (uint64_t i = 0; i < keys; i++) {
      header.keys.push_back(key(i));
      if (!seen.insert(header.keys.back().first).second)
        user_error("{}: key \"{}\": found twice, expected once", where_,
                   escaped(header.keys.back().first));
    }
    header.alignment = alignment(header.keys);
    for (uint64_t i = 0; i < tensors; i++) header.tensors.push_back(tensor(i, header.alignment));
    place(header);
    return header;
  }

 private:
  uint32_t version() {
    char magic[4] = {};
    const size_t size = std::min<size_t>(sizeof(magic), bytes_.remaining());
    bytes_.read(std::as_writable_bytes(std::span(magic)).first(size), "magic");
    const std::string_view found(magic, size);
    if (found != "GGUF")
      user_error("{}: found the first bytes \"{}\", expected GGUF; it is not a GGUF file", where_,
                 escaped(found));
    const auto version = bytes_.number<uint32_t>("version");
    if (version != 0 && (version & 0xFFFF) == 0)
      user_error("{}: found a big-endian file, expected a little-endian one; convert it", where_);
    if (version != 2 && version != 3)
      user_error("{}: found version {}, expected 2 or 3; convert it with a current llama.cpp",
                 where_, version);
    return version;
  }

  uint64_t count(std::string_view what, uint64_t limit) {
    const auto count = bytes_.number<uint64_t>(what);
    if (count > limit)
      user_error("{}: {}: found {}, expected at most {}", where_, what, count, limit);
    return count;
  }

  void check_name(const std::string& name, std::string_view what) {
    if (name.empty() || !is_valid_utf8(name) || name.find('\0') != std::string::npos)
      user_error("{}: {}: found \"{}\", expected a name in UTF-8", where_, what, escaped(name));
  }

  std::pair<std::string, GgufValue> key(uint64_t index) {
    const std::string what = fmt::format("the name of key {}", index);
    std::string name = bytes_.string(kMaxGgufKeyBytes, what);
    check_name(name, what);
    place_ = fmt::format("key \"{}\"", escaped(name));
    const auto number = bytes_.number<uint32_t>(place_);
    if (number == kGgufListNumber) return {std::move(name), list()};
    GgufValue value;
    if (!with_gguf_type(number, [&]<typename T>(T) { value.emplace<T>(scalar<T>()); }))
      unknown(number);
    return {std::move(name), std::move(value)};
  }

  [[noreturn]] void unknown(uint32_t number) const {
    user_error("{}: {}: found the type {}, expected 0 to 12", where_, place_, number);
  }

  template <typename T>
  T scalar() {
    if constexpr (std::is_same_v<T, std::string>) {
      return bytes_.string(kMaxGgufHeaderBytes, place_);
    } else if constexpr (std::is_same_v<T, bool>) {
      const auto byte = bytes_.number<uint8_t>(place_);
      if (byte > 1) user_error("{}: {}: found the bool {}, expected 0 or 1", where_, place_, byte);
      return byte == 1;
    } else {
      return bytes_.number<T>(place_);
    }
  }

  GgufList list() {
    const auto number = bytes_.number<uint32_t>(place_);
    const auto count = bytes_.number<uint64_t>(place_);
    if (number == kGgufListNumber)
      user_error("{}: {}: found a list of lists, expected a list of numbers or strings", where_,
                 place_);
    GgufList result;
    if (!with_gguf_type(number,
                        [&]<typename T>(T) { result.emplace<std::vector<T>>(items<T>(count)); }))
      unknown(number);
    return result;
  }

  template <typename T>
  std::vector<T> items(uint64_t count) {
    std::vector<T> items;
    if constexpr (std::is_same_v<T, std::string>) {
      if (count > kMaxGgufStrings)
        user_error("{}: {}: found a list of {} strings, expected at most {}", where_, place_, count,
                   kMaxGgufStrings);
      bytes_.require(count * sizeof(uint64_t), place_);
      for (uint64_t i = 0; i < count; i++) items.push_back(scalar<T>());
    } else {
      bytes_.require(checked_multiply<uint64_t>(count, sizeof(T), full_place()), place_);
      items.resize(count);
      if constexpr (std::is_same_v<T, bool>)
        for (uint64_t i = 0; i < count; i++) items[i] = scalar<T>();
      else
        bytes_.read(std::as_writable_bytes(std::span(items)), place_);
    }
    return items;
  }

  uint64_t alignment(const GgufKeys& keys) const {
    const GgufValue* value = gguf_find(keys, kGgufAlignmentKey);
    if (!value) return kDefaultGgufAlignment;
    const auto* found = std::get_if<uint32_t>(value);
    if (!found)
      user_error("{}: key {}: found a {}, expected a u32", where_, kGgufAlignmentKey,
                 gguf_type_name(*value));
    if (!std::has_single_bit(*found))
      user_error("{}: key {}: found {}, expected a power of two", where_, kGgufAlignmentKey,
                 *found);
    return *found;
  }

  /// Files name the axis whose elements are neighbours first.
  std::vector<int64_t> shape() {
    const auto rank = bytes_.number<uint32_t>(place_);
    if (rank > kMaxGgufRank)
      user_error("{}: {}: found {} dimensions, expected at most {}", where_, place_, rank,
                 kMaxGgufRank);
    std::vector<int64_t> shape;
    for (uint32_t i = 0; i < rank; i++)
      shape.push_back(
          checked_cast<int64_t>(bytes_.number<uint64_t>(place_), full_place() + ": a dimension"));
    std::reverse(shape.begin(), shape.end());
    return shape;
  }

  /// `begin` is from the start of the data.
  GgufTensor tensor(uint64_t index, uint64_t alignment) {
    const std::string what = fmt::format("the name of tensor {}", index);
    GgufTensor tensor;
    tensor.name = bytes_.string(kMaxGgufNameBytes, what);
    check_name(tensor.name, what);
    place_ = fmt::format("tensor \"{}\"", escaped(tensor.name));
    tensor.shape = shape();
    tensor.type = type();
    tensor.bytes = bytes_of(tensor);
    tensor.begin = bytes_.number<uint64_t>(place_);
    if (tensor.begin % alignment != 0)
      user_error("{}: {}: found the offset {}, expected a multiple of {}", where_, place_,
                 tensor.begin, alignment);
    return tensor;
  }

  std::string full_place() const { return fmt::format("{}: {}", where_, place_); }

  GgufType type() {
    const auto number = bytes_.number<uint32_t>(place_);
    if (const auto type = gguf_type_of(number)) return *type;
    const std::string_view name = gguf_name_of(number);
    user_error(
        "{}: found the type {}, expected {}; convert the file to one of them with llama-quantize",
        full_place(), name.empty() ? fmt::format("number {}", number) : std::string(name),
        gguf_read_types());
  }

  uint64_t bytes_of(const GgufTensor& tensor) const {
    const GgufBlock block = gguf_block(tensor.type);
    const int64_t row = tensor.shape.empty() ? 1 : tensor.shape.back();
    if (row % block.values != 0)
      user_error("{}: found rows of {} values, expected a multiple of {} for {}", full_place(), row,
                 block.values, gguf_name_of(tensor.type));
    int64_t bytes = checked_multiply(row / block.values, block.bytes, full_place());
    for (size_t i = 0; i + 1 < tensor.shape.size(); i++)
      bytes = checked_multiply(bytes, tensor.shape[i], full_place());
    return static_cast<uint64_t>(bytes);
  }

  /// Places the tensors in the file, and sorts them by name.
  void place(GgufHeader& header) const {
    const auto alignment = static_cast<int64_t>(header.alignment);
    const auto start = static_cast<uint64_t>(checked_round_up(
        static_cast<int64_t>(bytes_.position()), alignment, "the start of the data"));
    std::vector<GgufTensor>& tensors = header.tensors;
    std::sort(tensors.begin(), tensors.end(), [](const GgufTensor& a, const GgufTensor& b) {
      return std::pair(a.begin, a.bytes) < std::pair(b.begin, b.bytes);
    });
    uint64_t last_end = start;
    for (GgufTensor& tensor : tensors) {
      const std::string where = fmt::format("{}: tensor \"{}\"", where_, escaped(tensor.name));
      tensor.begin = checked_add(start, tensor.begin, where);
      const uint64_t end = checked_add(tensor.begin, tensor.bytes, where);
      if (end > file_bytes_)
        user_error("{}: found data from byte {} to {}, but the file has {} bytes; it is cut short",
                   where, tensor.begin, end, file_bytes_);
      if (tensor.bytes != 0 && tensor.begin < last_end)
        user_error(
            "{}: its data begin at byte {}, expected at {} or later; they overlap another "
            "tensor's",
            where, tensor.begin, last_end);
      last_end = std::max(last_end, end);
    }
    std::sort(tensors.begin(), tensors.end(),
              [](const GgufTensor& a, const GgufTensor& b) { return a.name < b.name; });
    const auto twice =
        std::adjacent_find(tensors.begin(), tensors.end(),
                           [](const auto& a, const auto& b) { return a.name == b.name; });
    if (twice != tensors.end())
      user_error("{}: tensor \"{}\": found twice, expected once", where_, escaped(twice->name));
  }

  GgufBytes bytes_;
  uint64_t file_bytes_;
  std::string_view where_;
  std::string place_;  // the key or tensor that is being read
};

}  // namespace

GgufHeader parse_gguf(const ReadAt& read_at, uint64_t file_bytes, std::string_view where) {
  const std::string place = escaped(where, where.size());
  return GgufParser(read_at, file_bytes, place).parse();
}

}  // namespace tutti::format
