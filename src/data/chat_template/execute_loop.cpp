// SPDX-License-Identifier: Apache-2.0
// The loops of chat templates.
#include "data/chat_template/runtime.h"

namespace tutti::data::jinja {

Values Runtime::loop_items(const Statement& statement) {
  const Value iterable = evaluate(*statement.parts[0]);
  charge(iterable);
  Values items = items_of(iterable);
  if (!statement.parts[1]) return items;
  Values kept;
  for (Value& item : items) {
    Scope scope{scope_};
    scope_ = &scope;
    assign(statement.names, item);
    if (evaluate(*statement.parts[1]).is_true()) kept.push_back(std::move(item));
    scope_ = scope.parent;
  }
  return kept;
}

Runtime::Flow Runtime::execute_loop(const Statement& statement) {
  const auto loop = std::make_shared<Loop>();
  loop->items = loop_items(statement);
  loop->memory = MemoryShare(sizeof(Loop) + loop->items.capacity() * sizeof(Value));
  Flow flow = Flow::next;
  for (; loop->index < loop->items.size() && flow != Flow::leave_loop; loop->index++) {
    Scope scope{scope_};
    scope_ = &scope;
    charge(Value());
    assign(statement.names, loop->items[loop->index]);
    scope.variables["loop"] = Value::loop(loop);
    flow = execute(statement.bodies[0]);
    scope_ = scope.parent;
  }
  if (!loop->items.empty() || statement.bodies[1].empty()) return Flow::next;
  Scope scope{scope_};
  scope_ = &scope;
  flow = execute(statement.bodies[1]);
  scope_ = scope.parent;
  return flow;
}

}  // namespace tutti::data::jinja
