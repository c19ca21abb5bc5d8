// Tests of messages that come in pieces, are long, or do not come.
#include "conformance/workers/channel.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <thread>

#include "testing/granted_time.h"

namespace assay::conformance {
namespace {

struct Pair {
  Pair() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    here = Channel(ends[0]);
    there = Channel(ends[1]);
  }
  /// Sends these bytes to `here`.
  void say(const std::string& bytes) const {
    ASSERT_EQ(::send(there.fd(), bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }

  Channel here, there;
};

std::string framed(std::uint64_t json, std::uint64_t text, const std::string& bytes) {
  std::string frame(2 * sizeof json, '\0');
  std::memcpy(frame.data(), &json, sizeof json);
  std::memcpy(frame.data() + sizeof json, &text, sizeof text);
  return frame + bytes;
}

TEST(Channel, gives_each_message_whole_however_it_comes) {
  Pair pair;
  const std::string first = framed(2, 3, "{}abc"), second = framed(7, 0, "{\"a\":1}");
  for (const char byte : first) {
    EXPECT_FALSE(pair.here.receive(ops::Deadline(0)));
    pair.say(std::string(1, byte));
  }
  EXPECT_EQ(pair.here.receive(ops::Deadline(0))->text, "abc");
  EXPECT_FALSE(pair.here.has_more());
  pair.say(second + first + second.substr(0, 20));
  EXPECT_EQ(pair.here.receive()->json.at("a"), 1);
  EXPECT_TRUE(pair.here.has_more());
  EXPECT_EQ(pair.here.receive()->text, "abc");
  EXPECT_FALSE(pair.here.receive(ops::Deadline(0.01)));
  EXPECT_FALSE(pair.here.is_over());
  pair.say(second.substr(20));
  EXPECT_EQ(pair.here.receive()->json.at("a"), 1);
}

TEST(Channel, carries_long_messages_and_those_sent_before_the_other_end_went) {
  Pair pair;
  const std::string text(std::size_t{1} << 22, 'x');
  std::thread sender([&] {
    EXPECT_TRUE(pair.there.send({specs::Json::object(), text}));
    EXPECT_TRUE(pair.there.send({specs::Json::object(), "last"}));
    pair.there = Channel();
  });
  EXPECT_EQ(pair.here.receive()->text, text);
  sender.join();
  EXPECT_FALSE(pair.here.send({specs::Json::object(), {}}));
  EXPECT_EQ(pair.here.receive()->text, "last");
  EXPECT_FALSE(pair.here.is_over());
  EXPECT_FALSE(pair.here.receive());
  EXPECT_TRUE(pair.here.is_over());
}

TEST(Channel, waits_no_longer_than_the_deadline) {
  Pair pair;
  const assay::testing::GrantedTime granted;
  pair.say(framed(std::uint64_t{1} << 29, 0, "{"));
  EXPECT_FALSE(pair.here.receive(ops::Deadline(0.1)));
  EXPECT_FALSE(pair.here.is_over());
  // The other end does not receive what is sent.
  EXPECT_FALSE(pair.here.send({specs::Json::object(), std::string(std::size_t{1} << 22, ' ')},
                              ops::Deadline(0.1)));
  EXPECT_TRUE(pair.here.is_shut());
  EXPECT_LT(granted.seconds(), 20);
}

TEST(Channel, takes_no_longer_message_than_it_was_made_for) {
  for (const std::uint64_t bytes : {Channel::kLongestReply, Channel::kLongestReply + 1}) {
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    Channel here(ends[0], Channel::kLongestReply);
    const ops::FileDescriptor there(ends[1]);
    const std::string begin = framed(bytes, 0, "{");
    ASSERT_EQ(::write(there.get(), begin.data(), begin.size()), static_cast<ssize_t>(begin.size()));
    EXPECT_FALSE(here.receive(ops::Deadline(0)));
    EXPECT_EQ(here.is_refused(), bytes > Channel::kLongestReply);
  }
}

TEST(Channel, is_shut_to_who_says_what_is_no_message) {
  constexpr std::uint64_t kMost = Channel::kLongest, kHuge = ~std::uint64_t{0};
  for (const std::string& bytes :
       {framed(kMost + 1, 0, ""), framed(0, kMost + 1, ""), framed(kMost, 1, ""),
        framed(1, kHuge, ""), framed(kHuge, kHuge, ""), framed(3, 0, "{a}"), framed(0, 0, "")}) {
    Pair pair;
    pair.say(bytes);
    EXPECT_FALSE(pair.here.receive());
    EXPECT_TRUE(pair.here.is_over());
    EXPECT_TRUE(pair.here.is_shut());
    EXPECT_FALSE(pair.there.send({specs::Json::object(), {}}));
  }
}

}  // namespace
}  // namespace assay::conformance
