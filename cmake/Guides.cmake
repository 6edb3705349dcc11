# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Manual pages and completion of shells, which the command prints itself from the tables it reads
# its options with; tools/make-guides.sh lays them out as below share/. Left out where the command
# cannot run.

if(NOT TARGET sidestep-command OR CMAKE_CROSSCOMPILING)
    return()
endif()

find_program(LOWDOWN lowdown)
if(NOT LOWDOWN)
    message(STATUS "No lowdown: the manual page sidestep-scenario(5) is left out")
    set(LOWDOWN "")
endif()

set(guides ${PROJECT_BINARY_DIR}/guides)
set(make_guides ${PROJECT_SOURCE_DIR}/tools/make-guides.sh)
add_custom_command(OUTPUT ${guides}.made
    COMMAND sh ${make_guides} $<TARGET_FILE:sidestep-command> ${guides} ${LOWDOWN}
    COMMAND ${CMAKE_COMMAND} -E touch ${guides}.made
    DEPENDS sidestep-command ${make_guides} ${PROJECT_SOURCE_DIR}/docs/scenario.md
    COMMENT "Writing manual pages and completion of shells" VERBATIM)
add_custom_target(sidestep-guides ALL DEPENDS ${guides}.made)
add_dependencies(sidestep-product sidestep-guides)
install(DIRECTORY ${guides}/ DESTINATION ${CMAKE_INSTALL_DATAROOTDIR})
install(DIRECTORY scenarios DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/sidestep)
