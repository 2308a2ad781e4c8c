# What the drivers of all engines have in common.
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Kind of build" FORCE)
endif()
set(CMAKE_CXX_STANDARD 17)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)

# peer_driver(NAME FILE...): the program hyla-peer-NAME of these files.
# peer_yields(NAME): the same program as hyla-peer-NAME-yielding, under which name its processes yield before they sleep.
function(peer_driver name)
  add_executable(${name} ${ARGN})
  target_compile_options(${name} PRIVATE -Wall -Wextra)
  target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
  target_link_libraries(${name} PRIVATE nlohmann_json::nlohmann_json Threads::Threads)
  set_target_properties(${name} PROPERTIES OUTPUT_NAME hyla-peer-${name})
endfunction()

function(peer_yields name)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink hyla-peer-${name} $<TARGET_FILE_DIR:${name}>/hyla-peer-${name}-yielding)
endfunction()
