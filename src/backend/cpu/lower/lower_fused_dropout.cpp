// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/lower_fused.h"
#include "base/random.h"
#include "kernel/attention.h"
#include "kernel/dropout.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

/// An operation's dropout: its key, sample and position are operands and read in the run.
struct Mask {
  /// The operands stand from `first` on, or are absent where there is no dropout.
  Mask(const Lowering& l, size_t first)
      : rate(l.op.float_attribute("rate")),
        site(static_cast<uint32_t>(l.op.int_attribute("site"))),
        active(rate > 0) {
    if (l.operands.size() < first + 3) return;
    key = l.operands[first].place;
    sample = l.operands[first + 1].place;
    position = l.operands[first + 2].place;
  }

  Words site_key(const Frame& f) const {
    const auto* words = at<uint32_t>(f, key);
    return fold_in({words[0], words[1]}, site);
  }
  kernel::Dropout in(const Frame& f) const {
    if (!active) return {};
    return {rate, site_key(f), at<int32_t>(f, sample), at<int32_t>(f, position)};
  }

  double rate;
  uint32_t site;
  bool active;
  Place key, sample, position;
};

bool takes_dropout(const Operation& op) {
  return is_activation(op.operand_type(0)) &&
         op.operand_type(0).shape.back() <= kernel::kMaxDropoutChannels;
}

Run lower_dropout(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return
      [shape, mask = Mask(l, 1), x = l.operands[0].place, y = l.results[0].place](const Frame& f) {
        kernel::dropout(f.team, shape.element, mask.in(f), at(f, x), at(f, y), shape.rows,
                        shape.channels);
      };
}

Run lower_bias_dropout_residual(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return [shape, mask = Mask(l, 3), x = l.operands[0].place, bias = l.operands[1].place,
          residual = l.operands[2].place, y = l.results[0].place](const Frame& f) {
    kernel::bias_dropout_residual(f.team, shape.element, mask.in(f), at(f, x), at<float>(f, bias),
                                  at(f, residual), at(f, y), shape.rows, shape.channels);
  };
}

Run lower_bias_dropout_gradient(Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return [shape, mask = Mask(l, 1), workspace = Workspace(l), dy = l.operands[0].place,
          dx = l.results[0].place, dbias = l.results[1].place](const Frame& f) {
    kernel::bias_dropout_residual_gradient(f.team, shape.element, mask.in(f), at(f, dy), at(f, dx),
                                           at<float>(f, dbias), shape.rows, shape.channels,
                                           workspace.in(f));
  };
}

int64_t bias_dropout_gradient_bytes(const Lowering& l) {
  const RowShape shape(l.operands[0].type);
  return static_cast<int64_t>(
      kernel::bias_dropout_residual_gradient_workspace_bytes(shape.rows, shape.channels));
}

/// What tutti.attention and its gradient share; `q` and `segment` are the operands' indices.
struct Attention {
  Attention(const Lowering& l, size_t q_operand, size_t segment_operand)
      : scale(static_cast<float>(l.op.float_attribute("scale"))),
        mask(l, segment_operand + 1),
        segment(l.operands[segment_operand].place),
        q(l.operands[q_operand].place),
        k(l.operands[q_operand + 1].place),
        v(l.operands[q_operand + 2].place) {
    const ir::Type& type = l.operands[q_operand].type;
    const int64_t heads = l.op.int_attribute("heads");
    shape = {.rows = type.dim(0),
             .length = type.dim(1),
             .heads = heads,
             .dim = type.dim(2) / heads,
             .max_segment = l.op.int_attribute("max_segment"),
             .type = type.element};
  }

  kernel::AttentionTokens tokens(const Frame& f) const {
    if (!mask.active) return {at<int32_t>(f, segment), nullptr, nullptr};
    return {at<int32_t>(f, segment), at<int32_t>(f, mask.sample), at<int32_t>(f, mask.position)};
  }
  kernel::AttentionDropout dropout(const Frame& f) const {
    if (!mask.active) return {};
    return {mask.rate, mask.site_key(f)};
  }

  kernel::AttentionShape shape;
  float scale;
  Mask mask;
  Place segment, q, k, v;
};

Run lower_attention(Lowering& l) {
  return [a = Attention(l, 0, 3), workspace = Workspace(l), o = l.results[0].place,
          lse = l.results[1].place](const Frame& f) {
    kernel::attention(f.team, a.shape, a.tokens(f), a.scale, a.dropout(f), at(f, a.q), at(f, a.k),
                      at(f, a.v), at(f, o), at<float>(f, lse), workspace.in(f));
  };
}

int64_t attention_bytes(const Lowering& l) {
  return static_cast<int64_t>(
      kernel::attention_workspace_bytes(Attention(l, 0, 3).shape, l.workers));
}

Run lower_attention_gradient(Lowering& l) {
  return [a = Attention(l, 1, 5), workspace = Workspace(l), d_o = l.operands[0].place,
          lse = l.operands[4].place, dq = l.results[0].place, dk = l.results[1].place,
          dv = l.results[2].place](const Frame& f) {
    kernel::attention_gradient(f.team, a.shape, a.tokens(f), a.scale, a.dropout(f), at(f, a.q),
                               at(f, a.k), at(f, a.v), at<float>(f, lse), at(f, d_o), at(f, dq),
                               at(f, dk), at(f, dv), workspace.in(f));
  };
}

int64_t attention_gradient_bytes(const Lowering& l) {
  return static_cast<int64_t>(
      kernel::attention_workspace_bytes(Attention(l, 1, 5).shape, l.workers));
}

}  // namespace

std::vector<Rule> dropout_rules() {
  return {
      {.op = "tutti.dropout", .lower = lower_dropout, .supports = takes_dropout, .in_place = {0}},
      {.op = "tutti.bias_dropout_residual",
       .lower = lower_bias_dropout_residual,
       .supports = takes_dropout,
       .in_place = {0}},
      {.op = "tutti.bias_dropout_gradient",
       .lower = lower_bias_dropout_gradient,
       .supports = takes_dropout,
       .workspace_bytes = bias_dropout_gradient_bytes,
       .in_place = {0}},
      {.op = "tutti.attention",
       .lower = lower_attention,
       .supports = takes_activation,
       .workspace_bytes = attention_bytes},
      {.op = "tutti.attention_gradient",
       .lower = lower_attention_gradient,
       .supports = takes_activation,
       .workspace_bytes = attention_gradient_bytes},
  };
}

}  // namespace tutti::backend::cpu
