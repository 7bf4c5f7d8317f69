// SPDX-License-Identifier: Apache-2.0
#include "task/causal/conversation.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::task::causal {
namespace {

constexpr std::string_view kRoles[] = {"system", "developer", "user",   "assistant",
                                       "tool",   "function",  "ipython"};

/// ShareGPT's names of roles, and those that templates know.
constexpr std::pair<std::string_view, std::string_view> kShareGptRoles[] = {{"human", "user"},
                                                                            {"gpt", "assistant"}};

void rename_key(Json& object, const char* from, const char* to) {
  if (!object.contains(from) || object.contains(to)) return;
  Json renamed = Json::object();
  for (auto& [key, value] : object.items()) renamed[key == from ? to : key] = std::move(value);
  object = std::move(renamed);
}

/// Whether a member is there and not null.
bool has_member(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && !found->is_null();
}

void check_role(Json& message, const std::string& where) {
  if (!message.contains("role") || !message["role"].is_string())
    user_error("{}: found {}, expected a text as \"role\"", where,
               message.contains("role") ? format::json_found(message["role"]) : "none");
  auto& role = message["role"].get_ref<std::string&>();
  for (const auto& [theirs, ours] : kShareGptRoles)
    if (role == theirs) role = ours;
  if (std::find(std::begin(kRoles), std::end(kRoles), role) == std::end(kRoles))
    user_error("{}: \"role\" is \"{}\", expected one of {}", where, escaped(role),
               fmt::join(kRoles, ", "));
}

void check_part(const Json& part, const std::string& where) {
  const std::string type = part.is_object() && part.contains("type") && part["type"].is_string()
                               ? part["type"].get<std::string>()
                               : "";
  if (type != "text")
    user_error("{}: found a part of {}, expected texts alone: the model reads nothing else", where,
               type.empty() ? format::json_found(part) : fmt::format("type \"{}\"", escaped(type)));
  if (!part.contains("text") || !part["text"].is_string())
    user_error("{}: found a part without \"text\", expected one", where);
}

void check_content(const Json& message, const std::string& where) {
  if (!has_member(message, "content")) {
    if (has_member(message, "tool_calls")) return;
    user_error("{}: \"content\" is {}, expected a text", where,
               message.contains("content") ? "null" : "missing");
  }
  const Json& content = message["content"];
  if (content.is_string()) return;
  if (!content.is_array())
    user_error("{}: \"content\" is {}, expected a text", where, format::json_found(content));
  for (size_t i = 0; i < content.size(); i++)
    check_part(content[i], fmt::format("{}: \"content\"[{}]", where, i));
}

Json parse_if_text(const Json& value, const std::string& where) {
  if (!value.is_string()) return value;
  return format::parse_json_ordered(value.get_ref<const std::string&>(), where);
}

/// Gives the keys of a message their usual names, and refuses what is no message.
void read_message(Json& message, const std::string& where) {
  if (!message.is_object())
    user_error("{}: found {}, expected a message {{\"role\": ..., \"content\": ...}}", where,
               format::json_found(message));
  rename_key(message, "from", "role");
  rename_key(message, "value", "content");
  check_role(message, where);
  check_content(message, where);
  if (has_member(message, "tool_calls") && !message["tool_calls"].is_array())
    user_error("{}: \"tool_calls\" is {}, expected a list", where,
               format::json_found(message["tool_calls"]));
}

}  // namespace

Json read_messages(const Json& value, const std::string& where) {
  if (!value.is_array())
    user_error("{}: found {}, expected a list of messages", where, format::json_found(value));
  if (value.empty()) user_error("{}: the list is empty, expected at least one message", where);
  Json messages = value;
  for (size_t i = 0; i < messages.size(); i++)
    read_message(messages[i], fmt::format("{}[{}]", where, i));
  return messages;
}

Json read_tools(const Json& value, const std::string& where) {
  Json tools = parse_if_text(value, where);
  if (!tools.is_null() && !tools.is_array())
    user_error("{}: found {}, expected a list of tools or its JSON text", where,
               format::json_found(tools));
  return tools;
}

Json read_template_arguments(const Json& value, const std::string& where) {
  if (value.is_null()) return Json::object();
  Json arguments = parse_if_text(value, where);
  if (!arguments.is_object())
    user_error("{}: found {}, expected an object of a template's variables", where,
               format::json_found(arguments));
  return arguments;
}

}  // namespace tutti::task::causal
