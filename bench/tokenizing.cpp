// SPDX-License-Identifier: Apache-2.0
// Tokens a second of processor time that a tokenizer makes of the lines of files, on one thread,
// the best of several rounds. bench/tokenizing.py compares it with Hugging Face's.
//
// Usage: tokenizing MODEL_FOLDER ROUNDS FILE...
#include <time.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "base/files.h"
#include "data/tokenizer/tokenizer.h"

namespace tutti {
namespace {

double processor_seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1);
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return lines;
}

void measure(const data::Tokenizer& tokenizer, int rounds, const Path& file) {
  const std::string text = read_file(file);
  const auto lines = lines_of(text);
  size_t tokens = 0;
  double best = 0;
  for (int round = 0; round < rounds; round++) {
    const double begin = processor_seconds();
    tokens = 0;
    for (const data::Encoding& encoding : tokenizer.encode_all(lines, 1))
      tokens += encoding.ids.size();
    best = std::max(best, static_cast<double>(tokens) / (processor_seconds() - begin));
  }
  std::cout << file.string() << ' ' << tokens << ' ' << best << '\n';
}

}  // namespace
}  // namespace tutti

int main(int count, char** words) {
  if (count < 4) {
    std::cerr << "usage: tokenizing MODEL_FOLDER ROUNDS FILE...\n";
    return 2;
  }
  const tutti::data::Tokenizer tokenizer{tutti::Path(words[1])};
  for (int i = 3; i < count; i++) tutti::measure(tokenizer, std::atoi(words[2]), words[i]);
}
