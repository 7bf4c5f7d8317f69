// SPDX-License-Identifier: Apache-2.0
#include "format/torch_file.h"

#include <algorithm>
#include <cstring>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"
#include "format/pickle.h"
#include "format/zip.h"

namespace tutti::format {
namespace {

constexpr std::string_view kPickle = "data.pkl";

std::string shown(const InputFile& file) {
  return escaped(file.path().native(), 1000);
}

void expect_archive(const InputFile& file) {
  std::string start(std::min<uint64_t>(file.size(), 4), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(start)));
  if (start == "PK\x03\x04") return;
  user_error(
      "{}: found no zip archive, expected one as torch.save writes it since PyTorch 1.6; write the "
      "weights again, in the model's folder: python -c \"import torch, safetensors.torch as s; "
      "s.save_file({{k: v.clone() for k, v in torch.load('{}', weights_only=True, "
      "map_location='cpu').items()}}, 'model.safetensors', {{'format': 'pt'}})\"",
      shown(file), escaped(file.path().filename().native()));
}

const ZipMember* member_of(const std::vector<ZipMember>& members, const std::string& name) {
  const auto at =
      std::lower_bound(members.begin(), members.end(), name,
                       [](const ZipMember& one, const std::string& key) { return one.name < key; });
  return at != members.end() && at->name == name ? &*at : nullptr;
}

std::string text_of(const InputFile& file, const ZipMember& member) {
  std::string text(member.bytes, '\0');
  file.read_at(member.begin, std::as_writable_bytes(std::span(text)));
  return text;
}

/// The folder in the archive that everything is in, with its slash.
std::string folder_of(const InputFile& file, const std::vector<ZipMember>& members) {
  for (const ZipMember& member : members)
    if (member.name.ends_with(kPickle) && member.bytes <= kMaxPickleBytes) {
      const std::string folder = member.name.substr(0, member.name.size() - kPickle.size());
      if (std::count(folder.begin(), folder.end(), '/') == 1 && folder.back() == '/') return folder;
    }
  user_error("{}: found no {} of at most {}, expected a state dict as torch.save writes it",
             shown(file), kPickle, human_bytes(kMaxPickleBytes));
}

void expect_little_endian(const InputFile& file, const ZipMember* order) {
  if (!order || order->bytes > 16) return;
  if (const std::string text = text_of(file, *order); text != "little")
    user_error("{}: found elements in the byte order \"{}\", expected little", shown(file),
               escaped(text));
}

/// Copies a tensor of any strides to row-major order.
void gather(std::span<const std::byte> from, const std::vector<int64_t>& shape,
            const std::vector<int64_t>& strides, size_t element, std::span<std::byte> out) {
  std::vector<int64_t> index(shape.size(), 0);
  size_t at = 0;
  for (size_t done = 0; done < out.size(); done += element) {
    std::memcpy(out.data() + done, from.data() + at, element);
    for (size_t axis = shape.size(); axis-- > 0;) {
      at += static_cast<size_t>(strides[axis]);
      if (++index[axis] < shape[axis]) break;
      at -= static_cast<size_t>(strides[axis] * shape[axis]);
      index[axis] = 0;
    }
  }
}

}  // namespace

TorchFile::TorchFile(const Path& path) : file_(path) {
  expect_archive(file_);
  const std::vector<ZipMember> members = read_zip_members(file_);
  const std::string folder = folder_of(file_, members);
  expect_little_endian(file_, member_of(members, folder + "byteorder"));
  const std::string where = shown(file_);
  const std::string pickle = text_of(file_, *member_of(members, folder + std::string(kPickle)));
  for (const PickledTensor& tensor : parse_state_dict(pickle, where)) {
    const ZipMember* storage = member_of(members, folder + "data/" + tensor.storage);
    const auto element = static_cast<int64_t>(byte_size(tensor.dtype));
    const auto bytes =
        static_cast<uint64_t>(checked_multiply(tensor.storage_elements, element, where));
    if (!storage || storage->bytes != bytes)
      user_error(
          "{}: {}: found {} bytes as data/{}, expected {}; the file is damaged: fetch it "
          "again",
          where, escaped(tensor.name), storage ? storage->bytes : 0, escaped(tensor.storage),
          bytes);
    Place place;
    uint64_t count = 1;
    int64_t last = 0;  // element, from the first; within the storage, so nothing overflows
    for (size_t i = 0; i < tensor.shape.size(); i++) {
      count *= static_cast<uint64_t>(tensor.shape[i]);
      last += std::max<int64_t>(tensor.shape[i] - 1, 0) * tensor.strides[i];
      place.strides.push_back(tensor.shape[i] > 1 ? tensor.strides[i] * element : 0);
    }
    place.begin = storage->begin + static_cast<uint64_t>(tensor.offset * element);
    place.bytes = count == 0 ? 0 : static_cast<uint64_t>((last + 1) * element);
    tensors_.push_back(
        {tensor.name, tensor.dtype, tensor.shape, 0, count * static_cast<uint64_t>(element)});
    places_.push_back(std::move(place));
  }
}

void TorchFile::read(const TensorInfo& info, std::span<std::byte> out) const {
  const TensorInfo* found = find_tensor(tensors_, info.name);
  check(found && out.size() == found->bytes(), "tensor {}: {} bytes asked for", info.name,
        out.size());
  if (out.empty()) return;
  const Place& place = places_[static_cast<size_t>(found - tensors_.data())];
  const size_t element = byte_size(found->dtype);
  auto expected = static_cast<int64_t>(element);  // of the stride of each axis in row-major order
  bool is_in_order = true;
  for (size_t i = found->shape.size(); i-- > 0;) {
    is_in_order = is_in_order && (found->shape[i] <= 1 || place.strides[i] == expected);
    expected *= found->shape[i];
  }
  if (is_in_order) return file_.read_at(place.begin, out);
  std::vector<std::byte> span(place.bytes);
  file_.read_at(place.begin, span);
  gather(span, found->shape, place.strides, element, out);
}

}  // namespace tutti::format
