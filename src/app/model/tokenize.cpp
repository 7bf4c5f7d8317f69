// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/model/tokenize_arguments.h"
#include "app/process/context.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "base/descriptor.h"
#include "base/error.h"
#include "base/line_reader.h"
#include "base/log.h"
#include "base/text.h"
#include "data/tokenizer/tokenizer.h"
#include "format/content_kind.h"
#include "format/json.h"
#include "run/hub.h"

namespace tutti::app {
namespace {

constexpr size_t kLinesAtOnce = 4096;       // encoded together, on all threads
constexpr size_t kBytesAtOnce = 4u << 20;   // of text, so that output comes soon
constexpr size_t kLongestLine = 64u << 20;  // bytes

/// The text of a line for the tokenizer.
std::string text_of_line(const std::string& line, bool json_lines, const std::string& where) {
  if (line.size() > kLongestLine)
    user_error("{}: found a line of more than {}", where, human_bytes(kLongestLine));
  if (json_lines) {
    const auto value = format::parse_json(line, where);
    if (!value.is_string())
      user_error("{}: found {}, expected a JSON string", where, value.type_name());
    return value.get<std::string>();
  }
  if (!is_valid_utf8(line))
    user_error("{}: found \"{}\", expected UTF-8", where, escaped(line, 60));
  return line;
}

void append_line(std::string& out, const data::Tokenizer& tokenizer,
                 const data::Encoding& encoding) {
  nlohmann::json tokens = nlohmann::json::array();
  for (const int32_t id : encoding.ids) tokens.push_back(tokenizer.token(id));
  std::string offsets;
  for (const auto& [begin, end] : encoding.offsets)
    offsets += fmt::format("{}[{},{}]", offsets.empty() ? "" : ",", begin, end);
  out += fmt::format("{{\"ids\":[{}],\"tokens\":{},\"offsets\":[{}]}}\n",
                     fmt::join(encoding.ids, ","), tokens.dump(), offsets);
}

/// Prints a line for each line: its tokens, or what is wrong. Returns the number of bad lines.
int64_t tokenize_all(LineReader& lines, const data::Tokenizer& tokenizer,
                     const TokenizeArguments& arguments, int threads) {
  std::string line;
  int64_t bad_lines = 0;
  for (bool more = true; more;) {
    std::vector<std::string> texts, problems;  // one of each per line; one of the two is empty
    size_t bytes = 0;
    while (texts.size() < kLinesAtOnce && bytes < kBytesAtOnce && (more = lines.next(line))) {
      texts.emplace_back();
      problems.emplace_back();
      try {
        texts.back() = text_of_line(line, arguments.json_lines, lines.where());
      } catch (const UserError& error) {
        problems.back() = error.what();
        log_message(LogLevel::error, error.what());
        bad_lines++;
      }
      bytes += texts.back().size();
    }
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::string out;
    const auto encodings = tokenizer.encode_all(views, threads);
    for (size_t i = 0; i < encodings.size(); i++) {
      if (!problems[i].empty())
        out += nlohmann::json{{"error", problems[i]}}.dump() + "\n";
      else if (arguments.no_special_tokens)
        append_line(out, tokenizer, encodings[i]);
      else
        append_line(out, tokenizer, tokenizer.with_special_tokens(encodings[i]));
    }
    write_result(out);
  }
  return bad_lines;
}

/// Refuses a file whose first bytes show that it is something else; does not read from a pipe.
void expect_text(const Path& file) {
  if (!std::filesystem::is_regular_file(file)) return;
  const InputFile opened(file);
  std::string start(std::min<uint64_t>(opened.size(), 32), '\0');
  opened.read_at(0, std::as_writable_bytes(std::span(start)));
  const auto kind = format::content_kind(start);
  if (kind && *kind != format::kYamlKind)  // which is text
    user_error("{}: found {}, expected a file of texts, one a line", escaped(file.native()), *kind);
}

ExitCode code_of(int64_t bad_lines) {
  return bad_lines == 0 ? ExitCode::done : ExitCode::usage;
}

}  // namespace

ExitCode run_tokenize(const GlobalOptions& global, const TokenizeArguments& arguments) {
  if (arguments.chat) return run_tokenize_chat(global, arguments);
  const data::Tokenizer tokenizer(run::resolve_tokenizer(
      arguments.model_name_or_path, run::hub_cache(arguments.cache_dir, context_of(global))));
  if (arguments.file == "-") {
    LineReader lines(STDIN_FILENO, "standard input", kLongestLine);
    return code_of(tokenize_all(lines, tokenizer, arguments, global.threads));
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(arguments.file, ignored))
    user_error("{}: found a folder, expected a file of texts, one a line", escaped(arguments.file));
  const Descriptor file(arguments.file, "opening for reading", O_RDONLY);
  expect_text(arguments.file);
  LineReader lines(file.number(), arguments.file, kLongestLine);
  return code_of(tokenize_all(lines, tokenizer, arguments, global.threads));
}

}  // namespace tutti::app
