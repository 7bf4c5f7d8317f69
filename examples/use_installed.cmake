# SPDX-License-Identifier: Apache-2.0
# Installs the project, looks for manual pages and completions, builds the examples against what was
# installed, and runs them:
# cmake -DSOURCE=… -DBUILD=… -DCOMPILER=… -P use_installed.cmake
set(folder ${BUILD}/use_installed)
set(with_compiler -DCMAKE_CXX_COMPILER=${COMPILER})
file(REMOVE_RECURSE ${folder})
file(WRITE ${folder}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)
project(use_installed C CXX)
find_package(tutti REQUIRED)
add_executable(differentiate ${SOURCE}/examples/cpp/differentiate.cpp)
target_link_libraries(differentiate PRIVATE tutti::backend)
add_executable(fine_tune ${SOURCE}/examples/cpp/fine_tune.cpp)
target_link_libraries(fine_tune PRIVATE tutti::run)
add_executable(fine_tune_c ${SOURCE}/examples/c/fine_tune.c)
target_link_libraries(fine_tune_c PRIVATE tutti::c)
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
# What an example writes must have all of `parts`.
function(run_example parts)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE found)
  foreach(part ${parts})
    if(NOT found MATCHES "${part}")
      message(FATAL_ERROR "${ARGN}: expected ${part}, found ${found}")
    endif()
  endforeach()
endfunction()
run_example("0.19735[0-9]\n0.72686[0-9]\n0.13621[0-9]" ${folder}/build/differentiate)
set(quickstart ${SOURCE}/examples/quickstart)
run_example("needs [0-9]+ MiB;step 10;loss [0-9.]+;Paris" ${folder}/build/fine_tune
            ${quickstart}/tiny_bert ${quickstart}/train.json ${folder}/out)
run_example("loss;answers" ${folder}/build/fine_tune_c
            ${quickstart}/tiny_bert ${quickstart}/train.json ${folder}/out_of_c)
foreach(file model.safetensors config.json trainer_state.json all_results.json
             copy/model.safetensors)
  file(SIZE ${folder}/out/${file} bytes)
endforeach()
file(REMOVE_RECURSE ${folder})
