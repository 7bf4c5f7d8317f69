// SPDX-License-Identifier: Apache-2.0
// The generic form of modules and functions.
"builtin.module"() <{sym_name = "m"}> ({
^bb0:
  "func.func"() <{arg_attrs = [{tf.aliasing_output = 0 : i32}, {}], function_type = (tensor<2xf32>, tensor<i32>) -> tensor<2xf32>, res_attrs = [{jax.result_info = "r"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xf32> loc("x"), %arg1: tensor<i32>):
    %0 = "func.call"(%arg0) <{callee = @part}> : (tensor<2xf32>) -> tensor<2xf32> loc("f.py":1:2)
    "func.return"(%0) : (tensor<2xf32>) -> ()
  }) {note = "kept", flag} : () -> () loc("main")
  "func.func"() <{function_type = (tensor<2xf32>) -> (tensor<2xf32>), sym_name = "part", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2xf32>):
    "func.return"(%arg0) : (tensor<2xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "nothing"}> ({
  ^bb0:
    "func.return"() : () -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32} : () -> () loc(unknown)
