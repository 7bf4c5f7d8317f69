// SPDX-License-Identifier: Apache-2.0
// A chat template from outside, rendered within small limits. The input is the template, and after
// a NUL the messages as JSON; without them, two messages are rendered.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "data/chat_template/chat_template.h"

namespace {

using tutti::data::ChatInput;
using tutti::data::ChatTemplate;
using tutti::data::RenderedChat;
using Json = nlohmann::ordered_json;

ChatInput input_of(std::string_view messages) {
  ChatInput input;
  input.messages = Json::parse(
      R"([{"role": "user", "content": "é"}, {"role": "assistant", "content": "b",
           "tool_calls": [{"function": {"name": "f", "arguments": {"x": [1, 2.5, null]}}}]}])");
  const Json read = Json::parse(messages, nullptr, false);
  if (messages.size() < 4096 && !read.is_discarded()) input.messages = read;
  input.tools = Json::parse(R"([{"type": "function", "function": {"name": "f"}}])");
  input.variables = Json::parse(R"({"bos_token": "<s>", "eos_token": "</s>"})");
  input.now = std::tm{};
  return input;
}

void check_spans(const RenderedChat& chat) {
  size_t end = 0;
  for (const auto& span : chat.generated) {
    tutti::check(end <= span.begin_byte && span.begin_byte <= span.end_byte &&
                     span.end_byte <= chat.text.size() && span.begin <= span.end,
                 "spans are not in order");
    end = span.end_byte;
  }
  tutti::check(tutti::is_valid_utf8(chat.text), "the text is not UTF-8");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(data), size);
  const size_t split = std::min(all.find('\0'), all.size());
  const ChatInput input = input_of(all.substr(std::min(split + 1, all.size())));
  try {
    const ChatTemplate chat(all.substr(0, split), "fuzz");
    check_spans(
        chat.render(input, {.work = 2'000'000, .output_bytes = 1 << 20, .memory_bytes = 1 << 24}));
  } catch (const tutti::UserError&) {
  }
  return 0;
}
