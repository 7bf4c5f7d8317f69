// SPDX-License-Identifier: Apache-2.0
#include "comm/record_seal.h"

#include <openssl/evp.h>

#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/fast_hash.h"

namespace tutti::comm {
namespace {

class HashSeal final : public RecordSeal {
 public:
  std::span<const std::byte> seal(std::span<const std::byte> record, Tag& tag) override {
    tag = next_tag(record);
    return record;
  }

  bool open(std::span<std::byte> sent, const Tag& tag) override { return tag == next_tag(sent); }

 private:
  /// The hash of the record and its number in this direction.
  Tag next_tag(std::span<const std::byte> record) {
    const std::array<uint64_t, 2> words = {fast_hash(record.data(), record.size()), count_++};
    Tag tag;
    static_assert(sizeof words == sizeof tag);
    std::memcpy(tag.data(), words.data(), sizeof tag);
    return tag;
  }

  uint64_t count_ = 0;
};

class CipherSeal final : public RecordSeal {
 public:
  enum class Use { seals, opens };

  CipherSeal(const std::string& key, Use use) {
    check(key.size() == kSealKeyBytes, "a key of {} bytes", key.size());
    expect(context_ != nullptr &&
           EVP_CipherInit_ex(context_.get(), EVP_aes_128_gcm(), nullptr, bytes_of(key.data()),
                             nullptr, use == Use::seals ? 1 : 0) == 1);
  }

  std::span<const std::byte> seal(std::span<const std::byte> record, Tag& tag) override {
    if (sealed_.size() < record.size()) sealed_.resize(record.size());
    begin_record();
    transform(record, sealed_.data());
    expect(end_record() && EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_GET_TAG,
                                               static_cast<int>(tag.size()), tag.data()) == 1);
    return std::span(sealed_).first(record.size());
  }

  bool open(std::span<std::byte> sent, const Tag& tag) override {
    begin_record();
    transform(sent, sent.data());
    Tag expected = tag;  // OpenSSL takes a pointer to what it may change
    expect(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_AEAD_SET_TAG,
                               static_cast<int>(expected.size()), expected.data()) == 1);
    return end_record();
  }

 private:
  struct Free {
    void operator()(EVP_CIPHER_CTX* one) const { EVP_CIPHER_CTX_free(one); }
  };

  static void expect(bool is_done) { check(is_done, "OpenSSL cannot compute AES-128-GCM"); }
  static const unsigned char* bytes_of(const void* data) {
    return static_cast<const unsigned char*>(data);
  }

  /// The nonce of a record is its number, as in TLS 1.3: under one key no two may be equal.
  void begin_record() {
    std::array<unsigned char, 12> nonce{};
    for (size_t i = 0; i < sizeof count_; i++)
      nonce[nonce.size() - 1 - i] = static_cast<unsigned char>(count_ >> (8 * i));
    count_++;
    expect(EVP_CipherInit_ex(context_.get(), nullptr, nullptr, nullptr, nonce.data(), -1) == 1);
  }

  void transform(std::span<const std::byte> from, std::byte* to) {
    int written = 0;
    if (!from.empty())
      expect(EVP_CipherUpdate(context_.get(), reinterpret_cast<unsigned char*>(to), &written,
                              bytes_of(from.data()), static_cast<int>(from.size())) == 1);
  }

  /// Returns false if the opened record has another tag.
  bool end_record() {
    std::array<unsigned char, EVP_MAX_BLOCK_LENGTH> rest{};  // GCM leaves none
    int written = 0;
    return EVP_CipherFinal_ex(context_.get(), rest.data(), &written) == 1;
  }

  std::unique_ptr<EVP_CIPHER_CTX, Free> context_{EVP_CIPHER_CTX_new()};
  uint64_t count_ = 0;
  std::vector<std::byte> sealed_;
};

}  // namespace

Seals hash_seals() {
  return {std::make_unique<HashSeal>(), std::make_unique<HashSeal>()};
}

Seals cipher_seals(const std::string& sent_key, const std::string& received_key) {
  return {std::make_unique<CipherSeal>(sent_key, CipherSeal::Use::seals),
          std::make_unique<CipherSeal>(received_key, CipherSeal::Use::opens)};
}

}  // namespace tutti::comm
