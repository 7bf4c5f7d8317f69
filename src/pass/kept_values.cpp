// SPDX-License-Identifier: Apache-2.0
#include "pass/kept_values.h"

#include <algorithm>

#include "pass/product_flops.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

// Operations between two readers of a value that is kept from one pass to the other.
constexpr size_t kBetweenPasses = 40;
// Bytes of a value that is worth it.
constexpr int64_t kWorthwhile = int64_t{1} << 12;
// Operations in the time in which a processor moves a byte.
constexpr double kOperationsPerByte = 8;

int64_t bytes_of(const ir::Type& type) {
  return type.is_tensor() && type.is_static() ? type.bytes() : 0;
}

/// Whether a result lies where the first operand is.
bool is_view(const Operation& op) {
  const std::string_view name = op.name();
  return name == "stablehlo.reshape" || name == "stablehlo.transpose" ||
         name == "stablehlo.slice" || name == "stablehlo.broadcast_in_dim" ||
         name == "stablehlo.optimization_barrier";
}

}  // namespace

double cost_of(const Operation& op, const ir::Catalogue& catalogue) {
  if (is_view(op) || op.operand_count() == 0 || op.def().is_terminator) return 0;
  int64_t bytes = 0;
  for (const ir::Type& type : op.operand_types()) bytes += bytes_of(type);
  for (const ir::Type& type : op.result_types()) bytes += bytes_of(type);
  return product_flops(op, catalogue) + kOperationsPerByte * static_cast<double>(bytes);
}

KeptValues::KeptValues(const ir::Block& block) : block_(block), reads_(block.operations.size()) {
  for (const auto& argument : block.arguments) add(argument.get(), values_.size(), kArgument);
  for (size_t at = 0; at < block.operations.size(); at++) {
    const Operation& op = *block.operations[at];
    note_reads(op, at, /*inside=*/false);
    for (size_t i = 0; i < op.result_count(); i++) {
      const bool shares = is_view(op) && i < op.operand_count();
      const size_t number = values_.size();
      add(op.result(i), shares ? values_[number_.at(op.operand(i))].root : number, at);
      if (!shares && op.operand_count() > 0) values_[number].bytes = bytes_of(op.result_type(i));
    }
  }
  // Results are the caller's memory.
  for (const Value result : block.terminator().operands)
    values_[values_[number_.at(result)].root].bytes = 0;
  find_turn();
  find_candidates();
}

void KeptValues::find_candidates() {
  for (size_t i = 0; i < values_.size(); i++)
    if (values_[i].root == i && values_[i].bytes >= kWorthwhile && is_saved(i) &&
        can_repeat(values_[i].maker) && !values_[i].is_fixed)
      candidates_.push_back(i);
}

size_t KeptValues::add(Value value, size_t root, size_t maker) {
  number_[value] = values_.size();
  values_.push_back({.root = root, .maker = maker});
  return values_.size() - 1;
}

void KeptValues::note_reads(const Operation& op, size_t at, bool inside) {
  for (const Value operand : op.operands) {
    const auto found = number_.find(operand);
    if (found == number_.end()) continue;  // of the region itself
    Known& root = values_[values_[found->second].root];
    reads_[at].push_back(found->second);
    if (root.readers.empty() || root.readers.back() != at) root.readers.push_back(at);
    if (inside) root.is_fixed = values_[found->second].is_fixed = true;
  }
  for (const auto& region : op.regions)
    for (const auto& inner : region->operations) note_reads(*inner, at, true);
}

void KeptValues::find_turn() {
  std::vector<int64_t> change(block_.operations.size() + 1, 0);
  for (size_t i = 0; i < values_.size(); i++) {
    const Known& value = values_[i];
    if (value.root != i || value.maker == kArgument || value.bytes == 0) continue;
    size_t from = value.maker, gap = 0, begin = 0;
    for (const size_t reader : value.readers) {
      if (reader - from > gap) {
        gap = reader - from;
        begin = from;
      }
      from = reader;
    }
    if (gap <= kBetweenPasses) continue;
    change[begin] += value.bytes;
    change[begin + gap] -= value.bytes;
  }
  int64_t kept = 0, most = 0;
  size_t first = block_.operations.size(), last = first;
  for (size_t at = 0; at < block_.operations.size(); at++) {
    kept += change[at];
    if (kept > most) {
      most = kept;
      first = at;
    }
    if (kept == most && most > 0) last = at;
  }
  // What is read within so many operations was not counted, on both sides of the turn.
  turn_ = first + (last - first) / 2;
}

