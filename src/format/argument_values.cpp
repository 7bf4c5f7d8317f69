// SPDX-License-Identifier: Apache-2.0
#include "format/argument_values.h"

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/text.h"

namespace tutti::format {
namespace {

template <typename... Visits>
struct Overloaded : Visits... {
  using Visits::operator()...;
};
template <typename... Visits>
Overloaded(Visits...) -> Overloaded<Visits...>;

/// A whole text as a number, whatever the locale.
template <typename Number>
std::optional<Number> number_of(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<bool> bool_of(std::string_view text) {
  if (text == "1") return true;
  if (text == "0") return false;
  return truth_word(text);
}

std::string range_of(const Argument& argument) {
  const bool low = argument.minimum > -1e300;
  const bool high = argument.maximum < 1e300;
  if (low && high) return fmt::format(" from {} to {}", argument.minimum, argument.maximum);
  if (low) return fmt::format(" of at least {}", argument.minimum);
  if (high) return fmt::format(" of at most {}", argument.maximum);
  return "";
}

[[noreturn]] void bad_value(const Argument& argument, std::string_view where,
                            std::string_view found) {
  std::string expected;
  if (!argument.choices.empty()) {
    expected = fmt::format("one of {}", fmt::join(argument.choices, ", "));
  } else {
    const char* kind = std::visit(
        Overloaded{
            [](bool*) { return "true or false"; }, [](double*) { return "a number"; },
            [](std::optional<bool>*) { return "true or false"; },
            [](std::optional<double>*) { return "a number"; },
            [&](std::string*) { return argument.several ? "text, or a list of texts" : "text"; },
            [](std::vector<std::string>*) { return "texts"; },
            [](auto*) { return "a whole number"; }},
        argument.value);
    expected = kind + range_of(argument);
  }
  user_error("{}: found {}, expected {}", where, found, expected);
}

void set_number(const Argument& argument, std::optional<double> value, std::string_view where,
                std::string_view found) {
  if (!value || !std::isfinite(*value) || *value < argument.minimum || *value > argument.maximum)
    bad_value(argument, where, found);
}

/// Puts a value in its place after its checks; nothing where the text or JSON was of another kind.
struct Setter {
  const Argument& argument;
  std::string_view where;
  std::string found;  // as errors show it

  /// Place is bool, or one that may be absent; likewise below.
  template <typename Place>
  void set(Place* place, std::optional<bool> value) const {
    if (!value) bad_value(argument, where, found);
    *place = *value;
  }
  template <typename Place>
  void set(Place* place, std::optional<double> value) const {
    set_number(argument, value, where, found);
    *place = *value;
  }
  template <typename Place>
  void set(Place* place, std::optional<int64_t> value) const {
    set_number(argument, value ? std::optional(static_cast<double>(*value)) : std::nullopt, where,
               found);
    *place = *value;
  }
  void set(std::string* place, std::optional<std::string> value) const {
    if (!value) bad_value(argument, where, found);
    if (const auto truth = truth_word(*value); truth && !argument.meaning_of_true.empty())
      *value = *truth ? argument.meaning_of_true : "";
    // As run.json and results hold it.
    if (!is_valid_utf8(*value)) user_error("{}: found {}, expected UTF-8", where, found);
    const auto& choices = argument.choices;
    if (!choices.empty() && std::find(choices.begin(), choices.end(), *value) == choices.end())
      bad_value(argument, where, found);
    *place = std::move(*value);
  }
  /// One more of several texts.
  void set(std::vector<std::string>* place, std::optional<std::string> value) const {
    std::string text;
    set(&text, std::move(value));
    place->push_back(std::move(text));
  }
};

/// A JSON number that is whole and fits, written 3 or 3.0.
std::optional<int64_t> integer_in(const nlohmann::json& value) {
  if (value.is_number_unsigned() && value.get<uint64_t>() > uint64_t{INT64_MAX}) return {};
  if (value.is_number_integer()) return value.get<int64_t>();
  if (!value.is_number_float()) return {};
  const double number = value.get<double>();
  if (number != std::floor(number) || std::abs(number) > 9e15) return {};
  return static_cast<int64_t>(number);
}

/// A list of texts as one, with commas between them; nothing where it has other things.
std::optional<std::string> joined_texts(const nlohmann::json& list) {
  std::vector<std::string> texts;
  for (const nlohmann::json& text : list) {
    if (!text.is_string()) return std::nullopt;
    texts.push_back(text.get<std::string>());
  }
  return fmt::format("{}", fmt::join(texts, ","));
}

}  // namespace

std::optional<bool> truth_word(std::string_view text) {
  if (text == "true" || text == "True") return true;
  if (text == "false" || text == "False") return false;
  return std::nullopt;
}

void set_from_text(const Argument& argument, std::string_view text, std::string_view where) {
  const Setter setter{argument, where, fmt::format("\"{}\"", escaped(text))};
  const auto set_truth = [&](auto* place) { setter.set(place, bool_of(text)); };
  const auto set_real = [&](auto* place) { setter.set(place, number_of<double>(text)); };
  const auto set_string = [&](auto* place) { setter.set(place, std::string(text)); };
  std::visit(Overloaded{[&](bool* place) { set_truth(place); },
                        [&](std::optional<bool>* place) { set_truth(place); },
                        [&](double* place) { set_real(place); },
                        [&](std::optional<double>* place) { set_real(place); },
                        [&](std::string* place) { set_string(place); },
                        [&](std::vector<std::string>* place) { set_string(place); },
                        [&](auto* place) { setter.set(place, number_of<int64_t>(text)); }},
             argument.value);
}

void set_from_json(const Argument& argument, const nlohmann::json& value, std::string_view where) {
  const auto dump = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const Setter setter{argument, where, escaped(dump)};
  const auto as = [&](auto kind, bool fits) {
    using Kind = decltype(kind);
    return fits ? std::optional<Kind>(value.get<Kind>()) : std::nullopt;
  };
  const auto set_truth = [&](auto* place) { setter.set(place, as(bool{}, value.is_boolean())); };
  const auto set_real = [&](auto* place) { setter.set(place, as(double{}, value.is_number())); };
  std::visit(Overloaded{[&](bool* place) { set_truth(place); },
                        [&](std::optional<bool>* place) { set_truth(place); },
                        [&](double* place) { set_real(place); },
                        [&](std::optional<double>* place) { set_real(place); },
                        [&](std::string* place) {
                          const bool is_truth =
                              value.is_boolean() && !argument.meaning_of_true.empty();
                          const bool is_list = value.is_array() && argument.several;
                          setter.set(place, is_truth  ? value.dump()
                                            : is_list ? joined_texts(value)
                                                      : as(std::string{}, value.is_string()));
                        },
                        [&](std::vector<std::string>* place) {
                          setter.set(place, as(std::string{}, value.is_string()));
                        },
                        [&](auto* place) { setter.set(place, integer_in(value)); }},
             argument.value);
}

nlohmann::ordered_json arguments_json(const ArgumentList& list) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  for (const Argument& argument : list) {
    if (argument.positional) continue;
    auto& member = object[argument.name];
    std::visit(Overloaded{[&]<typename T>(std::optional<T>* value) {
                            if (*value) member = **value;
                          },
                          [&](std::string* value) {
                            if (!value->empty()) member = *value;
                          },
                          [&](auto* value) { member = *value; }},
               argument.value);
  }
  return object;
}

std::string text_of(const Argument& argument) {
  return std::visit(Overloaded{[]<typename T>(std::optional<T>* value) {
                                 return *value ? fmt::format("{}", **value) : std::string();
                               },
                               [](std::vector<std::string>* value) {
                                 return fmt::format("{}", fmt::join(*value, " "));
                               },
                               [](auto* value) { return fmt::format("{}", *value); }},
                    argument.value);
}

}  // namespace tutti::format
