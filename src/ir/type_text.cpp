// SPDX-License-Identifier: Apache-2.0
#include "ir/type_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "ir/literal.h"
#include "ir/small_float.h"

namespace tutti::ir {
namespace {

constexpr int kDeepest = 100;
constexpr size_t kLargestRank = 1000;

struct Failure {
  std::string message;
};

class TypeReader {
 public:
  explicit TypeReader(std::string_view text) : text_(text) {}

  Type read() {
    Type result = type();
    space();
    if (at_ != text_.size()) fail("unexpected text after the type");
    return result;
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw Failure{fmt::format("{}, found '{}'", what, escaped(text_.substr(at_), 60))};
  }
  /// Checks a rule of quantized types (StableHLO specification, "Types").
  template <typename... Args>
  static void rule(bool holds, int number, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds)
      throw Failure{fmt::format("{} [quantized_type_c{}]",
                                fmt::format(format, std::forward<Args>(args)...), number)};
  }

  void space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t'))
      at_++;
  }
  bool take(std::string_view expected) {
    space();
    if (!text_.substr(at_).starts_with(expected)) return false;
    at_ += expected.size();
    return true;
  }
  void expect(std::string_view expected) {
    if (!take(expected)) fail(fmt::format("expected '{}'", expected));
  }
  std::string_view word() {
    space();
    const size_t begin = at_;
    while (at_ < text_.size() && ((text_[at_] >= 'a' && text_[at_] <= 'z') ||
                                  (text_[at_] >= 'A' && text_[at_] <= 'Z') || at_digit()))
      at_++;
    return text_.substr(begin, at_ - begin);
  }
  /// The part of the text here that belongs to a decimal number, -1.5e+2.
  std::string_view number_text() {
    space();
    const std::string_view rest = text_.substr(at_);
    return rest.substr(0, rest.find_first_not_of("+-.0123456789eE"));
  }
  template <typename T>
  T number(std::string_view what) {
    space();
    T value{};
    const auto [end, failure] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (failure != std::errc()) fail(fmt::format("expected {}", what));
    at_ = static_cast<size_t>(end - text_.data());
    return value;
  }
  bool at_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }

  Type type() {
    if (take("tensor<")) return shaped(Type::Kind::tensor);
    if (take("memref<")) return shaped(Type::Kind::buffer);
    if (take("tuple<")) return list(Type::Kind::tuple);
    if (take("!stablehlo.future<")) return list(Type::Kind::future);
    if (take("!stablehlo.token")) return Type::token();
    fail("expected a type");
  }

  Type list(Type::Kind kind) {
    if (++depth_ > kDeepest) fail("types are nested deeper than 100");
    std::vector<Type> elements;
    while (!take(">")) {
      if (!elements.empty()) expect(",");
      elements.push_back(type());
      if (kind == Type::Kind::future && !elements.back().is_tensor())
        fail("a future holds tensors only");
    }
    depth_--;
    return Type::list_of(kind, std::move(elements));
  }

  Type shaped(Type::Kind kind) {
    Shape shape;
    space();
    if (at_ < text_.size() && text_[at_] == '*')
      fail("a tensor needs a rank: sizes are numbers or '?'");
    while (at_digit() || (at_ < text_.size() && text_[at_] == '?')) {
      if (take("?"))
        shape.push_back(kDynamic);
      else
        shape.push_back(number<int64_t>("a tensor size of 63 bits"));
      if (at_ >= text_.size() || text_[at_++] != 'x') fail("a tensor size is malformed");
      if (shape.size() > kLargestRank) fail("a tensor has more than 1000 dimensions");
    }
    Type result = element(std::move(shape));
    result.kind = kind;
    if (take(",")) result = result.with_bounds(bounds(result.shape));
    expect(">");
    if (result.is_static()) result.bytes();  // refuses sizes that do not fit
    return result;
  }

  Type element(Shape shape) {
    if (take("!quant.uniform<")) return quantized(std::move(shape));
    const size_t begin = at_;
    std::string_view name = word();
    if (name == "complex" && take("<")) {
      word();
      expect(">");
      name = text_.substr(begin, at_ - begin);
    }
    if (const auto found = element_type_of(name)) return Type::tensor(*found, std::move(shape));
    at_ = begin;
    fail(
        "expected an element type: i1, i2 to i64, ui2 to ui64, index, f4 to f8 by their full "
        "names, bf16, f16, f32, f64, complex<f32>, complex<f64> or !quant.uniform<...>");
  }

  Shape bounds(const Shape& shape) {
    const bool record = take("#stablehlo.type_extensions<");
    if (record) {
      expect("bounds");
      expect("=");
      expect("[");
    } else if (!take("#stablehlo.bounds<")) {
      fail("expected #stablehlo.bounds<...>, the only encoding of a tensor there is");
    }
    const std::string_view close = record ? "]" : ">";
    Shape result;
    while (!take(close)) {
      if (!result.empty()) expect(",");
      result.push_back(take("?") ? kDynamic : number<int64_t>("a bound or '?'"));
    }
    if (record) expect(">");
    if (result.size() != shape.size())
      fail(fmt::format("{} bounds for {} dimensions", result.size(), shape.size()));
    for (size_t axis = 0; axis < shape.size(); axis++)
      if (result[axis] != kDynamic && (shape[axis] != kDynamic || result[axis] < 0))
        fail("a bound belongs to a dimension '?' and is not negative");
    return result;
  }

  ElementType storage() {
    const std::string_view name = word();
    const bool plain = name.starts_with("u") && !name.starts_with("ui");
    const auto found =
        element_type_of(plain ? "ui" + std::string(name.substr(1)) : std::string(name));
    if (!found || !is_integer(*found) || *found == ElementType::index)
      fail("expected a storage type: i2 to i64 or u2 to u64");
    return *found;
  }

  // <i8<-127:127>:f32:1, {0.5:1, 0.25:-3}>, after its bracket
  Type quantized(Shape shape) {
    Quantization q;
    q.storage = storage();
    q.low = lowest_of(q.storage);
    q.high = highest_of(q.storage);
    if (take("<")) {
      const int64_t low = number<int64_t>("the least stored value");
      expect(":");
      const int64_t high = number<int64_t>("the greatest stored value");
      rule(q.low <= low && low < high && high <= q.high, 3,
           "the stored values are {} to {}, expected a range within {} to {}", low, high, q.low,
           q.high);
      q.low = low;
      q.high = high;
      expect(">");
    }
    expect(":");
    const auto expressed = element_type_of(word());
    if (!expressed || !is_float(*expressed)) fail("expected a float as the expressed type");
    q.expressed = *expressed;
    const bool per_axis = take(":");
    if (per_axis) q.axis = number<int64_t>("the axis of quantization");
    rule(!per_axis || q.axis >= 0, 11, "the axis is {}, expected at least 0", q.axis);
    expect(",");
    const bool list = take("{");
    do scale(q);
    while (take(","));
    if (list) expect("}");
    expect(">");
    rule(per_axis || (!list && q.scales.size() == 1), 10,
         "{} scales and no axis, expected one scale", q.scales.size());
    if (per_axis) {
      rule(q.axis < static_cast<int64_t>(shape.size()), 12,
           "the axis is {}, expected one below the rank, {}", q.axis, shape.size());
      const int64_t size = shape[static_cast<size_t>(q.axis)];
      rule(compatible(size, static_cast<int64_t>(q.scales.size())), 13,
           "{} scales, expected {}, the size of the axis", q.scales.size(), size);
    }
    return Type::quantized(std::move(q), std::move(shape));
  }

  void scale(Quantization& q) {
    const std::string_view literal = number_text();
    const auto bits = float_literal(literal, ElementType::f64);
    if (!bits) fail("expected a scale");
    at_ += literal.size();
    const double value = std::bit_cast<double>(*bits);
    const double rounded = round_to(value, q.expressed);
    rule(value > 0 && value >= float_from_bits(1, q.expressed), 5,
         "a scale is {}, expected a positive {}", value, name_of(q.expressed));
    rule(std::isfinite(rounded), 6, "a scale is {}, expected a finite {}", value,
         name_of(q.expressed));
    const int64_t zero = take(":") ? number<int64_t>("a zero point") : 0;
    rule(q.low <= zero && zero <= q.high, 7, "a zero point is {}, expected {} to {}", zero, q.low,
         q.high);
    q.scales.push_back(value);
    q.zero_points.push_back(zero);
  }

  std::string_view text_;
  size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

std::optional<Type> type_from_text(std::string_view text, std::string& problem) {
  try {
    return TypeReader(text).read();
  } catch (const Failure& failure) {
    problem = failure.message;
  } catch (const UserError& error) {  // sizes that do not fit
    problem = error.what();
  }
  return std::nullopt;
}

}  // namespace tutti::ir
