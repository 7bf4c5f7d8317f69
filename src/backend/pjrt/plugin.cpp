// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/plugin.h"

#include <dlfcn.h>

#include <condition_variable>
#include <mutex>

#include "backend/pjrt/plugin_functions.h"
#include "base/lines.h"
#include "base/memory_limit.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

[[noreturn]] void refuse(const Path& library, const std::string& reason) {
  throw UserError(ExitCode::missing_backend,
                  fmt::format("{}: {}", escaped(library.string()), reason));
}

const c::Api* api_of(const Path& library) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(library, error))
    refuse(library, "there is no such file, expected a PJRT plugin (a shared library)");
  leave_groups_to_the_system();  // drivers allocate much more than they use
  void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) {
    const char* reason = ::dlerror();
    refuse(library, fmt::format("cannot be loaded: {}; install the driver or the library that it "
                                "names",
                                shown(reason ? reason : "unknown")));
  }
  void* const symbol = ::dlsym(handle, "GetPjrtApi");
  if (!symbol) refuse(library, "is a library, but no PJRT plugin: it has no function GetPjrtApi");
  const c::Api* const api = reinterpret_cast<const c::Api* (*)()>(symbol)();
  if (!api) refuse(library, "GetPjrtApi() gave nothing");
  return api;
}

std::string text_of(const c::NamedValue& value) {
  switch (value.type) {
    case c::NamedValueType::string:
      return {value.string_value, value.value_size};
    case c::NamedValueType::int64:
      return std::to_string(value.int64_value);
    case c::NamedValueType::int64_list:
      return fmt::format("[{}]", fmt::join(value.int64_array_value,
                                           value.int64_array_value + value.value_size, ", "));
    case c::NamedValueType::float32:
      return fmt::format("{}", value.float_value);
    case c::NamedValueType::boolean:
      return value.bool_value ? "true" : "false";
  }
  return "?";
}

constexpr const char* kStatusNames[] = {
    "OK",        "CANCELLED",      "UNKNOWN",           "INVALID_ARGUMENT",   "DEADLINE_EXCEEDED",
    "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION",
    "ABORTED",   "OUT_OF_RANGE",   "UNIMPLEMENTED",     "INTERNAL",           "UNAVAILABLE",
    "DATA_LOSS", "UNAUTHENTICATED"};

/// Calls one of the functions that take errors apart, for which attempt() would call them again.
template <typename Result, typename Args>
Result call_unchecked(void* function, Args& args) {
  return reinterpret_cast<Result (*)(Args*)>(function)(&args);
}

}  // namespace

std::string name_of(StatusCode code) {
  const auto index = static_cast<size_t>(code);
  return index < std::size(kStatusNames) ? kStatusNames[index] : fmt::format("code {}", index);
}

std::string shown(std::string_view text) {
  constexpr size_t kMostBytes = 2000;
  const bool cut = text.size() > kMostBytes;
  text = text.substr(0, kMostBytes);
  std::string safe;
  for (size_t at = 0; at < text.size();) {
    if (at > 0) safe += "\n  ";
    safe += escaped(next_line(text, at), kMostBytes);
  }
  return cut ? safe + "..." : safe;
}

std::shared_ptr<const Plugin> Plugin::open(const Path& library) {
  return std::shared_ptr<const Plugin>(new Plugin(std::filesystem::absolute(library)));
}

Plugin::Plugin(Path library) : library_(std::move(library)), api_(api_of(library_)) {
  check_version();
  check_functions();
  c::PluginInitializeArgs initialize;
  if (const auto failure = attempt(initialize))
    refuse(library_, fmt::format("cannot be initialised: {}: {}", name_of(failure->code),
                                 shown(failure->text)));
  read_attributes();
}

void Plugin::check_version() const {
  const c::ApiVersion& version = api_->version;
  if (api_->struct_size < offsetof(c::Api, functions) || version.major_version != c::kMajor ||
      version.minor_version < c::kOldestMinor)
    refuse(library_, fmt::format("has PJRT API {}.{}, expected {}.{} or a later {}.x; install a "
                                 "newer plugin",
                                 version.major_version, version.minor_version, c::kMajor,
                                 c::kOldestMinor, c::kMajor));
}

void Plugin::check_functions() const {
  std::vector<std::string_view> missing;
  for (const c::FunctionInfo& info : required_functions())
    if (!function(info.index)) missing.emplace_back(info.name);
  if (!missing.empty())
    refuse(library_, fmt::format("PJRT API 0.{}: lacks PJRT_{}, which is needed", minor(),
                                 fmt::join(missing, ", PJRT_")));
}

