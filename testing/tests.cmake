# The test programs, one for each great room, and the benchmark. CMakeLists.txt includes this.
enable_testing()
find_package(GTest REQUIRED)

# The paths of this checkout, which no other file is compiled with.
add_library(assay_test_places STATIC testing/places.cpp)
target_include_directories(assay_test_places PRIVATE ${CMAKE_SOURCE_DIR})
target_compile_definitions(assay_test_places PRIVATE
  ASSAY_SOURCE_DIR="${CMAKE_SOURCE_DIR}"
  ASSAY_PROGRAM="$<TARGET_FILE:assay>"
  ASSAY_EXAMPLE_BACKEND="$<TARGET_FILE:assay_example_backend>"
  ASSAY_C_COMPILER="${CMAKE_C_COMPILER}")

# room_tests(GREAT_ROOM LIBRARY): makes one test program of the tests that are beside the great room's
# code, and one CTest test for each of their suites.
function(room_tests name library)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${name}/*_test.cpp testing/${name}/*.cpp)
  if(sources)
    add_executable(${name}_tests ${sources})
    target_include_directories(${name}_tests PRIVATE ${generated})
    target_link_libraries(${name}_tests PRIVATE ${library} assay_test_places rapidcheck
                                                GTest::gtest_main)
    # Tests spend their time in the libraries, so they are optimized less, which compiles faster.
    target_compile_options(${name}_tests PRIVATE -O1)
    set(file ${CMAKE_BINARY_DIR}/${name}_suites.cmake)
    add_custom_command(TARGET ${name}_tests POST_BUILD BYPRODUCTS ${file} VERBATIM
      COMMAND ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:${name}_tests> -D ROOM=${name}
              -D RESULTS=${CMAKE_BINARY_DIR}/results -D LABELS=${CMAKE_SOURCE_DIR}/testing/labels.txt
              -D FILE=${file} -P ${CMAKE_SOURCE_DIR}/testing/suites.cmake)
    set_property(TARGET ${name}_tests APPEND PROPERTY LINK_DEPENDS
                 ${CMAKE_SOURCE_DIR}/testing/labels.txt ${CMAKE_SOURCE_DIR}/testing/suites.cmake)
    # Where the program is not built, its suites are unknown. One test stands for them, and fails.
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}_ctest.cmake @ONLY CONTENT
"if(EXISTS [==[${file}]==])
  include([==[${file}]==])
else()
  add_test(${name}_NOT_BUILT ${name}_NOT_BUILT)
  set_tests_properties(${name}_NOT_BUILT PROPERTIES LABELS ${name})
endif()
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES
                 ${CMAKE_BINARY_DIR}/${name}_ctest.cmake)
  endif()
endfunction()

# This test replaces operator new, so it is kept apart from other sources. With -O1, g++ takes one of
# its operators for a mismatched one.
set_source_files_properties(conformance/plan/allocations_test.cpp PROPERTIES
                            SKIP_UNITY_BUILD_INCLUSION ON COMPILE_OPTIONS -O2)
# CTest starts tests in this order. Those that wait for programs come first, so that others can run
# meanwhile.
room_tests(cmd assay_conformance)
room_tests(conformance assay_conformance)
# The tests of opencl take signatures from the specs, which opencl itself may not include.
room_tests(opencl assay_opencl)
target_link_libraries(opencl_tests PRIVATE assay_specs)
room_tests(specs assay_specs)
room_tests(ops assay_ops)
# MPFR proves the references and limits of built-in functions (ops/arithmetic/builtins_test.cpp).
find_library(MPFR mpfr REQUIRED)
target_link_libraries(ops_tests PRIVATE ${MPFR})
room_tests(testing assay_ops)
if(TARGET cmd_tests)
  add_dependencies(cmd_tests assay assay_example_backend)
  target_link_libraries(cmd_tests PRIVATE assay_cmd_options)
  target_compile_options(cmd_tests PRIVATE -O0)
endif()

if(TARGET conformance_tests)
  # So the sources need not wait for it. Only Ninja knows by this how the file is made.
  if(CMAKE_GENERATOR MATCHES Ninja)
    set_property(TARGET conformance_tests APPEND PROPERTY LINK_DEPENDS ${telling_draws})
  else()
    add_dependencies(conformance_tests telling_draws)
  endif()
endif()

find_package(benchmark REQUIRED)
add_executable(stage_benchmark conformance/measure/stage_benchmark.cpp)
target_link_libraries(stage_benchmark PRIVATE assay_conformance benchmark::benchmark)
# The tests show that the benchmarks run; their figures are for docs/figures.md.
add_test(NAME stage_benchmark COMMAND stage_benchmark --benchmark_min_time=0.001
                                      --benchmark_filter=^[a-z]+/gather)
add_executable(loop_benchmark ops/loop_benchmark.cpp)
target_link_libraries(loop_benchmark PRIVATE assay_ops benchmark::benchmark)
add_test(NAME loop_benchmark COMMAND loop_benchmark --benchmark_min_time=0.001)
set_tests_properties(stage_benchmark loop_benchmark PROPERTIES LABELS benchmark)
