// SPDX-License-Identifier: Apache-2.0
#include "serve/form.h"

#include <fmt/format.h>

#include <algorithm>

#include "pages/page.h"

namespace tutti::serve {
namespace {

using pages::escaped_html;

constexpr const char* kFieldPrefix =
    "a.";  // so that no flag has the name of the key, or of the run

bool is_truth(const Argument& argument) {
  return std::holds_alternative<bool*>(argument.value);
}

bool is_text(const Argument& argument) {
  return std::holds_alternative<std::string*>(argument.value) && argument.choices.empty();
}

std::string options_html(const Argument& argument, const std::string& value) {
  std::vector<std::string> choices = argument.choices;
  if (choices.empty()) choices = {"", "true", "false"};  // a truth that may be left open
  if (std::find(choices.begin(), choices.end(), value) == choices.end())
    choices.insert(choices.begin(), value);
  std::string html;
  for (const std::string& choice : choices)
    html += fmt::format("<option value=\"{0}\"{1}>{2}</option>", escaped_html(choice),
                        choice == value ? " selected" : "",
                        choice.empty() ? "as usual" : escaped_html(choice));
  return html;
}

/// The part of a field that somebody fills in.
std::string control_html(const Argument& argument, const std::string& value,
                         const std::string& attributes, bool writes) {
  if (is_truth(argument))
    return fmt::format("<input type=\"checkbox\" value=\"true\"{}{}>", attributes,
                       value == "true" ? " checked" : "");
  if (!argument.choices.empty() || argument.is_switch())
    return fmt::format("<select{}>{}</select>", attributes, options_html(argument, value));
  if (writes && is_text(argument))
    return fmt::format("<textarea rows=\"3\"{}>\n{}</textarea>", attributes, escaped_html(value));
  return fmt::format(
      "<input type=\"text\" autocomplete=\"off\" spellcheck=\"false\"{}{} "
      "value=\"{}\">",
      is_text(argument) ? "" : " inputmode=\"decimal\"", attributes, escaped_html(value));
}

std::string field_html(const Field& field, const std::string& value, const std::string& error,
                       bool writes) {
  const Argument& argument = field.argument;
  const std::string name = escaped_html(argument.name);
  const std::string attributes =
      fmt::format(" id=\"f-{0}\" name=\"{1}{0}\" aria-describedby=\"h-{0}\"{2}", name, kFieldPrefix,
                  error.empty() ? "" : " aria-invalid=\"true\"");
  return fmt::format(
      "<div class=\"field\"><label for=\"f-{0}\">{0}</label>{1}\n<p id=\"h-{0}\" "
      "class=\"faint\">{2}{3}</p></div>\n",
      name, control_html(argument, value, attributes, writes),
      error.empty() ? "" : fmt::format("<strong>{}</strong> ", escaped_html(error)),
      escaped_html(argument.help));
}

/// Lines end as on this system, not as in a form.
std::string plain_lines(std::string text) {
  std::erase(text, '\r');
  return text;
}

}  // namespace

std::string fields_html(const std::vector<Field>& fields, const NamedValues& values,
                        const std::map<std::string, std::string>& errors, size_t open,
                        bool writes) {
  std::vector<std::string> groups;
  std::map<std::string, std::string> contents;
  std::map<std::string, bool> has_error;
  for (const Field& field : fields) {
    const std::string& name = field.argument.name;
    const std::string& group = field.argument.group;
    if (!contents.contains(group)) groups.push_back(group);
    const auto given = std::find_if(values.begin(), values.end(),
                                    [&](const auto& value) { return value.first == name; });
    const auto error = errors.find(name);
    if (error != errors.end()) has_error[group] = true;
    contents[group] += field_html(field, given == values.end() ? field.standard : given->second,
                                  error == errors.end() ? "" : error->second, writes);
  }
  std::string html;
  for (size_t i = 0; i < groups.size(); i++)
    html += pages::section_html(groups[i].empty() ? "Arguments" : groups[i], contents[groups[i]],
                                i < open || has_error[groups[i]]);
  return html;
}

NamedValues given_values(const std::vector<Field>& fields, const NamedValues& form) {
  NamedValues given;
  for (const auto& [argument, standard] : fields) {
    std::string text = plain_lines(value_of(form, kFieldPrefix + argument.name));
    if (is_truth(argument) && text.empty()) text = "false";
    // An empty line is what a field has whose flag is not given.
    if (!text.empty() && text != standard) given.emplace_back(argument.name, text);
  }
  return given;
}

std::vector<std::string> flags_of(const std::vector<Field>& fields, const NamedValues& values) {
  std::vector<std::string> words;
  for (const auto& [name, value] : values) {
    const bool is_switch = std::any_of(fields.begin(), fields.end(), [&](const Field& field) {
      return field.argument.name == name && field.argument.is_switch();
    });
    words.push_back(is_switch && value == "true" ? "--" + name : "--" + name + "=" + value);
  }
  return words;
}

}  // namespace tutti::serve
