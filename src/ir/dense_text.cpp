// SPDX-License-Identifier: Apache-2.0
#include "ir/dense_text.h"

#include <fmt/format.h>

#include <array>

#include "ir/literal.h"

namespace tutti::ir {
namespace {

/// The value of each hexadecimal digit, -1 for other bytes: weights are megabytes of digits.
constexpr std::array<int8_t, 256> kHexDigits = [] {
  std::array<int8_t, 256> values = {};
  values.fill(-1);
  for (int8_t i = 0; i < 10; i++) values[static_cast<size_t>('0' + i)] = i;
  for (int8_t i = 0; i < 6; i++)
    values[static_cast<size_t>('a' + i)] = values[static_cast<size_t>('A' + i)] =
        static_cast<int8_t>(10 + i);
  return values;
}();

int hex_digit(char c) {
  return kHexDigits[static_cast<unsigned char>(c)];
}

struct Failure {
  std::string message;
};

/// Reads nested lists of literals in row-major order.
class ListReader {
 public:
  ListReader(std::string_view text, const Type& type) : text_(text), type_(type) {}

  std::vector<std::byte> read() {
    if (type_.count() > static_cast<int64_t>(text_.size()))
      throw Failure{fmt::format("a constant of type {} has too few elements", type_.str())};
    bytes_.resize(static_cast<size_t>(type_.bytes()));
    level(0);
    space();
    if (at_ != text_.size()) throw Failure{"unexpected text after the elements of a constant"};
    return std::move(bytes_);
  }

 private:
  void space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
      at_++;
  }
  bool take(char c) {
    space();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    at_++;
    return true;
  }
  void level(size_t axis) {
    if (axis == type_.shape.size()) return element();
    if (!take('['))
      throw Failure{fmt::format("a constant of type {} has too few nested lists", type_.str())};
    for (int64_t i = 0; i < type_.shape[axis]; i++) {
      if (i && !take(','))
        throw Failure{
            fmt::format("a list of a constant has {} elements, expected {}", i, type_.shape[axis])};
      level(axis + 1);
    }
    if (!take(']'))
      throw Failure{
          fmt::format("a list of a constant has more than {} elements", type_.shape[axis])};
  }
  void element() {
    space();
    const size_t begin = at_;
    const bool pair = at_ < text_.size() && text_[at_] == '(';
    const std::string_view ends = pair ? ")" : ",] \n";
    while (at_ < text_.size() && ends.find(text_[at_]) == ends.npos) at_++;
    if (pair && at_ < text_.size()) at_++;
    store_literal(text_.substr(begin, at_ - begin), type_, bytes_.data(), index_++);
  }

 public:
  static void store_literal(std::string_view literal, const Type& type, std::byte* data,
                            int64_t index) {
    const ElementType element = type.storage();
    if (is_complex(element)) return store_pair(literal, element, data, index);
    // Of i1 alone: a quantized type's element has no width of its own.
    const bool named = type.element == ElementType::i1 && (literal == "true" || literal == "false");
    store_number(named ? (literal == "true" ? "1" : "0") : literal, element, data, index);
  }

 private:
  static void store_number(std::string_view literal, ElementType type, std::byte* data,
                           int64_t index) {
    std::optional<int64_t> bits;
    if (is_float(type))
      bits = float_literal(literal, type);
    else
      bits = integer_literal(literal, type);
    if (!bits)
      throw Failure{
          fmt::format("'{}' is not a value of type {}", literal.substr(0, 40), name_of(type))};
    store_int_element(type, data, index, *bits);
  }
  /// "(1.0, -2.0)": the real and the imaginary part.
  static void store_pair(std::string_view literal, ElementType type, std::byte* data,
                         int64_t index) {
    const size_t comma = literal.find(',');
    if (!literal.starts_with('(') || !literal.ends_with(')') || comma == literal.npos)
      throw Failure{fmt::format("'{}' is not a value of type {}, expected (real, imaginary)",
                                literal.substr(0, 40), name_of(type))};
    const ElementType part = real_type(type);
    const auto stripped = [](std::string_view text) {
      while (text.starts_with(' ')) text.remove_prefix(1);
      while (text.ends_with(' ')) text.remove_suffix(1);
      return text;
    };
    const std::string_view real = stripped(literal.substr(1, comma - 1));
    const std::string_view imaginary =
        stripped(literal.substr(comma + 1, literal.size() - comma - 2));
    store_number(real, part, data, 2 * index);
    store_number(imaginary, part, data, 2 * index + 1);
  }

