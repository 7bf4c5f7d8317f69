// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <gtest/gtest.h>

#include <array>

#include "base/error.h"
#include "base/fast_hash.h"
#include "base/fast_hash_vectors.h"

namespace tutti {
namespace {

// Expectations: FIPS 180-2, appendix B, and the digest of nothing.
TEST(Sha256, EqualsTheStandardsExamples) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_hex(std::string(1000000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, TakesPieces) {
  const std::array bytes = {std::byte{'b'}, std::byte{'c'}};
  EXPECT_EQ(Sha256().update("a").update("").update(bytes).hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(FastHash, TakesPieces) {
  const std::string text(1000, 'a');  // more than XXH3 keeps until there is more
  FastHash hash;
  hash.update("before", 6);
  hash.begin();
  hash.update(text.data(), 300);
  hash.update(text.data() + 300, 700);
  EXPECT_EQ(hash.value(), fast_hash(text.data(), text.size()));
}

// Expectation: RFC 4231, test case 2.
TEST(Sha256, AuthenticatesWithAKey) {
  EXPECT_EQ(hex_of(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(Sha256, IsUsedUpByItsResult) {
  Sha256 hash;
  hash.hex();
  EXPECT_THROW(hash.hex(), InternalError);
}

// Expectations: xxHash's own sanity tests (XXH3, 64 bits, seed 0).
TEST(FastHash, EqualsTheLibrarysExamples) {
  EXPECT_EQ(fast_hash(nullptr, 0), 0x2d06800538d394c2U);
  EXPECT_EQ(fast_hash("abc", 3), 0x78af5f94892f3950U);
}

// Expectations: libxxhash 0.8.1 of byte i = 7 i modulo 256, around the sizes at which XXH3 begins
// to use vectors and to take another block.
TEST(FastHash, IsTheSameWithVectorsOfAnyWidth) {
  std::vector<unsigned char> bytes(1'000'000);
  for (size_t i = 0; i < bytes.size(); i++) bytes[i] = static_cast<unsigned char>(7 * i);
  const std::map<size_t, uint64_t> expected = {
      {240, 0x4917a75c0ef8eed7},    {241, 0x541b19226f0052e8},  {1000, 0x10ad30264426c830},
      {1024, 0xdc5acf0b043c445b},   {1025, 0xe1d9cd946277ae26}, {65537, 0x20f8be52f1ccd1ea},
      {1000000, 0xd0feed8cc6f02396}};
  for (const auto& [size, hash] : expected) {
    EXPECT_EQ(fast_hash(bytes.data(), size), hash) << size;
    FastHash pieces;
    for (size_t at = 0; at < size; at += 777)
      pieces.update(bytes.data() + at, std::min<size_t>(777, size - at));
    EXPECT_EQ(pieces.value(), hash) << size;
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
      EXPECT_EQ(kFastHashAvx2.hash(bytes.data(), size), hash) << size;
    }
    if (__builtin_cpu_supports("avx512f")) {
      EXPECT_EQ(kFastHashAvx512.hash(bytes.data(), size), hash) << size;
    }
#endif
  }
}

}  // namespace
}  // namespace tutti
