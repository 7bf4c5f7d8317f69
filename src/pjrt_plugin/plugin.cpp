// SPDX-License-Identifier: Apache-2.0
// GetPjrtApi(): the table of functions, errors, and events that are always ready.
#include <array>
#include <utility>

#include "base/error.h"
#include "pjrt_plugin/objects.h"

namespace tutti::backend::pjrt::c {

Error* too_old(const char* function) {
  return new Error{fmt::format("{} of an older version of PJRT", function), kInvalidArgument};
}

Error* caught(void (*body)(void*), void* args) noexcept {
  const auto error = [](const char* text, int code) { return new Error{text, code}; };
  try {
    body(args);
    return nullptr;
  } catch (const UserError& failure) {
    return error(failure.what(),
                 failure.code() == ExitCode::out_of_memory ? kExhausted : kInvalidArgument);
  } catch (const std::bad_alloc&) {
    return error("out of memory", kExhausted);
  } catch (const std::exception& failure) {
    return error(failure.what(), kInternal);
  }
}

namespace {

void destroy_error(ErrorDestroyArgs* args) {
  delete args->object;
}
void error_message(ErrorMessageArgs* args) {
  args->message = args->error->text.data();
  args->message_size = args->error->text.size();
}
Error* error_code(ErrorGetCodeArgs* args) {
  args->code = args->error->code;
  return nullptr;
}

void initialize(PluginInitializeArgs&) {}

/// What this plugin reads: portable bytecode up to the version that our table of ops has.
void attributes(PluginAttributesArgs& args) {
  static const int64_t current[] = {1, 13, 7}, oldest[] = {0, 9, 0};
  static const auto make = [](const char* name, NamedValueType type) {
    NamedValue value;
    value.struct_size = size_for<NamedValue>(kMinor);
    value.name = name;
    value.name_size = std::char_traits<char>::length(name);
    value.type = type;
    value.value_size = 1;
    return value;
  };
  static const std::array values = [] {
    std::array made = {make("xla_version", NamedValueType::int64),
                       make("stablehlo_current_version", NamedValueType::int64_list),
                       make("stablehlo_minimum_version", NamedValueType::int64_list)};
    made[0].int64_value = 2;
    made[1].int64_array_value = current;
    made[2].int64_array_value = oldest;
    made[1].value_size = made[2].value_size = 3;
    return made;
  }();
  args.attributes = values.data();
  args.num_attributes = values.size();
}

void destroy_event(EventDestroyArgs& args) {
  delete args.object;
}
void is_ready(GetBoolArgs<6, Event>& args) {
  args.value = true;
}
void event_error(ActArgs<7, Event>&) {}
void await(EventAwaitArgs&) {}
void on_ready(EventOnReadyArgs& args) {
  args.callback(nullptr, args.user);
}
void create_context(ContextCreateArgs& args) {
  args.context = new ExecuteContext;
}
void destroy_context(ActArgs<99, ExecuteContext>& args) {
  delete args.object;
}

/// Whatever this plugin lacks, by its place in the table.
template <size_t kIndex>
Error* unimplemented(void*) {
  return new Error{fmt::format("Tutti has no function {} of the PJRT C API", kIndex),
                   kUnimplemented};
}

struct Table {
  size_t struct_size = 0;
  void* extension_start = nullptr;
  ApiVersion version{sizeof(ApiVersion), nullptr, kMajor, kMinor};
  void* functions[kFunctions] = {};
};
static_assert(offsetof(Table, functions) == offsetof(Api, functions));

template <size_t... kIndex>
void fill(void** table, std::index_sequence<kIndex...>) {
  ((table[kIndex] = reinterpret_cast<void*>(&unimplemented<kIndex>)), ...);
}

Table make_table() {
  Table made;
  made.struct_size = sizeof(Table);
  void** const table = made.functions;
  fill(table, std::make_index_sequence<kFunctions>());
  table[ErrorDestroyArgs::kFunction.index] = reinterpret_cast<void*>(&destroy_error);
  table[ErrorMessageArgs::kFunction.index] = reinterpret_cast<void*>(&error_message);
  table[ErrorGetCodeArgs::kFunction.index] = reinterpret_cast<void*>(&error_code);
  add<PluginInitializeArgs, initialize>(table);
  add<PluginAttributesArgs, attributes>(table);
  add<EventDestroyArgs, destroy_event>(table);
  add<GetBoolArgs<6, Event>, is_ready>(table);
  add<ActArgs<7, Event>, event_error>(table);
  add<EventAwaitArgs, await>(table);
  add<EventOnReadyArgs, on_ready>(table);
  add<ContextCreateArgs, create_context>(table);
  add<ActArgs<99, ExecuteContext>, destroy_context>(table);
  add_client_functions(table);
  add_buffer_functions(table);
  add_executable_functions(table);
  return made;
}

}  // namespace
}  // namespace tutti::backend::pjrt::c

extern "C" __attribute__((visibility("default"))) const void* GetPjrtApi() {
  static const auto table = tutti::backend::pjrt::c::make_table();
  return &table;
}
