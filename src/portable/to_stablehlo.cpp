// SPDX-License-Identifier: Apache-2.0
#include "portable/to_stablehlo.h"

#include <algorithm>

#include "ir/attribute_kinds.h"
#include "portable/records.h"
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::Attribute;
using ir::Attributes;
using ir::ElementType;

constexpr int64_t kLongestList = 4096;  // as in program text: splats may claim any length

/// A list of integers or booleans, from the tensor that it is in VHLO.
bool become_list(Attribute& attribute) {
  const auto* tensor = attribute.get<ir::Tensor>();
  if (!tensor || tensor->type().rank() != 1 || tensor->type().count() > kLongestList) return false;
  const ElementType element = tensor->type().element;
  if (element != ElementType::i64 && element != ElementType::i1) return false;
  ir::IntArrayAttribute list{{}, element};
  for (int64_t i = 0; i < tensor->type().count(); i++) list.values.push_back(tensor->int_at(i));
  attribute = std::move(list);
  return true;
}

bool is_empty(const Attribute& attribute) {
  if (const auto* list = attribute.get<ir::ListAttribute>()) return list->values.empty();
  if (const auto* list = attribute.get<ir::IntArrayAttribute>()) return list->values.empty();
  if (const auto* text = attribute.get<std::string>()) return text->empty();
  if (const auto* fields = attribute.get<ir::DictionaryAttribute>()) return fields->fields.empty();
  const auto* tensor = attribute.get<ir::Tensor>();
  return tensor && tensor->type().count() == 0;
}

/// Whether it has elements, and all are the same number.
bool all_are(const Attribute& attribute, int64_t value) {
  if (is_empty(attribute)) return false;
  if (const auto* list = attribute.get<ir::IntArrayAttribute>())
    return std::all_of(list->values.begin(), list->values.end(),
                       [&](int64_t entry) { return entry == value; });
  const auto* tensor = attribute.get<ir::Tensor>();
  if (!tensor) return false;
  const int64_t stored = tensor->is_splat() ? 1 : tensor->type().count();
  for (int64_t i = 0; i < stored; i++)
    if (tensor->int_at(i) != value) return false;
  return true;
}

bool is_word(const Attribute& attribute, std::string_view word) {
  const auto* found = attribute.get<ir::EnumAttribute>();
  return found && found->value == word;
}

bool is_default_precision(const Attribute& attribute) {
  const auto* list = attribute.get<ir::ListAttribute>();
  return list && std::all_of(list->values.begin(), list->values.end(),
                             [](const Attribute& value) { return is_word(value, "DEFAULT"); });
}

bool is_default_accuracy(const Attribute& attribute) {
  return attribute == default_accuracy();
}

bool is_false(const Attribute& attribute) {
  const auto* value = attribute.get<bool>();
  return value && !*value;
}

bool is_number(const Attribute& attribute, int64_t number) {
  const auto* value = attribute.get<ir::IntegerAttribute>();
  return value && value->value == number;
}

struct Default {
  std::string_view op, attribute;  // op "": of every operation
  bool (*holds)(const Attribute&);
};

constexpr auto kOnes = [](const Attribute& a) { return all_are(a, 1); };
constexpr auto kZeros = [](const Attribute& a) { return all_are(a, 0); };
constexpr auto kIsZero = [](const Attribute& a) { return is_number(a, 0); };

constexpr Default kDefaults[] = {
    {"", "use_global_device_ids", is_false},
    {"", "has_dynamic_root", is_false},
    {"", "indices_are_sorted", is_false},
    {"", "unique_indices", is_false},
    {"", "is_host_transfer", is_false},
    {"", "has_side_effect", is_false},
    {"cholesky", "lower", is_false},
    {"", "is_stable", is_false},
    {"", "window_strides", kOnes},
    {"", "lhs_dilation", kOnes},
    {"", "rhs_dilation", kOnes},
    {"", "base_dilations", kOnes},
    {"", "window_dilations", kOnes},
    {"", "padding", kZeros},
    {"", "window_reversal", kZeros},
    {"", "precision_config", is_default_precision},
    {"", "compare_type", [](const Attribute& a) { return is_word(a, "NOTYPE"); }},
    {"", "result_accuracy", is_default_accuracy},
    {"", "output_operand_aliases", is_empty},
    {"", "called_computations", is_empty},
    {"", "operand_layouts", is_empty},
    {"", "result_layouts", is_empty},
    {"", "result_tilings", is_empty},
    {"", "backend_config", is_empty},
    {"sort", "dimension", [](const Attribute& a) { return is_number(a, -1); }},
    {"infeed", "layout", is_empty},
    {"", "api_version", [](const Attribute& a) { return is_number(a, 1); }},
    {"composite", "version", kIsZero},
    {"", "composite_attributes", is_empty},
    {"", "known_expanding_dimensions", is_empty},
    {"", "known_nonexpanding_dimensions", is_empty},
    {"send", "source_target_pairs", is_empty},
    {"recv", "source_target_pairs", is_empty},
};

