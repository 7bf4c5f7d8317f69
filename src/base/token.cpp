// SPDX-License-Identifier: Apache-2.0
#include "base/token.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#include "base/error.h"
#include "base/hash.h"

namespace tutti {

std::string random_hex(size_t bytes) {
  std::string random(bytes, '\0');
  check(RAND_bytes(reinterpret_cast<unsigned char*>(random.data()), static_cast<int>(bytes)) == 1,
        "there are no random numbers");
  return hex_of(random);
}

bool equal_secrets(const std::string& a, const std::string& b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace tutti
