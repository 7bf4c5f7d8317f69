// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>

#include "base/error.h"

namespace tutti {

struct Sha256::State {
  struct Free {
    void operator()(EVP_MD_CTX* one) const { EVP_MD_CTX_free(one); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context{EVP_MD_CTX_new()};
};

Sha256::Sha256() : state_(std::make_unique<State>()) {
  check(state_->context && EVP_DigestInit_ex(state_->context.get(), EVP_sha256(), nullptr) == 1,
        "OpenSSL has no SHA-256");
}

Sha256::~Sha256() = default;

Sha256& Sha256::update(std::string_view bytes) {
  check(state_->context != nullptr, "SHA-256 used after its end");
  check(EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) == 1,
        "SHA-256 update failed");
  return *this;
}

Sha256& Sha256::update(std::span<const std::byte> bytes) {
  return update(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::string Sha256::hex() {
  std::array<unsigned char, 32> digest{};
  check(state_->context != nullptr, "SHA-256 used after its end");
  check(EVP_DigestFinal_ex(state_->context.get(), digest.data(), nullptr) == 1,
        "SHA-256 end failed");
  state_->context.reset();
  return hex_of({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string sha256_hex(std::string_view bytes) {
  return Sha256().update(bytes).hex();
}

std::string sha256_of_file(const Path& path) {
  return sha256_of_file(InputFile(path));
}

std::string sha256_of_file(const InputFile& file) {
  Sha256 hash;
  std::vector<std::byte> piece(1 << 20);
  for (uint64_t at = 0; at < file.size(); at += piece.size()) {
    const auto bytes = std::span(piece).first(std::min<uint64_t>(piece.size(), file.size() - at));
    file.read_at(at, bytes);
    hash.update(bytes);
  }
  return hash.hex();
}

std::string hmac_sha256(std::string_view key, std::string_view text) {
  std::string digest(32, '\0');
  const auto* result = HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
                            reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                            reinterpret_cast<unsigned char*>(digest.data()), nullptr);
  check(result != nullptr, "OpenSSL has no HMAC-SHA256");
  return digest;
}

std::string hex_of(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return text;
}

}  // namespace tutti
