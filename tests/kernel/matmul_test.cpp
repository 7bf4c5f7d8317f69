// SPDX-License-Identifier: Apache-2.0
#include "kernel/matmul.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.h"
#include "kernel/cpu_features.h"
#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;

TEST(ProductLibrary, OfFloat32KnowsNothingOfAmx) {
  const CpuFeatures before = std::exchange(cpu_features, {true, true, true, true});
  EXPECT_EQ(product_library(), "AVX-512, AMX");
  EXPECT_EQ(float32_product_library(), "AVX-512");
  cpu_features = before;
}

// Numbers in (-1, 1) that a fixed rule gives.
class Numbers {
 public:
  double next() {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(state_ >> 40) / double(1 << 23) - 1;
  }

 private:
  uint64_t state_ = 1;
};

// A tensor of f32 or bf16 and the exact values of its elements.
struct Tensor {
  Tensor(ElementType element_type, int64_t count, Numbers& numbers)
      : type(element_type), values(static_cast<size_t>(count)), bytes(values.size() * 4 + 64) {
    for (size_t i = 0; i < values.size(); i++) set(i, numbers.next());
  }
  void set(size_t i, double value) {
    if (type == ElementType::f32) {
      const float stored = static_cast<float>(value);
      std::memcpy(bytes.data() + 4 * i, &stored, 4);
      values[i] = stored;
    } else {
      const Bfloat16 stored = to_bfloat16(static_cast<float>(value));
      std::memcpy(bytes.data() + 2 * i, &stored, 2);
      values[i] = to_float(stored);
    }
  }
  double get(size_t i) const {
    if (type == ElementType::f32) {
      float stored;
      std::memcpy(&stored, bytes.data() + 4 * i, 4);
      return stored;
    }
    Bfloat16 stored;
    std::memcpy(&stored, bytes.data() + 2 * i, 2);
    return to_float(stored);
  }

  ElementType type;
  std::vector<double> values;
  std::vector<std::byte> bytes;
};

struct Workspace {
  explicit Workspace(size_t size) : bytes(size + 64) {
    void* start = bytes.data();
    size_t space = bytes.size();
    std::align(64, size, start, space);
    span = {static_cast<std::byte*>(start), size};
  }
  std::vector<std::byte> bytes;
  std::span<std::byte> span;
};

template <class Product>
std::vector<std::byte> product(const MatmulProblem& p, int workers, const Tensor& a,
                               const Tensor& b, const Tensor& bias, Tensor c) {
  Team team(workers);
  const Product matmul(p);
  const Workspace workspace(matmul.workspace_bytes(workers));
  MatmulOperands operands = {.a = a.bytes.data(),
                             .b = b.bytes.data(),
                             .c = c.bytes.data(),
                             .bias = p.has_bias ? bias.bytes.data() : nullptr};
  if constexpr (std::is_same_v<Product, Matmul>) {
    const auto form = matmul.right_form();
    const Workspace kept(form ? static_cast<size_t>(form->bytes) : 0);
    if (form) {
      matmul.make_right(team, b.bytes.data(), kept.span.data());
      operands.right = kept.span.data();
    }
    matmul.run(team, operands, workspace.span);
  } else {
    matmul.run(team, operands, workspace.span.data());
  }
  return c.bytes;
}

std::string name_of_problem(const MatmulProblem& p) {
  return fmt::format("{} x ({} x {} x {}) {}{} {} {} {}{}", p.batch, p.m, p.n, p.k, p.transpose_a,
                     p.transpose_b, ir::name_of(p.a), ir::name_of(p.b), ir::name_of(p.c),
                     p.has_bias ? " + bias" : "") +
         (p.keeps_b ? ", B kept" : "") + (p.adds ? ", added" : "");
}

// Where element (line, k) of a matrix of A is, and where that of B.
size_t place_in_a(const MatmulProblem& p, int64_t row, int64_t k) {
  return static_cast<size_t>(p.transpose_a ? k * p.m + row : row * p.k + k);
}
size_t place_in_b(const MatmulProblem& p, int64_t column, int64_t k) {
  return static_cast<size_t>(p.transpose_b ? column * p.k + k : k * p.n + column);
}

