// Reads the annotations of a kernel file. They are lines of words. An expression takes all words up
// to the next keyword. Whatever is not understood is an error that names its line and column.
// Otherwise a misspelt annotation would silently test less.

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "opencl/program/annotation_words.h"
#include "opencl/program/kernel_file.h"
#include "opencl/program/line_directive.h"
#include "ops/hash.h"
#include "ops/nearest_name.h"
#include "ops/permitted.h"

namespace assay::opencl {
namespace {

constexpr std::string_view kMark = "//:";
constexpr std::string_view kLine = "#line ";
class Parser {
 public:
  Parser(const ops::Signature& signature, std::string path, std::string_view text) : text_(text) {
    file_.signature = &signature;
    path_ = path;
    file_.path = std::move(path);
  }

  KernelFile parse() {
    std::size_t cut = 0;
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      ++line_;
      begin_ = text_.data() + begin;
      const std::string_view line = trimmed(text_.substr(begin, end - begin));
      if (line.starts_with(kLine)) place(Words(line.substr(kLine.size())));
      if (line.starts_with(kMark)) {
        const std::size_t before = file_.variants.size();
        annotation(Words(line.substr(kMark.size())));
        if (file_.variants.size() > before) {
          own_text(before).assign(text_.substr(cut, begin - cut));
          cut = begin;
        }
      }
      begin = end + 1;
    }
    if (file_.variants.empty())
      throw KernelFileError(
          fmt::format("{}:1:1: the file has no variant; let a line \"//: variant NAME\" begin one",
                      file_.path));
    own_text(file_.variants.size()).assign(text_.substr(cut));
    for (const Variant& variant : file_.variants)
      if (variant.passes.empty())
        throw KernelFileError(fmt::format(
            "{}:{}:{}: variant {} has no pass; add a line \"//: pass KERNEL groups EXPRESSION\"",
            variant.path, variant.line, variant.column, variant.name));
    // The operators of a family share the file, and each has a program of its own.
    const bool shared = !file_.signature->family.empty();
    file_.fingerprint = ops::fnv1a(fmt::format(
        "{}\n{}{}", file_.path, text_, shared ? file_.signature->operator_name : std::string()));
    return std::move(file_);
  }

 private:
  // Fails at a word of the line that is being read, or at the line's end where the word is missing.
  [[noreturn]] void fail(std::string_view word, const std::string& what) const {
    throw KernelFileError(fmt::format("{}:{}:{}: {}", path_, line_, column(word), what));
  }

  // Fails at a word that is none of those that may stand there.
  [[noreturn]] void unknown(std::string_view word, const std::string& what,
                            const std::vector<std::string>& known) const {
    fail(word, fmt::format("'{}' is {}{}", word, what, ops::known_words(word, known)));
  }

  std::size_t column(std::string_view word) const {
    return static_cast<std::size_t>(word.data() - begin_) + 1;
  }

  // Reads where the next line comes from: `#line NUMBER "PATH"`.
  void place(Words words) {
    const std::string_view all = words.rest();
    std::optional<LineOrigin> origin = origin_in(all);
    if (!origin) fail(all, "a #line has a number and a path in quotes");
    path_ = std::move(origin->path);
    line_ = origin->line - 1;
  }

  // The text that ends where the variant after `count` others begins: the text of the last of
  // those, or the common text if `count` is 0.
  std::string& own_text(std::size_t count) {
    return count == 0 ? file_.common_text : file_.variants[count - 1].text;
  }

  void annotation(Words words) {
    const std::string_view keyword = words.next();
    if (keyword == "variant") return variant(words);
    if (keyword == "include")
      fail(keyword, "\"//: include FILE\" stands so at the line's beginning");
    if (keyword != "scratch" && keyword != "pass" && keyword != "sums")
      unknown(keyword, "no annotation", {"variant", "scratch", "pass", "sums", "include"});
    if (file_.variants.empty())
      fail(keyword, fmt::format("{} stands before any variant; put \"//: variant NAME\" above it",
                                keyword == "sums" ? "sums" : fmt::format("a {}", keyword)));
    if (keyword == "sums") return sums(keyword, words);
    keyword == "scratch" ? scratch(words) : pass(words);
  }

