// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/cpu_backend.h"

#include <algorithm>
#include <cstring>

#include "backend/cpu/executable.h"
#include "backend/cpu/lower/lower.h"
#include "base/memory_limit.h"
#include "base/rounding.h"
#include "ir/verify.h"
#include "kernel/description.h"
#include "kernel/matmul.h"
#include "kernel/word.h"
#include "op/catalogue.h"
#include "op/rules/identity.h"
#include "pass/dead_code.h"
#include "pass/inline_calls.h"

namespace tutti::backend {

using cpu::CpuBuffer;

namespace {

/// Throws UserError unless operations for several processes were told the grid that will run them.
void expect_grid(const ir::Block& block, ir::GridSize grid) {
  for (const auto& op : block.operations) {
    const auto told = op::grid_of(*op);
    if (told && (told->replicas != grid.replicas || told->partitions != grid.partitions))
      ir::operation_error(
          *op, fmt::format("is for {} replicas and {} partitions, run on {} and {}", told->replicas,
                           told->partitions, grid.replicas, grid.partitions));
    for (const auto& region : op->regions) expect_grid(*region, grid);
  }
}

CpuBuffer& own_buffer(const Buffer& buffer) {
  auto* const storage = dynamic_cast<CpuBuffer*>(buffer.get());
  if (!storage)
    user_error("download from the cpu backend: the buffer is {}",
               buffer ? "another backend's" : "empty (was it a donated argument?)");
  return *storage;
}

/// Calls copy(first byte, bytes) for all pieces of so many bytes. The team copies what is large:
/// the first touch of memory costs more than the copy.
template <typename Copy>
void copy_in_pieces(Team& team, int64_t bytes, const Copy& copy) {
  constexpr int64_t kPiece = int64_t{2} << 20;
  auto copy_piece = [&](int64_t piece, int) {
    const int64_t first = piece * kPiece;
    copy(first, static_cast<size_t>(std::min(kPiece, bytes - first)));
  };
  const int64_t pieces = divide_up(bytes, kPiece);
  if (pieces > 1)
    team.run(pieces, copy_piece);
  else if (pieces == 1)  // does not wait until the team has finished a step
    copy_piece(0, 0);
}

}  // namespace

CpuBackend::CpuBackend(const CpuOptions& options) {
  const int threads = options.threads > 0 ? options.threads : available_cpus();
  machine_ = std::make_shared<cpu::Machine>(threads);
  machine_->memory_limit =
      options.memory_limit_bytes > 0 ? options.memory_limit_bytes : available_memory();
  machine_->profile = options.profile;
  devices_ = {{"cpu", 0, kernel::description(threads), machine_->memory_limit, kernel::arithmetic(),
               kernel::float32_arithmetic()}};
}

CpuBackend::~CpuBackend() = default;

Capabilities CpuBackend::known_capabilities() {
  Capabilities can;
  can.runs_grids = true;
  can.profiles = true;
  can.keeps_deadlines = true;
  can.is_own_processor = true;
  can.computes_halves = false;
  if (kernel::bf16_products_are_faster()) can.fast_products = ir::ElementType::bf16;
  return can;
}

bool CpuBackend::supports(const ir::Operation& op) const {
  if (op.def().is_terminator || op.name() == "func.call") return true;
  if (cpu::is_control(op)) return !cpu::is_short_loop(op);
  if (op.name() == "stablehlo.constant" || is_alias(op)) {
    const auto types = op.result_types();
    return std::all_of(types.begin(), types.end(), cpu::is_storable);
  }
  return cpu::rule_of(op) != nullptr;
}

Compilation CpuBackend::try_compile(const ir::Module& module, const CompileOptions& options) {
  ir::verify(module);
  module.get(options.function);
  // Inlining drops private functions, but the one to compile must stay.
  ir::Module copy = ir::clone(module);
  copy.get(options.function).is_private = false;
  copy = pass::eliminate_dead_code(pass::inline_calls(std::move(copy), op::catalogue()));
  expect_grid(copy.get(options.function).body, options.grid);
  try {
    auto executable =
        std::make_unique<cpu::CpuExecutable>(copy.get(options.function), machine_, options);
    if (!executable->lack().empty()) return {nullptr, executable->lack()};
    return {std::move(executable)};
  } catch (const UserError& error) {
    // The program is within the limit, and still the system refuses the memory.
    if (error.code() != ExitCode::out_of_memory) throw;
    return {nullptr, error.what()};
  }
}

Buffer CpuBackend::upload(const ir::Tensor& tensor, const Device& device) {
  if (device.backend != "cpu" || device.index != 0)
    user_error("the cpu backend has one device, cpu:0; found {}:{}", device.backend, device.index);
  auto buffer = std::make_shared<CpuBuffer>(tensor.type());
  const auto stored = tensor.stored();
  const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
  if (tensor.is_splat() && std::all_of(stored.begin(), stored.end(), is_zero))
    return buffer;  // new memory is zero
  copy_in_pieces(machine_->team, tensor.type().bytes(), [&](int64_t first, size_t size) {
    if (tensor.is_splat())
      kernel::repeat(stored.size(), stored.data(), static_cast<int64_t>(size / stored.size()),
                     buffer->memory.data() + first);
    else
      std::memcpy(buffer->memory.data() + first, stored.data() + first, size);
  });
  return buffer;
}

ir::Tensor CpuBackend::download(const Buffer& buffer) {
  CpuBuffer& storage = own_buffer(buffer);
  const std::byte* data = storage.memory.data();
  return {storage.type, {data, data + storage.type.bytes()}};
}

void CpuBackend::download_into(const Buffer& buffer, std::span<std::byte> out) {
  CpuBuffer& storage = own_buffer(buffer);
  const int64_t bytes = storage.type.bytes();
  check(static_cast<int64_t>(out.size()) == bytes, "{} bytes for a buffer of {}", out.size(),
        bytes);
  const std::byte* data = storage.memory.data();
  copy_in_pieces(machine_->team, bytes, [&](int64_t first, size_t size) {
    std::memcpy(out.data() + first, data + first, size);
  });
}

std::byte* CpuBackend::host_memory(const Buffer& buffer) {
  return own_buffer(buffer).memory.writable();
}

}  // namespace tutti::backend