bool is_default(std::string_view op, const std::string& name, const Attribute& value) {
  return std::any_of(std::begin(kDefaults), std::end(kDefaults), [&](const Default& entry) {
    return entry.attribute == name && (entry.op.empty() || entry.op == op) && entry.holds(value);
  });
}

/// Attributes that are true in VHLO, and only there in StableHLO.
bool is_unit(std::string_view name) {
  return name == "use_global_device_ids" || name == "has_dynamic_root";
}

bool is_none(const Attribute& value) {
  const auto* text = value.get<ir::OpaqueAttribute>();
  return text && text->text == kNoneText;
}

class Conversion {
 public:
  Conversion(std::string_view op, Attributes given, const FailOperation& fail)
      : op_(op), given_(std::move(given)), fail_(fail) {}

  Attributes run() {
    if (const Record* record = record_of(op_)) gather(*record);
    if (op_ == "dot_general") set_algorithm();
    set_channel();
    if (op_ == "dynamic_conv") given_.erase("padding");  // an operand says it
    for (const auto& [name, value] : given_.entries()) set(name, value);
    return std::move(result_);
  }

 private:
  Attribute taken(std::string_view name) {
    const Attribute* found = given_.find(name);
    if (!found) {
      fail_(fmt::format("its attribute '{}' is missing", name));
      return {};
    }
    Attribute value = *found;
    given_.erase(name);
    return value;
  }

  /// Puts the fields of a record together; older versions lack some.
  void gather(const Record& record) {
    ir::RecordAttribute value{std::string(record.name), {}};
    for (const std::string_view field : ir::record_fields(record.name)) {
      if (!given_.find(field)) continue;
      Attribute entry = taken(field);
      become_list(entry);
      if (record.keeps_empty || !(is_empty(entry) || is_number(entry, 0)))
        value.fields.set(field, std::move(entry));
    }
    result_.set(record.attribute, std::move(value));
  }

  void set_algorithm() {
    ir::RecordAttribute algorithm{std::string(kAlgorithmRecord), {}};
    bool is_given = false;
    for (const std::string_view field : ir::record_fields(kAlgorithmRecord)) {
      if (!given_.find(field)) return;  // of a version that had none
      Attribute value = taken(field);
      is_given = is_given || !is_none(value);
      algorithm.fields.set(field, std::move(value));
    }
    if (is_given) result_.set("algorithm", std::move(algorithm));
  }

  void set_channel() {
    if (!given_.find("channel_id")) return;
    const Attribute id = taken("channel_id");
    const bool has_type = given_.find("channel_type") != nullptr;
    const Attribute type = has_type ? taken("channel_type") : ir::int_attribute(kUnsaidChannelType);
    if (is_number(id, 0) && !has_type) return;
    ir::RecordAttribute handle{"stablehlo.channel_handle", {}};
    handle.fields.set("handle", id);
    handle.fields.set("type", type);
    result_.set("channel_handle", std::move(handle));
  }

  void set(const std::string& name, const Attribute& given) {
    Attribute value = given;
    if (name != "value") become_list(value);
    if (is_default(op_, name, value)) return;
    const auto* text = value.get<std::string>();
    if (is_unit(name)) {
      value = ir::Unit{};
    } else if (text && (name == "callee" || name == "decomposition")) {
      value = ir::SymbolAttribute{*text};
    } else if (const auto* list = value.get<ir::ListAttribute>();
               list && name == "called_computations") {
      ir::ListAttribute symbols;
      for (const Attribute& entry : list->values) {
        const auto* called = entry.get<std::string>();
        if (!called)
          fail_("a computation that it calls is not named by a string");
        else
          symbols.values.push_back(ir::SymbolAttribute{*called});
      }
      value = std::move(symbols);
    }
    result_.set(name, std::move(value));
  }

  std::string_view op_;
  Attributes given_, result_;
  const FailOperation& fail_;
};

}  // namespace

Attributes to_stablehlo(std::string_view name, Attributes given, const FailOperation& fail) {
  return Conversion(name, std::move(given), fail).run();
}

}  // namespace tutti::portable
