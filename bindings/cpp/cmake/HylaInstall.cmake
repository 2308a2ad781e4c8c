# What `make install` lays out under its prefix:
#
#   bin/hyla                        the program, if HYLA_PROGRAM says where it is
#   lib/                            the libraries, under every name that federates ask for; what CMake and pkg-config read
#   include/hyla/rti1516e/RTI       the API of 2010: its include directory is include/hyla/rti1516e
#   include/hyla/rti1516_2025/RTI   the API of 2025
#   include/hyla.h                  the C interface
#   share/hyla/mim, share/hyla/foms the standard MIMs and sample object models
include(CMakePackageConfigHelpers)

install(TARGETS ${HYLA_TARGETS} EXPORT HylaTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(PROGRAMS ${HYLA_COPY} DESTINATION ${CMAKE_INSTALL_LIBDIR})
hyla_install_link(libhyla.so ${HYLA_SONAME})
if(HYLA_PROGRAM)
  install(PROGRAMS ${HYLA_PROGRAM} DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

foreach(namespace rti1516e rti1516_2025)
  install(DIRECTORY include/${namespace}/RTI DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hyla/${namespace})
endforeach()
install(FILES ${repository}/crates/hyla-capi/include/hyla.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${repository}/crates/hyla-omt/mim DESTINATION ${CMAKE_INSTALL_DATADIR}/hyla)
install(DIRECTORY ${repository}/foms DESTINATION ${CMAKE_INSTALL_DATADIR}/hyla)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Hyla)
install(EXPORT HylaTargets NAMESPACE Hyla:: DESTINATION ${package})
configure_package_config_file(cmake/HylaConfig.cmake.in ${CMAKE_BINARY_DIR}/HylaConfig.cmake
  INSTALL_DESTINATION ${package}
  PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/HylaConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/HylaConfig.cmake ${CMAKE_BINARY_DIR}/HylaConfigVersion.cmake DESTINATION ${package})

# pkg-config finds the rest from where its own file lies, so that the installation can be moved.
file(RELATIVE_PATH PREFIX_FROM_PKGCONFIG
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
function(hyla_pkg_config name description include libraries)
  configure_file(cmake/hyla.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
hyla_pkg_config(hyla "C interface of Hyla, an HLA RTI" "" "-lhyla")
hyla_pkg_config(hyla-rti1516e "HLA RTI with the C++ API of IEEE 1516.1-2010"
  "/hyla/rti1516e" "-lrti1516e -lfedtime1516e")
hyla_pkg_config(hyla-rti1516_2025 "HLA RTI with the C++ API of IEEE 1516.1-2025"
  "/hyla/rti1516_2025" "-lrti1516_2025 -lfedtime1516_2025")
