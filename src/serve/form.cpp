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

std::string options_html(const Field& field, const std::string& value) {
  std::vector<std::string> choices = field.argument.choices;
  if (is_truth(field.argument))
    choices = {"false", "true"};
  else if (choices.empty())
    choices = {"", "true", "false"};  // a boolean that may be left unset
  if (std::find(choices.begin(), choices.end(), field.standard) == choices.end())
    choices.insert(choices.begin(), field.standard);
  if (std::find(choices.begin(), choices.end(), value) == choices.end())
    choices.insert(choices.begin(), value);
  std::string html;
  for (const std::string& choice : choices) {
    std::string text = choice.empty() ? "default" : choice;
    if (choice == field.standard && !field.standing.empty()) text = field.standing;
    if (choice == "true" && !field.when_true.empty()) text = field.when_true;
    html += fmt::format("<option value=\"{}\"{}>{}</option>", escaped_html(choice),
                        choice == value ? " selected" : "", escaped_html(text));
  }
  return html;
}

/// The part of a field that a user fills in.
std::string control_html(const Field& field, const std::string& value,
                         const std::string& attributes, bool writes) {
  const Argument& argument = field.argument;
  if (is_truth(argument) && field.when_true.empty())
    return fmt::format("<input type=\"checkbox\" value=\"true\"{}{}>", attributes,
                       value == "true" ? " checked" : "");
  if (!argument.choices.empty() || argument.is_switch())
    return fmt::format("<select{}>{}</select>", attributes, options_html(field, value));
  if (writes && is_text(argument))
    return fmt::format("<textarea rows=\"3\"{}>\n{}</textarea>", attributes, escaped_html(value));
  return fmt::format(
      "<input type=\"text\" autocomplete=\"off\" spellcheck=\"false\"{}{} "
      "value=\"{}\">",
      is_text(argument) ? "" : " inputmode=\"decimal\"", attributes, escaped_html(value));
}

/// Makes lines end as on this system, not as in a form.
std::string plain_lines(std::string text) {
  std::erase(text, '\r');
  return text;
}

}  // namespace

std::string field_html(const Field& field, const NamedValues& values,
                       const std::map<std::string, std::string>& errors, bool writes) {
  const Argument& argument = field.argument;
  const auto given = std::find_if(values.begin(), values.end(),
                                  [&](const auto& value) { return value.first == argument.name; });
  const auto error = errors.find(argument.name);
  const std::string name = escaped_html(argument.name);
  const std::string attributes =
      fmt::format(" id=\"f-{0}\" name=\"{1}{0}\" aria-describedby=\"h-{0}\"{2}", name, kFieldPrefix,
                  error == errors.end() ? "" : " aria-invalid=\"true\"");
  return fmt::format(
      "<div class=\"field\"><label for=\"f-{0}\">{1}</label>{2}\n<p id=\"h-{0}\" "
      "class=\"faint\">{3}{4}</p></div>\n",
      name, field.label.empty() ? name : escaped_html(field.label),
      control_html(field, given == values.end() ? field.standard : given->second, attributes,
                   writes),
      error == errors.end() ? "" : fmt::format("<strong>{}</strong> ", escaped_html(error->second)),
      escaped_html(argument.help));
}

std::string fields_html(const std::vector<Field>& fields, const NamedValues& values,
                        const std::map<std::string, std::string>& errors, size_t open) {
  std::vector<std::string> groups;
  std::map<std::string, std::string> contents;
  std::map<std::string, bool> has_error;
  for (const Field& field : fields) {
    const std::string& group = field.argument.group;
    if (!contents.contains(group)) groups.push_back(group);
    if (errors.contains(field.argument.name)) has_error[group] = true;
    contents[group] += field_html(field, values, errors);
  }
  std::string html;
  for (size_t i = 0; i < groups.size(); i++)
    html += fmt::format(
        "<details class=\"group\"{}><summary><h3>{}</h3></summary>\n<div class=\"options\">\n"
        "{}</div></details>\n",
        i < open || has_error[groups[i]] ? " open" : "",
        escaped_html(groups[i].empty() ? "Arguments" : groups[i]), contents[groups[i]]);
  return html;
}

NamedValues given_values(const std::vector<Field>& fields, const NamedValues& form) {
  NamedValues given;
  for (const Field& field : fields) {
    const std::string& name = field.argument.name;
    std::string text = plain_lines(value_of(form, kFieldPrefix + name));
    if (is_truth(field.argument) && text.empty()) text = "false";
    // A field whose flag is not given has an empty line.
    if (!text.empty() && text != field.standard) given.emplace_back(name, text);
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
