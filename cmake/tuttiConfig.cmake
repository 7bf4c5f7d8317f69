# SPDX-License-Identifier: Apache-2.0
# find_package(tutti): the targets tutti::run, a training as a value, tutti::backend, the compiler
# alone, and the layers that these are made of.
include(${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/tuttiTargets.cmake)
