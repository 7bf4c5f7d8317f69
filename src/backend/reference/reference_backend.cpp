// SPDX-License-Identifier: Apache-2.0
#include "backend/reference/reference_backend.h"

namespace tutti::backend {
namespace {

using ir::Array;

/// Values stay as the interpreter made them: in wide mode nothing is rounded between programs
/// either.
struct ReferenceBuffer final : BufferStorage {
  Array array;
};

const Array& array_of(const Buffer& buffer) {
  const auto* own = dynamic_cast<const ReferenceBuffer*>(buffer.get());
  check(own != nullptr, "a buffer is empty or of another backend");
  return own->array;
}

Buffer buffer_of(Array array) {
  auto buffer = std::make_shared<ReferenceBuffer>();
  buffer->type = array.type;
  buffer->array = std::move(array);
  return buffer;
}

class ReferenceExecutable final : public Executable {
 public:
  ReferenceExecutable(ir::Module module, std::string function, std::shared_ptr<Team> team,
                      op::Rounding rounding, Deadline deadline)
      : module_(std::move(module)),
        function_(std::move(function)),
        team_(std::move(team)),
        rounding_(rounding),
        deadline_(deadline) {}

  void run(Slots arguments, Slots results) override {
    check(arguments.size() == 1 && results.size() == 1, "the reference is one device");
    op::InterpreterOptions options;
    options.rounding = rounding_;
    options.deadline = deadline_;
    options.parallel = [this](int64_t count, const std::function<void(int64_t)>& body) {
      auto task = [&](int64_t i, int) { body(i); };
      team_->run(count, task);
    };
    const ir::Function& function = module_.get(function_);
    std::vector<Array> inputs;
    for (size_t i = 0; i < arguments[0].size(); i++) {
      inputs.push_back(array_of(arguments[0][i]));
      if (function.argument_attributes[i].find("tf.aliasing_output")) arguments[0][i].reset();
    }
    std::vector<Array> outputs = op::interpret(module_, function_, std::move(inputs), options);
    check(outputs.size() == results[0].size(), "{} results, {} slots", outputs.size(),
          results[0].size());
    for (size_t i = 0; i < outputs.size(); i++) results[0][i] = buffer_of(std::move(outputs[i]));
  }

  MemoryUse memory() const override {
    MemoryUse use;
    const ir::Function& function = module_.get(function_);
    // What is dynamic has a size when it runs.
    const auto bytes = [](const ir::Type& type) { return type.is_static() ? type.count() * 8 : 0; };
    for (const auto& argument : function.body.arguments) use.arguments += bytes(argument->type);
    for (const ir::Type& type : function.result_types) use.results += bytes(type);
    use.peak = use.arguments + use.results;
    return use;
  }

 private:
  ir::Module module_;
  std::string function_;
  std::shared_ptr<Team> team_;
  op::Rounding rounding_;
  Deadline deadline_;
};

}  // namespace

ReferenceBackend::ReferenceBackend(int threads, op::Rounding rounding)
    : team_(std::make_shared<Team>(threads)), rounding_(rounding) {}

Capabilities ReferenceBackend::known_capabilities() {
  Capabilities can;
  can.is_judge = true;
  can.keeps_deadlines = true;
  can.is_own_processor = true;
  return can;
}

std::vector<Device> ReferenceBackend::devices() const {
  return {{"reference", 0, "the operations' own meaning, in double", 0}};
}

bool ReferenceBackend::supports(const ir::Operation& op) const {
  return op.def().evaluate != nullptr;
}

Compilation ReferenceBackend::try_compile(const ir::Module& module, const CompileOptions& options) {
  module.get(options.function);
  return {std::make_unique<ReferenceExecutable>(clone(module), options.function, team_, rounding_,
                                                options.deadline)};
}

Buffer ReferenceBackend::upload(const ir::Tensor& tensor, const Device&) {
  return buffer_of(Array(tensor));
}

ir::Tensor ReferenceBackend::download(const Buffer& buffer) {
  return array_of(buffer).tensor();
}

}  // namespace tutti::backend