// C, compared with sums in double, and its bits with those of 2 and 3 workers.
template <class Product = Matmul>
std::vector<std::byte> check_product(const MatmulProblem& p) {
  SCOPED_TRACE(name_of_problem(p));
  Numbers numbers;
  const Tensor a(p.a, p.batch * p.m * p.k, numbers);
  const Tensor b(p.b, p.batch * p.k * p.n, numbers);
  Tensor c(p.c, p.batch * p.m * p.n, numbers);
  const Tensor bias(p.c, p.n, numbers);
  std::vector<std::byte> one = product<Product>(p, 1, a, b, bias, c);
  EXPECT_EQ(one, product<Product>(p, 1, a, b, bias, c)) << "a second run gives other bits";
  EXPECT_EQ(one, product<Product>(p, 2, a, b, bias, c)) << "two workers give other bits";
  EXPECT_EQ(one, product<Product>(p, 3, a, b, bias, c)) << "three workers give other bits";

  c.bytes = one;
  // Float32 sums of k terms below 1, then one rounding of bf16 (2^-9 of the value). A sum's parts
  // are rounded where they are about sqrt(k) large; libraries add all k terms one after the other.
  const auto terms = static_cast<double>(p.k);
  const bool is_library = std::is_same_v<Product, TiledMatmul> || !adds_bias();
  const double sum_error = std::max(1e-6 * std::sqrt(terms), is_library ? 1e-7 * terms : 0) + 1e-7;
  double worst = 0;
  for (int64_t i = 0; i < p.batch; i++)
    for (int64_t row = 0; row < p.m; row++)
      for (int64_t column = 0; column < p.n; column++) {
        const auto at_c = static_cast<size_t>((i * p.m + row) * p.n + column);
        double sum = p.adds ? c.values[at_c] : 0;
        for (int64_t k = 0; k < p.k; k++) {
          const auto first_a = static_cast<size_t>(i * p.m * p.k);
          const auto first_b = static_cast<size_t>(i * p.k * p.n);
          sum += a.values[first_a + place_in_a(p, row, k)] *
                 b.values[first_b + place_in_b(p, column, k)];
        }
        const double found = c.get(at_c);
        double rounded = std::abs(sum);
        if (p.has_bias) {
          sum += bias.values[static_cast<size_t>(column)];
          rounded += std::abs(sum);
        }
        const double rounding = p.c == ElementType::bf16 ? rounded / 256 : 0;
        worst = std::max(worst, std::abs(found - sum) / (sum_error + rounding));
      }
  EXPECT_LE(worst, 1);
  return one;
}

TEST(Matmul, AllTransposesAndTypes) {
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true})
      for (const ElementType a : {ElementType::f32, ElementType::bf16})
        for (const ElementType b : {ElementType::f32, ElementType::bf16})
          for (const ElementType c : {ElementType::f32, ElementType::bf16})
            check_product({.m = 37,
                           .n = 50,
                           .k = 65,
                           .transpose_a = transpose_a,
                           .transpose_b = transpose_b,
                           .a = a,
                           .b = b,
                           .c = c});
}

TEST(Matmul, EdgeTilesInBothDimensions) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const bool transpose_a : {false, true})
      check_product({.m = 700,
                     .n = transpose_a ? 401 : 1600,
                     .k = 33,
                     .transpose_a = transpose_a,
                     .a = type,
                     .b = type,
                     .c = type});
}

TEST(Matmul, WeightGradientOfManyTokens) {
  check_product({.m = 384, .n = 64, .k = 2816, .transpose_a = true});
}

// B is read where it lies, in parts.
TEST(Matmul, WeightGradientOfFewColumnsOfManyTokens) {
  for (const int64_t n : {60, 512})
    for (const int64_t k : {600, 2049, 2400})
      check_product({.m = 120, .n = n, .k = k, .transpose_a = true});
}

TEST(Matmul, WeightGradientOfManyColumns) {
  for (const int64_t batch : {1, 2})
    for (const int64_t k : {70, 1500})
      check_product({.batch = batch, .m = 531, .n = 61, .k = k, .transpose_a = true});
}

