// SPDX-License-Identifier: Apache-2.0
#include "train/processes.h"

#include <cstring>

#include "base/text.h"
#include "train/accumulate.h"
#include "train/step_batches.h"

namespace tutti::train {
namespace {

int64_t elements_of(const step::StateLayout& layout) {
  int64_t count = 0;
  for (const step::Field& sum : layout.sums()) {
    check(sum.type.element == ir::ElementType::f32, "{} is not added in float32", sum.name);
    count += sum.type.count();
  }
  return count;
}

/// Copies what a device has of a node into host memory, field after field.
void copy_to(backend::Backend& backend, const std::vector<backend::Buffer>& sums,
             std::span<float> to) {
  size_t at = 0;
  for (const backend::Buffer& sum : sums) {
    const ir::Tensor tensor = backend.download(sum);
    const auto bytes = tensor.expanded();
    std::memcpy(to.data() + at, bytes.data(), bytes.size());
    at += bytes.size() / sizeof(float);
  }
}

}  // namespace

Processes::Processes(comm::Communicator& communicator, std::vector<int64_t> shares)
    : communicator_(communicator), shares_(std::move(shares)) {
  check(static_cast<int64_t>(shares_.size()) == communicator.size(), "{} shares of {} processes",
        shares_.size(), communicator.size());
}

void Processes::expect_same(const nlohmann::json& values) {
  const auto texts =
      communicator_.all_gather(values.dump(), "the comparison of settings", comm::kNoLimit);
  const auto first = nlohmann::json::parse(texts[0], nullptr, /*allow_exceptions=*/false);
  for (size_t rank = 1; rank < texts.size(); rank++) {
    const auto other = nlohmann::json::parse(texts[rank], nullptr, /*allow_exceptions=*/false);
    for (const auto& [name, value] : first.items()) {
      const auto found = other.is_object() ? other.value(name, nlohmann::json()) : nlohmann::json();
      if (found == value) continue;
      user_error(
          "the processes do not train the same: {} is {} at rank 0, but {} at rank {}; give all of "
          "them the same flags, the same files and the same program",
          name, escaped(value.dump()), escaped(found.dump()), rank);
    }
  }
}

nlohmann::json Processes::from_first(const nlohmann::json& value, std::string_view what) {
  return nlohmann::json::parse(communicator_.broadcast(value.dump(), what, comm::kNoLimit));
}

void Processes::share_state(TrainingState& state, backend::Backend& backend) {
  check(state.replicas().size() == 1, "a process with {} devices", state.replicas().size());
  for (backend::Buffer& buffer : state.replicas()[0]) {
    std::vector<std::byte> bytes(static_cast<size_t>(buffer->type.bytes()));
    if (is_first()) bytes = backend.download(buffer).expanded();
    communicator_.broadcast(bytes, "the first state");
    if (!is_first())
      buffer = backend.upload(ir::Tensor(buffer->type, std::move(bytes)), backend.devices()[0]);
  }
}

std::vector<comm::Node> Processes::nodes_of(int64_t micro_batches) const {
  return comm::place_nodes(comm::scaled_shares(shares_, micro_batches));
}

DeviceBuffers Processes::gradients(Programs& programs, TrainingState& state, data::Loader& loader,
                                   int64_t step) {
  const step::StateLayout& layout = state.layout();
  backend::Backend& backend = programs.backend();
  if (!sum_) sum_.emplace(communicator_, elements_of(layout));
  const std::vector<comm::Node> nodes = nodes_of(micro_batches_of(loader, step));
  sum_->begin(nodes);
  for (size_t k = 0; k < nodes.size(); k++) {
    if (nodes[k].owner != rank()) continue;
    const auto batches = batches_between(loader, step, nodes[k].first, nodes[k].last);
    const DeviceBuffers sums = accumulate_gradients(programs, state, batches);
    copy_to(backend, sums[0], sum_->part(k));
    sum_->send(k);
  }
  std::span<const float> all = sum_->finish();
  DeviceBuffers result(1);
  for (const step::Field& field : layout.sums()) {
    const auto elements = std::as_bytes(all.first(static_cast<size_t>(field.type.count())));
    result[0].push_back(backend.upload(
        ir::Tensor(field.type, std::vector<std::byte>(elements.begin(), elements.end())),
        backend.devices()[0]));
    all = all.subspan(static_cast<size_t>(field.type.count()));
  }
  return result;
}

std::vector<std::vector<data::Batch>> Processes::own_batches(data::Loader& loader, int64_t step) {
  std::vector<std::vector<data::Batch>> all;
  for (const comm::Node& node : nodes_of(micro_batches_of(loader, step)))
    if (node.owner == rank())
      for (auto& round : batches_between(loader, step, node.first, node.last))
        all.push_back(std::move(round));
  return all;
}

void Processes::begin_agreement(bool stop) {
  agreement_ = communicator_.begin_gather(stop, "the end of a step");
}

bool Processes::agree() {
  const auto stops = communicator_.finish_gather(std::move(*agreement_));
  agreement_.reset();
  return std::any_of(stops.begin(), stops.end(), [](uint64_t stop) { return stop != 0; });
}

}  // namespace tutti::train
