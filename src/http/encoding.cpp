// SPDX-License-Identifier: Apache-2.0
#include "http/encoding.h"

#include <openssl/evp.h>

#include <charconv>

#include "base/error.h"

namespace tutti::http {
namespace {

struct Entity {
  std::string_view name;
  char character;
};
constexpr Entity kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

/// The character of &#34; or &#x22; at the start of a text, and the reference's length; other
/// characters arrive unescaped, in UTF-8.
std::optional<std::pair<char, size_t>> numbered_entity(std::string_view text) {
  const size_t end = text.substr(0, 8).find(';');
  if (!text.starts_with("&#") || end == text.npos) return std::nullopt;
  std::string_view digits = text.substr(2, end - 2);
  const bool is_hex = digits.starts_with('x');
  if (is_hex) digits.remove_prefix(1);
  int number = 0;
  const auto [at, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, is_hex ? 16 : 10);
  if (error != std::errc() || at != digits.data() + digits.size() || number < 1 || number > 127)
    return std::nullopt;
  return std::pair(static_cast<char>(number), end + 1);
}

std::string without_entities(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    size_t length = 1;
    char character = text.front();
    for (const Entity& entity : kEntities)
      if (text.starts_with(entity.name)) {
        character = entity.character;
        length = entity.name.size();
      }
    if (const auto numbered = numbered_entity(text)) std::tie(character, length) = *numbered;
    plain += character;
    text.remove_prefix(length);
  }
  return plain;
}

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  std::string bytes(3 * (text.size() / 4) + 1, '\0');
  const int length = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                     reinterpret_cast<const unsigned char*>(text.data()),
                                     static_cast<int>(text.size()));
  if (length < 0) return std::nullopt;
  const size_t padding = text.size() - std::min(text.size(), text.find_last_not_of('=') + 1);
  bytes.resize(static_cast<size_t>(length) - std::min<size_t>(padding, 2));
  if (base64_of(bytes) != text) return std::nullopt;  // the decoder takes spaces as well
  return bytes;
}

std::string base64_of(std::string_view bytes, bool for_url) {
  std::string text(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const int length = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()),
                                     reinterpret_cast<const unsigned char*>(bytes.data()),
                                     static_cast<int>(bytes.size()));
  text.resize(static_cast<size_t>(length));
  if (!for_url) return text;
  while (text.ends_with('=')) text.pop_back();
  for (char& c : text) c = c == '+' ? '-' : c == '/' ? '_' : c;
  return text;
}

std::string md5_of(std::string_view bytes) {
  std::string digest(16, '\0');
  check(EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()),
                   nullptr, EVP_md5(), nullptr) == 1,
        "OpenSSL has no MD5");
  return digest;
}

std::string md5_of_file(const Path& path) {
  const InputFile file(path);
  const std::unique_ptr<EVP_MD_CTX, void (*)(EVP_MD_CTX*)> context(EVP_MD_CTX_new(),
                                                                   EVP_MD_CTX_free);
  check(context && EVP_DigestInit_ex(context.get(), EVP_md5(), nullptr) == 1, "OpenSSL has no MD5");
  std::vector<std::byte> piece(1 << 20);
  for (uint64_t at = 0; at < file.size(); at += piece.size()) {
    const auto bytes = std::span(piece).first(std::min<uint64_t>(piece.size(), file.size() - at));
    file.read_at(at, bytes);
    check(EVP_DigestUpdate(context.get(), bytes.data(), bytes.size()) == 1, "MD5 update failed");
  }
  std::string digest(16, '\0');
  check(EVP_DigestFinal_ex(context.get(), reinterpret_cast<unsigned char*>(digest.data()),
                           nullptr) == 1,
        "MD5 end failed");
  return digest;
}

std::vector<std::string> elements(std::string_view xml, std::string_view name) {
  std::vector<std::string> found;
  const std::string start = fmt::format("<{}", name), end = fmt::format("</{}>", name);
  for (size_t at = 0; (at = xml.find(start, at)) != xml.npos;) {
    at += start.size();
    if (at >= xml.size() || (xml[at] != '>' && xml[at] != ' ')) continue;  // a longer name
    const size_t text = xml.find('>', at);
    const size_t stop = text == xml.npos ? xml.npos : xml.find(end, text);
    if (stop == xml.npos) break;
    found.emplace_back(xml.substr(text + 1, stop - text - 1));
    at = stop + end.size();
  }
  return found;
}

std::string element_text(std::string_view xml, std::string_view name) {
  const auto all = elements(xml, name);
  return all.empty() ? "" : without_entities(all.front());
}

std::optional<uint64_t> whole_number(std::string_view digits) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace tutti::http
