// SPDX-License-Identifier: Apache-2.0
#include "kernel/onednn.h"

#include <dlfcn.h>

#include <oneapi/dnnl/dnnl.hpp>

#include "base/error.h"

namespace tutti::kernel {
namespace {

using dnnl::memory;
using ir::ElementType;

const dnnl::engine& engine() {
  static const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
  return cpu;
}

// A thread's stream. The library runs on OpenMP, whose number of threads belongs to the calling
// thread: set to one, products are made for one thread and stay in it.
dnnl::stream& own_stream() {
  struct Own {
    Own() : stream(engine()) {
      // Looked up where the library has it, for its OpenMP need not be this compiler's.
      if (void* found = dlsym(RTLD_DEFAULT, "omp_set_num_threads"))
        reinterpret_cast<void (*)(int)>(found)(1);
    }
    dnnl::stream stream;
  };
  thread_local Own own;
  return own.stream;
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

}  // namespace

struct TileProduct::State {
  memory::desc a, b, c, scratch;
  dnnl::matmul product;
};

TileProduct::TileProduct(const TileProblem& p) {
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

size_t TileProduct::scratch_bytes() const {
  return state_->scratch.get_size();
}

void TileProduct::run(const void* a, const void* b, void* c, std::byte* scratch) const {
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

bool has_product(ElementType input, ElementType output) {
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

bool bf16_products_are_faster() {
#if defined(__x86_64__)
  if (!has_product(ElementType::bf16, ElementType::f32)) return false;
  const auto isa = static_cast<int>(dnnl::get_effective_cpu_isa());
  const bool has_amx = isa >= static_cast<int>(dnnl::cpu_isa::avx512_core_amx);
  return has_amx || (__builtin_cpu_is("amd") && __builtin_cpu_supports("avx512bf16"));
#else
  return false;
#endif
}

}  // namespace tutti::kernel
