// SPDX-License-Identifier: Apache-2.0
// `tutti generate`: continues one prompt, or those of a file.
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "app/model/generation_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "app/process/wrap.h"
#include "base/log.h"
#include "base/processors.h"
#include "base/text.h"
#include "format/records.h"
#include "run/opened_decoder.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using Tokens = std::vector<int32_t>;

/// A prompt, and what is written again with its continuation.
struct Prompt {
  Tokens tokens;
  Json record;
  std::string where;  // for errors; empty for the one of the command line
};

/// What a record asks to continue.
Tokens tokens_of_record(const run::OpenedDecoder& decoder, const Json& record,
                        const std::string& where) {
  const auto prompt = record.find("prompt"), messages = record.find("messages");
  const bool is_text = prompt != record.end() && prompt->is_string();
  const auto& found = prompt != record.end() ? prompt : messages;
  if (found == record.end() || (!is_text && !found->is_array()))
    user_error("{}: found no text or messages under \"prompt\", and no \"messages\"", where);
  if (is_text) return decoder.tokens_of_text(prompt->get_ref<const std::string&>());
  const auto member = [&](const char* key) {
    const auto at = record.find(key);
    return at == record.end() ? Json() : *at;
  };
  if (!found->empty() && found->back().is_object() &&
      found->back().value("role", Json()) == "assistant")
    user_error("{}: the last message is the assistant's, expected one that it answers", where);
  return decoder.tokens_of_chat(*found, member("tools"), member("chat_template_kwargs"));
}

std::vector<Prompt> prompts_of(const run::OpenedDecoder& decoder,
                               const GenerateArguments& arguments) {
  std::vector<Prompt> prompts;
  if (arguments.prompts.empty()) {
    const Json message = {{"role", "user"}, {"content", arguments.prompt}};
    prompts.push_back({arguments.apply_chat_template
                           ? decoder.tokens_of_chat(Json::array({message}))
                           : decoder.tokens_of_text(arguments.prompt),
                       {{"prompt", arguments.prompt}},
                       "--prompt"});
    return prompts;
  }
  for (const format::Record& record : format::read_records(arguments.prompts).rows) {
    const Json values = record.values;
    prompts.push_back({tokens_of_record(decoder, values, record.where), values, record.where});
  }
  return prompts;
}

Json result_of(const Prompt& prompt, const generate::Continuation& continuation) {
  Json result = prompt.record;
  result["generated_text"] = continuation.text;
  result["finish_reason"] = run::ending_name(continuation.ending);
  result["prompt_tokens"] = prompt.tokens.size();
  result["new_tokens"] = continuation.ids.size();
  return result;
}

std::string line_of(const Json& result) {
  return result.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// Checks what would otherwise fail when the work is done.
void expect_one_source(const GenerateArguments& a) {
  if (!a.prompts.empty() && !a.prompt.empty())
    user_error("--prompt and --prompts are given, expected one of them");
  if (a.prompts.empty() && !a.output.empty())
    user_error("--output is for --prompts: the continuation of --prompt is on standard output");
  if (const Path folder = Path(a.output).parent_path();
      !folder.empty() && !std::filesystem::is_directory(folder))
    user_error("--output {}: there is no folder {}", escaped(a.output, 1000),
               escaped(folder.string(), 1000));
  if (!a.prompts.empty() && a.benchmark)
    user_error("--benchmark is for --prompt: expected one prompt");
  if (!a.prompts.empty() && a.apply_chat_template)
    user_error(
        "--apply_chat_template is for --prompt: in a file, \"messages\" are conversations and a "
        "text is continued as it is");
}

/// The seconds of a continuation: of its prompt, and of what follows its first token.
class GenerationClock {
 public:
  void begin() { begin_ = prompt_ = now(); }
  void on_token() {
    if (tokens_++ == 0) prompt_ = now();
  }
  /// Times of the prompt and of all new tokens except the first.
  Json described(size_t tokens) const {
    const Times end = now();
    return {{"prompt_seconds", prompt_.wall - begin_.wall},
            {"prompt_processor_seconds", prompt_.processors - begin_.processors},
            {"seconds", end.wall - prompt_.wall},
            {"processor_seconds", end.processors - prompt_.processors},
            {"tokens_per_second", static_cast<double>(std::max<size_t>(tokens, 1) - 1) /
                                      std::max(end.wall - prompt_.wall, 1e-9)}};
  }

 private:
  struct Times {
    double wall = 0, processors = 0;
  };
  static Times now() {
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now().time_since_epoch();
    return {wall.count(), processor_seconds()};
  }

  Times begin_, prompt_;
  int64_t tokens_ = 0;
};

/// The one prompt of the command line: its text appears as it is written.
void generate_one(run::OpenedDecoder& decoder, const Prompt& prompt, bool json, bool benchmark) {
  GenerationClock clock;
  generate::Progress progress;
  progress.stops = [&] {
    clock.on_token();
    return false;
  };
  Wrapper wrapper(columns_of_terminal(STDOUT_FILENO));
  if (!json)
    progress.on_text = [&](size_t, const std::string& piece) { write_result(wrapper.push(piece)); };
  const auto run = [&] {
    clock.begin();
    return decoder.continuer().run({&prompt.tokens, 1}, decoder.settings(), 0, progress)[0];
  };
  generate::Continuation found = run();
  if (!json) write_result(wrapper.finish() + "\n");
  if (benchmark) {
    progress.on_text = {};
    clock = {};
    found = run();
  }
  const Json times = clock.described(found.ids.size());
  if (!json) {
    log_info("{} of prompt in {:.2f} s, {} in {:.2f} s", counted(prompt.tokens.size(), "token"),
             times["prompt_seconds"].get<double>(), counted(found.ids.size(), "new token"),
             times["seconds"].get<double>());
    return;
  }
  Json result = result_of(prompt, found);
  result["ids"] = found.ids;
  result.update(times);
  write_result_json(result);
}

}  // namespace

ExitCode run_generate(const GlobalOptions& global, const GenerateArguments& arguments) {
  expect_one_source(arguments);
  run::OpenedDecoder decoder(context_of(global), arguments);
  const std::vector<Prompt> prompts = prompts_of(decoder, arguments);
  for (const Prompt& prompt : prompts)
    decoder.continuer().expect_prompt(prompt.tokens, prompt.where);
  if (arguments.prompts.empty()) {
    generate_one(decoder, prompts[0], global.json, arguments.benchmark);
    return ExitCode::done;
  }
  std::string lines;
  const auto most = static_cast<size_t>(arguments.batch_size);
  for (size_t begin = 0; begin < prompts.size(); begin += most) {
    const size_t count = std::min(most, prompts.size() - begin);
    std::vector<Tokens> batch;
    for (size_t i = 0; i < count; i++) batch.push_back(prompts[begin + i].tokens);
    const auto found =
        decoder.continuer().run(batch, decoder.settings(), static_cast<uint32_t>(begin));
    std::string written;
    for (size_t i = 0; i < count; i++) written += line_of(result_of(prompts[begin + i], found[i]));
    if (arguments.output.empty()) write_result(written);
    lines += written;
    log_info("{} of {} prompts", begin + count, prompts.size());
  }
  if (!arguments.output.empty()) write_file_atomically(arguments.output, lines);
  return ExitCode::done;
}

}  // namespace tutti::app
