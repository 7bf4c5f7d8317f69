// SPDX-License-Identifier: Apache-2.0
// Part of a test program, it looks at two variables of the environment. ONEDNN_MAX_CPU_ISA limits
// the kernels as it does the program's. TUTTI_EMULATED_AMX gives CPUs with AVX512-BF16 the tiles of
// AMX: the six instructions that kernel/amx_product.cpp has are computed when they trap, as Intel's
// manual defines them ("Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2).
// A program that multiplied no tiles then fails. Other CPUs, and those that have AMX, stay as they
// are.
#include "kernel/cpu_features.h"

#include <gtest/gtest.h>
#include <immintrin.h>
#include <signal.h>
#include <ucontext.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>

namespace {

constexpr int kTiles = 8, kRows = 16, kRowBytes = 64;

struct Tiles {
  struct {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
  } sizes;
  alignas(64) float data[kTiles][kRows][kRowBytes / 4];
};
thread_local Tiles tiles;

std::atomic<int64_t> products = 0;

using Registers = greg_t[NGREG];

greg_t& general_register(Registers& registers, unsigned number) {
  constexpr int kPlaces[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                             REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                             REG_R12, REG_R13, REG_R14, REG_R15};
  return registers[kPlaces[number]];
}

// An instruction of three bytes of VEX prefix.
struct Instruction {
  uint8_t opcode = 0, prefix = 0, second = 0;  // `second` is VEX's vvvv
  uint8_t mode = 0, reg = 0, rm = 0;
  const uint8_t* next = nullptr;
  char* base = nullptr;  // of a memory operand, which is at base + index
  int64_t index = 0;     // scaled: a tile's stride
};

template <class Number>
Number take(const uint8_t*& at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  at += sizeof number;
  return number;
}

bool decode(Registers& registers, Instruction& i) {
  const uint8_t* at = reinterpret_cast<const uint8_t*>(registers[REG_RIP]);
  if (at[0] != 0xC4 || (at[1] & 0x1F) != 2) return false;  // map 0F38
  const unsigned high_reg = at[1] & 0x80 ? 0 : 8, high_index = at[1] & 0x40 ? 0 : 8,
                 high_base = at[1] & 0x20 ? 0 : 8;
  i.prefix = at[2] & 3;
  i.second = static_cast<uint8_t>(~(at[2] >> 3) & 15);
  i.opcode = at[3];
  const uint8_t modrm = at[4];
  at += 5;
  i.mode = modrm >> 6;
  i.reg = static_cast<uint8_t>((modrm >> 3 & 7) | high_reg);
  i.rm = static_cast<uint8_t>((modrm & 7) | high_base);
  if (i.mode != 3) {
    unsigned base = i.rm;
    if ((modrm & 7) == 4) {
      const uint8_t sib = *at++;
      base = (sib & 7) | high_base;
      const unsigned index = (sib >> 3 & 7) | high_index;
      if (index != 4) i.index = general_register(registers, index) << (sib >> 6);
      if (i.mode == 0 && (sib & 7) == 5) return false;
    }
    if (i.mode == 0 && (modrm & 7) == 5) {
      const auto offset = take<int32_t>(at);
      i.base = const_cast<char*>(reinterpret_cast<const char*>(at)) + offset;
    } else {
      i.base = reinterpret_cast<char*>(general_register(registers, base));
      if (i.mode == 1) i.base += take<int8_t>(at);
      if (i.mode == 2) i.base += take<int32_t>(at);
    }
  }
  i.next = at;
  return true;
}

// Denormal numbers are zero, and each sum is rounded to nearest even.
[[gnu::target("avx512f")]] void multiply_add(int sums, int left, int right) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(0x9FC0);
  const auto upper = [](uint32_t pair) {
    float value;
    pair &= 0xFFFF0000u;
    std::memcpy(&value, &pair, sizeof value);
    return value;
  };
  const int depth = tiles.sizes.row_bytes[left] / 4, columns = tiles.sizes.row_bytes[sums] / 4;
  for (int m = 0; m < tiles.sizes.rows[sums]; m++) {
    float even[16] = {}, odd[16] = {};
    for (int k = 0; k < depth; k++) {
      uint32_t a;
      std::memcpy(&a, &tiles.data[left][m][k], sizeof a);
      const float a_even = upper(a << 16), a_odd = upper(a);
      for (int n = 0; n < columns; n++) {
        uint32_t b;
        std::memcpy(&b, &tiles.data[right][k][n], sizeof b);
        even[n] = __builtin_fmaf(a_even, upper(b << 16), even[n]);
        odd[n] = __builtin_fmaf(a_odd, upper(b), odd[n]);
      }
    }
    for (int n = 0; n < columns; n++) tiles.data[sums][m][n] += even[n] + odd[n];
  }
  _mm_setcsr(before);
}

