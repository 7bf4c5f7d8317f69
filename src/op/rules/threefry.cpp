// SPDX-License-Identifier: Apache-2.0
#include "op/rules/threefry.h"

#include "base/random.h"
#include "op/emit.h"

namespace tutti::op {
namespace {

Value shift_left_by(Builder& b, Value x, int bits) {
  return b.one("stablehlo.shift_left", {x, constant_like(b, x, bits)});
}

Value bit_xor(Builder& b, Value x, Value y) {
  return b.one("stablehlo.xor", {x, y});
}

Value shift_right_by(Builder& b, Value x, int bits) {
  return b.one("stablehlo.shift_right_logical", {x, constant_like(b, x, bits)});
}

Value bit_or(Builder& b, Value x, Value y) {
  return b.one("stablehlo.or", {x, y});
}

}  // namespace

WordValues emit_threefry(Builder& b, WordValues key, WordValues counter) {
  Value mixed = bit_xor(b, key[0], key[1]);
  const Value keys[3] = {key[0], key[1],
                         bit_xor(b, mixed, constant_like(b, mixed, double{kThreefryParity}))};
  Value x = add(b, counter[0], keys[0]);
  Value y = add(b, counter[1], keys[1]);
  for (uint32_t group = 0; group < 5; group++) {
    for (int rotation : kThreefryRotations[group % 2]) {
      x = add(b, x, y);
      y = bit_or(b, shift_left_by(b, y, rotation), shift_right_by(b, y, 32 - rotation));
      y = bit_xor(b, y, x);
    }
    x = add(b, x, keys[(group + 1) % 3]);
    y = shift(b, add(b, y, keys[(group + 2) % 3]), group + 1);
  }
  return {x, y};
}

}  // namespace tutti::op
