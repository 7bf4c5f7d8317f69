// SPDX-License-Identifier: Apache-2.0
#include "kernel/attention.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;
using Doubles = std::vector<double>;

// A batch of rows: segment, sample and position of each token.
struct Tokens {
  std::vector<int32_t> segment, sample, position;
  AttentionTokens view() const { return {segment.data(), sample.data(), position.data()}; }
  // Adds `count` tokens of one segment, positions from `first` on.
  Tokens& add(int32_t id, int count, int32_t first = 0) {
    for (int32_t i = 0; i < count; i++) {
      segment.push_back(id);
      sample.push_back(1000 + std::abs(id));
      position.push_back(first + i);
    }
    return *this;
  }
};

struct Case {
  AttentionShape shape;
  Tokens tokens;
  float scale;
  AttentionDropout dropout;

  size_t elements() const {
    return static_cast<size_t>(shape.rows * shape.length * shape.heads * shape.dim);
  }
  size_t key_elements() const { return elements() / static_cast<size_t>(shape.group()); }
};

Case make_case(int64_t rows, int64_t heads, int64_t dim, ElementType type, double rate,
               const Tokens& tokens) {
  Case c;
  c.shape = {.rows = rows,
             .length = static_cast<int64_t>(tokens.segment.size()) / rows,
             .heads = heads,
             .dim = dim,
             .max_segment = 384,
             .type = type};
  c.tokens = tokens;
  c.scale = static_cast<float>(1 / std::sqrt(static_cast<double>(dim)));
  c.dropout = {rate, {0x12345678u, 0x9ABCDEF0u}};
  return c;
}

// Numbers in (-2, 2) that the seed determines, rounded to the type.
Doubles numbers(size_t count, ElementType type, uint64_t seed) {
  Doubles out(count);
  for (double& value : out) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    value = static_cast<double>(seed >> 40) / double(1 << 22) - 2;
    const auto single = static_cast<float>(value);
    value = type == ElementType::f32 ? single : to_float(to_bfloat16(single));
  }
  return out;
}

std::vector<std::byte> encode(const Doubles& values, ElementType type) {
  std::vector<std::byte> bytes(values.size() * ir::byte_size(type));
  for (size_t i = 0; i < values.size(); i++) {
    const auto single = static_cast<float>(values[i]);
    const Bfloat16 half = to_bfloat16(single);
    if (type == ElementType::f32)
      std::memcpy(&bytes[i * 4], &single, 4);
    else
      std::memcpy(&bytes[i * 2], &half, 2);
  }
  return bytes;
}

Doubles decode(const std::vector<std::byte>& bytes, ElementType type) {
  Doubles values(bytes.size() / ir::byte_size(type));
  for (size_t i = 0; i < values.size(); i++) {
    float single;
    Bfloat16 half;
    if (type == ElementType::f32)
      std::memcpy(&single, &bytes[i * 4], 4);
    else
      std::memcpy(&half, &bytes[i * 2], 2), single = to_float(half);
    values[i] = single;
  }
  return values;
}

// What the formulas give in double, one query after the other.
struct Result {
  Doubles o, lse, dq, dk, dv;
};

bool attends(const Case& c, size_t query, size_t key) {
  const std::vector<int32_t>& segment = c.tokens.segment;
  return segment[key] > 0 && segment[key] == std::abs(segment[query]) &&
         (!c.shape.causal || key <= query) &&
         (c.shape.window == 0 || std::abs(int64_t(query) - int64_t(key)) < c.shape.window);
}

// What dropout multiplies the probability by.
double mask_of(const Case& c, size_t query, size_t key, int64_t head) {
  const double threshold = std::round(c.dropout.rate * 65536);
  const Words head_key = threefry2x32(c.dropout.key, {static_cast<uint32_t>(head), 1});
  const auto key_position = static_cast<uint32_t>(c.tokens.position[key]);
  const Words words = threefry2x32(
      head_key, {static_cast<uint32_t>(c.tokens.sample[query]),
                 static_cast<uint32_t>(c.tokens.position[query]) << 16 | key_position >> 2});
  const uint32_t word = key_position & 2 ? words[1] : words[0];
  const uint32_t bits = key_position & 1 ? word >> 16 : word & 0xFFFF;
  return bits >= threshold ? 65536 / (65536 - threshold) : 0;
}

