// SPDX-License-Identifier: Apache-2.0
#include "base/hash.h"

#include <gtest/gtest.h>

#include <array>

#include "base/error.h"
#include "base/fast_hash.h"

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

}  // namespace
}  // namespace tutti
