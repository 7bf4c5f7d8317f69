// SPDX-License-Identifier: Apache-2.0
#include "kernel/onednn.h"

#include <oneapi/dnnl/dnnl.hpp>

#include "base/error.h"
#include "kernel/openmp.h"

namespace tutti::kernel {
namespace {

using dnnl::memory;
using ir::ElementType;

const dnnl::engine& engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

dnnl::stream& own_stream() {
  stay_in_this_thread();
  thread_local dnnl::stream stream(engine());
  return stream;
}

memory::data_type data_type_of(ElementType type) {
  check(type == ElementType::f32 || type == ElementType::bf16, "no products of {}",
        ir::name_of(type));
  return type == ElementType::f32 ? memory::data_type::f32 : memory::data_type::bf16;
}

memory::desc matrix(int64_t rows, int64_t columns, bool transposed, int64_t row, ElementType type) {
  const memory::dims strides = transposed ? memory::dims{1, row} : memory::dims{row, 1};
  return {memory::dims{rows, columns}, data_type_of(type), strides};
}

dnnl::matmul::primitive_desc description(const TileProblem& p) {
  dnnl::primitive_attr attributes;
  attributes.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  const dnnl::matmul::desc product(matrix(p.m, p.k, p.transpose_a, p.row_a, p.input),
                                   matrix(p.k, p.n, p.transpose_b, p.row_b, p.input),
                                   matrix(p.m, p.n, false, p.row_c, p.output));
  constexpr bool kEmptyWhereMissing = true;
  return {product, attributes, engine(), kEmptyWhereMissing};
}

bool has_at_least(dnnl::cpu_isa isa) {
  return static_cast<int>(dnnl::get_effective_cpu_isa()) >= static_cast<int>(isa);
}

}  // namespace

struct OnednnProduct::State {
  memory::desc a, b, c, scratch;
  dnnl::matmul product;
};

OnednnProduct::OnednnProduct(const TileProblem& p) {
  own_stream();
  try {
    const dnnl::matmul::primitive_desc found = description(p);
    check(static_cast<bool>(found), "oneDNN has no product of {} into {}", ir::name_of(p.input),
          ir::name_of(p.output));
    // The library keeps the code it generates: equal problems share it.
    state_ = std::make_shared<State>(State{found.src_desc(), found.weights_desc(), found.dst_desc(),
                                           found.scratchpad_desc(), dnnl::matmul(found)});
  } catch (const dnnl::error& error) {
    throw InternalError(fmt::format("oneDNN: {} ({} x {} x {})", error.what(), p.m, p.n, p.k));
  }
}

size_t OnednnProduct::scratch_bytes() const {
  return state_->scratch.get_size();
}

void OnednnProduct::run(const void* a, const void* b, void* c, std::byte* scratch) const {
  dnnl::stream& stream = own_stream();
  const auto argument = [](int index, const memory::desc& form, const void* data) {
    return std::pair<const int, memory>(index, memory(form, engine(), const_cast<void*>(data)));
  };
  try {
    state_->product.execute(
        stream, {argument(DNNL_ARG_SRC, state_->a, a), argument(DNNL_ARG_WEIGHTS, state_->b, b),
                 argument(DNNL_ARG_DST, state_->c, c),
                 argument(DNNL_ARG_SCRATCHPAD, state_->scratch, scratch)});
  } catch (const dnnl::error& error) {
    throw InternalError(fmt::format("oneDNN: {}", error.what()));
  }
}

bool onednn_has_product(ElementType input, ElementType output) {
  const TileProblem probe{.m = 16,
                          .n = 16,
                          .k = 16,
                          .transpose_a = false,
                          .transpose_b = false,
                          .row_a = 16,
                          .row_b = 16,
                          .row_c = 16,
                          .input = input,
                          .output = output};
  return static_cast<bool>(description(probe));
}

bool onednn_has_avx512() {
  return has_at_least(dnnl::cpu_isa::avx512_core);
}

bool onednn_has_avx512_bf16() {
  return has_at_least(dnnl::cpu_isa::avx512_core_bf16);
}

bool onednn_has_amx() {
  return has_at_least(dnnl::cpu_isa::avx512_core_amx);
}

std::string onednn_instruction_set() {
  switch (dnnl::get_effective_cpu_isa()) {
    case dnnl::cpu_isa::sse41:
      return "SSE4.1";
    case dnnl::cpu_isa::avx:
      return "AVX";
    case dnnl::cpu_isa::avx2:
      return "AVX2";
    case dnnl::cpu_isa::avx2_vnni:
      return "AVX2-VNNI";
    case dnnl::cpu_isa::avx512_core:
      return "AVX-512";
    case dnnl::cpu_isa::avx512_core_vnni:
      return "AVX512-VNNI";
    case dnnl::cpu_isa::avx512_core_bf16:
      return "AVX512-BF16";
    case dnnl::cpu_isa::avx512_core_amx:
      return "AMX";
    default:
      return "its default";
  }
}

}  // namespace tutti::kernel