TEST(Matmul, WeightGradientOfAnOddNumberOfTokens) {
  for (const bool transpose_b : {false, true})
    check_product({.m = 51,
                   .n = 199,
                   .k = 1123,
                   .transpose_a = true,
                   .transpose_b = transpose_b,
                   .a = ElementType::bf16,
                   .b = ElementType::bf16});
}

TEST(Matmul, AddsToWhatIsThere) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const bool transpose_a : {false, true})
      for (const bool transpose_b : {false, true})
        for (const int64_t m : {5, 37, 300})
          for (const int64_t k : {0, 65})
            check_product({.m = m,
                           .n = 130,
                           .k = k,
                           .transpose_a = transpose_a,
                           .transpose_b = transpose_b,
                           .a = type,
                           .b = type,
                           .adds = true});
}

TEST(Matmul, LargeProductsOfABatch) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    check_product({.batch = 3,
                   .m = 263,
                   .n = 250,
                   .k = 301,
                   .transpose_b = true,
                   .a = type,
                   .b = type,
                   .c = type});
}

TEST(Matmul, FewRowsAndManyColumns) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const int64_t m : {1, 19, 130})
      check_product({.batch = m == 19 ? 2 : 1,
                     .m = m,
                     .n = 205,
                     .k = 600,
                     .transpose_b = true,
                     .a = type,
                     .b = type,
                     .c = type});
}

// B is read where it lies.
TEST(Matmul, FewRowsOfPlainWeights) {
  for (const int64_t m : {1, 3, 8, 9, 128, 129})
    for (const int64_t n : {5, 48, 205})
      for (const bool transpose_a : {false, true})
        check_product({.batch = n == 48 ? 3 : 1,
                       .m = m,
                       .n = n,
                       .k = 300,
                       .transpose_a = transpose_a,
                       .c = n == 5 ? ElementType::bf16 : ElementType::f32});
}

// The lines of B are read where they lie, and the bits are those of a packed B.
TEST(Matmul, FewRowsOfLinesOfB) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const int64_t m : {1, 2, 3, 7, 8, 9})
      for (const int64_t n : {5, 48, 205})
        for (const int64_t k : {2, 64, 300, 488, 1046}) {
          MatmulProblem p = {.batch = n == 48 ? 3 : 1,
                             .m = m,
                             .n = n,
                             .k = k,
                             .transpose_a = m == 3,
                             .transpose_b = true,
                             .a = type,
                             .b = type,
                             .c = k == 300 ? ElementType::f32 : type};
          const std::vector<std::byte> plain = check_product(p);
          p.keeps_b = true;
          if (!p.transpose_a) {
            EXPECT_EQ(check_product(p), plain);
          }
        }
}

// A row has the same bits alone, among few rows, and among many.
TEST(Matmul, RowsAmongFewAndMany) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const int64_t k : {16, 64, 300, 1046})
      for (const int64_t n : {5, 205, 700}) {
        Numbers numbers;
        const Tensor b(type, n * k, numbers), a(type, 40 * k, numbers), none(type, 0, numbers);
        const auto rows = [&](int64_t m) {
          const MatmulProblem p = {
              .m = m, .n = n, .k = k, .transpose_b = true, .a = type, .b = type, .c = type};
          return product<Matmul>(p, 2, a, b, none, Tensor(type, m * n, numbers));
        };
        const std::vector<std::byte> many = rows(40);
        for (const int64_t m : {1, 2, 3, 8, 9, 17})
          EXPECT_EQ(std::memcmp(rows(m).data(), many.data(), m * n * ir::byte_size(type)), 0)
              << m << " x " << n << " x " << k << " " << ir::name_of(type);
      }
}

