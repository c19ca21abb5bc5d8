#include "conformance/reproduce/reproducer_summary.h"

#include <fmt/format.h>

#include "conformance/base/cleaned.h"
#include "conformance/reproduce/program_part.h"
#include "conformance/run/record.h"
#include "ops/utf8.h"

namespace assay::conformance {
namespace {

/// Makes a text fit for a comment of one line: line ends and backslashes become spaces, and control
/// characters question marks. A backslash may be written as a trigraph.
std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\\') c = ' ';
  text = ops::printable(text);
  for (std::size_t at = 0; (at = text.find("?\?/", at)) != text.npos;) text[at + 2] = ' ';
  return text;
}

std::string title(const ReproducerBatch& batch, const Judgement& judgement) {
  return fmt::format("{}: {}", batch.cases[0].spec->name(), name_of(judgement.verdict));
}

std::string what_came(const Judgement& judgement) {
  return judgement.text().empty() ? "as expected where it was exported" : judgement.text();
}

std::string check_command(const ReproducerBatch& batch, const CommandWords& words) {
  return command_for("check", words, batch.cases, batch.route);
}

}  // namespace

std::string head_part(const ReproducerBatch& batch, const Judgement& judgement,
                      const CommandWords& words) {
  const opencl::DeviceInfo& device = batch.device;
  return program_part(
      "head.c", {{"TITLE", title(batch, judgement)},
                 {"WHAT", one_line(what_came(judgement))},
                 {"DEVICE", one_line(fmt::format("{} ({}), driver {}", device.name, device.platform,
                                                 device.driver_version))},
                 {"COMMAND", one_line(check_command(batch, words))}});
}

std::string readme(const ReproducerBatch& batch, const Judgement& judgement,
                   const CommandWords& words) {
  std::string text =
      "# " + title(batch, judgement) + "\n\n" + markdown_code(what_came(judgement)) + "\n";
  text += fmt::format(
      "| | |\n|---|---|\n| Device | {} |\n| Platform | {}, {} |\n| Driver | {} |\n"
      "| OpenCL | {}, {} |\n\n",
      clean_for_markdown(batch.device.name), clean_for_markdown(batch.device.platform),
      clean_for_markdown(batch.device.platform_version),
      clean_for_markdown(batch.device.driver_version), clean_for_markdown(batch.device.version),
      clean_for_markdown(batch.device.c_version));
  text +=
      "To reproduce, with a C compiler and an OpenCL loader:\n\n```sh\n"
      "cc reproduce.c -lOpenCL -o reproduce\n./reproduce            # on the first device\n"
      "./reproduce NAME       # on the first device with NAME in its own or its platform's name\n"
      "./reproduce NAME 100   # up to 100 times, until it fails\n```\n\n"
      "It prints the expected and the actual values, and exits 0 where all is as expected, 1 where "
      "it is not, 2 where there is no device.";
  if (judgement.verdict == Verdict::Crashed)
    text += " Where the driver crashes, so does the program.";
  text += fmt::format("\n\n`reproduce.c` holds the kernels of `{}` (variant {}), ",
                      batch.cases[0].spec->name(), clean_for_markdown(batch.variant.name));
  text +=
      "one case with its data, and what is permitted as an answer; then it makes the OpenCL "
      "calls. Bytes around every tensor are compared as well.\n\nTo run the same by `assay`, in "
      "the folder from which it was run:\n\n" +
      markdown_code(check_command(batch, words));
  return text;
}

}  // namespace assay::conformance
