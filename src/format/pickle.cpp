// SPDX-License-Identifier: Apache-2.0
#include "format/pickle.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <variant>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"
#include "format/pickle_bytes.h"

namespace tutti::format {
namespace {

struct PickleValue;
using Values = std::vector<PickleValue*>;

struct PickledNone {};
struct PickledList {
  Values items;
};
struct PickledTuple {
  Values items;
};
struct PickledDict {
  std::vector<std::pair<PickleValue*, PickleValue*>> items;
};
/// A class or a function: "torch._utils._rebuild_tensor_v2".
struct PickledGlobal {
  std::string name;
};
struct PickledStorage {
  Dtype dtype;
  std::string key;
  int64_t elements;
};

struct PickleValue {
  std::variant<PickledNone, bool, int64_t, double, std::string, PickledList, PickledTuple,
               PickledDict, PickledGlobal, PickledStorage, PickledTensor>
      value;

  template <typename T>
  const T* as() const {
    return std::get_if<T>(&value);
  }
};

constexpr const char* kKinds[] = {"None",    "a truth value", "an integer", "a number",
                                  "a text",  "a list",        "a tuple",    "a dict",
                                  "a class", "a storage",     "a tensor"};

constexpr std::pair<std::string_view, Dtype> kStorages[] = {
    {"torch.FloatStorage", Dtype::f32},       {"torch.HalfStorage", Dtype::f16},
    {"torch.BFloat16Storage", Dtype::bf16},   {"torch.DoubleStorage", Dtype::f64},
    {"torch.LongStorage", Dtype::i64},        {"torch.IntStorage", Dtype::i32},
    {"torch.ShortStorage", Dtype::i16},       {"torch.CharStorage", Dtype::i8},
    {"torch.ByteStorage", Dtype::u8},         {"torch.BoolStorage", Dtype::boolean},
    {"torch.ComplexFloatStorage", Dtype::c64}};
// What is copied for each tensor is small, so that memory is bounded by the pickle's size.
constexpr size_t kLongestKey = 32, kMostAxes = 16;
constexpr std::string_view kOrderedDict = "collections.OrderedDict",
                           kTensor = "torch._utils._rebuild_tensor_v2",
                           kParameter = "torch._utils._rebuild_parameter";

std::optional<Dtype> dtype_of_storage(std::string_view name) {
  for (const auto& [storage, dtype] : kStorages)
    if (storage == name) return dtype;
  return std::nullopt;
}

bool is_known(std::string_view global) {
  return global == kOrderedDict || global == kTensor || global == kParameter ||
         dtype_of_storage(global);
}

/// The machine that a pickle is a program for, with the few instructions of state dicts.
class Unpickler {
 public:
  Unpickler(std::string_view pickle, std::string_view where)
      : bytes_(pickle, where), where_(where) {}

  const PickleValue& run() {
    while (const uint8_t opcode = bytes_.number<uint8_t>()) {
      if (opcode == '.') return *pop();
      if (!push_simple(opcode) && !build(opcode) && !remember(opcode)) refuse_opcode(opcode);
    }
    refuse_opcode(0);
  }

  [[noreturn]] void wrong(std::string_view found) const { bytes_.wrong(found); }

 private:
  [[noreturn]] void refuse_opcode(uint8_t opcode) const {
    wrong(fmt::format("found the opcode 0x{:02x}", opcode));
  }

  // The stack. A mark on it is a null pointer.

  template <typename T>
  void push(T value) {
    stack_.push_back(&values_.emplace_back(PickleValue{std::move(value)}));
  }
  PickleValue* pop() {
    if (stack_.empty() || !stack_.back()) wrong("found an instruction without its operand");
    PickleValue* value = stack_.back();
    stack_.pop_back();
    return value;
  }
  Values pop_to_mark() {
    const auto mark = std::find(stack_.rbegin(), stack_.rend(), nullptr);
    if (mark == stack_.rend()) wrong("found an instruction without its mark");
    Values values(mark.base(), stack_.end());
    stack_.erase(mark.base() - 1, stack_.end());
    return values;
  }
  Values pop_several(size_t count) {
    Values values(count);
    for (size_t i = count; i-- > 0;) values[i] = pop();
    return values;
  }
  /// What an instruction changes, which stays on the stack.
  template <typename T>
  T& top(std::string_view expected) {
    if (stack_.empty() || !stack_.back()) wrong("found an instruction without its operand");
    auto* found = std::get_if<T>(&stack_.back()->value);
    if (!found)
      wrong(fmt::format("found {} in the place of {}", kKinds[stack_.back()->value.index()],
                        expected));
    return *found;
  }
  template <typename T>
  const T& taken(const PickleValue* value, std::string_view expected) const {
    const T* found = value->as<T>();
    if (!found)
      wrong(fmt::format("found {} in the place of {}", kKinds[value->value.index()], expected));
    return *found;
  }

