// SPDX-License-Identifier: Apache-2.0
// A plugin's client: the object that owns its devices, and the tensors on those devices.
#pragma once

#include <variant>

#include "backend/backend.h"
#include "backend/pjrt/plugin.h"

namespace tutti::backend::pjrt {

/// An option of PJRT_Client_Create, such as `cpu_device_count=2`. Plugins ignore names that they do
/// not know and may abort when a value has the wrong type.
struct ClientOption {
  std::string name;
  std::variant<int64_t, bool, float, std::string> value;
};

/// Reads "cpu_device_count=2&preallocate=false". The values of options that XLA's plugins have are
/// checked against their types; a value of any other option is an integer, a float or a boolean if
/// it looks like one, else a string.
std::vector<ClientOption> parse_client_options(std::string_view text);
/// The options as the plugin reads them; they point into `options`.
std::vector<c::NamedValue> named_values(const Plugin& plugin,
                                        const std::vector<ClientOption>& options);

struct ClientDevice {
  c::Device* handle = nullptr;
  int id = 0;  // among all devices of all hosts
  std::string kind;
  std::string description;
  int64_t memory_bytes = 0;  // 0: the plugin does not say
};

class Client {
 public:
  /// Creates the client. A plugin that cannot is a UserError of exit code 3.
  Client(std::shared_ptr<const Plugin> plugin, const std::vector<ClientOption>& options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  const Plugin& plugin() const { return *plugin_; }
  c::Client* handle() const { return handle_; }
  const std::string& platform() const { return platform_; }
  const std::string& platform_version() const { return platform_version_; }
  /// The devices of this host, in the plugin's order; there is at least one.
  const std::vector<ClientDevice>& devices() const { return devices_; }

 private:
  void read_devices();

  std::shared_ptr<const Plugin> plugin_;
  c::Client* handle_ = nullptr;
  std::string platform_, platform_version_;
  std::vector<ClientDevice> devices_;
};

/// A tensor on a device of a client. It keeps the client alive.
class PjrtBuffer final : public BufferStorage {
 public:
  PjrtBuffer(std::shared_ptr<const Client> client, c::Buffer* handle, ir::Type given)
      : client_(std::move(client)), handle_(client_->plugin(), handle) {
    type = std::move(given);
  }
  const Client& client() const { return *client_; }
  c::Buffer* handle() const { return handle_.get(); }
  /// Takes over another tensor of the same type and returns its old one, which a program consumed.
  c::Buffer* exchange(c::Buffer* handle) { return handle_.exchange(handle); }

 private:
  std::shared_ptr<const Client> client_;
  Owned<c::BufferDestroyArgs> handle_;
};

/// PJRT's number for an element type; a UserError for a type that PJRT does not have.
int buffer_type_of(ir::ElementType type);

/// Begins to copy a tensor to a device and returns; the tensor is kept until the copy is done.
Buffer upload(const std::shared_ptr<const Client>& client, const ClientDevice& device,
              const ir::Tensor& tensor);
/// Waits for the program that computes a buffer and copies it to the host, row-major.
ir::Tensor download(const PjrtBuffer& buffer);
/// The same into `out`, which has exactly the buffer's bytes.
void download_into(const PjrtBuffer& buffer, std::span<std::byte> out);
/// Waits for the program that computes a buffer.
void wait(const PjrtBuffer& buffer);

}  // namespace tutti::backend::pjrt
