// SPDX-License-Identifier: Apache-2.0
// How a connection protects its data. The data is cut into records, each sent with a tag that lets
// the receiver verify that the record is unchanged and in order.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace tutti::comm {

using Tag = std::array<std::byte, 16>;

/// One direction of a connection. Records must be opened in the order in which they were sealed: an
/// omitted, repeated or exchanged record is detected like a changed one.
class RecordSeal {
 public:
  virtual ~RecordSeal() = default;
  /// The bytes to send for the record, and its tag. They are valid until the next call.
  virtual std::span<const std::byte> seal(std::span<const std::byte> record, Tag& tag) = 0;
  /// Replaces the sent bytes with the record; false: it is not what the other end sealed.
  virtual bool open(std::span<std::byte> sent, const Tag& tag) = 0;
};

/// Both directions of a connection, as one of its ends sees them.
struct Seals {
  std::unique_ptr<RecordSeal> sent, received;
};

/// Sends records unencrypted, with a hash as the tag: this detects damage, but not deliberate
/// changes.
Seals hash_seals();

/// Bytes of a key for AES-128.
inline constexpr size_t kSealKeyBytes = 16;
/// AES-128-GCM: without the keys, one for each direction, nobody can read or change the data. A key
/// must not be used for another connection.
Seals cipher_seals(const std::string& sent_key, const std::string& received_key);

}  // namespace tutti::comm