  void sums(std::string_view keyword, Words words) {
    Variant& variant = file_.variants.back();
    if (variant.sums)
      fail(keyword,
           fmt::format("variant {} has two depths of its sums; take one out", variant.name));
    variant.sums = expression(words.rest(), "n");
  }

  std::string name(std::string_view word, std::string_view of_what) const {
    if (!is_identifier(word))
      fail(word,
           fmt::format("'{}' is no name for a {}; letters, digits and _ make one", word, of_what));
    return std::string(word);
  }

  void variant(Words words) {
    Variant variant;
    const std::string_view named = words.next();
    variant.name = name(named, "variant");
    variant.path = path_;
    variant.line = line_;
    variant.column = column(named);
    if (file_.find(variant.name))
      fail(named, fmt::format("variant {} stands twice; take another name", variant.name));
    enum { Nothing, Defines, Needs, Images, Normalized } section = Nothing;
    while (!words.done()) {
      const std::string_view word = words.next();
      if (word == "define")
        section = Defines;
      else if (word == "needs")
        section = Needs;
      else if (word == "images")
        section = Images;
      else if (word == "normalized")
        section = Normalized;
      else if (section == Defines)
        variant.defines.push_back(define(word));
      else if (section == Needs)
        need(variant, word);
      else if (section == Images || section == Normalized)
        add_image(variant, word, section == Images ? Channels::Unsigned : Channels::Normalized);
      else
        unknown(word, "none of define, needs, images and normalized",
                {"define", "needs", "images", "normalized"});
    }
    file_.variants.push_back(std::move(variant));
  }

  void need(Variant& variant, std::string_view word) const {
    if (word == "-") return;
    if (word != "fp16" && word != "fp64" && word != "denorm" && !word.starts_with("cl_"))
      unknown(word, "no feature and no extension (cl_...)", {"fp16", "fp64", "denorm"});
    variant.needs.emplace_back(word);
  }

  void add_image(Variant& variant, std::string_view word, Channels channels) const {
    const std::size_t place = image(word);
    if (variant.image(place)) fail(word, fmt::format("{} is an image already", word));
    variant.images.push_back({place, channels});
  }

  // Reads the name of a tensor that is there in every case, since each needs an image.
  std::size_t image(std::string_view word) const {
    const ops::Member* member = file_.signature->find(word);
    if (!member || !ops::is_tensor(member->kind))
      unknown(word, "no tensor of " + file_.signature->operator_name, tensors());
    if (member->optional || member->is_tensor_array())
      fail(word,
           fmt::format("{} is {}, and no image then", word,
                       member->optional ? "a tensor that may be left out" : "several tensors"));
    return member->place;
  }

  // Reads a define such as T=width(InputTensor).
  Define define(std::string_view word) const {
    const std::size_t equals = word.find('='), open = word.find('('), close = word.find(')');
    if (equals == std::string_view::npos || open == std::string_view::npos || open < equals ||
        close != word.size() - 1 || !is_identifier(word.substr(0, equals)))
      fail(word, fmt::format("'{}' is no define: NAME=width(TENSOR), NAME=type(TENSOR), "
                             "NAME=double(TENSOR) or NAME=half(TENSOR) is",
                             word));
    const std::string_view of = word.substr(equals + 1, open - equals - 1);
    if (of != "width" && of != "type" && of != "double" && of != "half")
      unknown(of, "none of width, type, double and half", {"width", "type", "double", "half"});
    if (of == "half" && !ops::knows_halves(*file_.signature))
      fail(word,
           "half(TENSOR) is for operators whose oracle knows what halves may give, and not for " +
               file_.signature->operator_name);
    const std::string_view tensor = word.substr(open + 1, close - open - 1);
    const ops::Member* member = file_.signature->find(tensor);
    if (!member || !ops::is_tensor(member->kind))
      unknown(tensor, "no tensor of " + file_.signature->operator_name, tensors());
    // The cases of a batch share a program, and an absent tensor has no type.
    if (member->optional)
      fail(tensor, fmt::format("{} may be left out, and has no type then; take the type of another",
                               tensor));
    return {std::string(word.substr(0, equals)),
            of == "width" ? Define::Of::Width : Define::Of::Type, member->place,
            of == "double" ? Define::In::Double
            : of == "half" ? Define::In::Half
                           : Define::In::Own};
  }

