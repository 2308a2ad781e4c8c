# The libraries of one edition.

# Sources under src/PARTS that this edition has: those in a folder of another edition are left out.
function(hyla_sources result edition)
  set(sources)
  foreach(part ${ARGN})
    get_filename_component(folder ${part} ABSOLUTE)
    file(GLOB_RECURSE found CONFIGURE_DEPENDS ${folder}/*.cpp)
    list(APPEND sources ${found})
  endforeach()
  foreach(other 2010 2025)
    if(NOT other EQUAL edition)
      list(FILTER sources EXCLUDE REGEX "/${other}/")
    endif()
  endforeach()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()

# A second name for an installed library.
function(hyla_install_link name file)
  set(folder "\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_LIBDIR}")
  install(CODE "file(MAKE_DIRECTORY \"${folder}\")
file(CREATE_LINK ${file} \"${folder}/${name}\" SYMBOLIC)")
endfunction()

# Other names under which federates in the field ask for a library. All of them lead to the one file: the loader takes a
# file once, however many names reach it.
function(hyla_other_names target)
  set(links)
  foreach(name ${ARGN})
    list(APPEND links COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_SONAME_FILE_NAME:${target}> ${name})
    hyla_install_link(${name} $<TARGET_SONAME_FILE_NAME:${target}>)
  endforeach()
  add_custom_command(TARGET ${target} POST_BUILD ${links} WORKING_DIRECTORY ${CMAKE_LIBRARY_OUTPUT_DIRECTORY})
endfunction()

# What all sources of an edition are compiled with.
function(hyla_compile_options target edition namespace)
  target_compile_definitions(${target} PRIVATE
    HYLA_EDITION=${edition} HYLA_VERSION="${PROJECT_VERSION}" BUILDING_RTI BUILDING_FEDTIME BUILDING_AUTHORIZER)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  if(edition EQUAL 2010)
    # The API of 2010 is made of std::auto_ptr.
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
  endif()
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include/${namespace}>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/hyla/${namespace}>
    PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}/src)
endfunction()

# What all libraries of an edition are linked with.
function(hyla_link_options target namespace)
  # What is exported is what the headers of the API export: nothing of the standard library, nothing of Hyla's own.
  set(script ${CMAKE_BINARY_DIR}/${namespace}.map)
  set(HYLA_NAMESPACE ${namespace})
  string(LENGTH ${namespace} length)
  set(HYLA_PREFIX ${length}${namespace})
  configure_file(${CMAKE_CURRENT_SOURCE_DIR}/cmake/exports.map.in ${script} @ONLY)
  # Calls inside of the library stay there; a federate replaces none of its functions.
  target_link_options(${target} PRIVATE -Wl,--version-script=${script} -Wl,-Bsymbolic-functions)
  set_target_properties(${target} PROPERTIES LINK_DEPENDS ${script} SOVERSION 1)
endfunction()

# A library that a federation can bring itself (libfedtime, libauthorizer): one function, which forwards to
# librti. librti and libfedtime need each other. The linker wants to see a librti before there is one, so it
# gets an empty one of that name.
function(hyla_hook target edition namespace part)
  hyla_sources(sources ${edition} src/${part})
  add_library(${target} SHARED ${sources})
  hyla_compile_options(${target} ${edition} ${namespace})
  hyla_link_options(${target} ${namespace})
  target_link_options(${target} PRIVATE -Wl,--no-as-needed $<TARGET_FILE:${namespace}_placeholder>)
  add_dependencies(${target} ${namespace}_placeholder)
endfunction()

function(hyla_edition edition namespace fedtime)
  add_library(${namespace}_placeholder SHARED ${CMAKE_CURRENT_SOURCE_DIR}/cmake/placeholder.cpp)
  set_target_properties(${namespace}_placeholder PROPERTIES
    OUTPUT_NAME ${namespace} SOVERSION 1
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/placeholder)

  hyla_hook(${fedtime} ${edition} ${namespace} libfedtime)
  foreach(authorizer ${ARGN})
    hyla_hook(${authorizer} ${edition} ${namespace} libauthorizer)
  endforeach()

  hyla_sources(sources ${edition}
    src/ambassador src/authorizer src/callback src/encoding src/exceptions src/text src/time src/types)
  # The objects are a target of their own for the tests that look inside.
  add_library(${namespace}_objects OBJECT ${sources})
  hyla_compile_options(${namespace}_objects ${edition} ${namespace})
  target_link_libraries(${namespace}_objects PUBLIC hyla_c)

  add_library(${namespace} SHARED $<TARGET_OBJECTS:${namespace}_objects>)
  add_library(Hyla::${namespace} ALIAS ${namespace})
  hyla_compile_options(${namespace} ${edition} ${namespace})
  hyla_link_options(${namespace} ${namespace})
  # Never -Bsymbolic: a factory that the federate brings has to win over the one of libfedtime.
  target_link_options(${namespace} PRIVATE -Wl,--no-as-needed -Wl,-z,defs)
  target_link_libraries(${namespace} PRIVATE $<BUILD_INTERFACE:${HYLA_COPY}>)
  add_dependencies(${namespace} hyla_copy)
  # A federate calls the one function of libfedtime itself, too.
  target_link_libraries(${namespace} PUBLIC ${fedtime})

  if(edition EQUAL 2010)
    hyla_other_names(${namespace} librti1516e64.so libRTI1516e.so.1)
    hyla_other_names(${fedtime} libfedtime1516e64.so libFedTime1516e.so.1)
  else()
    foreach(compiler 11 12 13 14)
      list(APPEND rti_names librti1516_2025gcc${compiler}.so)
      list(APPEND fedtime_names libfedtime1516_2025gcc${compiler}.so)
    endforeach()
    hyla_other_names(${namespace} ${rti_names})
    hyla_other_names(${fedtime} ${fedtime_names})
  endif()
  set(HYLA_TARGETS ${HYLA_TARGETS} ${namespace} ${fedtime} ${ARGN} PARENT_SCOPE)
endfunction()