  // The instructions.

  bool push_simple(uint8_t opcode) {
    switch (opcode) {
      case 0x80:  // PROTO
        if (const auto version = bytes_.number<uint8_t>(); version < 2 || version > 5)
          wrong(fmt::format("found pickle's protocol {}", version));
        return true;
      case 0x95:  // FRAME
        bytes_.number<uint64_t>();
        return true;
      case '(':
        return stack_.push_back(nullptr), true;
      case 'N':
        return push(PickledNone{}), true;
      case 0x88:
      case 0x89:
        return push(opcode == 0x88), true;
      case 'J':
        return push(int64_t{bytes_.number<int32_t>()}), true;
      case 'K':
        return push(int64_t{bytes_.number<uint8_t>()}), true;
      case 'M':
        return push(int64_t{bytes_.number<uint16_t>()}), true;
      case 0x8a:
        return push(bytes_.long_integer()), true;
      case 'G':
        return push(bytes_.real()), true;
      case 'X':
        return push(std::string(bytes_.bytes(bytes_.number<uint32_t>()))), true;
      case 0x8c:
      case 'U':
        return push(std::string(bytes_.bytes(bytes_.number<uint8_t>()))), true;
      default:
        return false;
    }
  }

  bool build(uint8_t opcode) {
    switch (opcode) {
      case '}':
        return push(PickledDict{}), true;
      case ']':
        return push(PickledList{}), true;
      case ')':
        return push(PickledTuple{}), true;
      case 't':
        return push(PickledTuple{pop_to_mark()}), true;
      case 0x85:
      case 0x86:
      case 0x87:
        return push(PickledTuple{pop_several(size_t{opcode} - 0x84)}), true;
      case 'a':
        return append(pop_several(1)), true;
      case 'e':
        return append(pop_to_mark()), true;
      case 's':
        return set_items(pop_several(2)), true;
      case 'u':
        return set_items(pop_to_mark()), true;
      case 'c': {
        const std::string module = bytes_.line();
        return push_global(module + "." + bytes_.line()), true;
      }
      case 0x93: {
        const Values names = pop_several(2);
        return push_global(taken<std::string>(names[0], "a module's name") + "." +
                           taken<std::string>(names[1], "a class's name")),
               true;
      }
      case 'Q':
        return push_storage(taken<PickledTuple>(pop(), "a storage's tuple").items), true;
      case 'R':
        return call(), true;
      case 'b':  // The attributes of a dict, such as a state dict's _metadata.
        pop();
        top<PickledDict>("a dict");
        return true;
      default:
        return false;
    }
  }

  bool remember(uint8_t opcode) {
    switch (opcode) {
      case 'q':
        return put(bytes_.number<uint8_t>()), true;
      case 'r':
        return put(bytes_.number<uint32_t>()), true;
      case 0x94:
        return put(checked_cast<uint32_t>(memo_.size(), where_)), true;
      case 'h':
        return get(bytes_.number<uint8_t>()), true;
      case 'j':
        return get(bytes_.number<uint32_t>()), true;
      default:
        return false;
    }
  }
  void put(uint32_t place) {
    PickleValue* value = pop();
    stack_.push_back(value);
    memo_[place] = value;
  }
  void get(uint32_t place) {
    const auto found = memo_.find(place);
    if (found == memo_.end()) wrong(fmt::format("found nothing remembered as {}", place));
    stack_.push_back(found->second);
  }

  void append(const Values& items) {
    auto& list = top<PickledList>("a list").items;
    list.insert(list.end(), items.begin(), items.end());
  }
  void set_items(const Values& items) {
    if (items.size() % 2 != 0) wrong("found a key without a value");
    auto& dict = top<PickledDict>("a dict").items;
    for (size_t i = 0; i < items.size(); i += 2) dict.emplace_back(items[i], items[i + 1]);
  }

  void push_global(std::string name) {
    if (!is_known(name))
      user_error(
          "{}: requests {}, which a state dict does not need; Tutti ran none of it. Expected only "
          "tensors: save the file again with torch.save(model.state_dict(), FILE)",
          where_, escaped(name));
    push(PickledGlobal{std::move(name)});
  }

  /// ("storage", class, key, device, elements)
  void push_storage(const Values& parts) {
    if (parts.size() != 5 || taken<std::string>(parts[0], "a text") != "storage")
      wrong("found an unknown persistent id");
    const std::string& name = taken<PickledGlobal>(parts[1], "a storage's class").name;
    const auto dtype = dtype_of_storage(name);
    const std::string& key = taken<std::string>(parts[2], "a storage's key");
    if (key.size() > kLongestKey)
      wrong(fmt::format("found a storage's key of {} bytes", key.size()));
    if (!dtype) wrong(fmt::format("found {} in the place of a storage's class", escaped(name)));
    push(PickledStorage{*dtype, key, taken<int64_t>(parts[4], "a storage's size")});
  }

