// SPDX-License-Identifier: Apache-2.0
#include "train/host_optimizer.h"

#include <cstring>
#include <future>

#include "base/rounding.h"

namespace tutti::train {
namespace {

// Elements that are updated at a time, and bytes of a page, at which every moment begins.
constexpr int64_t kPiece = int64_t{1} << 18;
constexpr int64_t kPage = 4096;

size_t end_of(const ir::Type& type, size_t begin) {
  return begin + static_cast<size_t>(round_up(type.bytes(), kPage));
}

/// The weight decay of a parameter of the state.
double decay_of(const Programs& programs, size_t parameter) {
  return programs.objective().parameters[parameter].decays ? programs.options().weight_decay : 0;
}

}  // namespace

std::vector<HostOptimizer::Moment> HostOptimizer::moments_of(const step::StateLayout& layout) {
  std::vector<Moment> moments;
  size_t begin = 0;
  for (size_t field = layout.parameters(); field < layout.first_scalar(); field++) {
    const ir::Type& type = layout.state()[field].type;
    check(type.element == ir::ElementType::f32, "moments of {} on the host", type.str());
    moments.push_back({type, begin});
    begin = end_of(type, begin);
  }
  return moments;
}

HostOptimizer::HostOptimizer(const step::StateLayout& layout, const HostPlace& place)
    : first_(layout.parameters()),
      moments_(moments_of(layout)),
      memory_(moments_.empty() ? 0 : end_of(moments_.back().type, moments_.back().begin),
              place.file),
      team_(place.threads) {}

/// Calls work(first element, number of elements) for one piece of a moment after the other. Each
/// rests before the next one is looked at.
template <class Work>
void HostOptimizer::each_piece(size_t field, const Work& work) const {
  const Moment& moment = moments_[field - first_];
  const int64_t count = moment.type.count();
  for (int64_t begin = 0; begin < count; begin += kPiece) {
    const int64_t size = std::min(kPiece, count - begin);
    work(begin, size);
    memory_.rest(moment.begin + static_cast<size_t>(begin) * sizeof(float),
                 static_cast<size_t>(size) * sizeof(float));
  }
}

ir::Tensor HostOptimizer::read(size_t field) const {
  const ir::Type& type = moments_[field - first_].type;
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  read_into(field, bytes);
  return {type, std::move(bytes)};
}

void HostOptimizer::read_into(size_t field, std::span<std::byte> out) const {
  each_piece(field, [&](int64_t begin, int64_t size) {
    std::memcpy(out.data() + static_cast<size_t>(begin) * sizeof(float), at(field) + begin,
                static_cast<size_t>(size) * sizeof(float));
  });
}

void HostOptimizer::write(size_t field, const ir::Tensor& tensor) {
  const Moment& moment = moments_[field - first_];
  check(tensor.type() == moment.type, "a moment of {} is {}", moment.type.str(),
        tensor.type().str());
  const auto* const values = reinterpret_cast<const float*>(tensor.stored().data());
  each_piece(field, [&](int64_t begin, int64_t size) {
    if (tensor.is_splat())
      std::fill_n(at(field) + begin, size, values[0]);
    else
      std::copy_n(values + begin, size, at(field) + begin);
  });
}

void HostOptimizer::update(const kernel::AdamwStep& step, const float* gradient, float* parameter,
                           size_t first, size_t second) {
  each_piece(first, [&](int64_t begin, int64_t size) {
    kernel::adamw(team_, step, gradient + begin, parameter + begin, at(first) + begin,
                  at(second) + begin, size);
    memory_.rest(moments_[second - first_].begin + static_cast<size_t>(begin) * sizeof(float),
                 static_cast<size_t>(size) * sizeof(float));
  });
}

void HostOptimizer::update_copies(Programs& programs, DeviceBuffers& state,
                                  const kernel::AdamwStep& step,
                                  std::vector<backend::Buffer> gradients) {
  backend::Backend& backend = programs.backend();
  const step::StateLayout& layout = programs.layout();
  const std::vector<backend::Device> devices = backend.devices();
  struct Copies {
    std::vector<std::byte> parameter;
    ir::Tensor gradient;
  };
  const auto fetch = [&](size_t i) {
    Copies copies{backend.download(state[0][layout.trained()[i]]).expanded(),
                  backend.download(gradients[i])};
    gradients[i] = nullptr;
    return copies;
  };
  std::future<Copies> next;
  for (size_t i = 0; i < gradients.size(); i++) {
    Copies now = i == 0 ? fetch(0) : next.get();
    if (i + 1 < gradients.size()) next = std::async(std::launch::async, fetch, i + 1);
    const size_t parameter = layout.trained()[i];
    kernel::AdamwStep own = step;
    own.weight_decay = decay_of(programs, parameter);
    update(own, reinterpret_cast<const float*>(now.gradient.stored().data()),
           reinterpret_cast<float*>(now.parameter.data()), layout.first_moment(i),
           layout.second_moment(i));
    const ir::Tensor updated(layout.state()[parameter].type, std::move(now.parameter));
    for (size_t d = 0; d < state.size(); d++)
      state[d][parameter] = backend.upload(updated, devices[d]);
  }
}

step::Report<backend::Buffer> HostOptimizer::update(Programs& programs, DeviceBuffers& state,
                                                    DeviceBuffers sums) {
  backend::Backend& backend = programs.backend();
  const step::StateLayout& layout = programs.layout();
  const auto count = static_cast<std::ptrdiff_t>(layout.trained().size());
  const bool alone = state.size() == 1;
  std::vector<backend::Buffer> gradients;
  if (alone) gradients.assign(sums[0].begin(), sums[0].begin() + count);
  DeviceBuffers arguments(state.size());
  for (size_t d = 0; d < state.size(); d++) {
    arguments[d] = layout.scalar_arguments(state[d]);
    std::fill(state[d].begin() + static_cast<std::ptrdiff_t>(layout.first_scalar()), state[d].end(),
              nullptr);
    std::move(sums[d].begin(), sums[d].end(), std::back_inserter(arguments[d]));
  }
  DeviceBuffers results(state.size(), std::vector<backend::Buffer>(
                                          layout.prepare_results(programs.options().devices)));
  execute(programs.get(step::kPrepare, {}), arguments, results);
  arguments.clear();
  step::Preparation<backend::Buffer> preparation;
  for (size_t d = state.size(); d-- > 0;)
    preparation = layout.take_preparation(state[d], results[d]);
  results.clear();
  if (!alone) gradients = std::move(preparation.gradients);
  if (backend.download(preparation.report.finite).int_at(0) == 0) return preparation.report;

  const auto number = [&](const backend::Buffer& buffer) {
    return backend.download(buffer).float_at(0);
  };
  kernel::AdamwStep step{};
  step.learning_rate = number(preparation.report.learning_rate);
  step.clip = number(preparation.scale);
  step.correction1 = number(preparation.correction1);
  step.correction2 = number(preparation.correction2);
  step.beta1 = programs.options().beta1;
  step.beta2 = programs.options().beta2;
  step.epsilon = programs.options().epsilon;
  if (!alone || gradients.empty() || !backend.host_memory(gradients[0])) {
    update_copies(programs, state, step, std::move(gradients));
    return preparation.report;
  }
  for (size_t i = 0; i < gradients.size(); i++) {
    const size_t parameter = layout.trained()[i];
    step.weight_decay = decay_of(programs, parameter);
    update(step, reinterpret_cast<const float*>(backend.host_memory(gradients[i])),
           reinterpret_cast<float*>(backend.host_memory(state[0][parameter])),
           layout.first_moment(i), layout.second_moment(i));
    gradients[i] = nullptr;
  }
  return preparation.report;
}

}  // namespace tutti::train
