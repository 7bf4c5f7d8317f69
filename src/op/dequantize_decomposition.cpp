// SPDX-License-Identifier: Apache-2.0
#include "op/dequantize_decomposition.h"

#include <initializer_list>

#include "blocks/decode-inl.h"
#include "ir/tensor.h"
#include "op/gather.h"

namespace tutti::op {
namespace {

using blocks::BlockType;
using ir::ElementType;

/// Emits what one type of blocks means. The first axis numbers the blocks.
class Decoder {
 public:
  Decoder(Builder& b, Value bytes, int64_t count) : b_(b), bytes_(bytes), count_(count) {}

  Value values_of(BlockType type) {
    switch (type) {
      case BlockType::q8_0:
        return multiply(b_, over(half(0), 32), floats(signed_bytes(2, 32)));
      case BlockType::q4_0:
        return multiply(b_, over(half(0), 32), floats(centred(nibbles(2), 8)));
      case BlockType::q5_0:
        return multiply(b_, over(half(0), 32), floats(centred(five_bits(6, 2), 16)));
      case BlockType::q4_1:
        return add(b_, multiply(b_, over(half(0), 32), floats(nibbles(4))), over(half(2), 32));
      case BlockType::q5_1:
        return add(b_, multiply(b_, over(half(0), 32), floats(five_bits(8, 4))), over(half(2), 32));
      case BlockType::iq4_nl:
        return multiply(b_, over(half(0), 32), looked_up(nibbles(2), blocks::kNonlinear));
      case BlockType::mxfp4:
        return multiply(b_, over(power(), 32), looked_up(nibbles(1), blocks::kTwiceE2m1));
      case BlockType::q2_k:
        return q2_k();
      case BlockType::q3_k:
        return scaled(half(108), centred(q3_k_scales(), 32), centred(q3_k_codes(), 4));
      case BlockType::q4_k:
        return with_leasts(spread(bytes(16, 128), 4, {0, 4}, 15));
      case BlockType::q5_k:
        return with_leasts(q5_k_codes());
      case BlockType::q6_k:
        return scaled(half(208), signed_bytes(192, 16), centred(q6_k_codes(), 32));
    }
    throw InternalError("no such type of blocks");
  }

 private:
  // Integers are i32.
  Value bytes(int64_t at, int64_t count) {
    return convert(b_, slice(b_, bytes_, {0, at}, {count_, at + count}), ElementType::i32);
  }
  Value signed_bytes(int64_t at, int64_t count) {
    const Type type = Type::tensor(ElementType::i8, {count_, count});
    Value same = b_.one("stablehlo.bitcast_convert",
                        {slice(b_, bytes_, {0, at}, {count_, at + count})}, {}, {type});
    return convert(b_, same, ElementType::i32);
  }
  Value half(int64_t at) {
    const Type type = Type::tensor(ElementType::f16, {count_});
    return convert(b_,
                   b_.one("stablehlo.bitcast_convert",
                          {slice(b_, bytes_, {0, at}, {count_, at + 2})}, {}, {type}),
                   ElementType::f32);
  }
  /// MXFP4's scale, see blocks::half_of_e8m0().
  Value power() {
    Value exponent = reshape(b_, bytes(0, 1), {count_});
    Value small = b_.one("stablehlo.shift_left", {constant_like(b_, exponent, 0x200000), exponent});
    Value large =
        b_.one("stablehlo.shift_left", {shift(b_, exponent, -1), constant_like(b_, exponent, 23)});
    Value is_small = compare(b_, "LT", exponent, constant_like(b_, exponent, 2));
    return b_.one("stablehlo.bitcast_convert", {select(b_, is_small, small, large)}, {},
                  {Type::tensor(ElementType::f32, {count_})});
  }

  Value floats(Value x) { return convert(b_, x, ElementType::f32); }
  Value centred(Value x, int64_t middle) { return shift(b_, x, -static_cast<double>(middle)); }
  /// One number for each of so many values of a block.
  Value over(Value x, int64_t values) { return broadcast_in_dim(b_, x, {count_, values}, {0}); }
  Value masked(Value x, int64_t mask) {
    return b_.one("stablehlo.and", {x, constant_like(b_, x, static_cast<double>(mask))});
  }
  Value right(Value x, int64_t bits) {
    return b_.one("stablehlo.shift_right_logical",
                  {x, constant_like(b_, x, static_cast<double>(bits))});
  }
  Value left(Value x, int64_t bits) {
    return b_.one("stablehlo.shift_left", {x, constant_like(b_, x, static_cast<double>(bits))});
  }
  Value both(Value x, Value y) { return b_.one("stablehlo.or", {x, y}); }

