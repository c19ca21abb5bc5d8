// A batch as one C file. What matters stands first: the kernels, the case, its data, what is
// permitted. Below that the program that runs it: the steps of opencl/launch/launch.cpp for one
// route. The file's skeleton is reproducer/program.c.
#include "conformance/reproduce/reproducer.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "conformance/base/output_file.h"
#include "conformance/reproduce/reproducer_batch.h"
#include "conformance/reproduce/reproducer_data.h"
#include "conformance/reproduce/reproducer_launch.h"
#include "conformance/reproduce/reproducer_probe.h"
#include "conformance/reproduce/reproducer_route.h"
#include "conformance/reproduce/reproducer_source.h"
#include "conformance/reproduce/reproducer_tables.h"
#include "reproducer_program.inc"

namespace assay::conformance {
namespace {

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r' || c == '\\') c = ' ';
  return text;
}

class Writer {
 public:
  Writer(const std::vector<specs::Case>& cases, const Route& route, const Judgement& judgement,
         const opencl::DeviceInfo& device, KernelLibrary& library)
      : batch_(cases, route, device, library),
        judgement_(judgement),
        code_(route_code(batch_.options, batch_.memory.far_region())) {}

  std::string c() const {
    const std::string options = opencl::build_options(batch_.variant, batch_.types, batch_.options);
    const bool hung = judgement_.verdict == Verdict::Hung;
    std::string text = filled(
        kReproducerProgram,
        {{"@TITLE@", title()},
         {"@WHAT@", one_line(what())},
         {"@DEVICE@", one_line(found_on())},
         {"@LINES@", lines("// assay ")},
         {"@INCLUDES@", hung ? "#include <signal.h>\n#include <unistd.h>\n" : ""},
         {"@SOURCE@", c_source(batch_.file, batch_.variant, options)},
         {"@OPTIONS@", options},
         {"@STRUCTS@", c_structs(batch_.layout)},
         {"@CASES@", c_cases(batch_)},
         {"@DATA@", c_inputs(batch_)},
         {"@PERMITTED@", c_answers(batch_)},
         {"@VERSION@", version()},
         {"@SPIRV@", c_spirv(batch_, options)},
         {"@NAMES_PROGRAM@", other_program() ? ", source_program" : ""},
         {"@MEMBERS@", code_.members},
         {"@MEMORIES@", c_memories(batch_)},
         {"@COUNT@", std::to_string(batch_.cases.size())},
         {"@WRITABLE@", c_writable(batch_)},
         {"@ROUTE@", code_.functions},
         {"@FILL_AROUND@", code_.steps == 2 ? "    for (size_t i = 0; i < m->whole; ++i) "
                                              "m->before[i] = pattern[i % 16];\n"
                                            : ""},
         {"@PUT@", c_puts(batch_)},
         {"@PROPERTIES@", c_queue_properties(batch_)},
         {"@BINARY@", c_binary(batch_)},
         {"@SURROUND@", code_.surround},
         {"@BOUND_CASE@", batch_.by_value() ? ", unsigned index" : ""},
         {"@ARGUMENTS@", c_arguments(batch_)},
         {"@NAMED@", other_program()
                         ? "  cl_kernel named = clCreateKernel(source_program, name, &code);\n"
                           "  must(\"clCreateKernel\", code);\n"
                         : ""},
         {"@NAMED_KERNEL@", other_program() ? "named" : "kernel"},
         {"@BIND@", code_.bind},
         {"@FREE@", code_.release},
         {"@BY_VALUE@", batch_.by_value()
                            ? "    if (strcmp(argument, \"cases\") == 0) {\n"
                              "      must(\"clSetKernelArg\", clSetKernelArg(kernel, i, "
                              "sizeof(Case), &cases[index]));\n      continue;\n    }\n"
                            : ""},
         {"@LAUNCH@", c_launches(batch_, code_)},
         {"@SHOW@", c_shows(batch_)},
         {"@HOLD@", code_.functions.find("hold(void)") != std::string::npos ? "  hold();\n" : ""},
         {"@UPLOAD@", c_each_memory("upload", code_)},
         {"@DOWNLOAD@", c_each_memory("download", code_)},
         {"@PROBE@", c_probe(batch_.options)},
         {"@CHECK@",
          (batch_.options.probe ? "  failed |= wrong_scalars();\n" : "") + c_checks(batch_)},
         {"@RELEASE@", c_release(batch_)},
         {"@LIMIT@", hung
                         ? "\nstatic void too_long(int signal) {\n  (void)signal;\n  static const "
                           "char text[] = \"FAIL: no end\\n\";\n  if (write(1, text, sizeof text - "
                           "1) < 0) _exit(1);\n  _exit(1);\n}\n"
                         : ""},
         {"@ALARM@",
          hung ? fmt::format("  signal(SIGALRM, too_long);\n  alarm({:.0f});\n",
                             std::max(1.0, judgement_.ending ? judgement_.ending->limit : 60.0))
               : ""},
         {"@RUNS@", judgement_.verdict == Verdict::Flaky ? "1000" : "1"},
         {"@RUN@",
          batch_.route.poison == PoisonKind::Differential ? "run(0) | run(0xff)" : "run(0)"},
         {"@NEXT_STAGE@", code_.next_stage},
         {"@QUEUE@", code_.queue},
         {"@ORDER@", code_.order},
         {"@ORIGIN@", code_.origin},
         {"@BASE@", code_.base},
         {"@WHOLE@", code_.whole}});
    // What a route has no use for leaves no empty sums behind.
    return filled(text, {{"[0 + i]", "[i]"},
                         {"->before + 0", "->before"},
                         {"->after + 0", "->after"},
                         {"(i >= 0 && is_writable(k, i - 0))", "is_writable(k, i)"},
                         {"(long)i - (long)0", "(long)i"}});
  }

