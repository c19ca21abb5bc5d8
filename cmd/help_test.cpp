// What the program tells of itself, and of words that it does not know.
#include <gtest/gtest.h>

#include <regex>

#include "testing/cmd/program.h"

namespace assay::cmd::testing {
namespace {

/// The options that a help text lists.
std::set<std::string> options_in(const std::string& help) {
  std::set<std::string> found;
  const std::regex option("\n  (?:-h,)?(--[a-z-]+)");
  for (auto at = std::sregex_iterator(help.begin(), help.end(), option);
       at != std::sregex_iterator(); ++at)
    found.insert((*at)[1]);
  return found;
}

/// The subcommands that the program's help lists.
std::vector<std::string> subcommands() {
  std::vector<std::string> found;
  const std::string help = assay({"--help"}).out;
  const std::regex name("\n  ([a-z]+) +[A-Z]");
  for (auto at = std::sregex_iterator(help.begin(), help.end(), name); at != std::sregex_iterator();
       ++at)
    found.push_back((*at)[1]);
  return found;
}

TEST(Help, lists_options_a_line_each_in_plain_words) {
  const std::vector<std::string> names = subcommands();
  EXPECT_GT(names.size(), 20u);
  for (const std::string& name : names) {
    const std::string help = assay({name, "--help"}).out;
    EXPECT_EQ(assay({"help", name}).out, help);
    EXPECT_FALSE(options_in(help).empty()) << help;
    for (const char* word : {"Excludes", "Needs:", "REQUIRED", " ..."})
      EXPECT_EQ(help.find(word), std::string::npos) << name << ": " << word;
  }
  std::istringstream lines(assay({"run", "--help"}).out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100u) << line;
}

TEST(Help, has_completions_with_every_option) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Ran ran = assay({"help", "--completions", shell});
    EXPECT_EQ(ran.code, 0);
    for (const std::string& name : subcommands()) {
      EXPECT_NE(ran.out.find(name), std::string::npos) << shell << ": " << name;
      for (const std::string& option : options_in(assay({name, "--help"}).out))
        EXPECT_NE(ran.out.find(shell == std::string("fish") ? "-l " + option.substr(2) : option),
                  std::string::npos)
            << shell << ": " << name << " " << option;
    }
    EXPECT_NE(ran.out.find("cumulative_summation"), std::string::npos) << shell;
  }
}

/// What bash offers behind these words.
std::string offered(const std::string& words) {
  const TestFolder folder;
  const std::string script = folder.file("assay", assay({"help", "--completions", "bash"}).out);
  const std::string out = (folder.path / "out").string();
  const std::string command = "bash -c 'source " + script + "; COMP_WORDS=(" + words +
                              "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _assay; echo "
                              "${COMPREPLY[*]}' > " +
                              out;
  EXPECT_EQ(std::system(command.c_str()), 0);
  return text_of(out);
}

TEST(Help, completes_words_in_bash) {
  EXPECT_EQ(offered("assay devi"), "devices\n");
  EXPECT_EQ(offered("assay run --see"), "--seed\n");
  EXPECT_EQ(offered("assay run --operator cumulative_s"), "cumulative_summation\n");
  EXPECT_EQ(offered("assay bench thr"), "\n");
  EXPECT_EQ(offered("assay list --nothing"), "\n");
}

TEST(Help, writes_a_man_page_of_each_subcommand) {
  const TestFolder folder;
  EXPECT_EQ(assay({"help", "--manual", (folder.path / "pages").string()}).code, 0);
  for (const std::string& name : subcommands()) {
    const std::string page = text_of(folder.path / "pages" / "man1" / ("assay-" + name + ".1"));
    EXPECT_TRUE(page.starts_with(".TH \"assay\\-" + name + "\" 1")) << page;
    for (std::string option : options_in(assay({name, "--help"}).out)) {
      for (std::size_t at = 0; (at = option.find('-', at)) != option.npos; at += 2)
        option.insert(at, "\\");
      EXPECT_NE(page.find(option), std::string::npos) << name << " " << option;
    }
  }
  for (const char* file : {"man1/assay.1", "assay", "_assay", "assay.fish"})
    EXPECT_TRUE(std::filesystem::exists(folder.path / "pages" / file)) << file;
}

