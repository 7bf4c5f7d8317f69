module @tokens {
  func.func @main(%arg0: tensor<2xi64>) -> tensor<2xi64> {
    %0 = stablehlo.create_token : !stablehlo.token
    %1 = stablehlo.after_all %0, %0 : !stablehlo.token
    %2:2 = "stablehlo.infeed"(%1) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %3 = "stablehlo.outfeed"(%2#0, %2#1) <{outfeed_config = ""}> : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    %4 = "stablehlo.send"(%arg0, %3) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    %5:2 = "stablehlo.recv"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %6:2 = "stablehlo.infeed"(%5#1) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2xi64>, !stablehlo.token)
    %7 = "stablehlo.outfeed"(%6#0, %6#1) <{outfeed_config = ""}> : (tensor<2xi64>, !stablehlo.token) -> !stablehlo.token
    return %5#0 : tensor<2xi64>
  }
}
