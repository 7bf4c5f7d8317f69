// SPDX-License-Identifier: Apache-2.0
// Runs programs on the devices of a PJRT plugin: TPU, NVIDIA, AMD, Intel, Trainium, or XLA on the
// CPU.
#pragma once

#include <optional>

#include "backend/pjrt/compile_options.h"
#include "backend/pjrt/executable.h"
#include "backend/pjrt/program_cache.h"

namespace tutti::backend {

struct PjrtOptions {
  Path library;
  std::string kind = {};                    // of its devices: "cuda"; empty if it is not known
  std::vector<pjrt::ClientOption> options;  // for the plugin's client
  std::optional<int> device;                // the only one to use; empty: all of them
  int64_t memory_limit_bytes = 0;           // for one program; 0: what the device has
  Path cache_folder;                        // for compiled programs; empty: none are kept
  double cache_seconds = 1;                 // programs that compile faster are not kept
  Path compiled_folder = {};  // of programs that were compiled without the device; empty: none
};

class PjrtBackend final : public Backend {
 public:
  /// A plugin that cannot be opened, or that has no such device, is a UserError of exit code 3.
  explicit PjrtBackend(PjrtOptions options);

  static Capabilities known_capabilities();
  std::string_view name() const override { return name_; }
  std::string_view device_kind() const override {
    return options_.kind.empty() ? name() : options_.kind;
  }
  std::vector<Device> devices() const override;
  Capabilities capabilities() const override { return known_capabilities(); }
  bool supports(const ir::Operation& op) const override { return pjrt::is_portable(op); }
  /// The program runs on the first N devices if the module says mhlo.num_replicas = N, else on the
  /// first one. Compiled programs are kept on disk.
  Compilation try_compile(const ir::Module& module, const CompileOptions& options) override;
  /// The same for a program in text form, with a public function @main.
  Compilation try_compile(pjrt::ProgramText program, const CompileOptions& options);
  Buffer upload(const ir::Tensor& tensor, const Device& device) override;
  ir::Tensor download(const Buffer& buffer) override;
  void download_into(const Buffer& buffer, std::span<std::byte> out) override;
  void wait(const Buffer& buffer) override;

  const pjrt::Client& client() const { return *client_; }

 private:
  /// The buffer as a plugin's; a UserError for a buffer of another backend.
  const pjrt::PjrtBuffer& own(const Buffer& buffer) const;
  /// A program on its devices, or why their memory does not suffice.
  using Loaded = std::variant<pjrt::LoadedHandle, std::string>;
  /// Takes the program from what was compiled elsewhere, says why that cannot be where it is not.
  std::optional<pjrt::LoadedHandle> load_carried(const pjrt::ProgramText& program,
                                                 const std::vector<int>& device_ids, bool strict);
  /// Takes the program from a folder or compiles it.
  Loaded load(const pjrt::ProgramText& program, const std::vector<int>& device_ids, bool strict);
  /// `options` take the place of those that the program was compiled with; empty: they stay.
  std::optional<pjrt::LoadedHandle> deserialize(const std::string& program, std::string& reason,
                                                const std::string& options = {});
  void keep(const pjrt::ProgramKey& key, pjrt::c::LoadedExecutable* loaded) const;
  /// Leaves out flags that the plugin does not know.
  Loaded compile_text(const std::string& text, const std::vector<int>& device_ids, bool strict);

  PjrtOptions options_;
  std::string name_;
  std::shared_ptr<const pjrt::Client> client_;
  std::vector<pjrt::ClientDevice> devices_;
  std::string identity_;  // of plugin, devices and host: compiled programs depend on it
  std::optional<pjrt::ProgramCache> cache_;
  std::string library_hash_;  // of the plugin's file, where programs may come from elsewhere
  std::optional<pjrt::ProgramCache> compiled_;
};

}  // namespace tutti::backend
