// SPDX-License-Identifier: Apache-2.0
// How what a connection carries is protected on its way. It is cut into records, and each is sent
// with a tag, by which its receiver sees whether it is what was sent, and in its place.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace tutti::comm {

using Tag = std::array<std::byte, 16>;

/// One direction of a connection. Records have to be opened in the order in which they were sealed:
/// one that was left out, repeated or exchanged is found like one that was changed.
class RecordSeal {
 public:
  virtual ~RecordSeal() = default;
  /// What is sent in the record's place, and its tag. It is valid until the next call.
  virtual std::span<const std::byte> seal(std::span<const std::byte> record, Tag& tag) = 0;
  /// Puts the record in the place of what was sent; false: it is not what the other end sealed.
  virtual bool open(std::span<std::byte> sent, const Tag& tag) = 0;
};

/// Both directions of a connection, as one of its ends sees them.
struct Seals {
  std::unique_ptr<RecordSeal> sent, received;
};

/// Records are sent as they are, and the tag is a hash: damage is found, and nothing that is done
/// on purpose.
Seals hash_seals();

/// Bytes of a key for AES-128.
inline constexpr size_t kSealKeyBytes = 16;
/// AES-128-GCM: who does not have the keys, one for each direction, can neither read nor change
/// what is sent. A key must not be used for another connection.
Seals cipher_seals(const std::string& sent_key, const std::string& received_key);

}  // namespace tutti::comm