void add_query(const Case& c, size_t query, int64_t head, const Doubles& q, const Doubles& k,
               const Doubles& v, const Doubles& d_o, Result& result) {
  const auto dim = static_cast<size_t>(c.shape.dim);
  const auto length = static_cast<size_t>(c.shape.length);
  const auto heads = static_cast<size_t>(c.shape.heads);
  const auto h = static_cast<size_t>(head);
  const size_t row = query / length;
  const auto group = static_cast<size_t>(c.shape.group());
  const auto at = [&](size_t token, size_t channel) { return (token * heads + h) * dim + channel; };
  const auto key_at = [&](size_t token, size_t channel) {
    return (token * (heads / group) + h / group) * dim + channel;
  };
  const auto dot = [&](const Doubles& x, size_t i, const Doubles& y, size_t j) {
    double sum = 0;
    for (size_t channel = 0; channel < dim; channel++)
      sum += x[at(i, channel)] * y[key_at(j, channel)];
    return sum;
  };
  std::vector<size_t> keys;
  for (size_t key = row * length; key < (row + 1) * length; key++)
    if (attends(c, query, key)) keys.push_back(key);
  if (keys.empty()) return;
  Doubles p, mask, d_p;
  double sum = 0;
  for (const size_t key : keys) {
    p.push_back(std::exp(c.scale * dot(q, query, k, key)));
    sum += p.back();
  }
  result.lse[(row * heads + h) * length + query % length] = std::log(sum);
  double projection = 0;
  for (size_t j = 0; j < keys.size(); j++) {
    p[j] /= sum;
    mask.push_back(mask_of(c, query, keys[j], head));
    d_p.push_back(mask[j] * dot(d_o, query, v, keys[j]));
    projection += d_p[j] * p[j];
  }
  for (size_t j = 0; j < keys.size(); j++) {
    const double d_s = p[j] * (d_p[j] - projection);
    for (size_t channel = 0; channel < dim; channel++) {
      const size_t mine = at(query, channel);
      const size_t other = key_at(keys[j], channel);
      result.o[mine] += p[j] * mask[j] * v[other];
      result.dv[other] += p[j] * mask[j] * d_o[mine];
      result.dq[mine] += c.scale * d_s * k[other];
      result.dk[other] += c.scale * d_s * q[mine];
    }
  }
}

struct Inputs {
  Doubles q, k, v, d_o;
};

Inputs inputs_of(const Case& c) {
  const auto tensor = [&](size_t count, uint64_t seed) {
    return numbers(count, c.shape.type, seed);
  };
  return {tensor(c.elements(), 1), tensor(c.key_elements(), 2), tensor(c.key_elements(), 3),
          tensor(c.elements(), 4)};
}

Result expected(const Case& c, const Inputs& in) {
  const size_t tokens = c.tokens.segment.size();
  Result result;
  for (Doubles* tensor : {&result.o, &result.dq}) tensor->resize(c.elements());
  for (Doubles* tensor : {&result.dk, &result.dv}) tensor->resize(c.key_elements());
  result.lse.resize(tokens * static_cast<size_t>(c.shape.heads));
  for (size_t query = 0; query < tokens; query++)
    for (int64_t head = 0; head < c.shape.heads; head++)
      add_query(c, query, head, in.q, in.k, in.v, in.d_o, result);
  return result;
}

