// SPDX-License-Identifier: Apache-2.0
#include "task/causal/labelled_tokens.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>

#include "base/calendar.h"
#include "base/log.h"
#include "base/rounding.h"
#include "base/text.h"
#include "base/threads.h"

namespace tutti::task::causal {
namespace {

constexpr int32_t kNoToken = -1;
constexpr size_t kMostTried = 8;  // keys of messages: each costs two renderings

/// The number of code points before a byte of well-formed UTF-8.
size_t code_points(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

/// How many tokens two lists have in common at their beginning.
size_t common_prefix(const std::vector<int32_t>& a, const std::vector<int32_t>& b) {
  const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<size_t>(end - a.begin());
}

/// Leaves the loss no tokens but those that are kept.
void keep_counts(std::vector<uint8_t>& counts, const std::vector<bool>& kept) {
  for (size_t i = 0; i < kept.size(); i++)
    if (!kept[i]) counts[i] = 0;
}

void set_counts(std::vector<uint8_t>& counts, const std::vector<bool>& chosen, uint8_t count) {
  for (size_t i = 0; i < chosen.size(); i++)
    if (chosen[i]) counts[i] = count;
}

bool is_assistant(const Json& message) {
  return message["role"] == "assistant";
}

Json joined(const Json& first, const Json& second) {
  Json all = first;
  for (const Json& message : second) all.push_back(message);
  return all;
}

/// Runs a function for each index on several threads. Of what they throw, what the smallest index
/// threw is thrown again, so that the same row is named each time.
template <typename Function>
void for_each_index(size_t count, int threads, const Function& function) {
  constexpr size_t kAtOnce = 64;
  const size_t tasks = divide_up(count, kAtOnce);
  std::vector<std::exception_ptr> failures(tasks);
  auto run = [&](int64_t task, int) {
    const size_t begin = static_cast<size_t>(task) * kAtOnce;
    try {
      for (size_t i = begin; i < std::min(begin + kAtOnce, count); i++) function(i);
    } catch (const UserError&) {
      failures[static_cast<size_t>(task)] = std::current_exception();
    }
  };
  Team(threads).run(static_cast<int64_t>(tasks), run);
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

Labeller::Labeller(const data::Tokenizer& tokenizer, const data::ChatTemplate* chat,
                   LossOptions loss)
    : tokenizer_(tokenizer),
      chat_(chat),
      loss_(loss),
      variables_(data::template_variables(tokenizer)),
      now_(local_now()) {
  const auto end = tokenizer.special_id("eos");
  const data::Template& pieces = tokenizer.single_template();
  const bool is_added =
      end && !pieces.empty() && !pieces.back().ids.empty() && pieces.back().ids.back() == *end;
  if (end && !is_added) end_ = tokenizer.token(*end);
}

bool Labeller::completion_only(const Example& example) const {
  return example.has_prompt && loss_.completion_only.value_or(true);
}

void Labeller::check_options(std::span<const Example> examples) const {
  for (const Example& example : examples) {
    if (loss_.completion_only.value_or(false) && !example.has_prompt)
      user_error(
          "--completion_only_loss: {} is not a prompt with a completion; leave the flag out, or "
          "use --assistant_only_loss for conversations",
          example.where);
    if (loss_.assistant_only && !example.is_conversation)
      user_error("--assistant_only_loss: {} is not a conversation; leave the flag out",
                 example.where);
    if (example.is_conversation && !chat_)
      user_error(
          "{}: this is a conversation, but the tokenizer has no chat template; expected "
          "chat_template.jinja beside it, or --chat_template_path FILE",
          example.where);
  }
}

std::string Labeller::rendered(const Example& example, const Json& messages, bool with_answer_begun,
                               std::vector<data::TextSpan>* spans) const {
  data::ChatInput input;
  input.messages = messages;
  input.tools = example.tools;
  input.add_generation_prompt = with_answer_begun;
  input.variables = variables_;
  for (const auto& item : example.template_arguments.items())
    input.variables[item.key()] = item.value();
  input.now = now_;
  input.wants_spans = spans != nullptr;
  try {
    data::RenderedChat chat = chat_->render(input);
    if (spans) *spans = std::move(chat.generated);
    return std::move(chat.text);
  } catch (const UserError& error) {
    user_error("{}: {}", example.where, error.what());
  }
}

/// A message is what a conversation that ends in it has more than the one before it, with the
/// answer begun where it is the assistant's. That is only true where each is the beginning of the
/// next.
std::vector<data::TextSpan> Labeller::message_spans(const Example& example, const Json& messages,
                                                    const std::string& whole,
                                                    const std::vector<bool>& is_wanted) const {
  std::vector<data::TextSpan> spans;
  Json before = Json::array();
  for (size_t i = 0; i < messages.size(); i++) {
    const bool is_answer = is_assistant(messages[i]);
    const bool has_beginning = is_wanted[i] && (is_answer || i > 0);
    const std::string asked = has_beginning ? rendered(example, before, is_answer, nullptr) : "";
    before.push_back(messages[i]);
    if (!is_wanted[i]) continue;
    const std::string told =
        i + 1 == messages.size() ? whole : rendered(example, before, false, nullptr);
    if (!told.starts_with(asked) || !whole.starts_with(told))
      user_error(
          "{}: {}: the chat template writes message {} otherwise once others follow, so that its "
          "tokens cannot be told; expected a template with {{% generation %}} blocks "
          "(--chat_template_path)",
          example.where, loss_.assistant_only ? "--assistant_only_loss" : "\"weight\" or \"train\"",
          i);
    const std::string_view text = whole;
    const size_t begin = asked.size(), end = told.size();
    const size_t first = code_points(text.substr(0, begin));
    spans.push_back({first, first + code_points(text.substr(begin, end - begin)), begin, end});
  }
  return spans;
}

bool Labeller::has_blocks(const Example& example) const {
  return chat_->marks_generated(!example.tools.is_null());
}

/// `blocks` are those that the template marks as generated, where it does.
void Labeller::find_spans(const Example& example, const Json& messages,
                          std::vector<data::TextSpan> blocks, Rendered& result) const {
  const bool has_blocks = this->has_blocks(example);
  const auto flag_of = [&](size_t i) {
    return i < example.counts.size() ? example.counts[i] : std::nullopt;
  };
  std::vector<bool> is_wanted(messages.size());
  size_t answers = 0, flagged_answers = 0;
  for (size_t i = 0; i < messages.size(); i++) {
    const bool is_answer = is_assistant(messages[i]);
    answers += is_answer;
    flagged_answers += is_answer && flag_of(i);
    is_wanted[i] = is_answer ? !has_blocks && (loss_.assistant_only || flag_of(i))
                             : flag_of(i).value_or(false) || (flag_of(i) && !loss_.assistant_only);
  }
  if (has_blocks && flagged_answers > 0 && blocks.size() != answers)
    user_error(
        "{}: \"weight\" or \"train\": the chat template has {} {{% generation %}} blocks for {} "
        "answers, expected one for each",
        example.where, blocks.size(), answers);
  const std::vector<data::TextSpan> told = message_spans(example, messages, result.text, is_wanted);
  if (loss_.assistant_only && has_blocks) result.spans = blocks;
  auto block = blocks.begin();
  auto next = told.begin();
  for (size_t i = 0; i < messages.size(); i++) {
    const bool is_answer = is_assistant(messages[i]);
    const bool is_block = is_answer && has_blocks && flagged_answers > 0;
    if (!is_block && !is_wanted[i]) continue;
    const data::TextSpan& span = is_block ? *block++ : *next++;
    if (loss_.assistant_only && is_answer && !has_blocks) result.spans.push_back(span);
    if (const auto flag = flag_of(i)) (*flag ? result.counted : result.left_out).push_back(span);
  }
}

Labeller::Rendered Labeller::render(const Example& example) const {
  Rendered result;
  if (!example.is_conversation) {
    result.prompt = example.prompt;
    result.text = example.prompt + example.text;
    if (!example.text.ends_with(end_)) result.text += end_;
    return result;
  }
  const Json messages = joined(example.prompt_messages, example.messages);
  const bool needs_spans = loss_.assistant_only || !example.counts.empty();
  std::vector<data::TextSpan> blocks;
  result.text =
      rendered(example, messages, false, needs_spans && has_blocks(example) ? &blocks : nullptr);
  if (needs_spans) find_spans(example, messages, std::move(blocks), result);
  if (completion_only(example))
    result.prompt = rendered(example, example.prompt_messages, true, nullptr);
  return result;
}

/// A chat template writes its special tokens itself.
data::Encoding Labeller::with_special_tokens(const Example& example,
                                             data::Encoding encoding) const {
  if (!example.is_conversation) encoding = tokenizer_.with_special_tokens(encoding);
  const int32_t begin = tokenizer_.special_id("bos").value_or(kNoToken);
  if (encoding.ids.size() > 1 && encoding.ids[0] == begin && encoding.ids[1] == begin)
    user_error("{}: the row begins with \"{}\" twice, expected it once; {}", example.where,
               escaped(tokenizer_.token(begin)),
               example.is_conversation ? "leave it out of the chat template or of the message"
                                       : "the tokenizer adds it: leave it out of the text");
  return encoding;
}

LabelledTokens Labeller::labelled(const Example& example, const Rendered& rendered,
                                  bool& has_prompt_as_it_is) const {
  const data::Encoding text = tokenizer_.encode(rendered.text);
  data::Encoding all = with_special_tokens(example, text);
  LabelledTokens result{std::move(all.ids), {}};
  result.counts.assign(result.ids.size(), 1);
  if (completion_only(example)) {
    data::Encoding prompt = tokenizer_.encode(rendered.prompt);
    if (!example.is_conversation) prompt = tokenizer_.with_special_tokens(prompt);
    // A token that the border goes through belongs to the completion.
    const size_t before = common_prefix(prompt.ids, result.ids);
    std::fill_n(result.counts.begin(), before, uint8_t{0});
    has_prompt_as_it_is = before == prompt.ids.size();
  }
  if (loss_.assistant_only)
    keep_counts(result.counts, data::tokens_in_spans(all.offsets, rendered.spans));
  set_counts(result.counts, data::tokens_in_spans(all.offsets, rendered.left_out), 0);
  set_counts(result.counts, data::tokens_in_spans(all.offsets, rendered.counted), 1);
  return result;
}

/// Whether a row becomes another text without what its messages have under a key.
bool Labeller::is_read(const Example& example, const std::string& key) const {
  const Json messages = joined(example.prompt_messages, example.messages);
  Json without = messages;
  for (Json& message : without) message.erase(key);
  try {
    return rendered(example, messages, false, nullptr) !=
           rendered(example, without, false, nullptr);
  } catch (const UserError&) {
    return true;  // a template that refuses the row says so itself
  }
}

void Labeller::name_unread(std::span<const Example> examples) const {
  std::map<std::string, const Example*> first;  // that has the key
  const Example* with_tools = nullptr;
  for (const Example& example : examples) {
    if (!example.is_conversation) continue;
    if (!example.tools.is_null() && !with_tools) with_tools = &example;
    for (const Json* messages : {&example.prompt_messages, &example.messages})
      for (const Json& message : *messages)
        for (const auto& [key, value] : message.items())
          if (!value.is_null()) first.try_emplace(key, &example);
  }
  std::vector<std::string> unread;
  const Example* where = nullptr;
  size_t tried = 0;
  for (const auto& [key, example] : first) {
    if (key == "role" || key == "content" || chat_->mentions(key)) continue;
    if (tried++ == kMostTried) break;
    if (is_read(*example, key)) continue;
    if (!where) where = example;
    unread.push_back('"' + escaped(key, 60) + '"');
  }
  if (where)
    log_warning(
        "{}: messages have {}, which the chat template ignores: it affects neither the text nor "
        "the loss",
        where->where, fmt::join(unread, ", "));
  if (with_tools && !chat_->mentions("tools"))
    log_warning("{}: the row has tools, which the chat template ignores", with_tools->where);
}

std::vector<LabelledTokens> Labeller::label(std::span<const Example> examples, int threads) const {
  check_options(examples);
  name_unread(examples);
  std::vector<LabelledTokens> result(examples.size());
  std::atomic<int64_t> changed = 0;
  for_each_index(examples.size(), threads, [&](size_t i) {
    bool has_prompt_as_it_is = true;
    result[i] = labelled(examples[i], render(examples[i]), has_prompt_as_it_is);
    if (!has_prompt_as_it_is) changed++;
  });
  if (changed > 0)
    log_warning(
        "{} of {} have a prompt whose last tokens change when the completion follows; those count "
        "as the completion. End prompts at a token boundary",
        changed.load(), counted(static_cast<int64_t>(examples.size()), "example"));
  return result;
}

}  // namespace tutti::task::causal
