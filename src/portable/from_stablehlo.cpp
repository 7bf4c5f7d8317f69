// SPDX-License-Identifier: Apache-2.0
#include "portable/from_stablehlo.h"

#include <algorithm>

#include "ir/attribute_kinds.h"
#include "portable/entry_writer.h"
#include "portable/records.h"
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::Attribute;
using ir::Attributes;
using ir::ElementType;

Attribute repeated(size_t count, int64_t value, ElementType type = ElementType::i64) {
  return ir::IntArrayAttribute{std::vector<int64_t>(count, value), type};
}

/// As many pairs of zeros as there are axes.
Attribute no_padding(size_t axes) {
  return ir::Tensor::of_ints(ir::Type::tensor(ElementType::i64, {static_cast<int64_t>(axes), 2}),
                             std::vector<int64_t>(2 * axes, 0));
}

Attribute default_precision() {
  const Attribute word = ir::enum_attribute("precision", "DEFAULT");
  return ir::ListAttribute{{word, word}};
}

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Functions are named by strings in VHLO.
Attribute names_of(const Attribute& functions) {
  if (const auto* symbol = functions.get<ir::SymbolAttribute>()) return symbol->name;
  const auto* list = functions.get<ir::ListAttribute>();
  if (!list) return functions;
  ir::ListAttribute names;
  for (const Attribute& entry : list->values) names.values.push_back(names_of(entry));
  return names;
}

/// The number of axes that windows of the operation have.
size_t window_axes(const ir::Operation& op) {
  if (const Attribute* numbers = op.attributes.find("dimension_numbers"))
    if (const auto* record = numbers->get<ir::RecordAttribute>())
      return ir::record_ints(*record, "input_spatial_dimensions").size();
  if (op.attributes.find("window_dimensions")) return op.ints_attribute("window_dimensions").size();
  return static_cast<size_t>(std::max<int64_t>(op.operand_type(0).rank(), 0));
}

/// What an attribute is where program text leaves it out.
Attribute default_of(const ir::Operation& op, std::string_view name) {
  if (is_one_of(name,
                {"use_global_device_ids", "has_dynamic_root", "indices_are_sorted",
                 "unique_indices", "is_host_transfer", "has_side_effect", "lower", "is_stable"}))
    return false;
  if (is_one_of(name, {"window_strides", "lhs_dilation", "rhs_dilation", "base_dilations",
                       "window_dilations", "window_dimensions"}))
    return repeated(window_axes(op), 1);
  if (name == "padding") return no_padding(window_axes(op));
  if (name == "window_reversal") return repeated(window_axes(op), 0, ElementType::i1);
  if (name == "precision_config") return default_precision();
  if (name == "compare_type") return ir::enum_attribute("comparison_type", "NOTYPE");
  if (name == "result_accuracy") return default_accuracy();
  if (is_one_of(name, {"output_operand_aliases", "called_computations", "operand_layouts",
                       "result_layouts", "result_tilings", "layout"}))
    return ir::ListAttribute{};
  if (is_one_of(name, {"backend_config", "infeed_config", "outfeed_config"})) return std::string();
  if (name == "api_version") return ir::int_attribute(1, ElementType::i32);
  if (name == "version") return ir::int_attribute(0, ElementType::i32);
  if (name == "composite_attributes") return ir::DictionaryAttribute{};
  if (is_one_of(name, {"known_expanding_dimensions", "known_nonexpanding_dimensions",
                       "source_target_pairs"}))
    return repeated(0, 0);
  if (name == "dimension") return ir::int_attribute(-1);
  ir::operation_error(op, fmt::format("its attribute '{}' is missing", name));
}

class Spread {
 public:
  explicit Spread(const ir::Operation& op)
      : op_(op), name_(op.name().substr(op.name().find('.') + 1)) {
    if (const Record* record = record_of(name_)) record_ = record;
  }

