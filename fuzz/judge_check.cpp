// Tests the judge with made-up answers. Real answers of a correct device would not reveal a judge
// that lets everything pass. A second, slow reading of permitted sets decides what the verdict must
// be.
#include "fuzz/judge_check.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

#include "conformance/verdict/judge.h"
#include "fuzz/finding.h"
#include "ops/permitted.h"
#include "specs/case_text.h"
#include "specs/fill.h"

namespace assay::fuzz {
namespace {

using conformance::Verdict;
using ops::DataType;
using ops::PermittedTensor;
using specs::Case;
using specs::Chooser;

[[noreturn]] void disagree_on_answer(const std::string& what, const Case& c) {
  report(what, print_case(c));
}

double value_of(DataType type, std::uint64_t bits) {
  if (type == DataType::FLOAT64) return std::bit_cast<double>(bits);
  if (type == DataType::FLOAT32) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const double fraction = static_cast<double>(bits & 1023) / 1024;
  const double magnitude = exponent == 31  ? (fraction > 0 ? NAN : INFINITY)
                           : exponent == 0 ? std::ldexp(fraction, -14)
                                           : std::ldexp(1 + fraction, exponent - 15);
  return bits >> 15 ? -magnitude : magnitude;
}

/// Whether a position may hold anything.
bool is_free(const PermittedTensor& p, std::uint64_t i) {
  for (const auto& a : p.any)
    if (a.from <= i && i < a.to) return true;
  return false;
}

const PermittedTensor::OneOf* choice_at(const PermittedTensor& p, std::uint64_t i) {
  for (const auto& o : p.one_of)
    if (o.position == i) return &o;
  return nullptr;
}

bool second_reading(const PermittedTensor& p, std::uint64_t i, std::uint64_t bits) {
  if (is_free(p, i)) return true;
  if (const auto* o = choice_at(p, i)) {
    for (std::uint64_t k = 0; k < o->count; ++k)
      if (p.alternatives[o->first + k] == bits) return true;
    return false;
  }
  if (p.by_intervals()) {
    const double value = value_of(p.type, bits);
    if (std::isnan(value)) return (p.also[i] & PermittedTensor::kNan) != 0;
    if (value == INFINITY) return (p.also[i] & PermittedTensor::kPlusInfinity) != 0;
    if (value == -INFINITY) return (p.also[i] & PermittedTensor::kMinusInfinity) != 0;
    if (value == 0 && (p.also[i] & PermittedTensor::kZero)) return true;
    return p.low[i] <= p.high[i] && p.low_value(i) <= value && value <= p.high_value(i);
  }
  const std::uint64_t right = bits_at(p.type, p.bytes, i);
  const std::uint64_t sign = std::uint64_t{1} << (8 * size_of(p.type) - 1);
  const bool zeros = p.zeros_equal && is_float(p.type) && !(bits & ~sign) && !(right & ~sign);
  return bits == right || zeros;
}

/// Some bits that are permitted at a position. Nothing if no float lies in its interval.
std::optional<std::uint64_t> some_permitted(const PermittedTensor& p, std::uint64_t i,
                                            Chooser& chooser) {
  if (is_free(p, i)) return chooser.below(256) * 0x0101010101010101;
  if (const auto* o = choice_at(p, i)) return p.alternatives[o->first + chooser.below(o->count)];
  if (!p.by_intervals()) return bits_at(p.type, p.bytes, i);
  const std::uint64_t nan = p.type == DataType::FLOAT16 ? 0x7e00 : 0x7fc00000;
  if (p.also[i] & PermittedTensor::kNan) return nan;
  if (p.also[i] & PermittedTensor::kPlusInfinity) return nan & (nan << 1);
  if (p.also[i] & PermittedTensor::kZero) return 0;
  if (p.low[i] > p.high[i]) return std::nullopt;
  const double low = p.low_value(i), high = p.high_value(i), middle = low + (high - low) / 2;
  if (p.type == DataType::FLOAT32) return std::bit_cast<std::uint32_t>(static_cast<float>(middle));
  for (std::uint64_t bits = 0; bits < 65536; ++bits)
    if (low <= value_of(p.type, bits) && value_of(p.type, bits) <= high) return bits;
  return std::nullopt;
}

/// The places of the outputs that are there.
std::vector<std::size_t> outputs_of(const Case& c) {
  std::vector<std::size_t> places;
  c.descriptor.each_tensor([&](const ops::Member& m, std::size_t place) {
    if (m.kind == ops::Kind::Output) places.push_back(place);
  });
  return places;
}

void check_form(const Case& c, const ops::Problem& problem, const ops::Permitted& permitted) {
  for (const std::size_t place : outputs_of(c)) {
    const ops::Member& m = c.spec->signature.tensor_at(place);
    const PermittedTensor& p = permitted.tensors[place];
    const ops::TensorDesc& t = problem.descriptor.tensors[place];
    if (p.type != t.type || p.size() != elements_of(t))
      disagree_on_answer(fmt::format("{}: the permitted set has another type or size", m.name), c);
    for (std::size_t k = 0; k < p.one_of.size(); ++k) {
      const auto& o = p.one_of[k];
      if (o.count == 0 || o.first + o.count > p.alternatives.size() || o.position >= p.size() ||
          (k > 0 && o.position <= p.one_of[k - 1].position))
        disagree_on_answer(fmt::format("{}: a choice out of place", m.name), c);
    }
    for (std::size_t k = 0; k < p.any.size(); ++k)
      if (p.any[k].from >= p.any[k].to || p.any[k].to > p.size() ||
          (k > 0 && p.any[k].from < p.any[k - 1].to))
        disagree_on_answer(fmt::format("{}: an \"anything\" out of place", m.name), c);
  }
}

/// Made-up answers to a case, and the judge's verdicts on them.
class MadeUpAnswers {
 public:
  MadeUpAnswers(const Case& c, const ops::Problem& problem, const ops::Permitted& permitted)
      : c_(c), problem_(problem), permitted_(permitted), answers_(problem.data.size()) {}

