// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/client.h"

#include <numeric>

#include "base/log.h"
#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

/// The option as the plugin reads it; points into `option`.
c::NamedValue named_value(const Plugin& plugin, const ClientOption& option) {
  auto value = plugin.sized<c::NamedValue>();
  value.name = option.name.data();
  value.name_size = option.name.size();
  value.value_size = 1;
  if (const auto* integer = std::get_if<int64_t>(&option.value)) {
    value.type = c::NamedValueType::int64;
    value.int64_value = *integer;
  } else if (const auto* flag = std::get_if<bool>(&option.value)) {
    value.type = c::NamedValueType::boolean;
    value.bool_value = *flag;
  } else if (const auto* real = std::get_if<float>(&option.value)) {
    value.type = c::NamedValueType::float32;
    value.float_value = *real;
  } else {
    const auto& text = std::get<std::string>(option.value);
    value.type = c::NamedValueType::string;
    value.string_value = text.data();
    value.value_size = text.size();
  }
  return value;
}

}  // namespace

std::vector<c::NamedValue> named_values(const Plugin& plugin,
                                        const std::vector<ClientOption>& options) {
  std::vector<c::NamedValue> values;
  for (const ClientOption& option : options) values.push_back(named_value(plugin, option));
  return values;
}

namespace {

/// A client of the plugin, or a UserError that says why it gives no device.
c::Client* created_client(const Plugin& plugin, const std::vector<ClientOption>& options) {
  const std::vector<c::NamedValue> values = named_values(plugin, options);
  c::ClientCreateArgs args;
  args.create_options = values.data();
  args.num_options = values.size();
  if (const auto failure = plugin.attempt(args))
    throw UserError(ExitCode::missing_backend,
                    fmt::format("{}: gives no device: {}: {}", escaped(plugin.library().string()),
                                name_of(failure->code), shown(failure->text)));
  return args.client;
}

}  // namespace

Client::Client(std::shared_ptr<const Plugin> plugin, const std::vector<ClientOption>& options)
    : plugin_(std::move(plugin)), handle_(created_client(*plugin_, options)) {
  try {
    platform_ = plugin_->text_of<c::ClientPlatformNameArgs>(handle_);
    platform_version_ = plugin_->text_of<c::ClientPlatformVersionArgs>(handle_);
    read_devices();
  } catch (...) {
    const Owned<c::ClientDestroyArgs> destroyed(*plugin_, handle_);
    throw;
  }
}

Client::~Client() {
  const Owned<c::ClientDestroyArgs> destroyed(*plugin_, handle_);
}

void Client::read_devices() {
  c::ClientAddressableDevicesArgs args;
  args.client = handle_;
  plugin_->call(args);
  for (size_t i = 0; i < args.num_devices; i++) {
    ClientDevice device;
    device.handle = args.devices[i];
    c::DeviceGetDescriptionArgs description;
    description.device = device.handle;
    plugin_->call(description);
    c::DescriptionIdArgs id;
    id.description = description.description;
    plugin_->call(id);
    device.id = id.id;
    device.kind = plugin_->text_of<c::DescriptionKindArgs>(description.description);
    device.description = plugin_->text_of<c::DescriptionToStringArgs>(description.description);
    c::DeviceMemoryStatsArgs memory;
    memory.device = device.handle;
    if (!plugin_->attempt(memory) && memory.bytes_limit.is_set)
      device.memory_bytes = memory.bytes_limit.value;
    devices_.push_back(std::move(device));
  }
  if (devices_.empty())
    throw UserError(ExitCode::missing_backend,
                    fmt::format("{}: platform {} has no device on this machine",
                                escaped(plugin_->library().string()), escaped(platform_)));
}

