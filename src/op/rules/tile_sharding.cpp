// SPDX-License-Identifier: Apache-2.0
// Shardings in the form of XLA's partitioner.
#include <numeric>

#include "ir/lexer.h"
#include "op/rules/axes.h"
#include "op/rules/sharding_lexer.h"
#include "op/rules/shardings.h"

namespace tutti::op {
namespace {

using ir::Lexer;

std::optional<TileSharding> read_tile_text(const Operation& op, int64_t rank) {
  const std::string text = op.string_attribute("mhlo.sharding");
  Lexer lexer(text, "mhlo.sharding");
  lexer.expect("{");
  if (!lexer.take("devices")) return std::nullopt;
  lexer.expect("=");
  TileSharding read;
  DeviceMesh& mesh = read.mesh;
  mesh.sizes = read_numbers(lexer, "[", "]");
  for (size_t axis = 0; axis < mesh.sizes.size(); axis++)
    mesh.names.push_back(std::to_string(axis));
  if (static_cast<int64_t>(mesh.sizes.size()) < rank)
    lexer.error(fmt::format("the tiles have fewer axes than a value of rank {}", rank));
  for (int64_t axis = 0; axis < rank; axis++) read.sharding.axes.push_back({std::to_string(axis)});
  const int64_t count = device_count(lexer, mesh.sizes);
  if (lexer.take("<")) {  // the numbers from 0 on, in a shape, transposed
    lexer.expect("=");
    const Shape shape = read_numbers(lexer, "[", "]");
    if (device_count(lexer, shape) != count)
      lexer.error(fmt::format("the tiles are {}, the devices {}", count, ir::str(shape)));
    std::vector<int64_t> order(shape.size());
    std::iota(order.begin(), order.end(), 0);
    if (lexer.take("T")) order = read_numbers(lexer, "(", ")");
    if (!is_permutation(order, shape.size())) lexer.error("T(...) is no permutation of the axes");
    Shape turned;
    for (const int64_t axis : order) turned.push_back(shape[static_cast<size_t>(axis)]);
    ir::for_each_index(turned, [&](int64_t, const Shape& index) {
      Shape from(shape.size());
      for (size_t axis = 0; axis < order.size(); axis++)
        from[static_cast<size_t>(order[axis])] = index[axis];
      mesh.devices.push_back(ir::flat_index(from, shape));
    });
  } else {
    for (int64_t i = 0; i < count; i++) {
      if (i) lexer.expect(",");
      mesh.devices.push_back(read_number(lexer));
    }
    expect_all_devices(lexer, mesh.devices);
  }
  return read;
}

}  // namespace

std::optional<TileSharding> read_tiles(const Operation& op, int64_t rank) {
  return located(op, [&] { return read_tile_text(op, rank); });
}

std::optional<TileSharding> tiles_of(const Operation& op, bool cuts) {
  const Operation* told = cuts ? op.operand(0)->owner : &op;
  if (!told || told->name() != op.name() || !told->attributes.find("mhlo.sharding"))
    ir::operation_error(op, "expected @Sharding with mhlo.sharding as what makes its operand");
  return read_tiles(*told, told->result_type().rank());
}

}  // namespace tutti::op