  /// Fills all outputs with permitted bits. Returns false if some position permits no float.
  bool answer(Chooser& chooser) {
    for (const std::size_t place : outputs_of(c_)) {
      const PermittedTensor& p = permitted_.tensors[place];
      answers_[place].assign(p.bytes.size(), std::byte{0});
      for (std::uint64_t i = 0; i < p.size(); ++i) {
        const auto bits = some_permitted(p, i, chooser);
        if (!bits) return false;
        set_bits(p.type, answers_[place], i, *bits);
      }
    }
    return true;
  }

  conformance::Judgement judged(const std::vector<opencl::Damage>& damages = {}) {
    opencl::BatchOutcome outcome;
    outcome.tensor_count = answers_.size();
    outcome.damages = damages;
    std::vector<ops::Bytes> memories(answers_.size());
    for (std::size_t place = 0; place < answers_.size(); ++place) {
      const ops::TensorDesc& t = problem_.descriptor.tensors[place];
      memories[place].assign(total_bytes(t), std::byte{0x5a});
      if (!answers_[place].empty()) unpack(t, answers_[place], memories[place]);
      outcome.memories.push_back(memories[place]);
    }
    static const opencl::Variant variant;
    static const opencl::DeviceInfo device;
    return conformance::Judge(variant, device).judge(problem_, permitted_, outcome, 0);
  }

  bool zeros_would_pass() const {
    for (const std::size_t place : outputs_of(c_)) {
      const PermittedTensor& p = permitted_.tensors[place];
      for (std::uint64_t i = 0; i < p.size(); ++i)
        if (!second_reading(p, i, 0)) return false;
    }
    return true;
  }

  void expect(Verdict verdict, const std::vector<opencl::Damage>& damages = {}) {
    const conformance::Judgement j = judged(damages);
    if (j.verdict != verdict)
      disagree_on_answer(
          fmt::format("judged {}, is {}: {}", name_of(j.verdict), name_of(verdict), j.text()), c_);
  }

  void change_one(Chooser& chooser) {
    const std::vector<std::size_t> outputs = outputs_of(c_);
    const std::size_t place = outputs[chooser.below(outputs.size())];
    const PermittedTensor& p = permitted_.tensors[place];
    const std::uint64_t last = p.size() - 1;
    const std::uint64_t i = chooser.below(3) == 0 ? last : chooser.below(p.size());
    const std::uint64_t before = bits_at(p.type, answers_[place], i);
    const unsigned width = static_cast<unsigned>(8 * size_of(p.type));
    const std::uint64_t changed = before ^ (std::uint64_t{1} << chooser.below(width));
    set_bits(p.type, answers_[place], i, changed);
    expect(!second_reading(p, i, changed) ? Verdict::Wrong
           : zeros_would_pass()           ? Verdict::Doubtful
                                          : Verdict::Pass);
    set_bits(p.type, answers_[place], i, before);
  }

 private:
  const Case& c_;
  const ops::Problem& problem_;
  const ops::Permitted& permitted_;
  std::vector<ops::Bytes> answers_;
};

}  // namespace

void check_judging(const Case& c, Chooser& chooser) {
  ops::Problem problem, again;
  specs::fill(c, problem);
  specs::fill(c, again);
  if (specs::hash_of(problem) != specs::hash_of(again))
    disagree_on_answer("filled twice, it differs", c);
  if (!broken_data_rules(c, problem).empty()) disagree_on_answer("its data break a data rule", c);
  ops::Permitted permitted;
  const ops::FloatModel model{.flush32 = chooser.below(2) == 1};
  ask(ops::oracle_of(c.spec->signature), problem, model, permitted);
  check_form(c, problem, permitted);
  MadeUpAnswers answers(c, problem, permitted);
  if (!answers.answer(chooser)) return;
  answers.expect(answers.zeros_would_pass() ? Verdict::Doubtful : Verdict::Pass);
  constexpr int kChanges = 4;
  for (int i = 0; i < kChanges; ++i) answers.change_one(chooser);
  answers.expect(Verdict::Stray, {opencl::Damage{.what = opencl::Damage::What::GuardAfter,
                                                 .case_index = 0,
                                                 .place = 0,
                                                 .name = "tensor",
                                                 .offset = 4,
                                                 .expected = 0,
                                                 .came = 1,
                                                 .count = 1}});
}

}  // namespace assay::fuzz
