// SPDX-License-Identifier: Apache-2.0
#include "kernel/resolvent_diagonal.h"

#include <complex>

#include "kernel/support.h"

namespace tutti::kernel::test {
namespace {

using Complex = std::complex<double>;
using Floats = std::vector<float>;

/// Matrices of float32 numbers, and cotangents.
struct Case {
  ResolventShape shape;
  Floats a, b, c, w_real, w_imaginary;

  explicit Case(const ResolventShape& given, double cut_every = 0) : shape(given) {
    const auto rows = static_cast<size_t>(shape.rows), length = static_cast<size_t>(shape.length);
    a = floats(rows * length, 1, -2);
    const size_t couplings = (shape.shares_couplings ? 1 : rows) * (length - 1);
    b = floats(couplings, 2, 0);
    c = floats(couplings, 3, 0);
    for (size_t i = 0; i < couplings; i++) {
      c[i] = std::copysign(std::min(std::abs(c[i]), 1.0f), b[i]);
      b[i] = std::copysign(std::min(std::abs(b[i]), 1.0f), b[i]);
      if (cut_every > 0 && std::fmod(static_cast<double>(i), cut_every) == 0) b[i] = 0;
    }
    w_real = floats(rows * length, 4, 0);
    w_imaginary = floats(rows * length, 5, 0);
  }
  /// All of b and c are 1.
  Case& unit() {
    std::fill(b.begin(), b.end(), 1.0f);
    std::fill(c.begin(), c.end(), 1.0f);
    return *this;
  }

 private:
  static Floats floats(size_t count, unsigned seed, double mean) {
    const Values values = random_values(count, seed, 1, mean);
    return {values.begin(), values.end()};
  }
};

/// One row by the recurrences in double, with divisions of complex numbers.
struct RowReference {
  std::vector<Complex> g;
  Values da, dp;

