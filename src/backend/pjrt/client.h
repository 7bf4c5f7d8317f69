// SPDX-License-Identifier: Apache-2.0
// A plugin at work: its devices, and tensors on them.
#pragma once

#include <variant>

#include "backend/backend.h"
#include "backend/pjrt/plugin.h"

namespace tutti::backend::pjrt {

/// An option of Client_Create, `cpu_device_count=2`. Plugins pass unknown names over and may abort
/// on a wrong type, so the values of those that XLA's plugins have are checked here.
struct ClientOption {
  std::string name;
  std::variant<int64_t, bool, float, std::string> value;
};

/// "cpu_device_count=2&preallocate=false"; where we do not know the option, numbers, true and false
/// have their types.
std::vector<ClientOption> parse_client_options(std::string_view text);

struct ClientDevice {
  c::Device* handle = nullptr;
  int id = 0;  // among all devices of all hosts
  std::string kind;
  std::string description;
  int64_t memory_bytes = 0;  // 0: the plugin does not say
};

class Client {
 public:
  /// A failure is a UserError of exit code 3.
  Client(std::shared_ptr<const Plugin> plugin, const std::vector<ClientOption>& options);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  const Plugin& plugin() const { return *plugin_; }
  c::Client* handle() const { return handle_; }
  const std::string& platform() const { return platform_; }
  const std::string& platform_version() const { return platform_version_; }
  /// Those of this host, in the plugin's order; never empty.
  const std::vector<ClientDevice>& devices() const { return devices_; }

 private:
  void read_devices();

  std::shared_ptr<const Plugin> plugin_;
  c::Client* handle_ = nullptr;
  std::string platform_, platform_version_;
  std::vector<ClientDevice> devices_;
};

/// A tensor on a device of a client, which it keeps alive.
class PjrtBuffer final : public BufferStorage {
 public:
  PjrtBuffer(std::shared_ptr<const Client> client, c::Buffer* handle, ir::Type given)
      : client_(std::move(client)), handle_(client_->plugin(), handle) {
    type = std::move(given);
  }
  const Client& client() const { return *client_; }
  c::Buffer* handle() const { return handle_.get(); }
  /// Gives up what it held, which a program consumed, for a tensor of the same type.
  c::Buffer* exchange(c::Buffer* handle) { return handle_.exchange(handle); }

 private:
  std::shared_ptr<const Client> client_;
  Owned<c::BufferDestroyArgs> handle_;
};

/// PJRT's number of an element type; a UserError where it has none.
int buffer_type_of(ir::ElementType type);

/// Returns at once; keeps the tensor until it has arrived.
Buffer upload(const std::shared_ptr<const Client>& client, const ClientDevice& device,
              const ir::Tensor& tensor);
/// Waits, also for the program that computes it; row-major.
ir::Tensor download(const PjrtBuffer& buffer);
/// Waits for the program that computes it.
void wait(const PjrtBuffer& buffer);

}  // namespace tutti::backend::pjrt
