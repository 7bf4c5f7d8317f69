// SPDX-License-Identifier: Apache-2.0
// Matrix products by oneDNN, opened where it is installed: Tutti computes nothing with them, and
// compares its own products' speed with theirs.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace tutti::lapack {

/// The product of a [rows, depth] and a [depth, columns] matrix.
struct ProductShape {
  int64_t rows = 0, columns = 0, depth = 0;
  bool is_bf16 = false;         // both operands; otherwise float32
  bool result_is_bf16 = false;  // otherwise float32
};

/// A product whose operands are already in the order in memory that oneDNN likes best, as weights
/// that were packed before.
class OnednnProduct {
 public:
  /// Null if the library is absent, or has no such product on this processor.
  static std::unique_ptr<OnednnProduct> open(const ProductShape& shape, int threads);
  ~OnednnProduct();
  /// Computes it once.
  void run();

 private:
  struct Parts;
  explicit OnednnProduct(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// "oneDNN 2.6.3"; empty if it is absent, or another major version than Tutti was built with.
std::string onednn_version();

}  // namespace tutti::lapack
