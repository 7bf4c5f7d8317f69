// SPDX-License-Identifier: Apache-2.0
// Builds f(x) = sum(tanh(x)^2), differentiates it, and runs the gradient on the CPU.
#include "pass/differentiate.h"

#include <cstdio>

#include "backend/cpu/cpu_backend.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "pass/rewrite.h"

using namespace tutti;

int main() {
  ir::Module module;
  ir::Function& f = module.add_function("f");
  ir::Builder builder(f.body, op::catalogue());
  ir::Value x = f.add_argument(ir::Type::tensor(ir::ElementType::f32, {3}));
  ir::Value t = op::tanh(builder, x);
  pass::finish(f, builder, {op::reduce_sum(builder, op::multiply(builder, t, t), {0})});

  // @f_gradient(x, df) -> dx
  module = pass::differentiate(std::move(module), "f", op::catalogue());
  backend::CpuBackend cpu;
  const auto program = cpu.compile(module, {"f_gradient"});

  const auto device = cpu.devices()[0];
  backend::Buffer arguments[] = {
      cpu.upload(ir::Tensor::of(ir::Type::tensor(ir::ElementType::f32, {3}), {0.1, 0.5, 2}),
                 device),
      cpu.upload(ir::Tensor::of(ir::Type::scalar(ir::ElementType::f32), {1}), device)};
  backend::Buffer results[1];
  const std::span<backend::Buffer> in[] = {arguments}, out[] = {results};
  program->run(in, out);
  const ir::Tensor dx = cpu.download(results[0]);
  for (int i = 0; i < 3; i++) std::printf("%.6f\n", dx.float_at(i));  // 2 tanh(x) (1 - tanh(x)^2)
}