  std::string_view text_;
  const Type& type_;
  std::vector<std::byte> bytes_;
  size_t at_ = 0;
  int64_t index_ = 0;
};

std::vector<std::byte> bytes_of_hex(std::string_view digits) {
  if (digits.size() % 2) throw Failure{"a hexadecimal constant has an odd number of digits"};
  std::vector<std::byte> bytes(digits.size() / 2);
  for (size_t i = 0; i < bytes.size(); i++) {
    const int high = hex_digit(digits[2 * i]), low = hex_digit(digits[2 * i + 1]);
    if ((high | low) < 0) throw Failure{"a hexadecimal constant has a character that is no digit"};
    bytes[i] = static_cast<std::byte>(high * 16 + low);
  }
  return bytes;
}

/// Eight booleans a byte, the first in the lowest bit.
std::vector<std::byte> unpacked_bits(const std::vector<std::byte>& bytes, size_t count) {
  std::vector<std::byte> each(count);
  for (size_t i = 0; i < count; i++) each[i] = (bytes[i / 8] >> (i % 8)) & std::byte{1};
  return each;
}

Tensor tensor_of_blob(std::string_view digits, const Type& type) {
  std::vector<std::byte> bytes = bytes_of_hex(digits);
  const auto all = static_cast<size_t>(type.bytes());
  const size_t one = byte_size(type.storage());
  if (type.element == ElementType::i1) {
    // Older printers pack eight booleans a byte; newer ones give each a byte.
    if (bytes.size() == (all + 7) / 8 && bytes.size() != all)
      return {type, unpacked_bits(bytes, all)};
    for (std::byte& value : bytes) value = value == std::byte{0} ? value : std::byte{1};
  } else if (bit_width(type.storage()) < 8) {
    const auto mask = static_cast<std::byte>((1 << bit_width(type.storage())) - 1);
    for (std::byte& value : bytes) value &= mask;
  }
  if (bytes.size() == all) return {type, std::move(bytes)};
  if (bytes.size() == one) return {type, std::move(bytes), true};
  throw Failure{fmt::format("a hexadecimal constant has {} bytes, expected {} for {}", bytes.size(),
                            all, type.str())};
}

void expect_constant_type(const Type& type) {
  if (!type.is_tensor() || !type.is_static())
    throw Failure{fmt::format("a constant of {}, expected a tensor of known sizes", type.str())};
}

}  // namespace

std::optional<Tensor> tensor_from_text(std::string_view payload, const Type& type,
                                       std::string& problem) {
  try {
    expect_constant_type(type);
    if (payload.empty()) {
      if (type.count() != 0) throw Failure{fmt::format("an empty constant for {}", type.str())};
      return Tensor(type, {});
    }
    if (payload.starts_with("\"0x") && payload.ends_with('"'))
      return tensor_of_blob(payload.substr(3, payload.size() - 4), type);
    if (payload.starts_with('[') || type.shape.empty())
      return Tensor(type, ListReader(payload, type).read());
    std::vector<std::byte> one(byte_size(type.storage()));
    ListReader::store_literal(payload, type, one.data(), 0);
    return Tensor(type, std::move(one), true);
  } catch (const Failure& failure) {
    problem = failure.message;
    return std::nullopt;
  }
}

std::optional<Tensor> tensor_from_hex(std::string_view digits, const Type& type,
                                      std::string& problem) {
  try {
    expect_constant_type(type);
    return tensor_of_blob(digits, type);
  } catch (const Failure& failure) {
    problem = failure.message;
    return std::nullopt;
  }
}

}  // namespace tutti::ir
