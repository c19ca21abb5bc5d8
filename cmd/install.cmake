# What is installed, and what the Debian package is made of. CMakeLists.txt includes this.
# The program finds specs, kernels, telling draws and the fault layer relative to itself (ops/installed.h).
include(GNUInstallDirs)
install(TARGETS assay RUNTIME DESTINATION bin)
install(TARGETS assay_faults LIBRARY DESTINATION lib/assay)
install(FILES ${spec_files} DESTINATION share/assay/specs)
install(FILES ${family_files} DESTINATION share/assay/specs/families)
install(FILES ${kernel_files} ${kernel_headers} DESTINATION share/assay/kernels)
install(FILES ${telling_draws} DESTINATION share/assay/plan OPTIONAL)
install(FILES specs/operator.schema.json specs/case.schema.json conformance/gate/waivers.schema.json
        DESTINATION share/assay/schemas)
install(FILES conformance/run/backend/assay_backend.h DESTINATION include)
install(FILES conformance/run/backend/example.c DESTINATION share/assay/backend)
install(PROGRAMS conformance/farm/farm.sh conformance/farm/shard.sh conformance/farm/merge.sh
        DESTINATION share/assay/farm)
install(FILES README.md CONTRIBUTING.md LICENSE DESTINATION share/doc/assay)
install(DIRECTORY docs DESTINATION share/doc/assay FILES_MATCHING PATTERN *.md PATTERN *.png)
# The program writes its own man pages and completions.
install(CODE "execute_process(COMMAND ${CMAKE_BINARY_DIR}/assay help --manual ${CMAKE_BINARY_DIR}/manual
                              COMMAND_ERROR_IS_FATAL ANY)")
install(DIRECTORY ${CMAKE_BINARY_DIR}/manual/man1 DESTINATION share/man)
install(FILES ${CMAKE_BINARY_DIR}/manual/assay DESTINATION share/bash-completion/completions)
install(FILES ${CMAKE_BINARY_DIR}/manual/_assay DESTINATION share/zsh/vendor-completions)
install(FILES ${CMAKE_BINARY_DIR}/manual/assay.fish DESTINATION share/fish/vendor_completions.d)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VENDOR assay)
set(CPACK_PACKAGE_CONTACT "assay maintainers <assay@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "pocl-opencl-icd | opencl-icd")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
include(CPack)
