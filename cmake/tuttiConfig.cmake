# SPDX-License-Identifier: Apache-2.0
# find_package(tutti): the targets tutti::base, lapack, ir, op, pass, kernel and backend.
include(${CMAKE_CURRENT_LIST_DIR}/dependencies.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/tuttiTargets.cmake)