// Row `row` of C, compared with sums in double, and its bits with those that it has alone.
void check_row(const MatmulProblem& p, const Tensor& a, const Tensor& b, const Tensor& c,
               int64_t row) {
  Numbers numbers;
  Tensor line(p.a, p.k, numbers);
  for (int64_t k = 0; k < p.k; k++)
    line.set(static_cast<size_t>(k), a.values[place_in_a(p, row, k)]);
  MatmulProblem alone = p;
  alone.m = 1;
  const std::vector<std::byte> bits =
      product<Matmul>(alone, 1, line, b, Tensor(p.c, 0, numbers), Tensor(p.c, p.n, numbers));
  for (int64_t column = 0; column < p.n; column++) {
    SCOPED_TRACE(fmt::format("row {}, column {}", row, column));
    double sum = 0;
    for (int64_t k = 0; k < p.k; k++)
      sum += a.values[place_in_a(p, row, k)] * b.values[place_in_b(p, column, k)];
    const auto at = static_cast<size_t>(row * p.n + column);
    if (std::isnan(sum)) {
      EXPECT_TRUE(std::isnan(c.get(at)));
      continue;
    }
    if (std::isinf(sum)) {
      EXPECT_EQ(c.get(at), sum);
    } else {
      EXPECT_NEAR(c.get(at), sum, 1e-5);
    }
    const bool is_ours = adds_bias();
    EXPECT_TRUE(!is_ours || std::memcmp(c.bytes.data() + 4 * at, bits.data() + 4 * column, 4) == 0);
  }
}

// Each line of one operand is zero at most places along k, as in products that send tokens to
// experts. All lines have a number at place 3, where the products underflow; some lines have none
// besides. Where not `is_finite`, infinite numbers meet zeros.
void check_zeros(const MatmulProblem& p, bool is_left, bool is_finite) {
  SCOPED_TRACE(name_of_problem(p));
  Numbers numbers;
  Tensor a(p.a, p.m * p.k, numbers), b(p.b, p.n * p.k, numbers);
  for (int64_t k = 0; k < p.k; k++) {
    const double zero = k % 2 == 0 ? 0.0 : -0.0;
    for (int64_t row = 0; is_left && row < p.m; row++)
      if (k % 211 != row % 211) a.set(place_in_a(p, row, k), zero);
    for (int64_t column = 0; !is_left && column < p.n; column++)
      if (k % 211 != column % 211) b.set(place_in_b(p, column, k), zero);
  }
  for (int64_t row = 0; row < p.m; row++) a.set(place_in_a(p, row, 3), -1e-30);
  for (int64_t column = 0; column < p.n; column++) b.set(place_in_b(p, column, 3), 1e-30);
  if (!is_finite) {
    a.set(place_in_a(p, p.m / 7, p.k - 1), std::numeric_limits<double>::infinity());
    b.set(place_in_b(p, 53, p.k - 2), -std::numeric_limits<double>::infinity());
  }
  Tensor c(p.c, p.m * p.n, numbers);
  c.bytes = product<Matmul>(p, 2, a, b, Tensor(p.c, 0, numbers), c);
  for (const int64_t row : {int64_t{0}, int64_t{3}, p.m / 7, p.m / 4, p.m - 1})
    check_row(p, a, b, c, row);
}

TEST(Matmul, LinesOfZeros) {
  for (const bool transpose_a : {false, true})
    for (const bool transpose_b : {false, true})
      // Many terms of a weight gradient are summed in parts that depend on its rows.
      for (const int64_t k : {127, 128, 515, transpose_a ? 1000 : 5000})
        for (const bool is_left : {true, false})
          for (const bool is_finite : {true, false})
            for (const int64_t m : {12, 520})
              check_zeros({.m = m,
                           .n = 100,
                           .k = k,
                           .transpose_a = transpose_a,
                           .transpose_b = transpose_b},
                          is_left, is_finite);
}

// The rows of A are read where they lie, and the bits are those of the same columns among others.
TEST(Matmul, FewColumns) {
  for (const int64_t n : {1, 2, 7, 8, 9})
    for (const int64_t m : {10, 48, 205})
      for (const int64_t k : {1, 16, 300, 1046}) {
        MatmulProblem p = {
            .batch = 1, .m = m, .n = n, .k = k, .transpose_b = true, .c = ElementType::f32};
        const std::vector<std::byte> few = check_product(p);
        p.n = 50;
        const std::vector<std::byte> many = check_product(p);
        for (int64_t row = 0; row < m && adds_bias(); row++)  // our own kernel
          EXPECT_EQ(std::memcmp(few.data() + 4 * row * n, many.data() + 4 * row * p.n,
                                static_cast<size_t>(4 * n)),
                    0)
              << "row " << row;
        p.n = n;
        p.transpose_b = false;
        p.keeps_b = k == 16;
        p.adds = k == 300;
        p.batch = m == 48 ? 3 : 1;
        check_product(p);
        p.adds = p.keeps_b = false;
        p.has_bias = adds_bias();
        p.c = k == 1 ? ElementType::bf16 : ElementType::f32;
        check_product(p);
      }
}

