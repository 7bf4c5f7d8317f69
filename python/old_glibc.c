/* SPDX-License-Identifier: Apache-2.0 */
/* What g++ 12's static libraries take of a newer C library, so that a wheel runs with glibc 2.34:
 * random numbers (2.36), the unwinder's search for exception tables and hypot (2.35). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

uint32_t arc4random(void);
uint32_t arc4random(void) {
  uint32_t value;
  if (getrandom(&value, sizeof value, 0) != (ssize_t)sizeof value) abort();
  return value;
}

/* hypot without the new version's symbol: -Wl,--wrap=hypot sends calls here. */
double hypot_of_any_glibc(double x, double y);
__asm__(".symver hypot_of_any_glibc, hypot@GLIBC_2.2.5");
double __wrap_hypot(double x, double y);
double __wrap_hypot(double x, double y) {
  return hypot_of_any_glibc(x, y);
}

/* The loaded object that has an instruction, with its exception table; see gcc's
 * unwind-dw2-fde-dip.c. */
struct Search {
  uintptr_t address;
  struct dl_find_object* found;
  int is_found;
};

static int look_into(struct dl_phdr_info* object, size_t size, void* data) {
  (void)size;
  struct Search* search = data;
  const ElfW(Phdr)* table = NULL;
  uintptr_t begin = UINTPTR_MAX, end = 0;
  int is_here = 0;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &object->dlpi_phdr[i];
    const uintptr_t at = object->dlpi_addr + part->p_vaddr;
    if (part->p_type == PT_GNU_EH_FRAME) table = part;
    if (part->p_type != PT_LOAD) continue;
    if (at < begin) begin = at;
    if (at + part->p_memsz > end) end = at + part->p_memsz;
    is_here |= search->address >= at && search->address < at + part->p_memsz;
  }
  if (!is_here || !table) return is_here;
  search->found->dlfo_map_start = (void*)begin;
  search->found->dlfo_map_end = (void*)end;
  search->found->dlfo_eh_frame = (void*)(object->dlpi_addr + table->p_vaddr);
  search->is_found = 1;
  return 1;
}

int _dl_find_object(void* address, struct dl_find_object* found) {
  struct Search search = {(uintptr_t)address, found, 0};
  dl_iterate_phdr(look_into, &search);
  return search.is_found ? 0 : -1;
}