Result computed(const Case& c, const Inputs& in, int workers) {
  Team team(workers);
  const size_t size = attention_workspace_bytes(c.shape, workers);
  std::vector<std::byte> memory(size + 64, std::byte{0xFF});
  void* start = memory.data();
  size_t space = memory.size();
  std::align(64, size, start, space);
  const std::span<std::byte> workspace(static_cast<std::byte*>(start), size);

  const ElementType type = c.shape.type;
  const auto q = encode(in.q, type), k = encode(in.k, type), v = encode(in.v, type);
  const auto d_o = encode(in.d_o, type);
  std::vector<std::byte> o(q.size(), std::byte{0xFF}), dq(o), dk(k.size(), std::byte{0xFF}), dv(dk);
  std::vector<float> lse(c.tokens.segment.size() * static_cast<size_t>(c.shape.heads), -77);
  const AttentionProblem problem{c.shape,  c.tokens.view(), c.scale, c.dropout,
                                 q.data(), k.data(),        v.data()};
  attention(team, problem, o.data(), lse.data(), workspace);
  attention_gradient(team, problem, lse.data(), d_o.data(), {dq.data(), dk.data(), dv.data()},
                     workspace);
  return {decode(o, type), Doubles(lse.begin(), lse.end()), decode(dq, type), decode(dk, type),
          decode(dv, type)};
}

// The largest difference, as a share of the largest expected value.
double error_of(const Doubles& found, const Doubles& wanted) {
  double largest = 1e-6;
  double error = 0;
  for (size_t i = 0; i < wanted.size(); i++) {
    largest = std::max(largest, std::abs(wanted[i]));
    if (!(std::abs(found[i] - wanted[i]) <= error)) error = std::abs(found[i] - wanted[i]);
  }
  return error / largest;
}

/// The length of found - wanted as vectors, as a share of that of `wanted`.
double error_in_norm(const Doubles& found, const Doubles& wanted) {
  double error = 0, whole = 0;
  for (size_t i = 0; i < wanted.size(); i++) {
    error += (found[i] - wanted[i]) * (found[i] - wanted[i]);
    whole += wanted[i] * wanted[i];
  }
  return error == 0 ? 0 : std::sqrt(error / whole);
}

/// In bf16 the weights are rounded, and the results: each by at most 2^-8, so less than 1 %
/// together.
void expect_near(const Doubles& found, const Doubles& wanted, ElementType type) {
  if (type == ElementType::f32)
    EXPECT_LE(error_of(found, wanted), 1e-5);
  else
    EXPECT_LE(error_in_norm(found, wanted), 0x1p-7);
}

void check_attention(const Case& c) {
  const Inputs in = inputs_of(c);
  const Result want = expected(c, in);
  const Result found = computed(c, in, 1);
  expect_near(found.o, want.o, c.shape.type);
  EXPECT_LE(error_of(found.lse, want.lse), 1e-5);
  expect_near(found.dq, want.dq, c.shape.type);
  expect_near(found.dk, want.dk, c.shape.type);
  expect_near(found.dv, want.dv, c.shape.type);
  for (const int workers : {2, 3}) {
    const Result again = computed(c, in, workers);
    EXPECT_EQ(found.o, again.o) << workers << " workers give other bits";
    EXPECT_EQ(found.lse, again.lse);
    EXPECT_EQ(found.dq, again.dq);
    EXPECT_EQ(found.dk, again.dk);
    EXPECT_EQ(found.dv, again.dv);
  }
}

// Two rows of 160 tokens: several segments, padding queries, filler in the middle and at the end.
Tokens packed_rows() {
  return Tokens()
      .add(1, 50)
      .add(2, 1)
      .add(3, 49)
      .add(-3, 20)
      .add(0, 7)
      .add(4, 33)  // row 0
      .add(9, 97)
      .add(-9, 3)
      .add(5, 16)
      .add(-6, 4)
      .add(0, 40);  // row 1
}

class Attention : public testing::TestWithParam<std::tuple<int64_t, ElementType, double>> {};

TEST_P(Attention, PackedRows) {
  const auto& [dim, type, rate] = GetParam();
  check_attention(make_case(2, 12, dim, type, rate, packed_rows()));
}

INSTANTIATE_TEST_SUITE_P(Forms, Attention,
                         testing::Combine(testing::Values(32, 64),
                                          testing::Values(ElementType::f32, ElementType::bf16),
                                          testing::Values(0.0, 0.1)));

