// SPDX-License-Identifier: Apache-2.0
#include "run/device_list.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::run {
namespace {

using nlohmann::json;
using test::expect_contains;
using test::failure_of;

json a_device() {
  return {{"name", "mine"},
          {"source", "measured"},
          {"date", "2026-01"},
          {"memory_bytes", 1000},
          {"memory_bytes_per_second", 100.0},
          {"flops_per_second", {{"f32", 1000.0}}},
          {"product_efficiency", 0.5},
          {"memory_efficiency", 1.0}};
}

TEST(DeviceList, KnownDevicesSayWhereTheirFiguresAreFrom) {
  std::set<std::string> names;
  for (const DeviceSpec& device : known_devices()) {
    EXPECT_TRUE(names.insert(device.name).second) << device.name;
    EXPECT_FALSE(device.source.empty()) << device.name;
    EXPECT_EQ(device.date.size(), 7u) << device.name << ": a year and a month";
    EXPECT_FALSE(device.products.empty()) << device.name;
    if (device.price) {
      EXPECT_TRUE(device.price->source.starts_with("https://")) << device.name;
    }
  }
  // NVIDIA's datasheet of the H100 SXM.
  EXPECT_TRUE(names.contains("nvidia-h100"));
}

TEST(DeviceList, ATargetsMessageIsWrittenAsText) {
  json device = a_device();
  device["target"] = {{"plugin", "cuda"},
                      {"name", "mine"},
                      {"options", {{"one", "two"}}},
                      {"config", {{"info", {{"major", 9}}}, {"platform_name", "CUDA"}}}};
  const DeviceSpec read = parse_devices(json({device}), "d")[0];
  ASSERT_TRUE(read.target);
  EXPECT_EQ(read.target->config, "info { major: 9 } platform_name: \"CUDA\" ");
  EXPECT_EQ(read.target->options,
            (std::vector<std::pair<std::string, std::string>>{{"one", "two"}}));
  const auto refused = [&](const char* key, const json& value) {
    json other = device;
    other["target"][key] = value;
    return failure_of([&] { parse_devices(json({other}), "d"); }).message;
  };
  expect_contains(refused("topologies", {1}), "d: mine: target: topologies: found ");
  expect_contains(refused("options", {{"one", 2}}), "options: found ");
  expect_contains(refused("counted", 0), "counted is 0, expected at least 1");
  expect_contains(refused("config", "text"), "config: found ");
}

TEST(DeviceList, EachKnownTargetHasItsNameAlone) {
  std::set<std::string> names;
  for (const DeviceSpec& device : known_devices())
    if (device.target) {
      EXPECT_TRUE(names.insert(device.target->plugin + ":" + device.target->name).second);
      EXPECT_NE(device.target->topologies.empty(), device.target->config.empty()) << device.name;
    }
  // A TPU v4's two cores are one device, as the cloud sells it.
  EXPECT_TRUE(names.contains("tpu:v4"));
}

TEST(DeviceList, AFilesDevicesReplaceThoseOfTheSameName) {
  const test::TemporaryFolder folder;
  json mine = a_device(), known = a_device();
  known["name"] = "nvidia-h100";
  write_file_atomically(folder.path() / "d.json", json({mine, known}).dump());
  const auto devices = known_devices(folder.path() / "d.json");
  EXPECT_EQ(devices.size(), known_devices().size() + 1);
  for (const DeviceSpec& device : devices)
    EXPECT_EQ(device.memory_bytes == 1000, device.name == "nvidia-h100" || device.name == "mine");
}

TEST(DeviceList, TheLongerOfProductsAndBytesCounts) {
  const DeviceSpec device = parse_devices(json({a_device()}), "d")[0];
  // 1000 FLOPs at 500 a second beside 50 bytes at 100; 100 FLOPs beside 300 bytes.
  EXPECT_DOUBLE_EQ(
      *roofline_seconds({{"a", 1, 1, 1, 1000, 50}, {"b", 1, 1, 1, 100, 300}}, device, "f32"),
      2 + 3);
  EXPECT_FALSE(roofline_seconds({}, device, "bf16"));
}

TEST(DeviceList, NoOpIsFasterThanItsLaunch) {
  json fast = a_device();
  fast["launch_seconds"] = 0.25;
  const DeviceSpec device = parse_devices(json::array({fast}), "d")[0];
  // Eight runs of a few FLOPs, and one that takes 2 s.
  EXPECT_DOUBLE_EQ(
      *roofline_seconds({{"a", 8, 1, 1, 10, 1}, {"b", 1, 1, 1, 1000, 50}}, device, "f32"), 2 + 2);
}

TEST(DeviceList, SumsGoRoundARingOfLinks) {
  json linked = a_device();
  linked["devices"] = 4;
  linked["link_bytes_per_second"] = 10.0;
  const DeviceSpec device = parse_devices(json::array({linked}), "d")[0];
  EXPECT_EQ(device.devices, 4);
  EXPECT_DOUBLE_EQ(exchange_seconds(100, device, 4), 15);  // 2 x 3/4 of the bytes
  EXPECT_EQ(exchange_seconds(100, device, 1), 0);
  EXPECT_EQ(exchange_seconds(100, parse_devices(json({a_device()}), "d")[0], 4), 0);
}

TEST(DeviceList, WrongListsAreRefused) {
  const auto refusal = [](const json& list) {
    const auto failure = failure_of([&] { parse_devices(list, "list.json"); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "list.json");
    return failure.message;
  };
  expect_contains(refusal(a_device()), "expected a list");
  expect_contains(refusal({1}), "expected an object");
  const auto changed = [](const char* key, const json& value) {
    json device = a_device();
    device[key] = value;
    return json::array({device});
  };
  expect_contains(refusal(changed("memory", 3)), "\"memory\" is unknown");
  expect_contains(refusal(changed("memory_bytes", 0)), "expected more than 0");
  expect_contains(refusal(changed("memory_bytes_per_second", -1)), "expected more than 0");
  expect_contains(refusal(changed("product_efficiency", 1.5)), "at most 1");
  expect_contains(refusal(changed("devices", 0)), "devices is 0, expected at least 1");
  expect_contains(refusal(changed("launch_seconds", 0)), "launch_seconds is 0");
  expect_contains(refusal(changed("flops_per_second", 3)), "flops_per_second");
  expect_contains(refusal(changed("price", {{"hour", 2.0}, {"currency", "EUR"}})), "mine: price");
}

}  // namespace
}  // namespace tutti::run
