// SPDX-License-Identifier: Apache-2.0
#include "task/tagging/columns.h"

#include "base/error.h"
#include "base/lines.h"
#include "base/text.h"
#include "format/data_file.h"

namespace tutti::task::tagging {

std::vector<Sentence> read_columns(const Path& file) {
  const std::string name = escaped(file.string(), 1000), text = format::read_data_file(file);
  format::expect_utf8(text, name);
  std::vector<Sentence> sentences;
  bool is_open = false;
  size_t columns = 0, number = 0;
  for (size_t at = 0; at < text.size();) {
    const std::vector<std::string> cells = words_of(next_line(text, at));
    number++;
    if (cells.empty() || cells[0] == "-DOCSTART-") {
      is_open = false;
      continue;
    }
    if (columns == 0) columns = cells.size();
    if (cells.size() < 2 || cells.size() != columns)
      user_error(
          "{}:{}: found {}, expected {}: a word and its tag, with a blank line after each "
          "sentence",
          name, number, counted(static_cast<int64_t>(cells.size()), "column"),
          columns < 2 ? "two or more" : std::to_string(columns));
    if (!is_open) {
      sentences.emplace_back().where = fmt::format("{}:{}", name, number);
      sentences.back().field = "tags";
    }
    is_open = true;
    sentences.back().words.push_back(cells.front());
    sentences.back().tags.push_back(cells.back());
  }
  if (sentences.empty()) user_error("{}: found no sentence, expected at least one", name);
  return sentences;
}

}  // namespace tutti::task::tagging
