// SPDX-License-Identifier: Apache-2.0
// The one client, its one device and its one memory.
#include <algorithm>

#include "base/error.h"
#include "base/processors.h"
#include "base/version.h"
#include "pjrt_plugin/objects.h"
#include "run/backends.h"

namespace tutti::backend::pjrt::c {

Client::Client(int threads) : version(std::string("tutti ") + std::string(kVersion)) {
  run::Context context;
  context.threads = threads;
  backend = run::open_backend("cpu", context);
  device.client = this;
  memory.client = this;
  devices = {&device};
  memories = {&memory};
  topology.devices = {&device.description};
}

namespace {

/// Options of a client: "threads", a whole number.
int threads_of(const ClientCreateArgs& args) {
  auto threads = static_cast<int>(std::max<size_t>(1, allowed_cpus().size()));
  for (size_t i = 0; i < args.num_options; i++) {
    const NamedValue& option = args.create_options[i];
    const std::string name(option.name, option.name_size);
    if (name != "threads" || option.type != NamedValueType::int64 || option.int64_value < 1)
      user_error("option {}: expected threads, a whole number of at least 1; there is one device",
                 name);
    threads = static_cast<int>(option.int64_value);
  }
  return threads;
}

void create(ClientCreateArgs& args) {
  args.client = new Client(threads_of(args));
}
void destroy(ClientDestroyArgs& args) {
  delete args.object;
}
void platform_name(ClientPlatformNameArgs& args) {
  args.text = args.object->platform.data();
  args.text_size = args.object->platform.size();
}
void platform_version(ClientPlatformVersionArgs& args) {
  args.text = args.object->version.data();
  args.text_size = args.object->version.size();
}
void process_index(GetIntArgs<13, Client>& args) {
  args.value = 0;
}
void devices(GetListArgs<15, Client, Device*>& args) {
  args.values = args.object->devices.data();
  args.count = args.object->devices.size();
}
void addressable_devices(ClientAddressableDevicesArgs& args) {
  args.devices = args.client->devices.data();
  args.num_devices = args.client->devices.size();
}
template <size_t kIndex>
void look_up(LookupArgs<kIndex>& args) {
  if (args.id != 0) user_error("there is no device {}: Tutti has device 0", args.id);
  args.device = &args.client->device;
}
void memories(GetListArgs<19, Client, Memory*>& args) {
  args.values = args.object->memories.data();
  args.count = args.object->memories.size();
}
void default_assignment(DefaultAssignmentArgs& args) {
  if (args.num_replicas * args.num_partitions != 1 || args.size < 1)
    user_error("found {} replicas of {} partitions: Tutti has one device", args.num_replicas,
               args.num_partitions);
  args.assignment[0] = 0;
}

void description_id(DescriptionIdArgs& args) {
  args.id = 0;
}
void description_process(GetIntArgs<24, DeviceDescription>& args) {
  args.value = 0;
}
template <typename Args>
void no_attributes(Args& args) {
  args.values = nullptr;
  args.count = 0;
}
void description_kind(DescriptionKindArgs& args) {
  args.text = args.object->kind.data();
  args.text_size = args.object->kind.size();
}
void description_text(DescriptionToStringArgs& args) {
  args.text = args.object->text.data();
  args.text_size = args.object->text.size();
}
template <typename Args>
void text_of_object(Args& args) {
  args.values = args.object->text.data();
  args.count = args.object->text.size();
}

void description_of(DeviceGetDescriptionArgs& args) {
  args.description = &args.device->description;
}
void is_addressable(GetBoolArgs<30, Device>& args) {
  args.value = true;
}
void hardware_id(GetIntArgs<31, Device>& args) {
  args.value = 0;
}
void memories_of_device(GetListArgs<32, Device, Memory*>& args) {
  args.values = args.object->client->memories.data();
  args.count = args.object->client->memories.size();
}
void default_memory(GetWordArgs<33, Device, Memory*>& args) {
  args.value = &args.object->client->memory;
}
template <size_t kIndex>
void memory_number(GetIntArgs<kIndex, Memory>& args) {
  args.value = 0;
}
void memory_kind(GetTextArgs<36, Memory>& args) {
  args.values = args.object->kind.data();
  args.count = args.object->kind.size();
}
void devices_of_memory(GetListArgs<39, Memory, Device*>& args) {
  args.values = args.object->client->devices.data();
  args.count = args.object->client->devices.size();
}

void topology_of(GetWordArgs<95, Client, Topology*>& args) {
  args.value = &args.object->topology;
}
void topology_platform(TopologyPlatformNameArgs& args) {
  args.text = "cpu";
  args.text_size = 3;
}
void topology_version(TopologyPlatformVersionArgs& args) {
  args.text = kVersion.data();
  args.text_size = kVersion.size();
}
void topology_devices(TopologyDevicesArgs& args) {
  args.devices = args.topology->devices.data();
  args.num_devices = args.topology->devices.size();
}
void destroy_topology(TopologyDestroyArgs&) {}  // it is the client's

}  // namespace

void add_client_functions(void** table) {
  add<ClientCreateArgs, create>(table);
  add<ClientDestroyArgs, destroy>(table);
  add<ClientPlatformNameArgs, platform_name>(table);
  add<ClientPlatformVersionArgs, platform_version>(table);
  add<GetIntArgs<13, Client>, process_index>(table);
  add<GetListArgs<15, Client, Device*>, devices>(table);
  add<ClientAddressableDevicesArgs, addressable_devices>(table);
  add<LookupArgs<17>, look_up<17>>(table);
  add<LookupArgs<18>, look_up<18>>(table);
  add<GetListArgs<19, Client, Memory*>, memories>(table);
  add<DefaultAssignmentArgs, default_assignment>(table);
  add<DescriptionIdArgs, description_id>(table);
  add<GetIntArgs<24, DeviceDescription>, description_process>(table);
  using DescriptionAttributes = AttributesArgs<25, DeviceDescription>;
  add<DescriptionAttributes, no_attributes<DescriptionAttributes>>(table);
  add<DescriptionKindArgs, description_kind>(table);
  add<GetTextArgs<27, DeviceDescription>, text_of_object<GetTextArgs<27, DeviceDescription>>>(
      table);
  add<DescriptionToStringArgs, description_text>(table);
  add<DeviceGetDescriptionArgs, description_of>(table);
  add<GetBoolArgs<30, Device>, is_addressable>(table);
  add<GetIntArgs<31, Device>, hardware_id>(table);
  add<GetListArgs<32, Device, Memory*>, memories_of_device>(table);
  add<GetWordArgs<33, Device, Memory*>, default_memory>(table);
  add<GetIntArgs<35, Memory>, memory_number<35>>(table);
  add<GetTextArgs<36, Memory>, memory_kind>(table);
  add<GetTextArgs<37, Memory>, text_of_object<GetTextArgs<37, Memory>>>(table);
  add<GetTextArgs<38, Memory>, text_of_object<GetTextArgs<38, Memory>>>(table);
  add<GetListArgs<39, Memory, Device*>, devices_of_memory>(table);
  add<GetIntArgs<97, Memory>, memory_number<97>>(table);
  add<GetWordArgs<95, Client, Topology*>, topology_of>(table);
  add<TopologyDestroyArgs, destroy_topology>(table);
  add<TopologyPlatformNameArgs, topology_platform>(table);
  add<TopologyPlatformVersionArgs, topology_version>(table);
  add<TopologyDevicesArgs, topology_devices>(table);
  using TopologyAttributes = GetListArgs<88, Topology, NamedValue>;
  add<TopologyAttributes, no_attributes<TopologyAttributes>>(table);
}

}  // namespace tutti::backend::pjrt::c