TEST(Matmul, Biases) {
  if (!adds_bias()) GTEST_SKIP() << "needs AVX-512";
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const ElementType out : {ElementType::f32, ElementType::bf16})
      for (const bool transpose : {false, true})
        for (const int64_t m : {1, 37, 263}) {
          check_product({.batch = m == 37 ? 3 : 1,
                         .m = m,
                         .n = 250,
                         .k = 2 * m + 600,
                         .transpose_a = transpose && m > 1,
                         .transpose_b = !transpose,
                         .a = type,
                         .b = type,
                         .c = out,
                         .has_bias = true});
        }
}

// With few rows as with many; what changes in each run is then not packed either.
TEST(Matmul, KeepsTheRightOperand) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const bool transpose : {false, true})
      for (const int64_t m : {1, 37, 263}) {
        MatmulProblem p = {
            .m = m, .n = 250, .k = 600, .transpose_b = transpose, .a = type, .b = type, .c = type};
        const std::vector<std::byte> plain = check_product(p);
        p.keeps_b = true;
        EXPECT_EQ(Matmul(p).right_form().has_value(), adds_bias());
        EXPECT_EQ(check_product(p), plain);
      }
}

TEST(Matmul, SmallSizes) {
  for (const int64_t m : {1, 2, 17})
    for (const int64_t n : {1, 2, 17})
      for (const int64_t k : {1, 3, 16})
        check_product({.m = m, .n = n, .k = k, .transpose_b = m == 2});
}

TEST(Matmul, ManySmallProducts) {
  check_product({.batch = 96, .m = 5, .n = 7, .k = 9, .transpose_b = true});
  for (const int64_t k : {128, 257, 300})  // fewer lines of B than a vector has lanes
    check_product({.batch = 20, .m = 2, .n = 8, .k = k, .transpose_b = true});
  check_product(
      {.batch = 3, .m = 300, .n = 20, .k = 16, .a = ElementType::bf16, .b = ElementType::bf16});
}

// What multiplies where there is no AVX-512.
TEST(TiledMatmul, TransposesTypesAndEdgeTiles) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const bool transpose_b : {false, true}) {
      check_product<TiledMatmul>(
          {.m = 37, .n = 50, .k = 65, .transpose_b = transpose_b, .a = type, .b = type, .c = type});
      check_product<TiledMatmul>({.batch = 2,
                                  .m = 700,
                                  .n = 401,
                                  .k = 33,
                                  .transpose_a = true,
                                  .transpose_b = transpose_b,
                                  .a = type,
                                  .b = type});
    }
}

TEST(TiledMatmul, FewRowsOfLinesOfB) {
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const int64_t m : {1, 2, 3, 7, 8, 9})
      for (const int64_t n : {5, 601})
        check_product<TiledMatmul>({.batch = n == 5 ? 3 : 1,
                                    .m = m,
                                    .n = n,
                                    .k = 333,
                                    .transpose_b = true,
                                    .a = m == 2 ? ElementType::f32 : type,
                                    .b = type,
                                    .c = m == 3 ? ElementType::f32 : type});
}

TEST(Matmul, EmptySums) {
  check_product({.m = 3, .n = 4, .k = 0});
  check_product({.m = 0, .n = 4, .k = 2});
  check_product({.batch = 0, .m = 3, .n = 4, .k = 2});
}

TEST(Matmul, RefusesAWorkspaceTooSmall) {
  Team team(2);
  const Matmul matmul({.m = 8, .n = 8, .k = 8, .a = ElementType::bf16});
  const Workspace workspace(matmul.workspace_bytes(2) - 64);
  std::vector<float> data(64);
  EXPECT_THROW(
      matmul.run(team, {.a = data.data(), .b = data.data(), .c = data.data()}, workspace.span),
      InternalError);
}

TEST(Matmul, RefusesSizesThatOverflow) {
  const int64_t huge = int64_t{1} << 40;
  EXPECT_THROW(Matmul({.m = huge, .n = huge, .k = 2}), UserError);
}

}  // namespace
}  // namespace tutti::kernel
