// SPDX-License-Identifier: Apache-2.0
// The functions that every chat template may call.
#include <fmt/format.h>

#include <ctime>

#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {
namespace {

constexpr int64_t kMaxRange = 100'000;  // as Jinja's sandbox

Value range_of(const Arguments& arguments) {
  if (!arguments.named.empty() || arguments.positional.empty() || arguments.positional.size() > 3)
    throw Problem("range: found other arguments, expected one to three integers");
  std::vector<int64_t> values;
  for (const Value& value : arguments.positional) values.push_back(integer_of(value, "range"));
  const int64_t first = values.size() > 1 ? values[0] : 0;
  const int64_t end = values.size() > 1 ? values[1] : values[0];
  const int64_t step = values.size() > 2 ? values[2] : 1;
  if (step == 0) throw Problem("range: found step 0, expected another");
  Values items;
  for (int64_t i = first; step > 0 ? i < end : i > end;) {
    if (items.size() >= static_cast<size_t>(kMaxRange))
      throw Problem(fmt::format("range: found more than {} numbers, expected fewer", kMaxRange));
    items.push_back(Value::integer(i));
    if (__builtin_add_overflow(i, step, &i)) break;
  }
  std::string shown = fmt::format("range({}, {}", first, end);
  shown += step == 1 ? ")" : fmt::format(", {})", step);
  return Value::list(std::move(items), ListKind::range, std::move(shown));
}

}  // namespace

Value Runtime::call_builtin(const std::string& name, const Arguments& arguments) {
  if (name == "namespace") return make_namespace(arguments);
  if (name == "range") return range_of(arguments);
  if (name == "strftime_now") return time_now(arguments);
  if (name == "dict") {
    if (!arguments.positional.empty())
      throw Problem("dict: found an argument without a name, expected names alone");
    return Value::dict(arguments.named);
  }
  const auto message = bind(name, arguments, {"message"})[0];
  throw Raised{message ? printed(*message) : ""};
}

Value Runtime::make_namespace(const Arguments& arguments) {
  Namespace space;
  for (const Value& value : arguments.positional) {
    if (!value.as_dict()) throw Problem("namespace: expected a dict, or arguments with names");
    for (const auto& [key, member] : value.as_dict()->entries) space.members[key] = member;
  }
  for (const auto& [key, member] : arguments.named) space.members[key] = member;
  constexpr size_t kMemberBytes = 128;  // of a map's node with its key and value
  space.memory = MemoryShare(sizeof(Namespace) + space.members.size() * kMemberBytes);
  namespaces_.push_back(std::move(space));
  return Value::space(&namespaces_.back());
}

Value Runtime::time_now(const Arguments& arguments) const {
  const auto format = bind("strftime_now", arguments, {"format"})[0];
  if (!format) throw Problem("strftime_now: found no format, expected one");
  if (!input_.now) throw Problem("strftime_now: the template asks for the time, and none is given");
  const std::string& text = text_of(*format, "strftime_now");
  std::string result;
  for (size_t i = 0; i < text.size(); i++) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const bool is_short = i + 1 < text.size() && text[i + 1] == '-';
    const size_t at = i + (is_short ? 2 : 1);
    static constexpr std::string_view kKnown = "aAbBcdDeFHIjmMpRSTUwWxXyY%";
    if (at >= text.size() || kKnown.find(text[at]) == std::string_view::npos)
      throw Problem(fmt::format("strftime_now: found the format \"{}\", expected % and one of {}",
                                escaped(text), kKnown));
    char buffer[100];
    const std::string part = text.substr(i, at + 1 - i);
    result.append(buffer, std::strftime(buffer, sizeof buffer, part.c_str(), &*input_.now));
    i = at;
  }
  return Value::text(std::move(result));
}

}  // namespace tutti::data::jinja
