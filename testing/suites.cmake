# Writes a file for CTest with one test for each suite of a test program, so that objects that the tests
# of a suite share are made once. Where testing/labels.txt gives a label to tests of a suite, these are
# a separate CTest test with that label.
#   cmake -D PROGRAM=… -D ROOM=… -D RESULTS=… -D LABELS=… -D FILE=… -P suites.cmake

# list_tests(VARIABLE FILTER): sets VARIABLE to the full names of the tests that FILTER selects.
function(list_tests variable filter)
  execute_process(COMMAND ${PROGRAM} --gtest_list_tests --gtest_filter=${filter}
                  OUTPUT_VARIABLE output RESULT_VARIABLE status TIMEOUT 120)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} does not list its tests: ${status}")
  endif()
  string(REGEX REPLACE "[ ]*#[^\n]*" "" output "${output}")
  string(REPLACE "\n" ";" lines "${output}")
  set(names "")
  foreach(line IN LISTS lines)
    if(line MATCHES "^  ([^ ]+)$")
      list(APPEND names "${suite}${CMAKE_MATCH_1}")
    elseif(line MATCHES "^[^ ]+\\.$")
      set(suite ${line})
    endif()
  endforeach()
  set(${variable} "${names}" PARENT_SCOPE)
endfunction()

list_tests(tests "*")
file(STRINGS ${LABELS} lines REGEX "^[^#]")
set(labels "")
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([^ ]+) +([^ ]+)$" match "${line}")
  list(APPEND labels ${CMAKE_MATCH_1})
  string(APPEND patterns_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}:")
endforeach()
list(REMOVE_DUPLICATES labels)
foreach(label IN LISTS labels)
  list_tests(labelled "${patterns_${label}}")
  foreach(test IN LISTS labelled)
    set(label_of_${test} ${label})
  endforeach()
endforeach()

# This loop finds the names of CTest's tests, and for each the filter that selects the tests it runs.
set(names "")
foreach(test IN LISTS tests)
  string(REGEX REPLACE "\\.[^.]*$" "" suite ${test})
  set(name ${ROOM}.${suite})
  if(label_of_${test})
    string(APPEND name ".${label_of_${test}}")
    set(label_of_${name} ${label_of_${test}})
  endif()
  list(APPEND names ${name})
  string(APPEND filter_${name} "${test}:")
endforeach()
list(REMOVE_DUPLICATES names)
set(text "")
foreach(name IN LISTS names)
  set(labels ${ROOM} ${label_of_${name}})
  string(REPLACE "/" "." file ${name})
  string(APPEND text
         "add_test([==[${name}]==] [==[${PROGRAM}]==] [==[--gtest_filter=${filter_${name}}]==]"
         " [==[--gtest_output=xml:${RESULTS}/${file}.xml]==])\n"
         "set_tests_properties([==[${name}]==] PROPERTIES TIMEOUT 1800"
         " LABELS [==[${labels}]==])\n")
endforeach()
file(WRITE ${FILE} "${text}")
