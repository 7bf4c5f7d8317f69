# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the program with its manual pages and completions, and the library under it as
# the CMake package `tutti`: find_package(tutti) and link tutti::run, a training as a value,
# tutti::c, its C interface in libtutti.so, or tutti::backend, the compiler alone.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# What tutti::run is made of.
set(installed_layers
    base blocks format lapack ir op model pass kernel backend comm data task step train generate
    counters http portable metrics tracking etcd run)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tutti)

install(TARGETS tutti COMPONENT program)
get_property(modules GLOBAL PROPERTY tutti_comm_modules)
install(TARGETS ${modules} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tutti COMPONENT program)
# Written by the program itself, from the list of its flags.
set(written ${CMAKE_BINARY_DIR}/written)
install(CODE "
  file(REMOVE_RECURSE ${written})
  file(MAKE_DIRECTORY ${written})
  foreach(shell bash zsh fish)
    execute_process(COMMAND $<TARGET_FILE:tutti> completion \${shell}
                    OUTPUT_FILE ${written}/tutti.\${shell} COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  execute_process(COMMAND $<TARGET_FILE:tutti> manual ${written}/man COMMAND_ERROR_IS_FATAL ANY)
" COMPONENT program)
install(DIRECTORY ${written}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
install(FILES ${written}/tutti.bash COMPONENT program RENAME tutti
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${written}/tutti.zsh COMPONENT program RENAME _tutti
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${written}/tutti.fish COMPONENT program
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright COMPONENT program)

foreach(layer ${installed_layers})
  set_target_properties(tutti_${layer} PROPERTIES EXPORT_NAME ${layer})
  install(TARGETS tutti_${layer} EXPORT tutti)
  install(DIRECTORY src/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tutti
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()
install(TARGETS tutti_flags EXPORT tutti)
install(TARGETS tutti_shared EXPORT tutti)  # tutti::c
install(FILES src/c_api/tutti.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${CMAKE_BINARY_DIR}/generated/base/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tutti/base)

install(EXPORT tutti NAMESPACE tutti:: DESTINATION ${package_folder} FILE tuttiTargets.cmake)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/tuttiConfig.cmake cmake/dependencies.cmake
              ${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake
        DESTINATION ${package_folder})
