// SPDX-License-Identifier: Apache-2.0
// What our PJRT layer costs: a training step of a model through Backend and Executable, and the
// same text through the plugin's own functions, one step of each in turn on states of their own. A
// step sends a batch, runs, and waits for the loss to be computed.
//
// Usage: pjrt_overhead PLUGIN MODEL_FOLDER ROWS LENGTH STEPS
#include <dlfcn.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <numeric>

#include "backend/pjrt/pjrt_backend.h"
#include "data/rows.h"
#include "format/json.h"
#include "model/weights.h"
#include "op/catalogue.h"
#include "pass/pipeline.h"
#include "task/squad/labels.h"
#include "task/squad/objective.h"
#include "train/state.h"

namespace tutti {
namespace {

namespace c = backend::pjrt::c;

constexpr int kWarmUp = 5;

/// The plugin's functions, called as its documentation says and nothing else.
class Bare {
 public:
  explicit Bare(const Path& library) {
    void* const handle = ::dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL);
    check(handle != nullptr, "dlopen");
    api_ = reinterpret_cast<const c::Api* (*)()>(::dlsym(handle, "GetPjrtApi"))();
  }
  template <typename Args>
  void call(Args& args) const {
    args.struct_size = c::size_for<Args>(api_->version.minor_version);
    void* const* functions = api_->functions;
    const auto function = reinterpret_cast<c::Error* (*)(Args*)>(functions[Args::kFunction.index]);
    check(function(&args) == nullptr, "PJRT_{} failed", Args::kFunction.name);
  }
  template <typename Struct>
  Struct sized() const {
    Struct value;
    value.struct_size = c::size_for<Struct>(api_->version.minor_version);
    return value;
  }
  void destroy(c::Buffer* buffer) const {
    c::BufferDestroyArgs args;
    args.object = buffer;
    call(args);
  }
  void await(c::Event* event) const {
    c::EventAwaitArgs wait;
    wait.event = event;
    call(wait);
    destroy(event);
  }
  void destroy(c::Event* event) const {
    c::EventDestroyArgs args;
    args.object = event;
    call(args);
  }

 private:
  const c::Api* api_;
};

/// The step as a loop of bare calls.
class BareLoop {
 public:
  BareLoop(const Path& library, const backend::pjrt::Client& client, const std::string& text)
      : bare_(library), client_(client) {
    std::string code = text;
    auto program = bare_.sized<c::Program>();
    program.code = code.data();
    program.code_size = code.size();
    program.format = "mlir";
    program.format_size = 4;
    const std::string options = backend::pjrt::compile_options({client.devices()[0].id}, {});
    c::ClientCompileArgs args;
    args.client = client.handle();
    args.program = &program;
    args.options = options.data();
    args.options_size = options.size();
    bare_.call(args);
    program_ = args.executable;
  }

  void load(const std::vector<ir::Tensor>& state) {
    for (const ir::Tensor& tensor : state) state_.push_back(send(tensor));
  }

  void step(const std::vector<ir::Tensor>& batch) {
    std::vector<c::Buffer*> arguments = state_, results(state_.size() + 4);
    for (const ir::Tensor& tensor : batch) arguments.push_back(send(tensor));
    c::Buffer* const* argument_list = arguments.data();
    c::Buffer** result_list = results.data();
    auto options = bare_.sized<c::ExecuteOptions>();
    c::ExecuteArgs args;
    args.executable = program_;
    args.options = &options;
    args.argument_lists = &argument_list;
    args.num_devices = 1;
    args.num_args = arguments.size();
    args.output_lists = &result_list;
    bare_.call(args);
    for (c::Buffer* buffer : arguments) bare_.destroy(buffer);
    c::BufferReadyEventArgs ready;
    ready.buffer = results[state_.size()];
    bare_.call(ready);
    bare_.await(ready.event);
    for (size_t i = state_.size(); i < results.size(); i++) bare_.destroy(results[i]);
    results.resize(state_.size());
    state_ = std::move(results);
  }

 private:
  c::Buffer* send(const ir::Tensor& tensor) const {
    const ir::Type& type = tensor.type();
    c::BufferFromHostBufferArgs args;
    args.client = client_.handle();
    args.data = tensor.stored().data();
    args.type = backend::pjrt::buffer_type_of(type.element);
    args.dims = type.shape.data();
    args.num_dims = type.shape.size();
    args.semantics = c::HostBufferSemantics::until_transfer_completes;
    args.device = client_.devices()[0].handle;
    bare_.call(args);
    bare_.destroy(args.done_with_host_buffer);  // the tensors live as long as the loop
    return args.buffer;
  }

  Bare bare_;
  const backend::pjrt::Client& client_;
  c::LoadedExecutable* program_ = nullptr;
  std::vector<c::Buffer*> state_;
};

/// The step as the trainer runs it.
class OurLoop {
 public:
  OurLoop(backend::PjrtBackend& backend, const ir::Module& module,
          const step::StateLayout& layout)
      : backend_(backend),
        layout_(layout),
        program_(backend.compile(module, {.function = "step"})) {}

  void load(const std::vector<ir::Tensor>& state) {
    for (const ir::Tensor& tensor : state) state_.push_back(send(tensor));
  }

  void step(const std::vector<ir::Tensor>& batch) {
    std::vector<backend::Buffer> arguments = std::move(state_), results(layout_.step_results());
    for (const ir::Tensor& tensor : batch) arguments.push_back(send(tensor));
    train::execute(*program_, arguments, results);
    arguments.resize(layout_.state().size());
    const auto report = layout_.take_results(arguments, std::move(results));
    state_ = std::move(arguments);
    backend_.wait(report.loss);
  }