// False where the instruction is none of the six, or its operands are not as the manual wants them.
bool run(const Instruction& i) {
  enum Prefix { none = 0, f3 = 2, f2 = 3 };
  if (i.opcode == 0x49 && i.prefix == none) {  // LDTILECFG, TILERELEASE
    tiles = {};
    if (i.mode == 3) return true;
    std::memcpy(&tiles.sizes, i.base + i.index, sizeof tiles.sizes);
    return tiles.sizes.palette == 1;
  }
  if (tiles.sizes.palette != 1) return false;
  const auto is_tile = [](unsigned number) {
    return number < kTiles && tiles.sizes.rows[number] - 1u < kRows &&
           tiles.sizes.row_bytes[number] - 1u < kRowBytes;
  };
  if (!is_tile(i.reg)) return false;
  auto& tile = tiles.data[i.reg];
  if (i.opcode == 0x49 && i.prefix == f2 && i.mode == 3) {  // TILEZERO
    std::memset(tile, 0, sizeof tile);
    return true;
  }
  if (i.opcode == 0x4B && i.mode != 3 &&
      (i.prefix == f2 || i.prefix == f3)) {  // TILELOADD, TILESTORED
    if (i.prefix == f2) std::memset(tile, 0, sizeof tile);
    for (int row = 0; row < tiles.sizes.rows[i.reg]; row++) {
      char* memory = i.base + row * i.index;
      if (i.prefix == f2)
        std::memcpy(tile[row], memory, tiles.sizes.row_bytes[i.reg]);
      else
        std::memcpy(memory, tile[row], tiles.sizes.row_bytes[i.reg]);
    }
    return true;
  }
  if (i.opcode != 0x5C || i.prefix != f3 || i.mode != 3) return false;  // TDPBF16PS
  if (!is_tile(i.rm) || !is_tile(i.second) || i.reg == i.rm || i.reg == i.second ||
      i.rm == i.second || tiles.sizes.row_bytes[i.rm] != tiles.sizes.row_bytes[i.reg] ||
      tiles.sizes.rows[i.second] != tiles.sizes.rows[i.reg] ||
      tiles.sizes.row_bytes[i.second] / 4 != tiles.sizes.rows[i.rm])
    return false;
  multiply_add(i.reg, i.rm, i.second);
  products.fetch_add(1, std::memory_order_relaxed);
  return true;
}

void on_illegal_instruction(int, siginfo_t*, void* context) {
  Registers& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  Instruction instruction;
  if (decode(registers, instruction) && run(instruction)) {
    registers[REG_RIP] = reinterpret_cast<greg_t>(instruction.next);
    return;
  }
  signal(SIGILL, SIG_DFL);  // and the instruction traps again
}

class Features : public testing::Environment {
 public:
  void SetUp() override {
    if (const char* level = std::getenv("ONEDNN_MAX_CPU_ISA"))
      tutti::kernel::limit_cpu_features(level);
    if (!std::getenv("TUTTI_EMULATED_AMX")) return;
    if (!tutti::kernel::has_avx512_bf16() || tutti::kernel::has_amx()) return;
    struct sigaction action = {};
    action.sa_sigaction = on_illegal_instruction;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    ASSERT_EQ(sigaction(SIGILL, &action, nullptr), 0);
    tutti::kernel::cpu_features.amx = is_emulated_ = true;
  }

  void TearDown() override {
    if (!is_emulated_) return;
    std::cout << products << " products of emulated tiles\n";
    EXPECT_GT(products, 0);
  }

 private:
  bool is_emulated_ = false;
};

[[maybe_unused]] const testing::Environment* const kFeatures =
    testing::AddGlobalTestEnvironment(new Features);

}  // namespace
