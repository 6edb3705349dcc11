# SPDX-FileCopyrightText: 2026 The Sidestep authors
# SPDX-License-Identifier: MIT

# cmake -DOUTPUT=x.c -DFILES=a;b -P Embed.cmake: files as bytes in C, so that the installed command
# needs none. A zero stands behind each.
set(entries)
set(arrays)
set(number 0)
foreach(file ${FILES})
    get_filename_component(name ${file} NAME)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
    string(REGEX REPLACE "(................................................................................)"
           "\\1\n" bytes "${bytes}")
    string(APPEND arrays "static const unsigned char bytes_${number}[] = {\n${bytes}0};\n")
    string(APPEND entries "    {\"${name}\", (const char *)bytes_${number}, sizeof bytes_${number} - 1},\n")
    math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT}.new "#include \"verify/embedded.h\"\n\n${arrays}\n"
     "const ssti_embedded ssti_embedded_files[] = {\n${entries}    {0}};\n")
file(RENAME ${OUTPUT}.new ${OUTPUT})