 private:
  backend::Buffer send(const ir::Tensor& tensor) { return backend_.upload(tensor, device_); }

  backend::PjrtBackend& backend_;
  const step::StateLayout& layout_;
  backend::Device device_ = backend_.devices()[0];
  std::unique_ptr<backend::Executable> program_;
  std::vector<backend::Buffer> state_;
};

double thread_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Wall time and the calling thread's CPU time, of each step in microseconds.
struct Times {
  std::vector<double> wall, host;
};

template <typename Loop>
void time_step(Loop& loop, const std::vector<ir::Tensor>& batch, Times& times) {
  const double host = thread_seconds();
  const auto begin = std::chrono::steady_clock::now();
  loop.step(batch);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  times.wall.push_back(1e6 * wall.count());
  times.host.push_back(1e6 * (thread_seconds() - host));
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

std::vector<ir::Tensor> first_state(const task::Objective& objective,
                                    const step::StateLayout& layout) {
  std::vector<ir::Tensor> state = model::Weights(objective.parameters, 1).read_all();
  for (size_t i = state.size(); i < layout.seed(); i++) {
    const ir::Type& type = layout.state()[i].type;
    state.emplace_back(type, ir::Tensor::splat(type, 0).expanded());
  }
  state.push_back(ir::Tensor::of_ints(layout.state()[layout.seed()].type, {0, 42}));
  return state;
}

/// Features of made-up tokens.
class MadeUpFeatures final : public task::squad::AnsweredFeatures {
 public:
  MadeUpFeatures(const task::BatchShape& shape, int64_t vocabulary)
      : shape_(shape), vocabulary_(vocabulary) {}
  int64_t size() const override { return shape_.features; }
  int32_t length(int64_t) const override { return static_cast<int32_t>(shape_.length); }
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override {
    for (size_t at = 0; at < ids.size(); at++) {
      ids[at] = static_cast<int32_t>((feature * 7919 + static_cast<int64_t>(at) * 104729) %
                                     vocabulary_);
      types[at] = at > 9;
    }
  }
  int32_t padding_id() const override { return 0; }
  task::squad::Label label(int64_t) const override { return {11, 12}; }

 private:
  task::BatchShape shape_;
  int64_t vocabulary_;
};

/// Full rows of one feature each.
data::Batch made_up_batch(const task::BatchShape& shape, int64_t vocabulary) {
  const MadeUpFeatures features(shape, vocabulary);
  std::vector<int64_t> indices(static_cast<size_t>(shape.features));
  std::iota(indices.begin(), indices.end(), int64_t{0});
  return data::make_batch(features, indices, shape.features,
                          {data::Layout::Kind::padded, shape.length, {}});
}

void measure(const Path& library, const Path& folder, const task::BatchShape& shape, int steps) {
  const model::Model model =
      model::open_model(format::read_json(folder / "config.json"), folder.string());
  const task::Objective objective = task::squad::question_answering(model);
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::constant, 3e-5, 0, 0};
  options.max_segment = shape.length;

  backend::PjrtOptions plugin;
  plugin.library = library;
  plugin.device = 0;
  backend::PjrtBackend backend(plugin);
  pass::PipelineOptions pipeline;
  pipeline.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  const ir::Module module = pass::run_pipeline(
      step::step_function("step", objective, shape, options), op::catalogue(), pipeline);
  const step::StateLayout layout(objective.parameters, ir::ElementType::f32);
  OurLoop ours(backend, module, layout);
  BareLoop bare(library, backend.client(), backend::pjrt::program_text(module, "step").text);
  const std::vector<ir::Tensor> state = first_state(objective, layout);
  ours.load(state);
  bare.load(state);
  const auto batch =
      train::batch_tensors(objective, made_up_batch(shape, model.vocabulary_size), options.element);

  Times our_times, bare_times;
  for (int i = 0; i < kWarmUp + steps; i++) {
    // Whoever comes second finds another cache: they take turns.
    if (i % 2) time_step(ours, batch, our_times);
    time_step(bare, batch, bare_times);
    if (i % 2 == 0) time_step(ours, batch, our_times);
  }
  std::vector<double> ratios;
  for (auto* times : {&our_times.wall, &our_times.host, &bare_times.wall, &bare_times.host})
    times->erase(times->begin(), times->begin() + kWarmUp);
  for (size_t i = 0; i < our_times.wall.size(); i++)
    ratios.push_back(our_times.wall[i] / bare_times.wall[i]);
  const double step_time = median(bare_times.wall),
               host = median(our_times.host) - median(bare_times.host);
  std::cout << fmt::format(
      "{} steps of {} x {} tokens, {} arguments\n"
      "wall, median      ours {:.0f} us  bare {:.0f} us  ratio {:.4f}\n"
      "wall, by pairs    median ratio {:.4f}\n"
      "calling thread    ours {:.0f} us  bare {:.0f} us  difference {:.1f} us, {:.2f} % of a "
      "step\n",
      steps, shape.rows, shape.length, state.size() + batch.size(), median(our_times.wall),
      step_time, median(our_times.wall) / step_time, median(ratios), median(our_times.host),
      median(bare_times.host), host, 100 * host / step_time);
}

}  // namespace
}  // namespace tutti

int main(int count, char** words) {
  if (count != 6) {
    std::cerr << "usage: pjrt_overhead PLUGIN MODEL_FOLDER ROWS LENGTH STEPS\n";
    return 2;
  }
  try {
    const int64_t rows = std::stoll(words[3]), length = std::stoll(words[4]);
    tutti::measure(words[1], words[2], {rows, length, rows}, std::stoi(words[5]));
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
