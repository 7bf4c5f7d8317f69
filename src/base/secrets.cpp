// SPDX-License-Identifier: Apache-2.0
#include "base/secrets.h"

#include <algorithm>

namespace tutti {
namespace {

constexpr size_t kShortestSecret = 8, kShortestKey = 20;
constexpr std::string_view kHidden = "***";

bool is_key_character(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_' ||
         c == '-' || c == '.';
}

bool is_known_key(std::string_view word) {
  // Amazon, Hugging Face, GitHub, Google, and services that follow them.
  constexpr std::string_view kBeginnings[] = {"AKIA", "ASIA",  "hf_",  "ghp_", "gho_",
                                              "ghs_", "ya29.", "AIza", "sk-"};
  return word.size() >= kShortestKey &&
         std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                     [&](std::string_view beginning) { return word.starts_with(beginning); });
}

}  // namespace

bool is_secret(std::string_view name, std::string_view value) {
  if (value.size() < kShortestSecret || value[0] == '/') return false;
  for (const std::string_view word :
       {"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSPHRASE", "CREDENTIAL"})
    if (name.find(word) != name.npos) return true;
  return false;
}

std::string without_secrets(std::string text, const std::vector<std::string>& secrets) {
  for (const std::string& secret : secrets)
    for (size_t at = 0; (at = text.find(secret, at)) != std::string::npos; at += kHidden.size())
      text.replace(at, secret.size(), kHidden);
  return text;
}

std::string without_known_keys(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto after = [&](bool in_word) {
      const auto end = std::find_if(text.begin(), text.end(),
                                    [&](char c) { return is_key_character(c) != in_word; });
      return static_cast<size_t>(end - text.begin());
    };
    const size_t blank = after(false);
    result += text.substr(0, blank);
    text.remove_prefix(blank);
    const size_t word = after(true);
    result += is_known_key(text.substr(0, word)) ? kHidden : text.substr(0, word);
    text.remove_prefix(word);
  }
  return result;
}

}  // namespace tutti
