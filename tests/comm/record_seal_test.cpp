// SPDX-License-Identifier: Apache-2.0
#include "comm/record_seal.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/text.h"
#include "comm/numbers.h"

namespace tutti::comm {
namespace {

using test::numbers;
using Bytes = std::vector<std::byte>;

struct Sealed {
  Bytes bytes;
  Tag tag;
};

Sealed sealed(RecordSeal& seal, const Bytes& record) {
  Sealed result;
  const auto bytes = seal.seal(record, result.tag);
  result.bytes.assign(bytes.begin(), bytes.end());
  return result;
}

bool opens(RecordSeal& seal, Sealed& record) {
  return seal.open(record.bytes, record.tag);
}

/// Two ends that have the same keys, or none.
std::vector<std::array<Seals, 2>> pairs_of_ends() {
  const std::string one(kSealKeyBytes, '1'), other(kSealKeyBytes, '2');
  std::vector<std::array<Seals, 2>> pairs;
  pairs.push_back({hash_seals(), hash_seals()});
  pairs.push_back({cipher_seals(one, other), cipher_seals(other, one)});
  return pairs;
}

TEST(RecordSeal, OpensWhatWasSealed) {
  for (auto& [one, other] : pairs_of_ends())
    for (const size_t size : {size_t{24}, size_t{0}, size_t{1}, size_t{65536}, size_t{3}}) {
      const Bytes record = numbers(size, size);
      Sealed there = sealed(*one.sent, record), back = sealed(*other.sent, record);
      EXPECT_TRUE(opens(*other.received, there));
      EXPECT_TRUE(opens(*one.received, back));
      EXPECT_EQ(there.bytes, record);
      EXPECT_EQ(back.bytes, record);
    }
}

TEST(RecordSeal, AnyOtherBitIsFound) {
  const Bytes record = numbers(40, 1);
  for (size_t bit = 0; bit < 8 * (record.size() + sizeof(Tag)); bit++)
    for (auto& [one, other] : pairs_of_ends()) {
      Sealed sent = sealed(*one.sent, record);
      std::byte& changed =
          bit / 8 < record.size() ? sent.bytes[bit / 8] : sent.tag[bit / 8 - record.size()];
      changed ^= std::byte{1} << (bit % 8);
      EXPECT_FALSE(opens(*other.received, sent)) << bit;
    }
}

TEST(RecordSeal, RecordsHaveTheirPlace) {
  const Bytes record = numbers(40, 1);
  for (auto& [one, other] : pairs_of_ends()) {
    Sealed first = sealed(*one.sent, record), second = sealed(*one.sent, record);
    EXPECT_FALSE(opens(*other.received, second));  // the first is missing
  }
  for (auto& [one, other] : pairs_of_ends()) {
    Sealed first = sealed(*one.sent, record), again = first;
    EXPECT_TRUE(opens(*other.received, first));
    EXPECT_FALSE(opens(*other.received, again));
  }
}

/// What an end sent does not pass for what the other end sends.
TEST(RecordSeal, ACipherKnowsItsDirection) {
  auto [one, other] = std::move(pairs_of_ends()[1]);
  Sealed sent = sealed(*one.sent, numbers(40, 1));
  EXPECT_FALSE(opens(*one.received, sent));
}

// Expectation: the GCM specification of McGrew and Viega, test case 2: a key, a nonce and a block
// of zeros.
TEST(RecordSeal, IsAes128Gcm) {
  const std::string zeros(kSealKeyBytes, '\0');
  const Seals seals = cipher_seals(zeros, zeros);
  const Sealed block = sealed(*seals.sent, Bytes(16));
  const auto text = [](const auto& bytes) {
    return hex_of({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  EXPECT_EQ(text(block.bytes), "0388dace60b6a392f328c2b971b2fe78");
  EXPECT_EQ(text(block.tag), "ab6e47d42cec13bdf53a67b21257bddf");
}

}  // namespace
}  // namespace tutti::comm
