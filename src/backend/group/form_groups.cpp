// SPDX-License-Identifier: Apache-2.0
// Groups form greedily: each operation joins the groups of what it reads, unless there would be a
// path from the group through an operation outside back into the group.
#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <unordered_set>

#include "backend/group/group_space.h"
#include "ir/captures.h"
#include "ir/op_def.h"
#include "op/rules/reduction.h"

namespace tutti::backend {
namespace {

using ir::Operation;
using ir::Value;

class GroupFormer {
 public:
  GroupFormer(const ir::Block& block, const GroupPolicy& policy);
  std::vector<BlockItem> run();

 private:
  /// Operations that run as one, in order. The number of a node is that of its first operation.
  struct Node {
    std::vector<size_t> ops;
    GroupSpace space;
    /// An upper bound of the numbers of the nodes that it waits for, so that a search can end
    /// early.
    size_t latest = 0;
    bool is_group() const { return ops.size() > 1; }
  };

  Node& at(size_t node) { return nodes_[node]; }
  const Node& at(size_t node) const { return nodes_[node]; }
  /// The number of the operation of this block whose result a value is, or kNone.
  size_t maker_of(Value value) const {
    const auto found = value->owner ? numbers_.find(value->owner) : numbers_.end();
    return found == numbers_.end() ? kNone : found->second;
  }
  /// Finds the products that are computed together with the addition of their bias.
  void find_biased();
  bool may_join(size_t op) const {
    return !biased_.count(ops_[op]) && may_be_grouped(*ops_[op], policy_);
  }
  /// Whether an operation reads what another makes through an optimization barrier: the barrier
  /// says that it is to be computed later.
  bool is_behind_barrier(size_t op, size_t maker) const;
  void join_all(size_t op);
  /// Makes one node of two. False, and nothing is changed, where they cannot be computed together.
  bool merge(size_t a, size_t b);
  /// Whether there is a path from one of the nodes through other nodes back into one of them.
  bool is_cyclic(size_t a, size_t b);
  /// Updates `latest` of all nodes that wait for a node.
  void propagate_latest(size_t node);

  bool is_inside(size_t op, Value operand) const;
  void find_needed();
  void need(Value value);
  std::vector<size_t> nodes_before(const Node& node) const;
  std::shared_ptr<const Group> group_of(const Node& node) const;

