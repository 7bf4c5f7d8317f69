// SPDX-License-Identifier: Apache-2.0
#include "ir/dense_text.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "ir/small_float.h"

namespace tutti::ir {
namespace {

constexpr int64_t kLargestPrintedList = 100;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const int lower = c | 0x20;
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
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
    if (at_ != text_.size()) throw Failure{"unexpected text behind the elements of a constant"};
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
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != ']' && text_[at_] != ' ' &&
           text_[at_] != '\n')
      at_++;
    store_literal(text_.substr(begin, at_ - begin), type_, bytes_.data(), index_++);
  }

 public:
  static void store_literal(std::string_view literal, const Type& type, std::byte* data,
                            int64_t index) {
    if (is_float(type.element)) {
      const double value = float_from_text(literal, type.element);
      store_element(type.element, data, index, value);
      return;
    }
    if (literal == "true" || literal == "false")
      return store_int_element(type.element, data, index, literal == "true");
    const bool negative = literal.starts_with("-");
    std::string_view digits = negative ? literal.substr(1) : literal;
    const bool hex = digits.starts_with("0x");
    if (hex) digits.remove_prefix(2);
    uint64_t value = 0;
    const auto [end, failure] =
        std::from_chars(digits.data(), digits.data() + digits.size(), value, hex ? 16 : 10);
    const auto stored = static_cast<int64_t>(negative ? uint64_t{0} - value : value);
    const bool fits = type.element == ElementType::i64 || type.element == ElementType::ui64 ||
                      wrap_to(stored, type.element) == stored;
    if (failure != std::errc() || end != digits.data() + digits.size() || !fits)
      throw Failure{fmt::format("'{}' is not a value of type {}", literal.substr(0, 40),
                                name_of(type.element))};
    store_int_element(type.element, data, index, stored);
  }

 private:
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
    if (high < 0 || low < 0)
      throw Failure{"a hexadecimal constant has a character that is no digit"};
    bytes[i] = static_cast<std::byte>(high * 16 + low);
  }
  return bytes;
}

Tensor tensor_of_blob(std::string_view digits, const Type& type) {
  std::vector<std::byte> bytes = bytes_of_hex(digits);
  const auto all = static_cast<size_t>(type.bytes());
  const size_t one = byte_size(type.element);
  if (type.element == ElementType::i1) {
    // Older printers pack eight booleans a byte; newer ones give each a byte.
    if (bytes.size() == (all + 7) / 8 && bytes.size() != all) {
      std::vector<std::byte> each(all);
      for (size_t i = 0; i < all; i++) each[i] = (bytes[i / 8] >> (i % 8)) & std::byte{1};
      return {type, std::move(each)};
    }
    for (std::byte& value : bytes) value = value == std::byte{0} ? value : std::byte{1};
  }
  if (bytes.size() == all) return {type, std::move(bytes)};
  if (bytes.size() == one) return {type, std::move(bytes), true};
  throw Failure{fmt::format("a hexadecimal constant has {} bytes, expected {} for {}", bytes.size(),
                            all, type.str())};
}

std::string literal_at(const Tensor& tensor, int64_t index) {
  const ElementType element = tensor.type().element;
  if (is_float(element)) return float_text(tensor.float_at(index), element);
  if (element == ElementType::i1) return tensor.int_at(index) ? "true" : "false";
  if (element == ElementType::ui64)
    return fmt::format("{}", static_cast<uint64_t>(tensor.int_at(index)));
  return fmt::format("{}", tensor.int_at(index));
}

void append_lists(const Tensor& tensor, size_t axis, int64_t& index, std::string& text) {
  if (axis == tensor.type().shape.size()) {
    text += literal_at(tensor, index++);
    return;
  }
  text += '[';
  for (int64_t i = 0; i < tensor.type().shape[axis]; i++) {
    if (i) text += ", ";
    append_lists(tensor, axis + 1, index, text);
  }
  text += ']';
}

}  // namespace

double float_from_text(std::string_view text, ElementType type) {
  if (text.starts_with("0x")) {
    uint64_t bits = 0;
    const auto [end, failure] =
        std::from_chars(text.data() + 2, text.data() + text.size(), bits, 16);
    if (failure != std::errc() || end != text.data() + text.size() ||
        text.size() != 2 + 2 * byte_size(type))
      throw Failure{
          fmt::format("'{}' is not a bit pattern of {}", text.substr(0, 40), name_of(type))};
    return float_from_bits(bits, type);
  }
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || failure == std::errc::invalid_argument)
    throw Failure{fmt::format("'{}' is not a value of type {}", text.substr(0, 40), name_of(type))};
  return value;
}

std::optional<Tensor> tensor_from_text(std::string_view payload, const Type& type,
                                       std::string& problem) {
  try {
    if (payload.empty()) {
      if (type.count() != 0) throw Failure{fmt::format("an empty constant for {}", type.str())};
      return Tensor(type, {});
    }
    if (payload.starts_with("\"0x") && payload.ends_with('"'))
      return tensor_of_blob(payload.substr(3, payload.size() - 4), type);
    if (payload.starts_with('[') || type.shape.empty())
      return Tensor(type, ListReader(payload, type).read());
    std::vector<std::byte> one(byte_size(type.element));
    ListReader::store_literal(payload, type, one.data(), 0);
    return Tensor(type, std::move(one), true);
  } catch (const Failure& failure) {
    problem = failure.message;
    return std::nullopt;
  }
}

std::string float_text(double value, ElementType type) {
  if (!std::isfinite(value))
    return fmt::format("0x{:0{}X}", float_bits(value, type), 2 * byte_size(type));
  for (int digits : {6, 9, 17}) {
    std::string text = fmt::format("{:.{}e}", value, digits);
    if (digits == 17 || float_bits(float_from_text(text, type), type) == float_bits(value, type))
      return text;
  }
  return {};
}

std::string text_of(const Tensor& tensor) {
  const int64_t count = tensor.type().count();
  if (count == 0) return "";
  if (tensor.is_splat()) return literal_at(tensor, 0);
  if (count > kLargestPrintedList) {
    std::string text = "\"0x";
    for (std::byte value : tensor.stored()) text += fmt::format("{:02X}", static_cast<int>(value));
    return text + "\"";
  }
  std::string text;
  int64_t index = 0;
  append_lists(tensor, 0, index, text);
  return text;
}

}  // namespace tutti::ir
