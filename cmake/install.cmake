# SPDX-License-Identifier: Apache-2.0
# `cmake --install`: the program, and the library up to the backends as the CMake package `tutti`:
# find_package(tutti) and link tutti::backend, which brings ir, op and pass along.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(installed_layers base ir op pass kernel backend)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/tutti)

install(TARGETS tutti)
foreach(layer ${installed_layers})
  set_target_properties(tutti_${layer} PROPERTIES EXPORT_NAME ${layer})
  install(TARGETS tutti_${layer} EXPORT tutti)
  install(DIRECTORY src/${layer} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tutti
          FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
endforeach()
install(TARGETS tutti_flags EXPORT tutti)
install(FILES ${CMAKE_BINARY_DIR}/generated/base/version.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tutti/base)

install(EXPORT tutti NAMESPACE tutti:: DESTINATION ${package_folder} FILE tuttiTargets.cmake)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES cmake/tuttiConfig.cmake cmake/dependencies.cmake
              ${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake
        DESTINATION ${package_folder})
