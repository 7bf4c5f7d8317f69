// SPDX-License-Identifier: Apache-2.0
// The values of chat templates: Python's, as far as Jinja shows them. They cannot be changed,
// except namespaces, which the runtime owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tutti::data::jinja {

/// What is wrong with a value or an operation; the runtime adds the template's name and the line.
class Problem : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct List;
struct Dict;
struct Namespace;
struct Loop;
struct Function;
class Value;
using Values = std::vector<Value>;
using Entries = std::vector<std::pair<std::string, Value>>;

/// How deeply values may be nested.
constexpr size_t kMaxValueDepth = 100;
/// The most that a value may weigh: a byte of text and a value inside of it weigh 1 each.
constexpr size_t kMaxValueWeight = size_t{1} << 26;

/// The memory of the values that a thread makes while an object of this class exists in it.
class MemoryMeter {
 public:
  explicit MemoryMeter(size_t limit);
  ~MemoryMeter();
  MemoryMeter(const MemoryMeter&) = delete;
  MemoryMeter& operator=(const MemoryMeter&) = delete;

  /// Throws Problem where the thread's meter, if it has one, has no room for so many bytes more.
  static void expect_room(size_t bytes);

 private:
  friend class MemoryShare;
  size_t limit_, used_ = 0;
};

/// The bytes of a value, which its thread's meter counts as long as this exists.
class MemoryShare {
 public:
  MemoryShare() = default;
  /// Throws Problem where the meter has no room for them.
  explicit MemoryShare(size_t bytes);
  ~MemoryShare();
  MemoryShare(MemoryShare&& other) noexcept;
  MemoryShare& operator=(MemoryShare&& other) noexcept;

 private:
  MemoryMeter* meter_ = nullptr;
  size_t bytes_ = 0;
};

/// What Python has of values in a row. A view (of a dict) and a generator have no indices, and a
/// generator can be gone through once only.
enum class ListKind { list, tuple, range, view, generator };

class Value {
 public:
  /// Undefined; `hint` says what was looked for, as "'x' is undefined".
  Value() = default;
  static Value undefined(std::string hint);
  static Value none();
  static Value boolean(bool value);
  static Value integer(int64_t value);
  static Value real(double value);
  /// These throw Problem where the value would be too heavy or nested too deeply, or where the
  /// thread's meter has no room for it. `shown` is a range's text, or the name of a view's type.
  static Value text(std::string value);
  static Value list(Values items, ListKind kind = ListKind::list, std::string shown = "");
  static Value dict(Entries entries);
  static Value space(Namespace* space);
  static Value loop(std::shared_ptr<Loop> loop);
  static Value function(Function function);
  static Value of_json(const nlohmann::ordered_json& json);

  bool is_undefined() const { return std::holds_alternative<Missing>(value_); }
  bool is_none() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_number() const { return as_bool() || as_integer() || as_real(); }
  /// Null if the value is of another type.
  const bool* as_bool() const { return std::get_if<bool>(&value_); }
  const int64_t* as_integer() const { return std::get_if<int64_t>(&value_); }
  const double* as_real() const { return std::get_if<double>(&value_); }
  const std::string* as_text() const;
  const List* as_list() const;
  /// Whether the value is one of these, of any length.
  bool is_list(std::initializer_list<ListKind> kinds) const;
  const Dict* as_dict() const;
  Namespace* as_space() const;
  Loop* as_loop() const;
  const Function* as_function() const;
  /// An error's text about an undefined value.
  std::string hint() const;

  bool is_true() const;
  /// Python's name of the type.
  std::string type_name() const;
  size_t weight() const;
  size_t depth() const;

 private:
  struct Missing {
    std::shared_ptr<const std::string> hint;
  };
  std::variant<Missing, std::monostate, bool, int64_t, double, std::shared_ptr<const std::string>,
               std::shared_ptr<const List>, std::shared_ptr<const Dict>, Namespace*,
               std::shared_ptr<Loop>, std::shared_ptr<const Function>>
      value_;
};

struct List {
  Values items;
  ListKind kind = ListKind::list;
  std::string shown = "";
  size_t weight = 0;
  size_t depth = 0;
  MemoryShare memory = {};
  mutable bool is_used = false;  // of a generator: whether it was gone through
};

struct Dict {
  Entries entries;
  size_t weight = 0;
  size_t depth = 0;
  MemoryShare memory = {};
  /// Null if there is no such key.
  const Value* find(std::string_view key) const;
};

struct Namespace {
  std::map<std::string, Value, std::less<>> members;
  MemoryShare memory = {};
};

struct Loop {
  Values items;
  size_t index = 0;
  Value last_changed;
  bool has_changed = false;
  MemoryShare memory = {};
};

struct Statement;

/// A function of the language, a method of a value, or a macro.
struct Function {
  std::string name;
  Value self;                        // of a method
  const Statement* macro = nullptr;  // of a macro
  MemoryShare memory = {};
};

/// Python's == and <. The second throws Problem for values without an order.
bool equal(const Value& left, const Value& right);
bool less(const Value& left, const Value& right);

/// A boolean, integer or real as a real.
double number_of(const Value& value);
/// A boolean or integer; throws Problem "`what`: found ..., expected an integer" for others.
int64_t integer_of(const Value& value, std::string_view what);
/// A text; throws Problem for others.
const std::string& text_of(const Value& value, std::string_view what);

/// What a for loop runs over: items, keys or characters; throws Problem for other values, and for a
/// generator that was gone through before, of which Jinja would find nothing.
Values items_of(const Value& value);
/// The number of items, keys or characters; throws Problem for other values.
size_t length_of(const Value& value);

}  // namespace tutti::data::jinja
