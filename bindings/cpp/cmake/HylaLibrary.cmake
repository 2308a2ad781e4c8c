# libhyla.so: made by cargo, put beside the C++ libraries, where they look for it.

if(NOT EXISTS ${HYLA_LIBRARY})
  message(FATAL_ERROR "${HYLA_LIBRARY} is not there. Run `make cpp` in the root of the repository, or "
                      "`cargo rustc --release -p hyla-capi --lib --crate-type cdylib`, or give the path by -DHYLA_LIBRARY=...")
endif()

# The C++ libraries ask for it by its soname, so the copy has that name.
execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${HYLA_LIBRARY} OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
if(headers MATCHES "SONAME +([^\n]+)")
  string(STRIP "${CMAKE_MATCH_1}" HYLA_SONAME)
else()
  set(HYLA_SONAME libhyla.so)
endif()
set(HYLA_COPY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}/${HYLA_SONAME})

# The first copy is made here: CMake looks into the file when it writes down how to link with it.
if(NOT EXISTS ${HYLA_COPY})
  file(MAKE_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
  execute_process(COMMAND ${CMAKE_COMMAND} -E copy ${HYLA_LIBRARY} ${HYLA_COPY} COMMAND_ERROR_IS_FATAL ANY)
endif()
add_custom_command(
  OUTPUT ${HYLA_COPY}
  DEPENDS ${HYLA_LIBRARY}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_LIBRARY_OUTPUT_DIRECTORY}
  COMMAND ${CMAKE_COMMAND} -E copy ${HYLA_LIBRARY} ${HYLA_COPY}
  COMMENT "Copying ${HYLA_SONAME}")
add_custom_target(hyla_copy ALL DEPENDS ${HYLA_COPY})

add_library(hyla_c SHARED IMPORTED)
set_target_properties(hyla_c PROPERTIES
  IMPORTED_LOCATION ${HYLA_COPY}
  IMPORTED_SONAME ${HYLA_SONAME}
  INTERFACE_INCLUDE_DIRECTORIES ${repository}/crates/hyla-capi/include)
add_dependencies(hyla_c hyla_copy)
