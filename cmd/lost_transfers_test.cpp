// Bytes that a transfer lost are told, whatever an earlier case or step left in their places.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <tuple>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

TEST(LostTransfer, is_found_behind_a_case_that_left_the_right_bytes) {
  for (const auto& [around, first, then] :
       {std::tuple{with_fault("read-tail", "1"), ":memory=usehost", ""},
        {with_fault("read-lost", "1"), ":memory=usehost", ""},
        {with_fault("svm-copy-tail", "1"), "", ":memory=svmcopy"},
        {with_lost_calls("clEnqueueReadBufferRect", "1"), "", ":memory=rect"},
        {with_fault("write-tail", "1"), ":memory=usehost", ""},
        {with_fault("write-tail", "1"), ":memory=map", ""},
        {with_fault("unmap-lost", "1"), "", ":memory=map"},
        {with_lost_calls("clEnqueueWriteBufferRect", "1"), "", ":memory=rect"}}) {
    Surroundings given = around;
    given.input = kGatherBytes + first + "\n" + kGatherBytes + then + "\n";
    const Ran ran = assay({"check", "-"}, given);
    if (ran.out.find("\nSkip") != std::string::npos) continue;
    EXPECT_EQ(ran.code, 1) << around.environment[1].second << "\n" << ran.out;
  }
}

TEST(LostTransfer, of_one_copy_is_found_whatever_the_copy_moves) {
  for (const auto& [call, memory, calls] :
       {std::tuple{"clEnqueueCopyBuffer", "copy", 8}, {"clEnqueueCopyBufferRect", "copyrect", 16}})
    for (int every = 1; every <= calls; ++every) {
      const TestFolder folder;
      Surroundings around = with_lost_calls(call, std::to_string(every));
      around.environment.emplace_back("ASSAY_FAULT_MET", (folder.path / "met").string());
      const Ran ran = assay({"check", kGatherBytes + ":memory=" + memory}, around);
      const bool was_met = std::filesystem::exists(folder.path / "met");
      EXPECT_EQ(ran.code, was_met ? 1 : 0) << call << " " << every << "\n" << ran.out;
    }
}

TEST(LostTransfer, of_an_upload_is_found_behind_a_case_that_used_another_buffer) {
  // A case writes four memories, so the fifth write is the third case's first one.
  for (const std::string between : {"usehost", "copyhost"}) {
    Surroundings around = with_lost_calls("clEnqueueWriteBuffer", "5");
    around.input = kGatherBytes + "\n" + kGather + "@variant=bits:memory=" + between + "\n" +
                   kGatherBytes + "\n";
    EXPECT_EQ(assay({"check", "-"}, around).code, 1) << between;
  }
}

TEST(LostTransfer, of_an_upload_is_found_behind_other_data_in_the_same_places) {
  Surroundings around = with_lost_calls("clEnqueueWriteBuffer", "8");
  for (const char* seed : {"1", "2", "3"})
    around.input += kGather + ":seed=" + seed + "@variant=bits\n";
  EXPECT_EQ(assay({"check", "-"}, around).code, 1);
}

}  // namespace
}  // namespace assay::cmd::testing
