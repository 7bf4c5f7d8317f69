// SPDX-License-Identifier: Apache-2.0
// A PJRT plugin: opens its shared library at run time and calls its functions.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backend/pjrt/c_api.h"
#include "base/error.h"
#include "base/files.h"

namespace tutti::backend::pjrt {

/// absl::StatusCode, as PJRT numbers its errors.
enum class StatusCode : int {
  unknown = 2,
  invalid_argument = 3,
  not_found = 5,
  resource_exhausted = 8,
  unimplemented = 12,
  unavailable = 14
};

/// The error that a function of a plugin returned.
struct Failure {
  StatusCode code = StatusCode::unknown;
  std::string text;
};

/// "INVALID_ARGUMENT".
std::string name_of(StatusCode code);

/// A plugin's text, made safe to show: its first 2000 bytes, each line escaped.
std::string shown(std::string_view text);

class Plugin : public std::enable_shared_from_this<Plugin> {
 public:
  /// Opens, checks and initialises a library. It stays open until the process ends, because plugins
  /// have threads that keep running. A file that is not a plugin, or a plugin of a version that we
  /// do not know, is a UserError of exit code 3 that says why.
  static std::shared_ptr<const Plugin> open(const Path& library);

  const Path& library() const { return library_; }
  int minor() const { return api_->version.minor_version; }
  /// What the plugin says about itself: "stablehlo_current_version" -> "[1, 13, 3]".
  const std::vector<std::pair<std::string, std::string>>& attributes() const { return attributes_; }

  /// A struct with the size that this plugin's version has. For structs that are not the argument
  /// of a function; attempt() sets the size of those.
  template <typename Struct>
  Struct sized() const {
    Struct value;
    value.struct_size = c::size_for<Struct>(minor());
    return value;
  }

  template <typename Args>
  bool has() const {
    return function(Args::kFunction.index) != nullptr;
  }

  /// Calls a function and returns its error, if any. A function that the plugin does not have fails
  /// as "unimplemented".
  template <typename Args>
  std::optional<Failure> attempt(Args& args) const {
    void* const found = function(Args::kFunction.index);
    if (!found) return Failure{StatusCode::unimplemented, "the plugin does not have this function"};
    args.struct_size = c::size_for<Args>(minor());
    return taken(reinterpret_cast<c::Error* (*)(Args*)>(found)(&args));
  }

  /// Calls a function; a failure is a UserError.
  template <typename Args>
  void call(Args& args) const {
    if (const auto failure = attempt(args)) fail(Args::kFunction.name, *failure);
  }

  /// Calls a function that answers with a text about an object.
  template <typename Args, typename Object>
  std::string text_of(Object* object) const {
    Args args;
    args.object = object;
    call(args);
    return {args.text, args.text_size};
  }

  /// Waits for an event, destroys it and returns its error, if any.
  std::optional<Failure> await(c::Event* event) const;
  /// Calls `done` with the event's error, if any, and destroys the event: immediately, or later on
  /// a thread of the plugin.
  void when_ready(c::Event* event, std::function<void(std::optional<Failure>)> done) const;

  /// A sentence for the user: which function of which plugin failed, and how.
  std::string text_of_failure(std::string_view function, const Failure& failure) const;
  /// Throws that sentence as a UserError: of exit code 4 if memory was lacking, 3 if a device is
  /// gone, else 2.
  [[noreturn]] void fail(std::string_view function, const Failure& failure) const;

 private:
  explicit Plugin(Path library);
  void check_version() const;
  void check_functions() const;
  void read_attributes();
  void* function(size_t index) const;
  /// Reads and destroys an error.
  std::optional<Failure> taken(c::Error* error) const;

  Path library_;
  const c::Api* api_ = nullptr;
  std::vector<std::pair<std::string, std::string>> attributes_;
};

/// Owns an object of a plugin and destroys it at the end.
template <typename DestroyArgs>
class Owned {
 public:
  using Object = decltype(DestroyArgs::object);

  Owned(const Plugin& plugin, Object object) : plugin_(&plugin), object_(object) {}
  Owned(Owned&& other) noexcept
      : plugin_(other.plugin_), object_(std::exchange(other.object_, nullptr)) {}
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  Owned& operator=(Owned&&) = delete;
  ~Owned() {
    if (!object_) return;
    DestroyArgs args;
    args.object = object_;
    static_cast<void>(plugin_->attempt(args));  // nothing can be done about a failure
  }
  Object get() const { return object_; }
  /// Takes over another object and releases its own, which the caller then owns.
  Object exchange(Object object) { return std::exchange(object_, object); }

 private:
  const Plugin* plugin_;
  Object object_;
};

}  // namespace tutti::backend::pjrt