  /// Of each of `groups` equal parts of x: the part shifted by the first number, then by the next.
  Value spread(Value x, int64_t groups, std::initializer_list<int64_t> shifts, int64_t mask) {
    const int64_t size = x->type.dim(1) / groups;
    Value parts = reshape(b_, x, {count_, groups, 1, size});
    std::vector<Value> shifted;
    for (const int64_t bits : shifts) shifted.push_back(right(parts, bits));
    Value all = concatenate(b_, std::move(shifted), 2);
    return masked(reshape(b_, all, {count_, groups * static_cast<int64_t>(shifts.size()) * size}),
                  mask);
  }
  Value nibbles(int64_t at) { return spread(bytes(at, 16), 1, {0, 4}, 15); }
  Value five_bits(int64_t nibbles_at, int64_t fifth_at) {
    // Byte k has the bits of values 8 k to 8 k + 7.
    Value fifth = transpose(
        b_, reshape(b_, spread(bytes(fifth_at, 4), 1, {0, 1, 2, 3, 4, 5, 6, 7}, 1), {count_, 8, 4}),
        {0, 2, 1});
    return both(nibbles(nibbles_at), left(reshape(b_, fifth, {count_, 32}), 4));
  }
  Value looked_up(Value codes, const int8_t (&table)[16]) {
    const std::vector<double> entries(std::begin(table), std::end(table));
    const Type type = Type::tensor(ElementType::f32, {16});
    Value values =
        b_.one("stablehlo.constant", {},
               ir::attributes({{"value", ir::Attribute(ir::Tensor::of(type, entries))}}));
    return gather(b_, values, codes,
                  {.offset_dims = {},
                   .collapsed_slice_dims = {0},
                   .operand_batching_dims = {},
                   .start_indices_batching_dims = {},
                   .start_index_map = {0},
                   .index_vector_dim = 2},
                  {1});
  }

  /// (scale of the block times scale of the part) times code. Integers, the last 256 of them.
  Value products(Value scale, Value parts) {
    Value of_parts = multiply(b_, over(scale, parts->type.dim(1)), floats(parts));
    const int64_t count = parts->type.dim(1);
    return reshape(b_, broadcast_in_dim(b_, of_parts, {count_, count, 256 / count}, {0, 1}),
                   {count_, 256});
  }
  Value scaled(Value scale, Value parts, Value codes) {
    return multiply(b_, products(scale, parts), floats(codes));
  }
  /// Q4_K and Q5_K: scale times code less the least value, both of 6 bits a part.
  Value with_leasts(Value codes) {
    Value first = bytes(4, 4), second = bytes(8, 4), third = bytes(12, 4);
    Value scales =
        concatenate(b_, {masked(first, 63), both(masked(third, 15), left(right(first, 6), 4))}, 1);
    Value leasts =
        concatenate(b_, {masked(second, 63), both(right(third, 4), left(right(second, 6), 4))}, 1);
    return subtract(b_, scaled(half(0), scales, codes), products(half(2), leasts));
  }
  Value q2_k() {
    Value parts = bytes(0, 16);
    return subtract(b_, scaled(half(80), masked(parts, 15), two_bits(16)),
                    products(half(82), right(parts, 4)));
  }
  Value two_bits(int64_t at) { return spread(bytes(at, 64), 2, {0, 2, 4, 6}, 3); }
  Value bit_of_each_part(int64_t at) {
    return spread(bytes(at, 32), 1, {0, 1, 2, 3, 4, 5, 6, 7}, 1);
  }
  Value q3_k_codes() { return both(two_bits(32), left(bit_of_each_part(0), 2)); }
  Value q3_k_scales() {
    return both(spread(bytes(96, 8), 1, {0, 4}, 15),
                left(spread(bytes(104, 4), 1, {0, 2, 4, 6}, 3), 4));
  }
  Value q5_k_codes() {
    return both(spread(bytes(48, 128), 4, {0, 4}, 15), left(bit_of_each_part(16), 4));
  }
  Value q6_k_codes() {
    return both(spread(bytes(0, 128), 2, {0, 4}, 15),
                left(spread(bytes(128, 64), 2, {0, 2, 4, 6}, 3), 4));
  }

  Builder& b_;
  Value bytes_;
  int64_t count_;
};

}  // namespace

Value decoded_blocks(Builder& b, Value bytes, BlockType type) {
  const blocks::BlockFormat& format = blocks::format_of(type);
  const int64_t count = bytes->type.count() / format.bytes;
  Decoder decoder(b, reshape(b, bytes, {count, format.bytes}), count);
  Shape shape = bytes->type.shape;
  shape.back() = shape.back() / format.bytes * format.values;
  return reshape(b, decoder.values_of(type), std::move(shape));
}

}  // namespace tutti::op