bool KeptValues::is_saved(size_t root) const {
  const Known& value = values_[root];
  return value.maker != kArgument && !is_late(value.maker) && !value.readers.empty() &&
         is_late(value.readers.back());
}

bool KeptValues::can_repeat(size_t maker) const {
  if (maker == kArgument) return false;
  const Operation& op = *block_.operations[maker];
  return op.regions.empty() && !op.def().has_side_effect && !op.def().is_terminator &&
         op.operand_count() > 0 && op.result_count() > 0 && bytes_of(op.result_type()) > 0;
}

bool KeptValues::is_lost(size_t number, const GivenUp& given_up) const {
  const size_t root = values_[number].root;
  const Known& value = values_[root];
  if (value.maker == kArgument || is_late(value.maker) || value.is_fixed) return false;
  if (is_saved(root)) return given_up[root];
  return can_repeat(value.maker);
}

bool KeptValues::is_lost(Value value, const GivenUp& given_up) const {
  const auto found = number_.find(value);
  return found != number_.end() && is_lost(found->second, given_up);
}

bool KeptValues::is_computed_late(Value value) const {
  const auto found = number_.find(value);
  return found != number_.end() && values_[found->second].maker != kArgument &&
         is_late(values_[found->second].maker);
}

std::vector<KeptValues::Entry> KeptValues::order(const GivenUp& given_up) const {
  std::vector<Entry> entries;
  std::vector<char> copied(block_.operations.size(), 0);
  // A stack rather than recursion: a chain may go through a whole forward pass.
  const auto copy = [&](size_t first, size_t before) {
    std::vector<std::pair<size_t, bool>> open = {{first, false}};
    while (!open.empty()) {
      const auto [op, is_ready] = open.back();
      open.pop_back();
      if (is_ready) entries.push_back({op, true, before});
      if (is_ready || copied[op]) continue;
      copied[op] = 1;
      open.emplace_back(op, true);
      for (const size_t read : reads_[op])
        if (is_lost(read, given_up) && !copied[values_[read].maker])
          open.emplace_back(values_[read].maker, false);
    }
  };
  for (size_t at = 0; at < block_.operations.size(); at++) {
    if (is_late(at))
      for (const size_t read : reads_[at])
        if (is_lost(read, given_up)) copy(values_[read].maker, at);
    entries.push_back({at, false, at});
  }
  return entries;
}

std::vector<size_t> KeptValues::more_copies(size_t value, const GivenUp& given_up,
                                            const std::vector<char>& copied) const {
  std::vector<size_t> more, open = {values_[value].maker};
  std::vector<char> seen = copied;
  while (!open.empty()) {
    const size_t op = open.back();
    open.pop_back();
    if (seen[op]) continue;
    seen[op] = 1;
    more.push_back(op);
    for (const size_t read : reads_[op])
      if (is_lost(read, given_up)) open.push_back(values_[read].maker);
  }
  return more;
}

int64_t KeptValues::peak(const std::vector<Entry>& order, const GivenUp& given_up) const {
  // Each value has a place, and its copy another.
  std::vector<size_t> last(2 * values_.size(), 0);
  const auto place = [&](size_t number, bool reads_copies) {
    const size_t root = values_[number].root;
    return reads_copies && is_lost(number, given_up) ? root + values_.size() : root;
  };
  const auto each_read = [&](const Entry& entry, const auto& then) {
    const bool late = entry.is_copy || is_late(entry.op);
    for (const size_t read : reads_[entry.op]) then(place(read, late));
  };
  for (size_t at = 0; at < order.size(); at++)
    each_read(order[at], [&](size_t read) { last[read] = at; });
  int64_t live = 0, most = 0;
  std::vector<char> freed(last.size(), 0);
  const auto bytes_at = [&](size_t where) { return values_[where % values_.size()].bytes; };
  for (size_t at = 0; at < order.size(); at++) {
    const Operation& op = *block_.operations[order[at].op];
    std::vector<size_t> made;
    for (size_t i = 0; i < op.result_count(); i++) {
      const size_t number = number_.at(op.result(i));
      if (values_[number].root == number)
        made.push_back(order[at].is_copy ? number + values_.size() : number);
    }
    for (const size_t where : made) live += bytes_at(where);
    most = std::max(most, live);
    const auto free = [&](size_t where) {
      if (last[where] > at || freed[where] || values_[where % values_.size()].maker == kArgument)
        return;
      freed[where] = 1;
      live -= bytes_at(where);
    };
    each_read(order[at], free);
    for (const size_t where : made) free(where);
  }
  return most;
}

}  // namespace tutti::pass