  /// The value of one of VHLO's attributes; null where StableHLO has its default.
  const Attribute* find(std::string_view name) {
    if (record_)
      if (const auto fields = ir::record_fields(record_->name); contains(fields, name))
        return &kept(field(record_->attribute, name));
    if (name_ == "dot_general" && contains(ir::record_fields(kAlgorithmRecord), name))
      return &kept(algorithm(name));
    if (name == "channel_id" || name == "channel_type") return &kept(channel(name));
    const Attribute* given = op_.attributes.find(name);
    if (given && is_one_of(name, {"callee", "decomposition", "called_computations"})) {
      used_.emplace_back(name);
      return &kept(names_of(*given));
    }
    if (given) used_.emplace_back(name);
    if (given && given->get<ir::Unit>()) return &kept(true);
    return given;
  }

  /// The attributes that none of VHLO's is made of.
  Attributes rest() const {
    Attributes others;
    for (const auto& [name, value] : op_.attributes.entries())
      if (std::find(used_.begin(), used_.end(), name) == used_.end()) others.set(name, value);
    return others;
  }

 private:
  static bool contains(std::span<const std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  const Attribute& kept(Attribute value) {
    return *kept_.emplace_back(std::make_unique<Attribute>(std::move(value)));
  }

  const ir::RecordAttribute* record(std::string_view name) {
    const Attribute* found = op_.attributes.find(name);
    if (found) used_.emplace_back(name);
    return found ? found->get<ir::RecordAttribute>() : nullptr;
  }

  Attribute field(std::string_view attribute, std::string_view name) {
    const ir::RecordAttribute* from = record(attribute);
    const Attribute* found = from ? from->fields.find(name) : nullptr;
    if (found) return *found;
    const bool is_number = name == "index_vector_dim" || name.ends_with("_dimension");
    return is_number ? ir::int_attribute(0) : repeated(0, 0);
  }

  Attribute algorithm(std::string_view name) {
    const ir::RecordAttribute* from = record("algorithm");
    if (!from) return ir::OpaqueAttribute{std::string(kNoneText)};
    const Attribute* found = from->fields.find(name);
    return found ? *found : Attribute(false);
  }

  Attribute channel(std::string_view name) {
    const ir::RecordAttribute* handle = record("channel_handle");
    return ir::int_attribute(
        handle ? ir::record_int(*handle, name == "channel_id" ? "handle" : "type") : 0);
  }

  const ir::Operation& op_;
  std::string_view name_;
  const Record* record_ = nullptr;
  std::vector<std::unique_ptr<Attribute>> kept_;
  std::vector<std::string> used_;
};

/// Whether a value says no more than that it is not given.
bool says_nothing(const ir::Operation& op, std::string_view name, const Attribute& value) {
  const auto* list = value.get<ir::IntArrayAttribute>();
  const auto* opaque = value.get<ir::OpaqueAttribute>();
  if ((list && list->values.empty()) || (opaque && opaque->text == kNoneText)) return true;
  if (name == "allow_imprecise_accumulation" || name.ends_with("_batching_dims") ||
      name.ends_with("_count") || name.ends_with("_type") || name.ends_with("_operations"))
    return false;
  return value == default_of(op, name);
}

}  // namespace

VhloAttributes from_stablehlo(const ir::Operation& op, const VhloOp& chosen, const VhloOp& newest,
                              const Version& target) {
  Spread spread(op);
  VhloAttributes attributes;
  const auto has = [](const VhloOp& version, std::string_view name) {
    return std::find(version.attributes.begin(), version.attributes.end(), name) !=
           version.attributes.end();
  };
  for (const std::string_view name : chosen.attributes) {
    // An older dynamic_conv says its padding twice, and the operand is what counts.
    const Attribute* given = has(newest, name) ? spread.find(name) : nullptr;
    attributes.own.push_back(given ? *given : default_of(op, name));
  }
  for (const std::string_view name : newest.attributes) {
    if (has(chosen, name)) continue;
    const Attribute* given = spread.find(name);
    if (given && !says_nothing(op, name, *given))
      throw NewerVersion(
          fmt::format("{}: {}: its attribute {}", op.location.str(), op.name(), name), newest.since,
          target);
  }
  attributes.others = spread.rest();
  return attributes;
}

}  // namespace tutti::portable
