// SPDX-License-Identifier: Apache-2.0
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

#include "app/cli/commands.h"
#include "app/cli/hub.h"
#include "app/cli/output.h"
#include "base/text.h"
#include "data/tokenizer/tokenizer.h"
#include "format/json.h"

namespace tutti::app {
namespace {

constexpr size_t kLinesAtOnce = 4096;       // encoded together, on all threads
constexpr size_t kBytesAtOnce = 4u << 20;   // of text, so that output comes soon
constexpr size_t kLongestLine = 64u << 20;  // bytes

/// Lines of a stream; a line without end is an error and not all of the memory.
class Lines {
 public:
  Lines(std::istream& stream, std::string name) : stream_(stream), name_(std::move(name)) {}

  /// The next line without its end; false at the end of the stream.
  bool next(std::string& line) {
    line.clear();
    std::streambuf& buffer = *stream_.rdbuf();
    constexpr auto kEnd = std::char_traits<char>::eof();
    int c = buffer.sbumpc();
    if (c == kEnd) return false;
    number_++;
    for (; c != kEnd && c != '\n'; c = buffer.sbumpc()) {
      if (line.size() == kLongestLine)
        user_error("{}: found a line of more than {}", where(), human_bytes(kLongestLine));
      line += static_cast<char>(c);
    }
    return true;
  }
  std::string where() const { return fmt::format("{}:{}", name_, number_); }

 private:
  std::istream& stream_;
  std::string name_;
  int64_t number_ = 0;
};

std::string parse_text(const std::string& line, const std::string& where) {
  const auto value = format::parse_json(line, where);
  if (!value.is_string())
    user_error("{}: found {}, expected a JSON string", where, value.type_name());
  return value.get<std::string>();
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

void tokenize_all(Lines& lines, const data::Tokenizer& tokenizer, bool special_tokens,
                  int threads) {
  std::string line;
  for (bool more = true; more;) {
    std::vector<std::string> texts;
    size_t bytes = 0;
    while (texts.size() < kLinesAtOnce && bytes < kBytesAtOnce && (more = lines.next(line))) {
      texts.push_back(parse_text(line, lines.where()));
      bytes += texts.back().size();
    }
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    std::string out;
    for (const auto& encoding : tokenizer.encode_all(views, threads))
      append_line(out, tokenizer,
                  special_tokens ? tokenizer.with_special_tokens(encoding) : encoding);
    write_result(out);
  }
}

}  // namespace

ExitCode run_tokenize(const GlobalOptions& global, const TokenizeArguments& arguments) {
  const data::Tokenizer tokenizer(resolve_model(arguments.model_name_or_path, arguments.cache_dir));
  const bool special_tokens = !arguments.no_special_tokens;
  if (arguments.file == "-") {
    std::ios::sync_with_stdio(false);
    Lines lines(std::cin, "standard input");
    tokenize_all(lines, tokenizer, special_tokens, global.threads);
    return ExitCode::done;
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(arguments.file, ignored))
    user_error("{}: found a folder, expected a file with a JSON string a line",
               escaped(arguments.file));
  std::ifstream file(arguments.file, std::ios::binary);
  if (!file) io_error("{}: cannot open it for reading", escaped(arguments.file));
  Lines lines(file, escaped(arguments.file));
  tokenize_all(lines, tokenizer, special_tokens, global.threads);
  return ExitCode::done;
}

}  // namespace tutti::app