  void call() {
    const Values& arguments = taken<PickledTuple>(pop(), "a function's arguments").items;
    const std::string& name = taken<PickledGlobal>(pop(), "a function").name;
    if (name == kOrderedDict && arguments.empty()) return push(PickledDict{});
    if (name == kTensor && arguments.size() >= 4) return push_tensor(arguments);
    if (name == kParameter && !arguments.empty())
      return push(taken<PickledTensor>(arguments[0], "a tensor"));
    wrong(fmt::format("found a call of {} with {} arguments", name, arguments.size()));
  }

  std::vector<int64_t> sizes(const PickleValue* value) const {
    std::vector<int64_t> sizes;
    for (const PickleValue* size : taken<PickledTuple>(value, "a shape").items)
      sizes.push_back(taken<int64_t>(size, "a size"));
    if (sizes.size() > kMostAxes) wrong(fmt::format("found a tensor of {} axes", sizes.size()));
    return sizes;
  }

  /// (storage, offset, shape, strides, requires_grad, hooks[, metadata])
  void push_tensor(const Values& arguments) {
    const auto& storage = taken<PickledStorage>(arguments[0], "a storage");
    if (arguments.size() > 6) {
      const auto* metadata = arguments[6]->as<PickledDict>();
      if (metadata && !metadata->items.empty()) wrong("found a conjugate or negated view");
    }
    PickledTensor tensor{"",
                         storage.dtype,
                         storage.key,
                         storage.elements,
                         taken<int64_t>(arguments[1], "an offset"),
                         sizes(arguments[2]),
                         sizes(arguments[3])};
    expect_within(tensor);
    push(std::move(tensor));
  }

  /// Of a tensor without elements the strides say nothing: they become 0.
  void expect_within(PickledTensor& tensor) const {
    const auto is_negative = [](int64_t size) { return size < 0; };
    const auto has_negative = [&](const std::vector<int64_t>& sizes) {
      return std::any_of(sizes.begin(), sizes.end(), is_negative);
    };
    if (tensor.shape.size() != tensor.strides.size() || tensor.offset < 0 ||
        tensor.storage_elements < 0 || has_negative(tensor.shape) || has_negative(tensor.strides))
      wrong("found a tensor with a negative size, or with more sizes than strides");
    int64_t elements = 1, last = tensor.offset;
    for (size_t i = 0; i < tensor.shape.size(); i++) {
      elements = checked_multiply(elements, tensor.shape[i], where_);
      const int64_t steps = std::max<int64_t>(tensor.shape[i], 1) - 1;
      last = checked_add(last, checked_multiply(steps, tensor.strides[i], where_), where_);
    }
    if (elements == 0) std::fill(tensor.strides.begin(), tensor.strides.end(), 0);
    if (tensor.offset > tensor.storage_elements ||
        (elements > 0 && last >= tensor.storage_elements))
      wrong(fmt::format("found a tensor with an element {} in a storage of {}", last,
                        tensor.storage_elements));
    if (elements > tensor.storage_elements)
      wrong(fmt::format("found a tensor that repeats {} elements as {}", tensor.storage_elements,
                        elements));
  }

  PickleBytes bytes_;
  std::string where_;
  std::deque<PickleValue> values_;  // which others point to
  Values stack_;
  std::unordered_map<uint32_t, PickleValue*> memo_;
};

}  // namespace

std::vector<PickledTensor> parse_state_dict(std::string_view pickle, std::string_view where) {
  if (pickle.size() > kMaxPickleBytes)
    user_error("{}: found a pickle of {}, expected at most {}", where, human_bytes(pickle.size()),
               human_bytes(kMaxPickleBytes));
  Unpickler unpickler(pickle, where);
  const PickleValue& root = unpickler.run();
  const auto* dict = root.as<PickledDict>();
  if (!dict) unpickler.wrong(fmt::format("found {}", kKinds[root.value.index()]));
  std::map<std::string, PickledTensor> tensors;  // of a name that is there twice the last counts
  for (const auto& [key, value] : dict->items) {
    const auto* name = key->as<std::string>();
    if (!name || !is_valid_utf8(*name)) unpickler.wrong("found a key that is no text");
    const auto* tensor = value->as<PickledTensor>();
    if (!tensor)
      user_error(
          "{}: \"{}\" is {}, expected a tensor; save only the state dict: "
          "torch.save(model.state_dict(), FILE)",
          where, escaped(*name), kKinds[value->value.index()]);
    PickledTensor& named = tensors[*name] = *tensor;
    named.name = *name;
  }
  std::vector<PickledTensor> sorted;
  for (auto& [name, tensor] : tensors) sorted.push_back(std::move(tensor));
  return sorted;
}

}  // namespace tutti::format