  RowReference(const Case& t, size_t row) {
    const auto n = static_cast<size_t>(t.shape.length);
    const Complex z(t.shape.z_real, t.shape.z_imaginary);
    const size_t at = row * n, of_couplings = t.shape.shares_couplings ? 0 : row * (n - 1);
    const auto d = [&](size_t i) { return double{t.a[at + i]} - z; };
    const auto p = [&](size_t i) {
      return double{t.b[of_couplings + i]} * double{t.c[of_couplings + i]};
    };
    std::vector<Complex> l(n), r(n), left(n), right(n), own(n);
    for (size_t i = 0; i < n; i++) l[i] = d(i) - (i > 0 ? p(i - 1) / l[i - 1] : 0);
    for (size_t i = n; i-- > 0;) r[i] = d(i) - (i + 1 < n ? p(i) / r[i + 1] : 0);
    const bool causal = t.shape.is_causal;
    for (size_t i = 0; i < n; i++) {
      g.push_back(1.0 / (causal ? l[i] : l[i] + r[i] - d(i)));
      own[i] = -Complex(t.w_real[at + i], -t.w_imaginary[at + i]) * g[i] * g[i];
    }
    for (size_t i = n; i-- > 0;)
      left[i] = own[i] + (i + 1 < n ? left[i + 1] * p(i) / (l[i] * l[i]) : 0);
    for (size_t i = 0; i < n && !causal; i++)
      right[i] = own[i] + (i > 0 ? right[i - 1] * p(i - 1) / (r[i] * r[i]) : 0);
    for (size_t i = 0; i < n; i++) {
      da.push_back((left[i] + (causal ? 0 : right[i] - own[i])).real());
      if (i + 1 < n)
        dp.push_back(-(left[i + 1] / l[i] + (causal ? 0 : right[i] / r[i + 1])).real());
    }
  }
};

/// re, im, da and, where `couplings`, db and dc.
Results expected(const Case& t, bool couplings) {
  Results all(couplings ? 5 : 3);
  if (couplings) all[3].resize(t.b.size()), all[4].resize(t.b.size());
  for (size_t row = 0; row < static_cast<size_t>(t.shape.rows); row++) {
    const RowReference reference(t, row);
    for (const Complex& g : reference.g) {
      all[0].push_back(g.real());
      all[1].push_back(g.imag());
    }
    all[2].insert(all[2].end(), reference.da.begin(), reference.da.end());
    for (size_t i = 0; i < reference.dp.size() && couplings; i++) {
      const size_t at = (t.shape.shares_couplings ? 0 : row * reference.dp.size()) + i;
      all[3][at] += t.c[at] * reference.dp[i];
      all[4][at] += t.b[at] * reference.dp[i];
    }
  }
  return all;
}

Results computed(Team& team, const Case& t, bool couplings) {
  const auto values = [](const Floats& floats) { return Values(floats.begin(), floats.end()); };
  Floats real(t.a.size(), NAN), imaginary = real, da = real, db(t.b.size(), NAN), dc = db;
  const ResolventMatrix matrix{t.a.data(), t.b.data(), t.c.data()};
  std::vector<std::byte> memory(resolvent_workspace_bytes(t.shape, team.size()) + 64);
  const auto aligned = [&] {
    const size_t off = (64 - reinterpret_cast<uintptr_t>(memory.data()) % 64) % 64;
    return std::span(memory).subspan(off, memory.size() - 64);
  };
  resolvent_diagonal(team, t.shape, matrix, real.data(), imaginary.data(), aligned());
  memory.assign(resolvent_gradient_workspace_bytes(t.shape, couplings, team.size()) + 64, {});
  resolvent_diagonal_gradient(team, t.shape, matrix,
                              {t.w_real.data(), t.w_imaginary.data(), da.data(),
                               couplings ? db.data() : nullptr, couplings ? dc.data() : nullptr},
                              aligned());
  Results all{values(real), values(imaginary), values(da)};
  if (couplings) all.insert(all.end(), {values(db), values(dc)});
  return all;
}

void expect_agrees(const Case& t, double tolerance) {
  for (const bool couplings : {false, true}) {
    const Results wanted = expected(t, couplings);
    const Results found = same_for_teams([&](Team& team) { return computed(team, t, couplings); });
    for (size_t i = 0; i < wanted.size(); i++) {
      SCOPED_TRACE(fmt::format("result {} of {} rows of {}", i, t.shape.rows, t.shape.length));
      if (!wanted[i].empty()) expect_close(found[i], wanted[i], tolerance);
    }
  }
}

TEST(ResolventDiagonal, IsThatOfTheRecurrencesInDouble) {
  for (const bool causal : {false, true})
    for (const bool shared : {false, true})
      for (const int64_t length : {1, 2, 3, 17, 128, 1000, 1024})
        for (const int64_t rows : {1, 5, 32, 70}) {
          SCOPED_TRACE(fmt::format("causal {}, shared {}", causal, shared));
          expect_agrees(Case({rows, length, 0.25, 0.5, causal, shared}), 3e-6);
        }
}

// At z = i, rows are cut into chunks with windows; near the real axis they are swept.
TEST(ResolventDiagonal, OfLongRowsIsCutOrSwept) {
  for (const double eta : {1.0, 0.125})
    for (const bool causal : {false, true})
      for (const bool shared : {false, true})
        for (const int64_t length : {1025, 5000}) {
          SCOPED_TRACE(fmt::format("eta {}, causal {}, shared {}", eta, causal, shared));
          const ResolventShape shape{3, length, 0, eta, causal, shared};
          expect_agrees(Case(shape), eta == 1 ? 2e-6 : 5e-6);
          expect_agrees(Case(shape, 16), eta == 1 ? 2e-6 : 5e-6);
          if (shared) expect_agrees(Case(shape).unit(), eta == 1 ? 2e-6 : 5e-6);
        }
}

// Rows whose products differ much need different windows, and some cannot be cut at all.
TEST(ResolventDiagonal, OfARowHasTheSameBitsInAnyBatch) {
  for (const int64_t length : {100, 3000})
    for (const bool causal : {false, true}) {
      Case all({40, length, 0, 1, causal, false});
      const auto n = static_cast<size_t>(length);
      for (size_t row = 0; row < 40; row++)
        for (size_t i = 0; i < n - 1; i++)
          all.b[row * (n - 1) + i] *= row % 3 == 0 ? 1.0f : row % 3 == 1 ? 0.1f : 100.0f;
      Team team(1);
      const Results together = computed(team, all, true);
      for (const size_t row : {size_t{0}, size_t{4}, size_t{5}, size_t{39}}) {
        Case one({1, length, 0, 1, causal, false});
        const auto part = [&](const auto& from, size_t count) {
          const auto begin = from.begin() + static_cast<std::ptrdiff_t>(row * count);
          return std::decay_t<decltype(from)>(begin, begin + static_cast<std::ptrdiff_t>(count));
        };
        one.a = part(all.a, n), one.b = part(all.b, n - 1), one.c = part(all.c, n - 1);
        one.w_real = part(all.w_real, n), one.w_imaginary = part(all.w_imaginary, n);
        const Results alone = computed(team, one, true);
        for (size_t i = 0; i < alone.size(); i++)
          EXPECT_EQ(alone[i], part(together[i], i < 3 ? n : n - 1))
              << "result " << i << " of row " << row << " of length " << length;
      }
    }
}

// Results that are larger than the caches are stored past them.
TEST(ResolventDiagonal, OfMuchDataHasTheSameBits) {
  const Case all({4, 1100000, 0, 1, false, true});
  Case last({1, 1100000, 0, 1, false, true});
  const auto part = [](const auto& from) {
    return std::decay_t<decltype(from)>(from.end() - 1100000, from.end());
  };
  last.a = part(all.a), last.b = all.b, last.c = all.c;
  last.w_real = part(all.w_real), last.w_imaginary = part(all.w_imaginary);
  Team team(2);
  const Results together = computed(team, all, false), alone = computed(team, last, false);
  for (size_t i = 0; i < alone.size(); i++)
    EXPECT_TRUE(alone[i] == part(together[i])) << "result " << i;
}

TEST(ResolventDiagonal, IsNaNWhereANegativeProductReaches) {
  for (const bool shared : {false, true}) {
    Case t({2, 3000, 0, 1, true, shared});
    t.b[1500] = -1;
    t.c[1500] = 1;
    Team team(1);
    const Values real = computed(team, t, false)[0];
    EXPECT_FALSE(std::isnan(real[1500]));
    for (size_t i = 1501; i < 3000; i++) ASSERT_TRUE(std::isnan(real[i])) << i;
    EXPECT_EQ(std::isnan(real[5999]), shared);
  }
}

}  // namespace
}  // namespace tutti::kernel::test
