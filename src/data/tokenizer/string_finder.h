// SPDX-License-Identifier: Apache-2.0
// Finds strings in a text, in a time that grows with the text alone.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/tokenizer/trie.h"

namespace tutti::data {

/// The automaton of Aho and Corasick on strings that are written backwards: a text that is read
/// from its end then tells at each place which of them begin there.
class StringFinder {
 public:
  struct Match {
    size_t begin = 0;
    size_t size = 0;
    int32_t id = 0;
  };

  /// Adds a non-empty string, or replaces its id.
  void add(std::string_view text, int32_t id);
  /// Ends the adding of strings.
  void prepare();
  /// For each place where strings begin the longest one, from the end of the text to its start.
  std::vector<Match> find_all(std::string_view text) const;

 private:
  uint32_t step(uint32_t node, char byte) const;

  Trie trie_;
  std::vector<std::string> strings_;  // backwards
  // Of each node of the trie.
  std::vector<uint32_t> size_;      // of the string that leads to it
  std::vector<uint32_t> shorter_;   // the node of the longest ending of that string
  std::vector<uint32_t> accepted_;  // the first of it and its endings where a string ends
};

}  // namespace tutti::data