TEST(Help, of_a_word_that_is_not_known_is_the_nearest_that_is) {
  const auto expect = [](const std::vector<std::string>& words, const std::string& told) {
    const Ran ran = assay(words);
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find(told), std::string::npos) << ran.err;
    EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  };
  expect({"rnu"}, "no subcommand \"rnu\"; the nearest is \"run\"");
  expect({"chekc"}, "the nearest is \"check\"");
  expect({"help", "chekc"}, "the nearest is \"check\"");
  expect({"run", "--case", "5"}, "assay run has no option --case; the nearest is \"--cases\"");
  expect({"run", "--seeds=5"}, "assay run has no option --seeds; the nearest is \"--seed\"");
  expect({"check", "--jsn"}, "assay check has no option --jsn; the nearest is \"--json\"");
  expect({"check", "-x", kGather}, "assay check has no option -x (see assay check --help)");
  expect({"run", "gather"}, "assay run does not take \"gather\"");
  expect({"run", "--operator", "gathr"}, "the nearest is \"gather\"");
  expect({"run", "--level", "41"}, "the nearest is \"4_1\"");
  expect({"run", "--without-route", "memory=fra"}, "memory");
  expect({"run", "--plan", "smok"}, "the nearest is \"smoke\"");
  expect({"check", "gather:level=4_1:InputTensr=FLOAT32.4"}, "the nearest is \"InputTensor\"");
  expect({"check", "gather:level=4_1:InputTensor=FLOT32.4"}, "the nearest is \"FLOAT32\"");
  expect({"describe", "gathr"}, "no operator \"gathr\"; the nearest is \"gather\"");
  expect({"check", "--device", "pthead", kGather},
         "'pthead'; the nearest is \"pthread\"; there are");
  expect({"run", "--without-route", "memory=svmcpy"}, "the nearest is \"svmcopy\"");
  expect({"check", kGather + "@varant=bits"}, "no field \"varant\"; the nearest is \"variant\"");
  expect({"check", kGather + "@memory=svmcpy"}, "no \"svmcpy\"; the nearest is \"svmcopy\"");
  expect({"check", kGather + "@local=nul"}, "the nearest is \"null\"");
  expect({"check", kGather + ":indices=negtive"}, "\"negtive\"; the nearest is \"negative\"");
  expect({"check", kGather + ":fill=specal"}, "\"specal\"; the nearest is \"special\"");
  expect({"bench", "thrughput"}, "\"thrughput\"; the nearest is \"throughput\"");
  expect({"selftest", "--fault", "sub-orign"}, "sub-orign; the nearest is \"sub-origin\"");
  EXPECT_EQ(assay({"selftest", "--fault", "sub-orign"}).out, "");
}

TEST(Help, of_a_command_line_that_is_wrong_says_what_to_give) {
  const auto expect = [](const std::vector<std::string>& words, const std::string& told) {
    expect_complaint(assay(words), told);
  };
  expect({"run", "gather"}, "did you mean --operator gather? (see assay run --help)");
  // What looks like an option is no file.
  for (const char* option : {"--html", "--out", "--kernels", "--resume"})
    expect({"run", option, "--operator", "gather"},
           std::string(option) + " needs a value (" +
               (option == std::string("--html") ? "FILE" : "DIR") +
               "), but what follows is --operator");
  expect({"run", "--out", "--plain"}, "--out needs a value (DIR), but what follows is --plain");
  expect({"run", "--cases"}, "--cases needs a value (N)");
  expect({"run", "--plan", "smoke", "--cases", "5"}, "give --plan or --cases, not both");
  expect({"run", "--skips", "x"}, "--skips needs --plan, too");
  expect({"run", "--jobs", "two"}, "--jobs: two: give a whole number from 1 to 256 (see");
  expect({"run", "--min-coverage", "120"}, "120: give a number from 0 to 100");
  expect({"run", "--min-coverage", "nan"}, "nan: give a number from 0 to 100");
  expect({"run", "--budget", "10x"}, "--budget: 10x: give seconds, or a number with s, m or h");
  expect({"run", "--memory", "much"}, "--memory: much: give 1G or more");
  expect({"fuzz", "--target", "kernl"}, "no \"kernl\"; the nearest is \"kernel\"");
  expect({"fuzz", "--target", "x"},
         "known are \"case\", \"text\", \"spec\", \"rules\" and \"kernel\"");
  expect({"fuzz", "--budget", "soon"}, "--budget: soon: give seconds");
  expect({"help", "--completions", "bsh"}, "no \"bsh\"; the nearest is \"bash\"");
  expect({"check", kGather, "--without", "gards"}, "no \"gards\"; the nearest is \"guards\"");
  expect({"selftest", "--sound-cases", "few"}, "few: give a whole number from 0 to ");
}

TEST(Help, has_no_words_of_the_parser_for_a_number_that_is_none) {
  for (const std::string& name : subcommands()) {
    const std::string help = assay({name, "--help"}).out;
    const std::regex option("\n  (--[a-z-]+) (?:N|SECONDS|TIME|SIZE|SHARE|PERCENT)\\b");
    for (auto at = std::sregex_iterator(help.begin(), help.end(), option);
         at != std::sregex_iterator(); ++at) {
      const Ran ran = assay({name, (*at)[1], "two"});
      EXPECT_EQ(ran.code, 2) << name << (*at)[1];
      for (const char* words : {"Could not convert", "not in range", "Value ", "excludes"})
        EXPECT_EQ(ran.err.find(words), std::string::npos) << name << ": " << ran.err;
    }
  }
}

TEST(Counts, are_read_as_people_write_them) {
  const auto run = [](const std::string& cases) {
    return assay({"run", "--operator", "gather", "--plain", "--cases", cases});
  };
  for (const char* hundred : {"100", "0.1k", "1e2"})
    EXPECT_NE(run(hundred).out.find("No divergence in 100 cases."), std::string::npos) << hundred;
  for (const char* none : {"0", "-1", "1.5", "20q", "", "1e30", "nan", "0x10"}) {
    const Ran ran = run(none);
    EXPECT_EQ(ran.code, 2) << none;
    EXPECT_NE(ran.err.find("--cases"), std::string::npos) << ran.err;
  }
}

TEST(Devices, are_found_by_a_part_of_their_name) {
  const std::string name = Json::parse(assay({"devices", "--json"}).out)[0]["name"];
  for (const std::string& words : {name, name.substr(1, 4), "*" + name.substr(1, 4) + "*"}) {
    const Ran ran = assay({"check", "--device", words, kGather});
    EXPECT_EQ(ran.code, 0) << ran.err;
  }
  EXPECT_EQ(assay({"check", "--device", "?" + name.substr(1, 4), kGather}).code, 2);
}

}  // namespace
}  // namespace assay::cmd::testing