  static constexpr size_t kNone = SIZE_MAX;
  const GroupPolicy& policy_;
  std::vector<const Operation*> ops_;
  std::unordered_map<const Operation*, size_t> numbers_;
  std::unordered_map<const Operation*, BiasedProduct> biased_;  // by the addition
  std::unordered_set<const Operation*> absorbed_;               // the products of these
  std::vector<std::vector<Value>> reads_;                       // operands and what regions capture
  std::vector<std::vector<size_t>> users_;    // of each operation, through views too
  std::vector<std::vector<size_t>> made_by_;  // of each operation: whose results it reads
  std::vector<size_t> node_of_;               // of each operation
  std::vector<Node> nodes_;   // one for each operation; those that joined another are empty
  std::vector<size_t> seen_;  // the round of is_cyclic that last saw a node
  size_t round_ = 0;
  std::vector<bool> needed_;  // of each operation: whether anything outside of its group reads it
};

void GroupFormer::find_biased() {
  if (!policy_.biased_product) return;
  std::unordered_map<Value, int> readers;
  for (const std::vector<Value>& values : reads_)
    for (Value value : values) readers[value]++;
  for (size_t op = 0; op < ops_.size(); op++) {
    const auto biased = policy_.biased_product(*ops_[op]);
    if (!biased || !numbers_.count(biased->product) || readers[biased->product->result()] != 1)
      continue;
    biased_[ops_[op]] = *biased;
    absorbed_.insert(biased->product);
    reads_[op] = biased->product->operands;
    reads_[op].push_back(biased->bias);
  }
}

GroupFormer::GroupFormer(const ir::Block& block, const GroupPolicy& policy) : policy_(policy) {
  for (const auto& op : block.operations) {
    numbers_[op.get()] = ops_.size();
    ops_.push_back(op.get());
    reads_.push_back(op->operands);
    for (Value captured : ir::captured_values(*op)) reads_.back().push_back(captured);
  }
  find_biased();
  for (size_t number = 0; number < ops_.size(); number++) {
    std::vector<size_t> makers;
    for (Value value : reads_[number])
      if (const size_t maker = maker_of(root_of(value)); maker != kNone) makers.push_back(maker);
    std::sort(makers.begin(), makers.end());
    makers.erase(std::unique(makers.begin(), makers.end()), makers.end());
    for (size_t maker : makers) users_[maker].push_back(number);
    users_.emplace_back();
    made_by_.push_back(std::move(makers));
    node_of_.push_back(number);
    nodes_.push_back({{number}, {}, number});
  }
  seen_.resize(ops_.size());
  needed_.resize(ops_.size());
}

bool GroupFormer::is_cyclic(size_t a, size_t b) {
  round_++;
  const size_t first = std::min(a, b);
  std::vector<size_t> open;
  const auto visit = [&](size_t node) {
    for (size_t op : at(node).ops)
      for (size_t maker : made_by_[op]) {
        const size_t before = node_of_[maker];
        if (before == a || before == b) {
          if (node != a && node != b) return true;
        } else if (seen_[before] != round_ && at(before).latest >= first) {
          seen_[before] = round_;
          open.push_back(before);
        }
      }
    return false;
  };
  visit(a);
  visit(b);
  while (!open.empty()) {
    const size_t node = open.back();
    open.pop_back();
    if (visit(node)) return true;
  }
  return false;
}

bool GroupFormer::merge(size_t a, size_t b) {
  Node &first = at(std::min(a, b)), &second = at(std::max(a, b));
  // An operation that is too small to begin a group may still work on the rows of one.
  if (first.space.count() == 0) return false;
  if (first.ops.size() + second.ops.size() > policy_.most_members || is_cyclic(a, b)) return false;
  if (second.ops.size() == 1 && second.ops[0] > first.ops.back()) {
    if (!first.space.add(*ops_[second.ops[0]], policy_)) return false;
    first.ops.push_back(second.ops[0]);
  } else {
    Node merged;
    std::merge(first.ops.begin(), first.ops.end(), second.ops.begin(), second.ops.end(),
               std::back_inserter(merged.ops));
    for (size_t op : merged.ops)
      if (!merged.space.add(*ops_[op], policy_)) return false;
    first.ops = std::move(merged.ops);
    first.space = std::move(merged.space);
  }
  for (size_t op : first.ops) node_of_[op] = std::min(a, b);
  first.latest = std::max(at(a).latest, at(b).latest);
  second = {};
  propagate_latest(std::min(a, b));
  return true;
}

void GroupFormer::propagate_latest(size_t node) {
  std::vector<size_t> open = {node};
  while (!open.empty()) {
    const size_t latest = at(open.back()).latest;
    const std::vector<size_t> ops = at(open.back()).ops;
    open.pop_back();
    for (size_t op : ops)
      for (size_t user : users_[op])
        if (Node& after = at(node_of_[user]); after.latest < latest) {
          after.latest = latest;
          open.push_back(node_of_[user]);
        }
  }
}

bool GroupFormer::is_behind_barrier(size_t op, size_t maker) const {
  for (Value value : reads_[op]) {
    bool passes = false;
    for (; value->owner && is_alias(*value->owner); value = value->owner->operand(value->index))
      passes = passes || value->owner->name() == "stablehlo.optimization_barrier";
    if (passes && maker_of(value) == maker) return true;
  }
  return false;
}

void GroupFormer::join_all(size_t op) {
  if (!may_join(op)) return;
  at(op).space.add(*ops_[op], policy_);
  for (size_t maker : made_by_[op])
    if (may_join(maker) && node_of_[maker] != node_of_[op] && !is_behind_barrier(op, maker))
      merge(node_of_[maker], node_of_[op]);
}

bool GroupFormer::is_inside(size_t op, Value operand) const {
  const Node& node = at(node_of_[op]);
  return node.is_group() && node.space.inside(operand);
}

void GroupFormer::need(Value value) {
  std::vector<Value> open = {value};
  while (!open.empty()) {
    const size_t maker = maker_of(open.back());
    open.pop_back();
    if (maker == kNone || needed_[maker]) continue;
    needed_[maker] = true;
    // All operands of a barrier are needed, because the plan has views of all of its results.
    const Operation& op = *ops_[maker];
    if (is_alias(op)) open.insert(open.end(), op.operands.begin(), op.operands.end());
  }
}

void GroupFormer::find_needed() {
  for (size_t op = 0; op < ops_.size(); op++) {
    if (is_alias(*ops_[op])) continue;
    for (Value value : reads_[op])
      if (!is_inside(op, value)) need(value);
  }
}

std::vector<size_t> GroupFormer::nodes_before(const Node& node) const {
  std::vector<size_t> before;
  for (size_t op : node.ops)
    for (Value value : reads_[op])
      if (const size_t maker = maker_of(value); maker != kNone && !is_inside(op, value))
        before.push_back(node_of_[maker]);
  std::sort(before.begin(), before.end());
  before.erase(std::unique(before.begin(), before.end()), before.end());
  return before;
}

/// Whether a reduction's initial value changes nothing.
bool is_neutral(const Operation& reduction) {
  const Value root = root_of(reduction.operand(1));
  if (!root->owner || root->owner->name() != "stablehlo.constant") return false;
  const auto* initial = root->owner->attribute("value").get<ir::Tensor>();
  if (!initial || !ir::is_float(initial->type().element)) return false;
  const std::string_view name = op::reducer_of(reduction)->name();
  const double value = initial->float_at(0);
  const double infinity = std::numeric_limits<double>::infinity();
  return (name == "stablehlo.add" && value == 0 && std::signbit(value)) ||
         (name == "stablehlo.multiply" && value == 1) ||
         (name == "stablehlo.maximum" && value == -infinity) ||
         (name == "stablehlo.minimum" && value == infinity);
}

std::shared_ptr<const Group> GroupFormer::group_of(const Node& node) const {
  auto group = std::make_shared<Group>();
  group->length = node.space.length();
  group->rows = node.space.count() / group->length;
  std::unordered_map<const Operation*, size_t> members;
  std::unordered_map<Value, size_t> inputs;
  for (size_t number : node.ops) {
    const Operation& op = *ops_[number];
    Group::Member member{&op, node.space.extent(op), {}};
    const size_t count = is_reduction(op) && is_neutral(op) ? 1 : op.operand_count();
    for (Value operand : std::span(op.operands).first(count)) {
      if (const auto inside = node.space.inside(operand)) {
        member.operands.push_back({true, members.at(inside->op), inside->broadcast});
        continue;
      }
      const auto [input, is_new] = inputs.emplace(operand, group->inputs.size());
      if (is_new) group->inputs.push_back(operand);
      member.operands.push_back({false, input->second, false});
    }
    if (needed_[number]) group->outputs.push_back(group->members.size());
    members[&op] = group->members.size();
    group->members.push_back(std::move(member));
  }
  return group;
}

std::vector<BlockItem> GroupFormer::run() {
  for (size_t op = 0; op < ops_.size(); op++) join_all(op);
  find_needed();
  std::vector<size_t> waits_for(nodes_.size());  // how many nodes
  std::vector<std::vector<size_t>> after(nodes_.size());
  std::priority_queue<size_t, std::vector<size_t>, std::greater<>> ready;
  for (size_t number = 0; number < nodes_.size(); number++) {
    if (at(number).ops.empty()) continue;
    const auto before = nodes_before(at(number));
    waits_for[number] = before.size();
    for (size_t other : before) after[other].push_back(number);
    if (before.empty()) ready.push(number);
  }
  std::vector<BlockItem> items;
  while (!ready.empty()) {
    const size_t number = ready.top();
    ready.pop();
    const Node& node = at(number);
    const Operation& last = *ops_[node.ops.back()];
    const bool is_unread = is_alias(last) && !needed_[node.ops[0]];
    if (!last.def().is_terminator && !is_unread && !absorbed_.count(&last)) {
      items.push_back({&last, node.is_group() ? group_of(node) : nullptr});
      if (const auto found = biased_.find(&last); found != biased_.end())
        items.back().biased = found->second;
    }
    for (size_t next : after[number])
      if (--waits_for[next] == 0) ready.push(next);
  }
  return items;
}

}  // namespace

std::vector<BlockItem> form_groups(const ir::Block& block, const GroupPolicy& policy) {
  return GroupFormer(block, policy).run();
}

}  // namespace tutti::backend
