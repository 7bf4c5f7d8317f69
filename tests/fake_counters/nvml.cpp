// SPDX-License-Identifier: Apache-2.0
// Stands in for libnvidia-ml.so.1: two devices, of which the second does not tell its power. The
// declarations are those of NVML's reference, https://docs.nvidia.com/deploy/nvml-api/.
#include <cstdio>

extern "C" {

struct Device {
  const char* name;
  unsigned busy, degrees, milliwatts;
  unsigned long long used;
};
static Device devices[] = {{"NVIDIA A", 81, 64, 351500, 5ull << 30},
                           {"NVIDIA B", 0, 31, 0, 1 << 20}};
static bool started = false;

int nvmlInit_v2() {
  started = true;
  return 0;
}

int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = 2;
  return started ? 0 : 1;  // NVML_ERROR_UNINITIALIZED
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, Device** device) {
  if (index >= 2) return 2;  // NVML_ERROR_INVALID_ARGUMENT
  *device = &devices[index];
  return 0;
}

int nvmlDeviceGetName(Device* device, char* name, unsigned length) {
  std::snprintf(name, length, "%s", device->name);
  return 0;
}

int nvmlDeviceGetUtilizationRates(Device* device, unsigned* gpu_and_memory) {
  gpu_and_memory[0] = device->busy;
  gpu_and_memory[1] = 7;
  return 0;
}

int nvmlDeviceGetMemoryInfo(Device* device, unsigned long long* total_free_used) {
  total_free_used[0] = 80ull << 30;
  total_free_used[1] = (80ull << 30) - device->used;
  total_free_used[2] = device->used;
  return 0;
}

int nvmlDeviceGetTemperature(Device* device, unsigned sensor, unsigned* degrees) {
  *degrees = device->degrees;
  return sensor == 0 ? 0 : 2;
}

int nvmlDeviceGetPowerUsage(Device* device, unsigned* milliwatts) {
  *milliwatts = device->milliwatts;
  return device->milliwatts > 0 ? 0 : 3;  // NVML_ERROR_NOT_SUPPORTED
}
}