  std::string readme() const {
    std::string text = "# " + title() + "\n\n" + what() + "\n\n";
    text += fmt::format(
        "| | |\n|---|---|\n| Device | {} |\n| Platform | {}, {} |\n| Driver | {} |\n"
        "| OpenCL | {}, {} |\n\n",
        batch_.device.name, batch_.device.platform, batch_.device.platform_version,
        batch_.device.driver_version, batch_.device.version, batch_.device.c_version);
    text +=
        "To reproduce, with a C compiler and an OpenCL loader:\n\n```sh\n"
        "cc reproduce.c -lOpenCL -o reproduce\n./reproduce            # on the first device\n"
        "./reproduce NAME       # on the first device with NAME in its own or its platform's name\n"
        "./reproduce NAME 100   # up to 100 times, until it fails\n```\n\n"
        "It prints the expected and the actual values, and exits 0 where all is as expected, 1 "
        "where "
        "it is not, 2 where there is no device.";
    if (judgement_.verdict == Verdict::Crashed)
      text += " Where the driver crashes, so does the program.";
    text += fmt::format("\n\n`reproduce.c` holds the kernels of `{}` (variant `{}`), ",
                        batch_.cases[0].spec->name(), batch_.variant.name);
    text +=
        "one case with its data, and what is permitted as an answer; then it makes the OpenCL "
        "calls. Bytes around every tensor are compared as well.\n\nThe case, for "
        "`assay check`:\n\n```\n" +
        lines("") + "```\n";
    return text;
  }

 private:
  bool other_program() const { return batch_.options.program != opencl::ProgramFrom::Source; }
  std::string version() const {
    const bool spirv = batch_.options.program == opencl::ProgramFrom::Spirv;
    const unsigned version = spirv ? 210 : code_.version;
    return std::to_string(version) +
           (version > 120 ? "\n#define CL_USE_DEPRECATED_OPENCL_1_2_APIS" : "");
  }
  std::string title() const {
    return fmt::format("{}: {}", batch_.cases[0].spec->name(), name_of(judgement_.verdict));
  }
  std::string what() const {
    return judgement_.text().empty() ? "as expected where it was exported" : judgement_.text();
  }
  std::string found_on() const {
    return fmt::format("{} ({}), driver {}", batch_.device.name, batch_.device.platform,
                       batch_.device.driver_version);
  }
  std::string lines(const std::string& before) const {
    std::string text;
    for (const specs::Case& c : batch_.cases)
      text += before + (before.empty() ? "" : "check ") + line_of(c, batch_.route) + "\n";
    return text;
  }

  const ReproducerBatch batch_;
  const Judgement& judgement_;
  const RouteCode code_;
};

}  // namespace

Reproducer make_reproducer(const std::vector<specs::Case>& cases, const Route& route,
                           const Judgement& judgement, const opencl::DeviceInfo& device,
                           KernelLibrary& library) {
  const Writer writer(cases, route, judgement, device, library);
  return {writer.c(), writer.readme()};
}

Reproducer make_reproducer(const Record& record, const opencl::DeviceInfo& device,
                           KernelLibrary& library) {
  if (!record.batch.empty())
    return make_reproducer(record.batch, record.route, record.judgement, device, library);
  return make_reproducer({record.smallest()}, record.smallest_route(), record.smallest_judgement(),
                         device, library);
}

void write_reproducer(const Reproducer& reproducer, const std::filesystem::path& folder) {
  make_folder(folder);
  for (const auto& [name, text] :
       {std::pair{"reproduce.c", &reproducer.c}, std::pair{"README.md", &reproducer.readme}}) {
    OutputFile file(folder / name);
    file.write(*text);
    file.close();
  }
}

}  // namespace assay::conformance
