// SPDX-License-Identifier: Apache-2.0
// Stands in for librocm_smi64.so: one device without an edge sensor, which does not average its
// power. The declarations are those of rocm_smi.h.
#include <cstdint>
#include <cstdio>

extern "C" {

static bool started = false;

int rsmi_init(uint64_t flags) {
  started = flags == 0;
  return 0;
}

int rsmi_num_monitor_devices(uint32_t* count) {
  *count = 1;
  return started ? 0 : 8;  // RSMI_STATUS_INIT_ERROR
}

int rsmi_dev_name_get(uint32_t, char* name, size_t length) {
  std::snprintf(name, length, "AMD Instinct X");
  return 0;
}

int rsmi_dev_busy_percent_get(uint32_t, uint32_t* percent) {
  *percent = 42;
  return 0;
}

int rsmi_dev_memory_usage_get(uint32_t, int kind, uint64_t* bytes) {
  *bytes = 3ull << 30;
  return kind == 0 ? 0 : 2;  // RSMI_STATUS_NOT_SUPPORTED
}

int rsmi_dev_memory_total_get(uint32_t, int kind, uint64_t* bytes) {
  *bytes = 192ull << 30;
  return kind == 0 ? 0 : 2;
}

int rsmi_dev_temp_metric_get(uint32_t, uint32_t sensor, int metric, int64_t* millidegrees) {
  const int64_t degrees[] = {0, 55500, 49000};
  if (sensor == 0 || sensor > 2 || metric != 0) return 2;
  *millidegrees = degrees[sensor];
  return 0;
}

int rsmi_dev_power_ave_get(uint32_t, uint32_t, uint64_t*) {
  return 2;
}

int rsmi_dev_power_get(uint32_t, uint64_t* microwatts, int* kind) {
  *microwatts = 412250000;
  *kind = 1;
  return 0;
}
}
