// SPDX-License-Identifier: Apache-2.0
// The arguments of commands and of tasks, as data: flags, run.json and the reference are read from
// such lists. It is ours because no argument parser reads flags, JSON and YAML from one list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace tutti {

/// What an argument names. The first three may be addresses (s3://, gs://).
enum class Names {
  input,          // something that is read
  output_file,    // what is written
  output_folder,  // likewise
  other,          // nothing that is written, nor code
  scratch_file,   // a file of this machine that is written
  backend         // a backend, which may be the path of a library: its code is run
};

/// An argument: where its value is kept, what it may be, how it is explained.
struct Argument {
  using Value =
      std::variant<bool*, int64_t*, double*, std::string*, std::optional<bool>*,
                   std::optional<int64_t>*, std::optional<double>*, std::vector<std::string>*>;

  std::string name;  // "learning_rate": --learning_rate, and the key in run.json
  Value value;
  std::string help;
  std::string group;
  double minimum = -1e300;  // of numbers
  double maximum = 1e300;
  std::vector<std::string> choices = {};  // of texts; empty: any
  std::string meaning_of_true = "";       // of texts that take true and false; false is none
  bool required = false;
  bool positional = false;      // given by its place, not by --name
  bool first_word = false;      // given by the first word that is not a flag, or by --name
  bool several = false;         // a text of several, between commas; on the command line words, too
  std::string other_name = "";  // another program's name for it, which is taken too; empty: none
  Names names = Names::other;
  std::vector<std::string> no_names = {};  // values that name nothing

  /// Whether it may be an address of an object store.
  bool takes_address() const {
    return names == Names::input || names == Names::output_file || names == Names::output_folder;
  }
  /// Whether a value names a place that the program writes to.
  bool writes(const std::string& text) const {
    const bool is_place = names == Names::output_file || names == Names::output_folder ||
                          names == Names::scratch_file;
    return is_place && !text.empty() &&
           std::find(no_names.begin(), no_names.end(), text) == no_names.end();
  }
  /// Whether a value names a library whose code the program runs.
  bool loads_code(const std::string& text) const {
    return names == Names::backend && text.find('/') != std::string::npos;
  }
  bool is_called(std::string_view given) const {
    return !positional && (given == name || (!other_name.empty() && given == other_name));
  }
  /// A flag whose value may be left out, which means true.
  bool is_switch() const {
    return std::holds_alternative<bool*>(value) ||
           std::holds_alternative<std::optional<bool>*>(value);
  }
};
using ArgumentList = std::vector<Argument>;

/// The argument of that name in a list; null if there is none.
inline const Argument* find_argument(const ArgumentList& list, std::string_view name) {
  for (const Argument& argument : list)
    if (argument.is_called(name)) return &argument;
  return nullptr;
}

/// Limits of arguments that count steps, features or tokens, and of seeds: 2^53 is exact in JSON
/// everywhere.
inline constexpr double kLargestCount = 2147483647, kLargestSeed = 9007199254740992;

/// Builds an argument list, in the order in which help shows it.
class ArgumentLister {
 public:
  ArgumentLister& group(std::string name) {
    group_ = std::move(name);
    return *this;
  }
  /// A text or a switch; one of std::optional<bool> may be left as it is, true or false.
  template <typename T>
  ArgumentLister& add(std::string name, T& value, std::string help) {
    list_.push_back({std::move(name), &value, std::move(help), group_});
    return *this;
  }
  template <typename T>
  ArgumentLister& number(std::string name, T& value, double minimum, double maximum,
                         std::string help) {
    add(std::move(name), value, std::move(help));
    list_.back().minimum = minimum;
    list_.back().maximum = maximum;
    return *this;
  }
  ArgumentLister& choice(std::string name, std::string& value, std::vector<std::string> choices,
                         std::string help) {
    add(std::move(name), value, std::move(help));
    list_.back().choices = std::move(choices);
    return *this;
  }
  ArgumentLister& positional(std::string name, std::string& value, bool required,
                             std::string help) {
    add(std::move(name), value, std::move(help));
    list_.back().required = required;
    list_.back().positional = true;
    return *this;
  }
  /// Every word that is not a flag: at least one.
  ArgumentLister& positionals(std::string name, std::vector<std::string>& values,
                              std::string help) {
    add(std::move(name), values, std::move(help));
    return by_place();
  }
  /// A text that may also be a truth value: gives the text that "true" means.
  ArgumentLister& meaning_of_true(std::string text) {
    list_.back().meaning_of_true = std::move(text);
    return *this;
  }
  /// The last one may also be given under the name that another program has for it.
  ArgumentLister& also_called(std::string name) {
    list_.back().other_name = std::move(name);
    return *this;
  }
  /// The last one may also be given by the first word that is not a flag.
  ArgumentLister& or_first_word() {
    list_.back().first_word = true;
    return *this;
  }
  /// The last one, a text, is a list: separated by commas, several words, or a list in a file.
  ArgumentLister& several() {
    list_.back().several = true;
    return *this;
  }
  /// What the last one names, except for some of its values.
  ArgumentLister& names(Names what, std::vector<std::string> no_names = {}) {
    list_.back().names = what;
    list_.back().no_names = std::move(no_names);
    return *this;
  }
  /// The last one is required, and given by its place.
  ArgumentLister& by_place() {
    list_.back().positional = true;
    return required();
  }
  ArgumentLister& required() {
    list_.back().required = true;
    return *this;
  }
  ArgumentList take() { return std::move(list_); }

 private:
  ArgumentList list_;
  std::string group_;
};

}  // namespace tutti
