# SPDX-License-Identifier: Apache-2.0
# Installs the project, looks for manual pages and completions, builds the example against what was
# installed, and runs it:
# cmake -DSOURCE=… -DBUILD=… -DCOMPILER=… -P use_installed.cmake
set(folder ${BUILD}/use_installed)
set(with_compiler -DCMAKE_CXX_COMPILER=${COMPILER})
file(REMOVE_RECURSE ${folder})
file(WRITE ${folder}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(use_installed CXX)
find_package(tutti REQUIRED)
add_executable(differentiate ${SOURCE}/examples/differentiate.cpp)
target_link_libraries(differentiate PRIVATE tutti::backend)
")
foreach(command
        "--install;${BUILD};--prefix;${folder}/prefix"
        "-S;${folder};-B;${folder}/build;-DCMAKE_PREFIX_PATH=${folder}/prefix;${with_compiler}"
        "--build;${folder}/build")
  execute_process(COMMAND ${CMAKE_COMMAND} ${command} COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
endforeach()
foreach(file man/man1/tutti.1 man/man1/tutti-ir-verify.1 bash-completion/completions/tutti
             zsh/vendor-completions/_tutti fish/vendor_completions.d/tutti.fish)
  file(SIZE ${folder}/prefix/share/${file} bytes)  # an error where there is none
  if(bytes EQUAL 0)
    message(FATAL_ERROR "${file} is empty")
  endif()
endforeach()
execute_process(COMMAND ${folder}/build/differentiate COMMAND_ERROR_IS_FATAL ANY)
file(REMOVE_RECURSE ${folder})