  ops::Expression expression(std::string_view text, std::string_view variable = "local") const {
    try {
      return ops::Expression::parse(text, ops::Expression::Form::Integer, *file_.signature, {},
                                    variable);
    } catch (const ops::ExpressionError& error) {
      fail(text.substr(error.column - 1), error.what());
    }
  }

  std::vector<std::string> tensors() const {
    std::vector<std::string> names;
    for (const ops::Member& m : file_.signature->members)
      if (ops::is_tensor(m.kind)) names.push_back(m.name);
    return names;
  }

  void scratch(Words words) {
    constexpr std::pair<std::string_view, std::size_t> kTypes[] = {
        {"uchar", 1}, {"ushort", 2}, {"uint", 4}, {"int", 4},
        {"float", 4}, {"ulong", 8},  {"long", 8}, {"double", 8}};
    const std::string_view named = words.next();
    std::string scratch = name(named, "scratch");
    const std::string_view type = words.next();
    const auto known = std::find_if(std::begin(kTypes), std::end(kTypes),
                                    [&](const auto& entry) { return entry.first == type; });
    if (known == std::end(kTypes)) {
      std::vector<std::string> types;
      for (const auto& [of_c, size] : kTypes) types.emplace_back(of_c);
      unknown(type, "no type for a scratch", types);
    }
    if (file_.signature->find(scratch) || scratch == "cases")
      fail(named, fmt::format("scratch {} has the name of a member; take another", scratch));
    Variant& variant = file_.variants.back();
    for (const Scratch& other : variant.scratch)
      if (other.name == scratch)
        fail(named, fmt::format("scratch {} stands twice; take another name", scratch));
    const auto field = std::find(file_.scratch.begin(), file_.scratch.end(), scratch);
    const auto number = static_cast<std::size_t>(field - file_.scratch.begin());
    if (field == file_.scratch.end()) file_.scratch.push_back(scratch);
    variant.scratch.push_back({std::move(scratch), std::string(type), known->second,
                               expression(words.rest()), line_, number});
  }

  void pass(Words words) {
    const std::string_view named = words.next();
    std::string pass = name(named, "pass");
    if (const std::string_view word = words.next(); word != "groups")
      fail(word, fmt::format("after pass {} comes 'groups', not '{}'", pass, word));
    const std::string_view whole = words.rest();
    std::optional<std::size_t> local;
    std::string_view groups = whole;
    // `local` can also be a variable of the expression. It is the option only if it is the second
    // to last word, and then the last word is the number.
    if (const std::size_t blank = whole.find_last_of(kBlank); blank != std::string_view::npos) {
      const std::string_view before = trimmed(whole.substr(0, blank));
      if (before.ends_with(" local")) {
        local = local_size(whole.substr(blank + 1));
        groups = trimmed(before.substr(0, before.size() - 6));
      }
    }
    file_.variants.back().passes.push_back(
        {std::move(pass), expression(groups), local, path_, line_, column(named)});
  }

  std::size_t local_size(std::string_view word) const {
    std::size_t size = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), size);
    if (error != std::errc() || end != word.data() + word.size() || size == 0)
      fail(word, fmt::format("'{}' is no local size, which is a number above 0", word));
    return size;
  }

  KernelFile file_;
  std::string_view text_;
  /// Where the line that is being read comes from.
  std::string path_;
  std::size_t line_ = 0;
  /// Where the line begins in `text_`.
  const char* begin_ = nullptr;
};

}  // namespace

KernelFile parse_kernels(const ops::Signature& signature, std::string path, std::string_view text) {
  return Parser(signature, std::move(path), text).parse();
}

}  // namespace assay::opencl
