// SPDX-License-Identifier: Apache-2.0
// Arrays on the device, which is this process's memory: their elements are read where they are.
#include <cstring>

#include "base/error.h"
#include "pjrt_plugin/objects.h"

namespace tutti::backend::pjrt::c {
namespace {

using ir::ElementType;

/// The element types by the API's numbers.
constexpr std::pair<int, ElementType> kElements[] = {
    {1, ElementType::i1},          {2, ElementType::i8},           {3, ElementType::i16},
    {4, ElementType::i32},         {5, ElementType::i64},          {6, ElementType::ui8},
    {7, ElementType::ui16},        {8, ElementType::ui32},         {9, ElementType::ui64},
    {10, ElementType::f16},        {11, ElementType::f32},         {12, ElementType::f64},
    {13, ElementType::bf16},       {14, ElementType::complex_f32}, {15, ElementType::complex_f64},
    {16, ElementType::f8E5M2},     {17, ElementType::f8E4M3FN},    {18, ElementType::f8E4M3B11FNUZ},
    {19, ElementType::f8E5M2FNUZ}, {20, ElementType::f8E4M3FNUZ},  {21, ElementType::i4},
    {22, ElementType::ui4},        {24, ElementType::i2},          {25, ElementType::ui2},
    {26, ElementType::f8E4M3},     {27, ElementType::f8E3M4},      {28, ElementType::f8E8M0FNU},
    {29, ElementType::f4E2M1FN}};

/// The buffer's data; a UserError once it is deleted or donated.
const backend::Buffer& data_of(const Buffer* buffer) {
  if (!buffer->data) user_error("the array was deleted or donated");
  return buffer->data;
}

std::byte* memory_of(const Buffer* buffer) {
  return buffer->client.backend->host_memory(data_of(buffer));
}

/// Copies elements with any strides, in bytes, in row-major order.
void gather(const std::byte* from, const ir::Shape& shape, const int64_t* strides, size_t axis,
            size_t element, std::byte*& to) {
  if (axis == shape.size()) {
    std::memcpy(to, from, element);
    to += element;
    return;
  }
  if (axis + 1 == shape.size() && strides[axis] == static_cast<int64_t>(element)) {
    const size_t bytes = static_cast<size_t>(shape[axis]) * element;
    std::memcpy(to, from, bytes);
    to += bytes;
    return;
  }
  for (int64_t i = 0; i < shape[axis]; i++)
    gather(from + i * strides[axis], shape, strides, axis + 1, element, to);
}

void from_host(BufferFromHostBufferArgs& args) {
  const ir::Type type =
      ir::Type::tensor(element_of(args.type), ir::Shape(args.dims, args.dims + args.num_dims));
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  const auto* const from = static_cast<const std::byte*>(args.data);
  if (!args.byte_strides) {
    if (!bytes.empty()) std::memcpy(bytes.data(), from, bytes.size());
  } else if (!bytes.empty()) {
    std::byte* to = bytes.data();
    gather(from, type.shape, args.byte_strides, 0, bytes.size() / static_cast<size_t>(type.count()),
           to);
  }
  Client& client = *args.client;
  const std::lock_guard lock(client.mutex);
  backend::Buffer data =
      client.backend->upload(ir::Tensor(type, std::move(bytes)), client.backend->devices()[0]);
  args.buffer = new Buffer(client, type, std::move(data));
  args.done_with_host_buffer = new Event;  // it is copied
}

void destroy(BufferDestroyArgs& args) {
  delete args.object;
}
void element_type(GetIntArgs<59, Buffer>& args) {
  args.value = number_of(args.object->type.element);
}
template <size_t kIndex>
void dimensions(GetListArgs<kIndex, Buffer, int64_t>& args) {
  args.values = args.object->type.shape.data();
  args.count = args.object->type.shape.size();
}
void dynamic_dimensions(GetListArgs<62, Buffer, size_t>& args) {
  args.values = nullptr;
  args.count = 0;
}
void layout(BufferLayoutArgs& args) {
  Buffer& buffer = *args.buffer;
  const std::lock_guard lock(buffer.client.mutex);
  buffer.minor_to_major.clear();
  for (size_t axis = buffer.type.shape.size(); axis-- > 0;)
    buffer.minor_to_major.push_back(static_cast<int64_t>(axis));
  args.layout = {};
  args.layout.struct_size = size_for<MemoryLayout>(kMinor);
  args.layout.tiled.struct_size = size_for<TiledLayout>(kMinor);
  args.layout.tiled.minor_to_major = buffer.minor_to_major.data();
  args.layout.tiled.minor_to_major_size = buffer.minor_to_major.size();
}
void size_in_bytes(GetWordArgs<64, Buffer, size_t>& args) {
  args.value = static_cast<size_t>(args.object->type.bytes());
}
void device_of(GetWordArgs<65, Buffer, Device*>& args) {
  args.value = &args.object->client.device;
}
void memory_of_buffer(GetWordArgs<66, Buffer, Memory*>& args) {
  args.value = &args.object->client.memory;
}
void delete_data(ActArgs<67, Buffer>& args) {
  if (args.object->external_references == 0) args.object->data = nullptr;
}
void is_deleted(GetBoolArgs<68, Buffer>& args) {
  args.value = !args.object->data;
}
template <size_t kIndex, typename Target>
void copy(CopyArgs<kIndex, Target>& args) {
  Client& client = args.buffer->client;
  const std::lock_guard lock(client.mutex);
  const ir::Tensor tensor = client.backend->download(data_of(args.buffer));
  args.copy = new Buffer(client, args.buffer->type,
                         client.backend->upload(tensor, client.backend->devices()[0]));
}

void to_host(BufferToHostBufferArgs& args) {
  const auto bytes = static_cast<size_t>(args.source->type.bytes());
  if (!args.destination) {
    args.destination_size = bytes;
    return;
  }
  if (args.destination_size < bytes)
    user_error("found {} bytes for an array, expected {}", args.destination_size, bytes);
  if (bytes > 0) std::memcpy(args.destination, memory_of(args.source), bytes);
  args.event = new Event;
}
void copy_raw(CopyRawArgs& args) {
  const auto bytes = static_cast<int64_t>(args.buffer->type.bytes());
  if (args.offset < 0 || args.size < 0 || args.offset > bytes - args.size)
    user_error("found bytes {} to {} of an array of {}", args.offset, args.offset + args.size,
               bytes);
  if (args.size > 0)
    std::memcpy(args.destination, memory_of(args.buffer) + args.offset,
                static_cast<size_t>(args.size));
  args.event = new Event;
}
void is_on_cpu(GetBoolArgs<71, Buffer>& args) {
  args.value = true;
}
void ready_event(BufferReadyEventArgs& args) {
  args.event = new Event;
}
void pointer(GetWordArgs<73, Buffer, uintptr_t>& args) {
  args.value = reinterpret_cast<uintptr_t>(memory_of(args.object));
}
void add_reference(ActArgs<74, Buffer>& args) {
  args.object->external_references++;
}
void remove_reference(ActArgs<75, Buffer>& args) {
  args.object->external_references--;
}
void data_pointer(GetWordArgs<76, Buffer, void*>& args) {
  args.value = memory_of(args.object);
}

}  // namespace

int number_of(ElementType element) {
  for (const auto& [number, known] : kElements)
    if (known == element) return number;
  user_error("PJRT has no element type {}", ir::name_of(element));
}

ElementType element_of(int number) {
  for (const auto& [known, element] : kElements)
    if (known == number) return element;
  user_error("Tutti has no element type {} of PJRT", number);
}

void add_buffer_functions(void** table) {
  add<BufferFromHostBufferArgs, from_host>(table);
  add<BufferDestroyArgs, destroy>(table);
  add<GetIntArgs<59, Buffer>, element_type>(table);
  add<GetListArgs<60, Buffer, int64_t>, dimensions<60>>(table);
  add<GetListArgs<61, Buffer, int64_t>, dimensions<61>>(table);
  add<GetListArgs<62, Buffer, size_t>, dynamic_dimensions>(table);
  add<BufferLayoutArgs, layout>(table);
  add<GetWordArgs<64, Buffer, size_t>, size_in_bytes>(table);
  add<GetWordArgs<65, Buffer, Device*>, device_of>(table);
  add<GetWordArgs<66, Buffer, Memory*>, memory_of_buffer>(table);
  add<ActArgs<67, Buffer>, delete_data>(table);
  add<GetBoolArgs<68, Buffer>, is_deleted>(table);
  add<CopyArgs<69, Device>, copy<69, Device>>(table);
  add<CopyArgs<92, Memory>, copy<92, Memory>>(table);
  add<BufferToHostBufferArgs, to_host>(table);
  add<CopyRawArgs, copy_raw>(table);
  add<GetBoolArgs<71, Buffer>, is_on_cpu>(table);
  add<BufferReadyEventArgs, ready_event>(table);
  add<GetWordArgs<73, Buffer, uintptr_t>, pointer>(table);
  add<ActArgs<74, Buffer>, add_reference>(table);
  add<ActArgs<75, Buffer>, remove_reference>(table);
  add<GetWordArgs<76, Buffer, void*>, data_pointer>(table);
}

}  // namespace tutti::backend::pjrt::c
