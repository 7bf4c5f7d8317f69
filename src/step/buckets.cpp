// SPDX-License-Identifier: Apache-2.0
#include "step/buckets.h"

namespace tutti::step {

std::vector<Bucket> buckets_of(const std::vector<Field>& sums, int64_t most_bytes) {
  if (most_bytes == 0) return {{0, sums.size()}};
  std::vector<Bucket> buckets;
  int64_t bytes = 0;
  for (size_t i = sums.size(); i-- > 0;) {
    const int64_t own = sums[i].type.bytes();
    if (buckets.empty() || bytes + own > most_bytes) {
      buckets.push_back({i, i + 1});
      bytes = own;
    } else {
      buckets.back().first = i;
      bytes += own;
    }
  }
  return buckets;
}

}  // namespace tutti::step
