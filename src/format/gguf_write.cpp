// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <set>
#include <type_traits>

#include "base/checked.h"
#include "base/error.h"
#include "base/rounding.h"
#include "format/gguf.h"

namespace tutti::format {
namespace {

constexpr uint32_t kGgufVersion = 3;
constexpr size_t kGgufPieceValues = 1 << 16;  // encoded at once: whole blocks of any type

/// Puts the numbers and strings of a header into bytes.
class GgufText {
 public:
  template <typename T>
  void put(const T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
      put(static_cast<uint64_t>(value.size()));
      text_ += value;
    } else if constexpr (std::is_same_v<T, bool>) {
      text_ += static_cast<char>(value);
    } else {
      static_assert(std::is_arithmetic_v<T>);
      text_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
  }

  void put_value(const GgufValue& value) {
    put(static_cast<uint32_t>(value.index()));
    std::visit(
        [this]<typename T>(const T& found) {
          if constexpr (std::is_same_v<T, GgufList>)
            put_list(found);
          else
            put(found);
        },
        value);
  }

  void pad(uint64_t alignment) { text_.resize(round_up<uint64_t>(text_.size(), alignment)); }
  const std::string& text() const { return text_; }

 private:
  void put_list(const GgufList& list) {
    put(static_cast<uint32_t>(list.index()));
    std::visit(
        [this]<typename T>(const T& items) {
          if constexpr (std::is_same_v<T, std::monostate>) {
            check(false, "a list of lists cannot be written");
          } else {
            put(static_cast<uint64_t>(items.size()));
            for (size_t i = 0; i < items.size(); i++) put<typename T::value_type>(items[i]);
          }
        },
        list);
  }

  std::string text_;
};

uint64_t gguf_alignment_of(const GgufKeys& keys) {
  const GgufValue* value = gguf_find(keys, "general.alignment");
  if (!value) return 32;
  const auto* alignment = std::get_if<uint32_t>(value);
  check(alignment && std::has_single_bit(*alignment),
        "general.alignment: expected a u32, a power of two");
  return *alignment;
}

int64_t gguf_values_of(const GgufSource& source) {
  int64_t values = 1;
  for (const int64_t size : source.shape) values = checked_multiply(values, size, source.name);
  return values;
}

uint64_t gguf_bytes_of(const GgufSource& source) {
  const GgufBlock block = gguf_block(source.type);
  const int64_t row = source.shape.empty() ? 1 : source.shape.back();
  if (row % block.values != 0)
    user_error(
        "tensor {}: found rows of {} values, expected a multiple of {} for {}; write it as "
        "F16 or F32",
        source.name, row, block.values, gguf_name_of(source.type));
  return static_cast<uint64_t>(
      checked_multiply(gguf_values_of(source) / block.values, block.bytes, source.name));
}

void check_gguf_names(const GgufKeys& keys, const std::vector<GgufSource>& sources) {
  std::set<std::string_view> names;
  for (const auto& [key, value] : keys)
    check(!key.empty() && names.insert(key).second, "key \"{}\" is written twice", key);
  names.clear();
  for (const GgufSource& source : sources) {
    check(!source.name.empty() && names.insert(source.name).second,
          "tensor \"{}\" is written twice", source.name);
    check(source.shape.size() <= 4, "tensor {} has more than four dimensions", source.name);
    if (source.name.size() > 63)  // what llama.cpp holds
      user_error("tensor {}: found a name of {} bytes, expected at most 63", source.name,
                 source.name.size());
  }
}

std::string gguf_header_text(const GgufKeys& keys, const std::vector<GgufSource>& sources,
                             uint64_t alignment) {
  GgufText text;
  for (const char c : {'G', 'G', 'U', 'F'}) text.put(c);
  text.put(kGgufVersion);
  text.put(static_cast<uint64_t>(sources.size()));
  text.put(static_cast<uint64_t>(keys.size()));
  for (const auto& [key, value] : keys) {
    text.put(key);
    text.put_value(value);
  }
  uint64_t begin = 0;
  for (const GgufSource& source : sources) {
    text.put(source.name);
    text.put(static_cast<uint32_t>(source.shape.size()));
    for (auto size = source.shape.rbegin(); size != source.shape.rend(); ++size)
      text.put(static_cast<uint64_t>(*size));
    text.put(static_cast<uint32_t>(source.type));
    text.put(begin);
    const uint64_t end = checked_add(begin, gguf_bytes_of(source), source.name);
    begin = round_up(checked_add(end, alignment, source.name) - alignment, alignment);
  }
  text.pad(alignment);
  return text.text();
}

void write_gguf_values(const GgufSource& source, uint64_t alignment, const WritePiece& write) {
  const std::vector<float> values = source.values();
  check(static_cast<int64_t>(values.size()) == gguf_values_of(source),
        "tensor {}: {} values for a shape of {}", source.name, values.size(),
        gguf_values_of(source));
  const std::string where = fmt::format("tensor {} as {}", source.name, gguf_name_of(source.type));
  for (size_t first = 0; first < values.size(); first += kGgufPieceValues) {
    const size_t count = std::min(kGgufPieceValues, values.size() - first);
    const auto bytes = gguf_encode(source.type, std::span(values).subspan(first, count), where);
    write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
  const uint64_t bytes = gguf_bytes_of(source);
  write(std::string(round_up(bytes, alignment) - bytes, '\0'));
}

}  // namespace

void write_gguf(const Path& path, const GgufKeys& keys, const std::vector<GgufSource>& sources) {
  check_gguf_names(keys, sources);
  const uint64_t alignment = gguf_alignment_of(keys);
  const std::string header = gguf_header_text(keys, sources, alignment);
  write_file_atomically(path, [&](const WritePiece& write) {
    write(header);
    for (const GgufSource& source : sources) write_gguf_values(source, alignment, write);
  });
}

}  // namespace tutti::format
