// SPDX-License-Identifier: Apache-2.0
#include "ir/attribute_kinds.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tutti::ir {
namespace {

/// The words of an enumeration, or the fields of a record.
struct Words {
  std::string_view name;
  std::array<std::string_view, 9> words;  // empty after the last one

  std::span<const std::string_view> all() const {
    const auto end = std::find(words.begin(), words.end(), "");
    return {words.data(), static_cast<size_t>(end - words.begin())};
  }
};

constexpr Words kEnumerations[] = {
    {"comparison_direction", {"EQ", "NE", "GE", "GT", "LE", "LT"}},
    {"comparison_type", {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}},
    {"fft_type", {"FFT", "IFFT", "RFFT", "IRFFT"}},
    {"precision", {"DEFAULT", "HIGH", "HIGHEST"}},
    {"rng_algorithm", {"DEFAULT", "THREE_FRY", "PHILOX"}},
    {"rng_distribution", {"UNIFORM", "NORMAL"}},
    {"transpose", {"NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}},
};

constexpr Words kRecords[] = {
    {"stablehlo.gather",
     {"offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
      "start_index_map", "index_vector_dim"}},
    {"stablehlo.scatter",
     {"update_window_dims", "inserted_window_dims", "input_batching_dims",
      "scatter_indices_batching_dims", "scatter_dims_to_operand_dims", "index_vector_dim"}},
    {"stablehlo.dot",
     {"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
      "rhs_contracting_dimensions"}},
    {"stablehlo.dot_algorithm",
     {"lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count",
      "rhs_component_count", "num_primitive_operations", "allow_imprecise_accumulation"}},
    {"stablehlo.result_accuracy", {"atol", "rtol", "ulps", "mode"}},
    {"stablehlo.channel_handle", {"handle", "type"}},
    {"stablehlo.output_operand_alias",
     {"output_tuple_indices", "operand_index", "operand_tuple_indices"}},
    {"stablehlo.conv",
     {"input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions",
      "kernel_input_feature_dimension", "kernel_output_feature_dimension",
      "kernel_spatial_dimensions", "output_batch_dimension", "output_feature_dimension",
      "output_spatial_dimensions"}},
    {"chlo.ragged_dot",
     {"lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
      "rhs_contracting_dimensions", "lhs_ragged_dimensions", "rhs_group_dimensions"}},
};

std::span<const std::string_view> words_of(std::span<const Words> all, std::string_view name) {
  for (const Words& entry : all)
    if (entry.name == name) return entry.all();
  return {};
}

template <typename T>
bool is(const Attribute& attribute) {
  return attribute.get<T>() != nullptr;
}

bool is_integer_of(const Attribute& attribute, ElementType type) {
  const auto* integer = attribute.get<IntegerAttribute>();
  return integer && integer->type == type;
}

bool is_tensor_of(const Attribute& attribute, ElementType type, int64_t rank) {
  const auto* tensor = attribute.get<Tensor>();
  return tensor && tensor->type().element == type && tensor->type().rank() == rank;
}

/// An array, or the older dense<...> where it was too long for the parser to turn it into one.
bool is_list_of(const Attribute& attribute, ElementType type) {
  const auto* array = attribute.get<IntArrayAttribute>();
  return array ? array->type == type : is_tensor_of(attribute, type, 1);
}

bool is_float_attribute(const Attribute& attribute, std::optional<ElementType> type) {
  const auto* number = attribute.get<FloatAttribute>();
  return number && (!type || number->type == *type);
}

bool is_list_of_symbols(const Attribute& attribute) {
  const auto* list = attribute.get<ListAttribute>();
  return list && std::all_of(list->values.begin(), list->values.end(), is<SymbolAttribute>);
}

/// The processes that work together, as a matrix or by the axes of a mesh.
bool is_groups(const Attribute& attribute) {
  const auto* axes = attribute.get<OpaqueAttribute>();
  return is_tensor_of(attribute, ElementType::i64, 2) ||
         (axes && axes->text.starts_with("#stablehlo.replica_group_mesh_axes<"));
}

/// Tolerances of at least 0, and none but in the mode that is named after them.
bool is_accuracy(const Attribute& attribute) {
  const auto* record = attribute.get<RecordAttribute>();
  if (!record || record->name != "stablehlo.result_accuracy") return false;
  bool tolerates = false;
  double least = 0, most = 0;
  for (const auto& [name, value] : record->fields.entries()) {
    if (name == "mode") {
      const auto* mode = value.get<OpaqueAttribute>();
      const auto is_mode = [&](std::string_view word) {
        return mode && mode->text == fmt::format("#stablehlo.result_accuracy_mode<{}>", word);
      };
      tolerates = is_mode("TOLERANCE");
      if (!tolerates && !is_mode("DEFAULT") && !is_mode("HIGHEST")) return false;
      continue;
    }
    const auto* number = value.get<FloatAttribute>();
    const auto* integer = value.get<IntegerAttribute>();
    if (name == "ulps" ? !integer : !number) return false;
    const double tolerance = number ? number->value : static_cast<double>(integer->value);
    least = std::min(least, tolerance);
    most = std::max(most, tolerance);
  }
  return least >= 0 && (tolerates || most == 0);
}

struct Kind {
  std::string_view name, expected;
  bool (*fits)(const Attribute&);
};

constexpr Kind kKinds[] = {
    {"int", "an integer like 3 : i64",
     [](const Attribute& a) { return is_integer_of(a, ElementType::i64); }},
    {"int32", "an integer like 3 : i32",
     [](const Attribute& a) { return is_integer_of(a, ElementType::i32); }},
    {"ints", "a list like array<i64: 0, 1>",
     [](const Attribute& a) { return is_list_of(a, ElementType::i64); }},
    {"ints32", "a list like array<i32: 0, 1>",
     [](const Attribute& a) { return is_list_of(a, ElementType::i32); }},
    {"bools", "a list like array<i1: true, false>",
     [](const Attribute& a) { return is_list_of(a, ElementType::i1); }},
    {"groups", "a matrix like dense<[[0, 1]]> : tensor<1x2xi64>, a row a group", is_groups},
    {"bool", "true or false", [](const Attribute& a) { return is<bool>(a) || is<Unit>(a); }},
    {"unit", "its name alone, without a value", is<Unit>},
    {"number", "a number like 0.5 : f32",
     [](const Attribute& a) { return is_float_attribute(a, std::nullopt); }},
    {"float32", "a number like 0.5 : f32",
     [](const Attribute& a) { return is_float_attribute(a, ElementType::f32); }},
    {"string", "a string like \"f\"", is<std::string>},
    {"target", "a name like @f", is<std::string>},
    {"symbol", "the name of a function like @f", is<SymbolAttribute>},
    {"list", "a list like [...]", is<ListAttribute>},
    {"symbols", "a list of functions like [@f, @g]", is_list_of_symbols},
    {"dictionary", "a dictionary like {a = 1 : i32}", is<DictionaryAttribute>},
    {"dense", "a tensor like dense<0> : tensor<2xi32>", is<Tensor>},
    {"accuracy",
     "#stablehlo.result_accuracy<...> of mode DEFAULT or HIGHEST, or TOLERANCE and tolerances from "
     "0 on",
     is_accuracy},
};

/// "EQ, NE or LT".
std::string alternatives(std::span<const std::string_view> words) {
  std::string text;
  for (size_t i = 0; i < words.size(); i++)
    text += fmt::format("{}{}", i == 0 ? "" : i + 1 < words.size() ? ", " : " or ", words[i]);
  return text;
}

bool is_word_of(const Attribute& attribute, std::string_view kind) {
  const auto* found = attribute.get<EnumAttribute>();
  const auto words = words_of(kEnumerations, kind);
  return found && found->kind == kind &&
         std::find(words.begin(), words.end(), found->value) != words.end();
}

bool is_list_of_words(const Attribute& attribute, std::string_view kind) {
  const auto* list = attribute.get<ListAttribute>();
  return list && std::all_of(list->values.begin(), list->values.end(),
                             [&](const Attribute& value) { return is_word_of(value, kind); });
}

}  // namespace

std::string misfit(const Attribute* attribute, std::string_view kind) {
  const auto rest = [&](std::string_view prefix) -> std::optional<std::string_view> {
    return kind.starts_with(prefix) ? std::optional(kind.substr(prefix.size())) : std::nullopt;
  };
  if (const auto name = rest("enum."))
    return attribute && is_word_of(*attribute, *name)
               ? ""
               : alternatives(words_of(kEnumerations, *name));
  if (const auto name = rest("enums."))
    return attribute && is_list_of_words(*attribute, *name)
               ? ""
               : fmt::format("a list of {}", alternatives(words_of(kEnumerations, *name)));
  if (const auto name = rest("record.")) {
    const auto* record = attribute ? attribute->get<RecordAttribute>() : nullptr;
    return record && record->name == *name ? "" : fmt::format("#{}<...>", *name);
  }
  if (const auto name = rest(kOpaque)) {
    const auto* opaque = attribute ? attribute->get<OpaqueAttribute>() : nullptr;
    const std::string before = fmt::format("#{}<", *name);
    return opaque && opaque->text.starts_with(before) ? "" : before + "...>";
  }
  for (const Kind& known : kKinds)
    if (known.name == kind)
      return std::string(attribute && known.fits(*attribute) ? "" : known.expected);
  throw InternalError(fmt::format("unknown kind of attribute '{}'", kind));
}

std::span<const std::string_view> record_fields(std::string_view name) {
  return words_of(kRecords, name);
}

}  // namespace tutti::ir
