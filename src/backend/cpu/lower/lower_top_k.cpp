// SPDX-License-Identifier: Apache-2.0
// The largest elements of each line. Most elements are looked at once, to see that they are not.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "backend/cpu/lower/movement.h"
#include "base/checked.h"

namespace tutti::backend::cpu {
namespace {

constexpr int64_t kAtOnce = 32;  // elements that are looked at together
// Candidates besides the best ones, at least. With few of them the best ones are soon known so well
// that most elements are none.
constexpr int64_t kRoom = 128;

struct Candidate {
  int64_t key;
  int64_t index;
  /// The larger one first; of equal ones, the earlier.
  bool operator<(const Candidate& other) const {
    return key != other.key ? key > other.key : index < other.index;
  }
};

/// Numbers in the order of the elements, floats in IEEE 754's total order.
void make_keys(ir::ElementType type, const std::byte* line, int64_t first, int64_t count,
               int64_t* keys) {
  for (int64_t i = 0; i < count; i++) {
    if (ir::is_float(type)) {
      const auto bits = std::bit_cast<int64_t>(ir::load_element(type, line, first + i));
      keys[i] = bits ^ ((bits >> 63) & std::numeric_limits<int64_t>::max());
    } else {
      const int64_t value = ir::load_int_element(type, line, first + i);
      keys[i] = type == ir::ElementType::ui64 ? value ^ std::numeric_limits<int64_t>::min() : value;
    }
  }
}

void make_keys(ir::ElementType, const std::byte* line, int64_t first, int64_t count,
               int32_t* keys) {
  const auto* words = reinterpret_cast<const int32_t*>(line) + first;
  for (int64_t i = 0; i < count; i++)
    keys[i] = words[i] ^ ((words[i] >> 31) & std::numeric_limits<int32_t>::max());
}

class TopK {
 public:
  explicit TopK(const Lowering& lowering)
      : type_(lowering.operands[0].type.element),
        length_(lowering.operands[0].type.shape.back()),
        k_(lowering.op.int_attribute("k")),
        room_(room_of(lowering.op)),
        lines_(k_ == 0 ? 0 : lowering.operands[0].type.count() / length_),
        from_(lowering.operands[0].place),
        values_(lowering.results[0].place),
        places_(lowering.results[1].place),
        workspace_(lowering.workspace.place) {}

  /// Entries that a worker needs.
  static int64_t room_of(const ir::Operation& op) {
    const int64_t k = op.int_attribute("k");
    return std::min(op.operand_type(0).shape.back(), k + std::max(k, kRoom));
  }
  void run(const Frame& frame) const;

 private:
  template <typename Key>
  void select(const std::byte* line, Candidate* entries) const;

  ir::ElementType type_;
  int64_t length_, k_, room_, lines_;
  Place from_, values_, places_, workspace_;
};

/// Leaves the best k of a line in front, in their order. Key: a number of the element's width.
template <typename Key>
void TopK::select(const std::byte* line, Candidate* entries) const {
  alignas(64) std::array<Key, kAtOnce> keys = {};
  int64_t found = 0;
  // There are already k candidates of at least this key: a later one with an equal key comes too
  // late.
  Key least = 0;
  bool is_full = false;
  for (int64_t first = 0; first < length_; first += kAtOnce) {
    const int64_t count = std::min(kAtOnce, length_ - first);
    if (count == kAtOnce)
      make_keys(type_, line, first, kAtOnce, keys.data());
    else
      make_keys(type_, line, first, count, keys.data());
    int larger = 0;
    for (const Key key : keys) larger |= key > least;
    if (is_full && !larger) continue;
    uint32_t open = 0;  // a bit for each that may be a candidate
    for (int64_t i = 0; i < count; i++)
      open |= uint32_t{!is_full || keys[static_cast<size_t>(i)] > least} << i;
    for (; open != 0; open &= open - 1) {
      const int i = std::countr_zero(open);
      const Key key = keys[static_cast<size_t>(i)];
      if (is_full && key <= least) continue;
      entries[found++] = {key, first + i};
      if (found < room_) continue;
      std::nth_element(entries, entries + k_ - 1, entries + found);
      found = k_;
      least = static_cast<Key>(entries[k_ - 1].key);
      is_full = true;
    }
  }
  std::partial_sort(entries, entries + k_, entries + found);
}

void TopK::run(const Frame& frame) const {
  auto* entries = reinterpret_cast<Candidate*>(frame.at(workspace_));
  const auto bytes = static_cast<int64_t>(ir::byte_size(type_));
  auto task = [&](int64_t number, int worker) {
    const std::byte* line = frame.at(from_) + number * length_ * bytes;
    std::byte* values = frame.at(values_) + number * k_ * bytes;
    auto* places = reinterpret_cast<int32_t*>(frame.at(places_)) + number * k_;
    Candidate* own = entries + worker * room_;
    if (type_ == ir::ElementType::f32)
      select<int32_t>(line, own);
    else
      select<int64_t>(line, own);
    for (int64_t i = 0; i < k_; i++) {
      std::copy_n(line + own[i].index * bytes, bytes, values + i * bytes);
      places[i] = static_cast<int32_t>(own[i].index);
    }
  };
  frame.team.run(lines_, task);
}

}  // namespace

std::vector<Rule> top_k_rules() {
  return {{.op = "chlo.top_k",
           .lower = [](Lowering& lowering) -> Run {
             return [top_k = TopK(lowering)](const Frame& frame) { top_k.run(frame); };
           },
           .workspace_bytes =
               [](const Lowering& lowering) {
                 return checked_multiply(
                     checked_multiply(TopK::room_of(lowering.op),
                                      static_cast<int64_t>(sizeof(Candidate)), "a top_k"),
                     int64_t{lowering.workers}, "a top_k");
               },
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
