# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# `cmake --install`: headers, libraries and the command; find_package(sidestep) gives
# sidestep::sidestep and sidestep::sidestep-sim; pkg-config knows sidestep and sidestep-sim.

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/sidestep)
set(package_build ${PROJECT_BINARY_DIR}/package)
set(config_dependencies "find_dependency(Threads)")
if(TARGET sidestep-sim)
    string(APPEND config_dependencies "
find_dependency(PkgConfig)
pkg_check_modules(LIBFYAML REQUIRED IMPORTED_TARGET libfyaml)
pkg_check_modules(HDF5 REQUIRED IMPORTED_TARGET hdf5)
pkg_check_modules(GEOS REQUIRED IMPORTED_TARGET geos)
pkg_check_modules(SQLITE3 REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(ZLIB REQUIRED IMPORTED_TARGET zlib)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo cairo-pdf cairo-svg)")
endif()

function(sidestep_install_pkgconfig name description requires libs)
    set(pc_name ${name})
    set(pc_description "${description}")
    set(pc_requires "${requires}")
    set(pc_libs "${libs}")
    # Relative, so that `cmake --install --prefix` may choose the place.
    file(RELATIVE_PATH pc_up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
    string(REGEX REPLACE "/$" "" pc_up "${pc_up}")
    configure_file(cmake/sidestep.pc.in ${package_build}/${name}.pc @ONLY)
    install(FILES ${package_build}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()

if(installed_targets)
    configure_package_config_file(cmake/sidestepConfig.cmake.in
        ${package_build}/sidestepConfig.cmake INSTALL_DESTINATION ${package_dir})
    write_basic_package_version_file(${package_build}/sidestepConfigVersion.cmake
        COMPATIBILITY SameMinorVersion)
    install(TARGETS ${installed_targets} EXPORT sidestepTargets)
    install(EXPORT sidestepTargets NAMESPACE sidestep:: DESTINATION ${package_dir})
    install(FILES ${package_build}/sidestepConfig.cmake ${package_build}/sidestepConfigVersion.cmake
            DESTINATION ${package_dir})
    install(FILES ${core_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sidestep)
    install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
    sidestep_install_pkgconfig(sidestep "${PROJECT_DESCRIPTION}" "" "-pthread -lm")
endif()
if(TARGET sidestep-sim)
    sidestep_install_pkgconfig(sidestep-sim "Scenarios and simulation on Sidestep"
                               "sidestep, libfyaml, hdf5, geos, sqlite3, zlib, cairo, cairo-pdf, cairo-svg" "")
endif()
