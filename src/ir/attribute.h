// SPDX-License-Identifier: Apache-2.0
// Attributes: the constant properties of operations, functions and modules.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/tensor.h"

namespace tutti::ir {

struct Attribute;
/// Attributes by name, in the order in which they were given.
class Attributes {
 public:
  using Entry = std::pair<std::string, Attribute>;

  const Attribute* find(std::string_view name) const;
  Attribute* find(std::string_view name);
  void set(std::string_view name, Attribute value);
  void erase(std::string_view name);
  bool empty() const;
  const std::vector<Entry>& entries() const { return entries_; }
  bool operator==(const Attributes&) const;

 private:
  std::vector<Entry> entries_;
};

struct Unit {
  bool operator==(const Unit&) const = default;
};
/// `5 : i64`.
struct IntegerAttribute {
  int64_t value = 0;
  ElementType type = ElementType::i64;
  bool operator==(const IntegerAttribute&) const = default;
};
/// `0.5 : f32`.
struct FloatAttribute {
  double value = 0;
  ElementType type = ElementType::f32;
  bool operator==(const FloatAttribute& other) const;
};
/// `#stablehlo<comparison_direction LT>`.
struct EnumAttribute {
  std::string kind, value;
  bool operator==(const EnumAttribute&) const = default;
};
/// `@name`.
struct SymbolAttribute {
  std::string name;
  bool operator==(const SymbolAttribute&) const = default;
};
/// `array<i64: 1, 2>` and `array<i1: true>`.
struct IntArrayAttribute {
  std::vector<int64_t> values;
  ElementType type = ElementType::i64;
  bool operator==(const IntArrayAttribute&) const = default;
};
/// `#stablehlo.gather<offset_dims = [2], ...>`.
struct RecordAttribute {
  std::string name;
  Attributes fields;
  bool operator==(const RecordAttribute&) const = default;
};
/// `{a = 1 : i32}`.
struct DictionaryAttribute {
  Attributes fields;
  bool operator==(const DictionaryAttribute&) const = default;
};
/// `[a, b]`.
struct ListAttribute {
  std::vector<Attribute> values;
  bool operator==(const ListAttribute&) const;
};
/// Text of another dialect, kept and printed back as it is.
struct OpaqueAttribute {
  std::string text;
  bool operator==(const OpaqueAttribute&) const = default;
};

struct Attribute {
  using Variant =
      std::variant<Unit, bool, IntegerAttribute, FloatAttribute, std::string, EnumAttribute,
                   SymbolAttribute, IntArrayAttribute, Tensor, RecordAttribute, DictionaryAttribute,
                   ListAttribute, OpaqueAttribute, Type, ElementType>;
  Variant value;

  Attribute() = default;
  // Defined once, not in each file that uses attributes: those of a variant compile slowly.
  Attribute(const Attribute&);
  Attribute(Attribute&&) noexcept;
  Attribute& operator=(const Attribute&);
  Attribute& operator=(Attribute&&) noexcept;
  ~Attribute();
  template <typename T>  // implicit; the constraint keeps it from taking copies
  requires std::is_constructible_v<Variant, T&&> Attribute(T&& given)  // NOLINT
      : value(std::forward<T>(given)) {}

  bool operator==(const Attribute&) const;
  template <typename T>
  const T* get() const {
    return std::get_if<T>(&value);
  }
};

inline bool Attributes::empty() const {
  return entries_.empty();
}

/// The names of functions that an attribute refers to, also inside lists.
std::vector<std::string_view> symbols_in(const Attribute& attribute);

/// Short forms of the attributes that are written most.
inline Attribute int_attribute(int64_t value, ElementType type = ElementType::i64) {
  return Attribute(IntegerAttribute{value, type});
}
inline Attribute float_attribute(double value, ElementType type = ElementType::f32) {
  return Attribute(FloatAttribute{value, type});
}
inline Attribute f64_attribute(double value) {
  return float_attribute(value, ElementType::f64);
}
inline Attribute ints_attribute(std::vector<int64_t> values) {
  return Attribute(IntArrayAttribute{std::move(values), ElementType::i64});
}
inline Attribute enum_attribute(std::string kind, std::string value) {
  return Attribute(EnumAttribute{std::move(kind), std::move(value)});
}
inline Attribute string_attribute(std::string value) {
  return Attribute(std::move(value));
}

}  // namespace tutti::ir