void Plugin::read_attributes() {
  c::PluginAttributesArgs args;
  if (attempt(args)) return;
  for (size_t i = 0; i < args.num_attributes; i++) {
    const c::NamedValue& value = args.attributes[i];
    attributes_.emplace_back(std::string(value.name, value.name_size), pjrt::text_of(value));
  }
}

void* Plugin::function(size_t index) const {
  // 0.56 alone had one more function at 69.
  if (minor() == 56 && index >= 69) index++;
  const size_t offset = offsetof(c::Api, functions) + index * sizeof(void*);
  if (offset + sizeof(void*) > api_->struct_size) return nullptr;
  return *reinterpret_cast<void* const*>(reinterpret_cast<const char*>(api_) + offset);
}

std::optional<Failure> Plugin::taken(c::Error* error) const {
  if (!error) return std::nullopt;
  Failure failure;
  auto message = sized<c::ErrorMessageArgs>();
  message.error = error;
  call_unchecked<void>(function(c::ErrorMessageArgs::kFunction.index), message);
  if (message.message) failure.text.assign(message.message, message.message_size);
  auto code = sized<c::ErrorGetCodeArgs>();
  code.error = error;
  c::Error* const second =
      call_unchecked<c::Error*>(function(c::ErrorGetCodeArgs::kFunction.index), code);
  if (!second) failure.code = static_cast<StatusCode>(code.code);
  for (c::Error* each : {error, second}) {
    auto destroy = sized<c::ErrorDestroyArgs>();
    destroy.object = each;
    if (each) call_unchecked<void>(function(c::ErrorDestroyArgs::kFunction.index), destroy);
  }
  return failure;
}

std::string Plugin::text_of_failure(std::string_view function, const Failure& failure) const {
  return fmt::format("{}: PJRT_{} failed: {}: {}", escaped(library_.string()), function,
                     name_of(failure.code), shown(failure.text));
}

void Plugin::fail(std::string_view function, const Failure& failure) const {
  const ExitCode code = failure.code == StatusCode::resource_exhausted ? ExitCode::out_of_memory
                        : failure.code == StatusCode::unavailable      ? ExitCode::missing_backend
                                                                       : ExitCode::usage;
  throw UserError(code, text_of_failure(function, failure));
}

void Plugin::when_ready(c::Event* event, std::function<void(std::optional<Failure>)> done) const {
  using Done =
      std::pair<std::shared_ptr<const Plugin>, std::function<void(std::optional<Failure>)>>;
  const Owned<c::EventDestroyArgs> owned(*this, event);
  auto held = std::make_unique<Done>(shared_from_this(), std::move(done));
  c::EventOnReadyArgs args;
  args.event = event;
  args.user = held.get();
  args.callback = [](c::Error* error, void* user) {
    const std::unique_ptr<Done> call(static_cast<Done*>(user));
    call->second(call->first->taken(error));
  };
  if (!attempt(args)) {
    static_cast<void>(held.release());  // the callback's from here on
    return;
  }
  c::EventAwaitArgs await;
  await.event = event;
  held->second(attempt(await));
}

std::optional<Failure> Plugin::await(c::Event* event) const {
  const Owned<c::EventDestroyArgs> owned(*this, event);
  c::EventAwaitArgs args;
  args.event = event;
  auto failure = attempt(args);
  if (!failure || failure->code != StatusCode::unimplemented) return failure;
  // Some plugins can only call back.
  struct Signal {
    std::mutex mutex;
    std::condition_variable changed;
    bool fired = false;
    std::optional<Failure> failure;
  } signal;
  c::EventOnReadyArgs ready;
  ready.event = event;
  std::pair<const Plugin*, Signal*> user(this, &signal);
  ready.user = &user;
  ready.callback = [](c::Error* error, void* given) {
    const auto [plugin, to] = *static_cast<std::pair<const Plugin*, Signal*>*>(given);
    auto found = plugin->taken(error);
    const std::lock_guard lock(to->mutex);
    to->failure = std::move(found);
    to->fired = true;
    to->changed.notify_all();
  };
  if (attempt(ready)) return failure;
  std::unique_lock lock(signal.mutex);
  signal.changed.wait(lock, [&] { return signal.fired; });
  return signal.failure;
}

}  // namespace tutti::backend::pjrt