int buffer_type_of(ir::ElementType type) {
  // In the order of PJRT_Buffer_Type, from 1 on.
  constexpr std::string_view kNames[] = {
      "i1",         "i8",           "i16",          "i32",       "i64",      "ui8",
      "ui16",       "ui32",         "ui64",         "f16",       "f32",      "f64",
      "bf16",       "complex<f32>", "complex<f64>", "f8E5M2",    "f8E4M3FN", "f8E4M3B11FNUZ",
      "f8E5M2FNUZ", "f8E4M3FNUZ",   "i4",           "ui4",       "token",    "i2",
      "ui2",        "f8E4M3",       "f8E3M4",       "f8E8M0FNU", "f4E2M1FN"};
  const std::string_view name = name_of(type);
  const auto found = std::find(std::begin(kNames), std::end(kNames), name);
  if (found == std::end(kNames))
    user_error("PJRT has no element type {}; convert the values to another type", name);
  return static_cast<int>(found - std::begin(kNames)) + 1;
}

Buffer upload(const std::shared_ptr<const Client>& client, const ClientDevice& device,
              const ir::Tensor& tensor) {
  const Plugin& plugin = client->plugin();
  const ir::Type& type = tensor.type();
  // A copy of a tensor shares its bytes.
  const ir::Tensor whole = tensor.is_splat() ? ir::Tensor(type, tensor.expanded()) : tensor;
  c::BufferFromHostBufferArgs args;
  args.client = client->handle();
  args.data = whole.stored().data();
  args.type = buffer_type_of(type.element);
  args.dims = type.shape.data();
  args.num_dims = type.shape.size();
  args.semantics = c::HostBufferSemantics::until_transfer_completes;
  args.device = device.handle;
  plugin.call(args);
  auto buffer = std::make_shared<PjrtBuffer>(client, args.buffer, type);
  if (args.done_with_host_buffer)
    plugin.when_ready(args.done_with_host_buffer, [whole](const std::optional<Failure>& failure) {
      // The buffer has the error too, so that reading it reports the error.
      if (failure) log_debug("an upload failed: {}", shown(failure->text));
    });
  return buffer;
}

void download_into(const PjrtBuffer& buffer, std::span<std::byte> out) {
  check(static_cast<int64_t>(out.size()) == buffer.type.bytes(), "{} bytes for a buffer of {}",
        out.size(), buffer.type.bytes());
  const Plugin& plugin = buffer.client().plugin();
  std::vector<int64_t> minor_to_major(buffer.type.shape.size());
  std::iota(minor_to_major.rbegin(), minor_to_major.rend(), int64_t{0});
  auto layout = plugin.sized<c::MemoryLayout>();
  layout.tiled = plugin.sized<c::TiledLayout>();
  layout.tiled.minor_to_major = minor_to_major.data();
  layout.tiled.minor_to_major_size = minor_to_major.size();
  c::BufferToHostBufferArgs args;
  args.source = buffer.handle();
  args.host_layout = &layout;
  std::byte nothing{};  // a null destination asks for the size alone
  args.destination = out.empty() ? &nothing : out.data();
  args.destination_size = out.size();
  plugin.call(args);
  if (args.event)
    if (const auto failure = plugin.await(args.event)) plugin.fail("Buffer_ToHostBuffer", *failure);
}

ir::Tensor download(const PjrtBuffer& buffer) {
  std::vector<std::byte> bytes(static_cast<size_t>(buffer.type.bytes()));
  download_into(buffer, bytes);
  return {buffer.type, std::move(bytes)};
}

void wait(const PjrtBuffer& buffer) {
  const Plugin& plugin = buffer.client().plugin();
  c::BufferReadyEventArgs args;
  args.buffer = buffer.handle();
  const auto missing = plugin.attempt(args);
  if (missing && missing->code == StatusCode::unimplemented) {
    download(buffer);
    return;
  }
  if (missing) plugin.fail(args.kFunction.name, *missing);
  if (const auto failure = plugin.await(args.event)) plugin.fail(args.kFunction.name, *failure);
}

}  // namespace tutti::backend::pjrt