TEST(AttentionLengths, UpToTheLongest) {
  for (const int length : {1, 2, 15, 16, 17, 47, 48, 49, 97, 170, 383, 384}) {
    SCOPED_TRACE(length);
    for (const ElementType type : {ElementType::f32, ElementType::bf16})
      check_attention(make_case(1, 2, 32, type, 0.1, Tokens().add(1, length)));
  }
}

Case causal(Case c, int64_t kv_heads) {
  c.shape.causal = true;
  c.shape.kv_heads = kv_heads;
  return c;
}

// Padding at the front, of whose queries some see nothing, and after; filler.
TEST(CausalAttention, PackedRowsAndSharedKeys) {
  Tokens tokens;
  tokens.add(-1, 20).add(1, 70).add(2, 1).add(3, 49).add(-3, 20).add(0, 7).add(4, 133);
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const int64_t kv_heads : {1, 2, 6})
      for (const int64_t dim : {16, 64, 80})
        check_attention(
            causal(make_case(1, 6, dim, type, kv_heads == 2 ? 0.1 : 0, tokens), kv_heads));
}

TEST(CausalAttention, UpToTheLongest) {
  for (const int length : {1, 2, 15, 16, 17, 47, 48, 49, 97, 383}) {
    SCOPED_TRACE(length);
    for (const ElementType type : {ElementType::f32, ElementType::bf16})
      check_attention(causal(make_case(1, 2, 32, type, 0, Tokens().add(1, length)), 1));
  }
}

// A packed row has the bits of each of its documents alone, wherever it begins.
TEST(CausalAttention, PackedDocumentsHaveTheBitsOfEachAlone) {
  constexpr size_t kHeads = 4, kDim = 32, kBefore = 53, kOwn = 101;
  for (const ElementType type : {ElementType::f32, ElementType::bf16}) {
    const Case row = causal(
        make_case(1, kHeads, kDim, type, 0, Tokens().add(1, kBefore).add(2, kOwn).add(3, 29)), 2);
    const Case alone = causal(make_case(1, kHeads, kDim, type, 0, Tokens().add(1, kOwn)), 2);
    const Inputs in = inputs_of(row);
    const auto part = [&](const Doubles& x, size_t width) {
      const auto from = x.begin() + static_cast<std::ptrdiff_t>(kBefore * width);
      return Doubles(from, from + static_cast<std::ptrdiff_t>(kOwn * width));
    };
    const size_t wide = kHeads * kDim, narrow = wide / 2;
    const Inputs own = {part(in.q, wide), part(in.k, narrow), part(in.v, narrow),
                        part(in.d_o, wide)};
    const Result whole = computed(row, in, 2), single = computed(alone, own, 1);
    EXPECT_EQ(part(whole.o, wide), single.o);
    EXPECT_EQ(part(whole.dq, wide), single.dq);
    EXPECT_EQ(part(whole.dk, narrow), single.dk);
    EXPECT_EQ(part(whole.dv, narrow), single.dv);
  }
}

// Keys beyond a window of each side or, where it is causal, before it; some queries see nothing.
TEST(AttentionWindow, PackedRowsAndSharedKeys) {
  Tokens tokens;
  tokens.add(-1, 20).add(1, 170).add(2, 1).add(3, 49).add(-3, 60).add(0, 7).add(4, 270);
  for (const ElementType type : {ElementType::f32, ElementType::bf16})
    for (const bool is_causal : {true, false})
      for (const int64_t window : {1, 2, 17, 48, 65, 1000}) {
        SCOPED_TRACE(fmt::format("{} {}", is_causal, window));
        Case c = causal(make_case(1, 4, 32, type, window == 17 ? 0.1 : 0, tokens), 2);
        c.shape.causal = is_causal;
        c.shape.window = window;
        check_attention(c);
      }
}

TEST(AttentionLengths, BertBaseHeads) {
  check_attention(make_case(1, 12, 64, ElementType::f32, 0.1, Tokens().add(1, 384)));
}

