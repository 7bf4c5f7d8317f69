# SPDX-License-Identifier: Apache-2.0
# `./dev package`: the program, its manual pages and completions as a Debian package.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tutti)
set(CPACK_PACKAGE_CONTACT "Tutti's maintainers <maintainers@tutti.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "fine-tunes BERT on SQuAD: one program from text to score")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)

# The library of `cmake --install` is not in it.
set(CPACK_COMPONENTS_ALL program)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME tutti)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The program opens them where it needs them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libopenblas0-openmp, libcurl4 | libcurl3-gnutls")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libedit2")  # lines of a chat are edited by it
include(CPack)
