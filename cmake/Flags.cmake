# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# Flags of everything in this tree, as the interface target sidestep_flags. -ffp-contract=off is
# part of the determinism contract: a fused multiply-add rounds once where two operations round
# twice. -fno-math-errno lets sqrt be one instruction and changes no result.

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

# The usual build is optimised and keeps its asserts: they guard our own mistakes and stay cheap.
if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
    set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O3 -g" CACHE STRING "Flags of the usual build" FORCE)
endif()

add_library(sidestep_flags INTERFACE)
target_compile_options(sidestep_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wdouble-promotion
    -ffp-contract=off -fno-math-errno $<$<BOOL:${SIDESTEP_WERROR}>:-Werror>)
target_compile_definitions(sidestep_flags INTERFACE _POSIX_C_SOURCE=200809L
                                                    SIDESTEP_VERSION="${PROJECT_VERSION}")

if(SIDESTEP_SANITIZE)
    add_compile_options(-fsanitize=${SIDESTEP_SANITIZE} -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    add_link_options(-fsanitize=${SIDESTEP_SANITIZE})
endif()
if(SIDESTEP_FUZZ)
    add_compile_options(-fsanitize=fuzzer-no-link)
endif()