TEST(AttentionLengths, DimOffTheVectorWidth) {
  check_attention(make_case(1, 3, 5, ElementType::f32, 0.1, Tokens().add(1, 20).add(2, 31)));
  check_attention(make_case(1, 3, 19, ElementType::bf16, 0, Tokens().add(1, 20).add(0, 1)));
}

TEST(AttentionMask, PositionsThatDoNotStartAtAMultipleOfFour) {
  for (const int32_t first : {1, 2, 3, 70}) {
    SCOPED_TRACE(first);
    check_attention(make_case(1, 2, 16, ElementType::f32, 0.5, Tokens().add(1, 40, first)));
  }
}

TEST(AttentionMask, PositionsThatJump) {
  Tokens tokens;
  tokens.add(1, 20, 5).add(1, 20, 100).add(-1, 5, 0);
  check_attention(make_case(1, 2, 16, ElementType::f32, 0.5, tokens));
}

TEST(AttentionRange, LargeScoresDoNotOverflow) {
  Case c = make_case(1, 2, 16, ElementType::f32, 0, Tokens().add(1, 40));
  c.scale = 20;
  const Inputs in = inputs_of(c);
  const Result want = expected(c, in);
  const Result found = computed(c, in, 1);
  // Scores of hundreds have an absolute error near 1e-5, which exp turns into a relative one.
  EXPECT_LE(error_of(found.o, want.o), 1e-3);
  EXPECT_LE(error_of(found.lse, want.lse), 1e-5);
}

// The root mean square of the differences, as a share of that of the expected values, in units of
// float32's roundoff.
double typical_error_of(const Doubles& found, const Doubles& wanted) {
  double errors = 0, squares = 0;
  for (size_t i = 0; i < wanted.size(); i++) {
    errors += (found[i] - wanted[i]) * (found[i] - wanted[i]);
    squares += wanted[i] * wanted[i];
  }
  return std::sqrt(errors / squares) / 0x1p-24;
}

// Heads that attend by position have scores up to 45, whose rounding alone moves a probability by
// up to 32 units, 9 of them typically; a sum of `dim` terms must not add much to that.
TEST(AttentionAccuracy, ScoresOfTens) {
  for (const int64_t dim : {32, 64}) {
    SCOPED_TRACE(dim);
    Case c = make_case(1, 2, dim, ElementType::f32, 0, Tokens().add(1, 384));
    c.scale *= 8;
    const Inputs in = inputs_of(c);
    const Result want = expected(c, in);
    const Result found = computed(c, in, 1);
    EXPECT_LE(typical_error_of(found.o, want.o), 10);
    EXPECT_LE(typical_error_of(found.lse, want.lse), 1.1);
  }
}

std::string refusal(const Case& c) {
  try {
    computed(c, inputs_of(c), 1);
  } catch (const UserError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

TEST(AttentionErrors, SegmentInTwoPieces) {
  const auto message =
      refusal(make_case(1, 1, 8, ElementType::f32, 0, Tokens().add(1, 3).add(2, 3).add(-1, 3)));
  EXPECT_NE(message.find("row 0, token 6: segment 1 begins a second time"), std::string::npos)
      << message;
}

TEST(AttentionErrors, SegmentTooLong) {
  const auto message = refusal(make_case(1, 1, 8, ElementType::f32, 0, Tokens().add(7, 385)));
  EXPECT_NE(message.find("segment 7 has 385 tokens, expected at most 384"), std::string::npos)
      << message;
}

TEST(AttentionErrors, TheMostNegativeSegmentIsAnyOther) {
  const int32_t lowest = std::numeric_limits<int32_t>::min();
  Tokens tokens;
  tokens.add(1, 4);
  for (int32_t& segment : tokens.segment) segment = lowest;
  const Case c = make_case(1, 1, 8, ElementType::f32, 0, tokens);
  for (const double value : computed(c, inputs_of(c), 1).o) EXPECT_EQ(value, 0);
}

TEST(AttentionShapes, NothingToDo) {
  const Case c = make_case(1, 2, 8, ElementType::f32, 0, Tokens());
  EXPECT_TRUE(computed(c, inputs_of(c), 2).o.empty());
}

}  // namespace
}  // namespace tutti::kernel
