// SPDX-License-Identifier: Apache-2.0
#include "lapack/onednn.h"

#include <array>
#include <vector>

#if __has_include(<oneapi/dnnl/dnnl.h>)
#include <dlfcn.h>
#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.h>
#endif

// Version 3 describes memory and products by other functions.
#if defined(DNNL_VERSION_MAJOR) && DNNL_VERSION_MAJOR == 2

namespace tutti::lapack {

/// The functions of the library that a product needs.
class OnednnLibrary {
 public:
  static const OnednnLibrary& get() {
    static const OnednnLibrary library;  // never closed: its threads may live on
    return library;
  }

  bool is_open() const { return handle_ != nullptr; }

#define TUTTI_ONEDNN(name) decltype(&::dnnl_##name) name = function<decltype(name)>("dnnl_" #name)

 private:
  template <class Function>
  Function function(const char* name) {
    void* const found = handle_ != nullptr ? ::dlsym(handle_, name) : nullptr;
    if (found == nullptr) handle_ = nullptr;
    return reinterpret_cast<Function>(found);
  }

  void* handle_ = ::dlopen("libdnnl.so.2", RTLD_NOW | RTLD_LOCAL);

 public:
  TUTTI_ONEDNN(version);
  TUTTI_ONEDNN(engine_create);
  TUTTI_ONEDNN(engine_destroy);
  TUTTI_ONEDNN(stream_create);
  TUTTI_ONEDNN(stream_destroy);
  TUTTI_ONEDNN(stream_wait);
  TUTTI_ONEDNN(memory_desc_init_by_tag);
  TUTTI_ONEDNN(memory_desc_get_size);
  TUTTI_ONEDNN(memory_create);
  TUTTI_ONEDNN(memory_destroy);
  TUTTI_ONEDNN(matmul_desc_init);
  TUTTI_ONEDNN(primitive_desc_create);
  TUTTI_ONEDNN(primitive_desc_destroy);
  TUTTI_ONEDNN(primitive_desc_query_md);
  TUTTI_ONEDNN(primitive_create);
  TUTTI_ONEDNN(primitive_destroy);
  TUTTI_ONEDNN(primitive_execute);
  // Debian's oneDNN computes on OpenMP's threads.
  void (*set_threads)(int) = function<void (*)(int)>("omp_set_num_threads");
#undef TUTTI_ONEDNN
};

struct OnednnProduct::Parts {
  const OnednnLibrary& library = OnednnLibrary::get();
  int threads = 1;
  dnnl_engine_t engine = nullptr;
  dnnl_stream_t stream = nullptr;
  dnnl_primitive_desc_t description = nullptr;
  dnnl_primitive_t product = nullptr;
  std::array<dnnl_memory_t, 3> memories{};
  std::array<std::vector<std::byte>, 3> bytes;

  ~Parts() {
    for (dnnl_memory_t memory : memories)
      if (memory != nullptr) library.memory_destroy(memory);
    if (product != nullptr) library.primitive_destroy(product);
    if (description != nullptr) library.primitive_desc_destroy(description);
    if (stream != nullptr) library.stream_destroy(stream);
    if (engine != nullptr) library.engine_destroy(engine);
  }

  /// Whether the library has such a product.
  bool describe(const ProductShape& shape) {
    const std::array<dnnl_dims_t, 3> sizes = {
        {{shape.rows, shape.depth}, {shape.depth, shape.columns}, {shape.rows, shape.columns}}};
    const auto type = [](bool is_bf16) { return is_bf16 ? dnnl_bf16 : dnnl_f32; };
    const std::array types = {type(shape.is_bf16), type(shape.is_bf16), type(shape.result_is_bf16)};
    std::array<dnnl_memory_desc_t, 3> orders;
    for (size_t i = 0; i < orders.size(); i++)
      if (library.memory_desc_init_by_tag(&orders[i], 2, sizes[i], types[i], dnnl_format_tag_any) !=
          dnnl_success)
        return false;
    dnnl_matmul_desc_t wanted;
    return library.engine_create(&engine, dnnl_cpu, 0) == dnnl_success &&
           library.stream_create(&stream, engine, dnnl_stream_default_flags) == dnnl_success &&
           library.matmul_desc_init(&wanted, orders.data(), &orders[1], nullptr, &orders[2]) ==
               dnnl_success &&
           library.primitive_desc_create(&description, &wanted, nullptr, engine, nullptr) ==
               dnnl_success &&
           library.primitive_create(&product, description) == dnnl_success;
  }

  /// Operands of ordinary size, in the orders that the product chose.
  bool fill() {
    constexpr size_t kAlignment = 64;
    constexpr std::array kinds = {dnnl_query_src_md, dnnl_query_weights_md, dnnl_query_dst_md};
    for (size_t i = 0; i < kinds.size(); i++) {
      const dnnl_memory_desc_t* const order =
          library.primitive_desc_query_md(description, kinds[i], 0);
      bytes[i].assign(library.memory_desc_get_size(order) + kAlignment, std::byte{0x3f});
      void* place = bytes[i].data();
      size_t space = bytes[i].size();
      std::align(kAlignment, space - kAlignment, place, space);
      if (library.memory_create(&memories[i], order, engine, place) != dnnl_success) return false;
    }
    return true;
  }
};

OnednnProduct::OnednnProduct(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
OnednnProduct::~OnednnProduct() = default;

std::unique_ptr<OnednnProduct> OnednnProduct::open(const ProductShape& shape, int threads) {
  if (onednn_version().empty()) return nullptr;
  auto parts = std::make_unique<Parts>();
  parts->threads = threads;
  parts->library.set_threads(threads);
  if (!parts->describe(shape) || !parts->fill()) return nullptr;
  return std::unique_ptr<OnednnProduct>(new OnednnProduct(std::move(parts)));
}

void OnednnProduct::run() {
  const std::array<dnnl_exec_arg_t, 3> arguments = {{{DNNL_ARG_SRC, parts_->memories[0]},
                                                     {DNNL_ARG_WEIGHTS, parts_->memories[1]},
                                                     {DNNL_ARG_DST, parts_->memories[2]}}};
  parts_->library.set_threads(parts_->threads);
  parts_->library.primitive_execute(parts_->product, parts_->stream, 3, arguments.data());
  parts_->library.stream_wait(parts_->stream);
}

std::string onednn_version() {
  const OnednnLibrary& library = OnednnLibrary::get();
  if (!library.is_open()) return "";
  const dnnl_version_t* const version = library.version();
  if (version->major != DNNL_VERSION_MAJOR) return "";
  return fmt::format("oneDNN {}.{}.{}", version->major, version->minor, version->patch);
}

}  // namespace tutti::lapack

#else

namespace tutti::lapack {

struct OnednnProduct::Parts {};
OnednnProduct::~OnednnProduct() = default;
std::unique_ptr<OnednnProduct> OnednnProduct::open(const ProductShape&, int) {
  return nullptr;
}
void OnednnProduct::run() {}
std::string onednn_version() {
  return "";
}

}  // namespace tutti::lapack

#endif
