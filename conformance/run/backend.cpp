// A shared library behind the C interface. Descriptors are made from cases, and buffers lie between
// guards.
#include "conformance/run/backend.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <deque>

#include "ops/error.h"
#include "ops/value_key.h"

namespace assay::conformance {
namespace {

constexpr std::size_t kGuard = 4096, kTensorAlignment = 4096;

/// The number of a level in the C interface: 0x4100 for 4_1.
std::uint32_t level_number(specs::Level level) {
  const std::string_view name = level.name();
  return static_cast<std::uint32_t>((name[0] - '0') << 12 | (name[2] - '0') << 8);
}

assay_kind kind_of(ops::Kind kind) {
  switch (kind) {
    case ops::Kind::Input:
      return ASSAY_INPUT;
    case ops::Kind::Output:
      return ASSAY_OUTPUT;
    case ops::Kind::Uints:
    case ops::Kind::Ints:
      return ASSAY_ARRAY;
    case ops::Kind::Float:
      return ASSAY_FLOAT;
    case ops::Kind::Floats:
      return ASSAY_FLOAT_ARRAY;
    case ops::Kind::Scalar:
      return ASSAY_SCALAR;
    case ops::Kind::Struct:
      return ASSAY_STRUCT;
    default:
      return ASSAY_NUMBER;
  }
}

/// A tensor of the C interface. It points into `t`.
assay_tensor described(const ops::TensorDesc& t) {
  // If the number of strides is wrong, the least number of bytes is computed as if there were none.
  ops::TensorDesc sized = t;
  sized.strided = t.strided && t.strides.size() == t.sizes.size();
  return {.data_type = static_cast<std::uint32_t>(t.type),
          .dimension_count = static_cast<std::uint32_t>(t.sizes.size()),
          .sizes = t.sizes.begin(),
          .strides = t.strided ? t.strides.begin() : nullptr,
          .stride_count = static_cast<std::uint32_t>(t.strided ? t.strides.size() : 0),
          .total_bytes = t.bytes.value_or(minimum_bytes(sized).value_or(0)),
          .alignment = t.alignment};
}

/// A descriptor of the C interface. It points into the case.
struct Described {
  explicit Described(const specs::Case& c) {
    const ops::Signature& signature = c.spec->signature;
    for (const ops::Member& m : signature.members) {
      if (!c.descriptor.is_there(m)) continue;
      assay_member to{};
      to.name = m.name.c_str();
      to.kind = kind_of(m.kind);
      if (is_tensor(m.kind)) {
        for (std::size_t k = 0; k < c.descriptor.tensors_of(m); ++k) {
          to.tensor = described(c.descriptor.tensors[m.place + k]);
          members.push_back(to);
        }
        continue;
      }
      ops::List& values = bits_.emplace_back(c.descriptor.values[m.place]);
      if (const auto type = value_type(m, c.descriptor))
        for (std::int64_t& v : values) v = static_cast<std::int64_t>(bits_of_key(*type, v));
      to.values = values.begin();
      to.value_count = static_cast<std::uint32_t>(values.size());
      members.push_back(to);
    }
    descriptor = {.operator_name = signature.operator_name.c_str(),
                  .level = level_number(c.level),
                  .member_count = static_cast<std::uint32_t>(members.size()),
                  .members = members.data()};
  }
  std::vector<assay_member> members;
  assay_descriptor descriptor{};

 private:
  /// The values of members, with bits in place of keys. No entry moves when another is added.
  std::deque<ops::List> bits_;
};

}  // namespace

struct Backend::Calls {
  decltype(&assay_version) version = nullptr;
  decltype(&assay_name) name = nullptr;
  decltype(&assay_create) create = nullptr;
  decltype(&assay_run) run = nullptr;
  decltype(&assay_destroy) destroy = nullptr;
};

std::string name_of(assay_status status) {
  constexpr const char* kNames[] = {"ASSAY_OK", "ASSAY_INVALID", "ASSAY_UNSUPPORTED",
                                    "ASSAY_FAILED"};
  const auto number = static_cast<unsigned>(status);
  return number < std::size(kNames) ? kNames[number] : fmt::format("status {}", number);
}

Backend::Backend(const std::filesystem::path& library) : calls_(std::make_unique<Calls>()) {
  library_ = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library_) throw Error(fmt::format("--backend {}", ::dlerror()));
  const auto find = [&](auto& call, const char* name) {
    call = reinterpret_cast<std::remove_reference_t<decltype(call)>>(::dlsym(library_, name));
    if (!call) throw Error(fmt::format("--backend {}: lacks {}", library.string(), name));
  };
  find(calls_->version, "assay_version");
  find(calls_->name, "assay_name");
  find(calls_->create, "assay_create");
  find(calls_->run, "assay_run");
  find(calls_->destroy, "assay_destroy");
  if (const std::uint32_t version = calls_->version(); version != ASSAY_BACKEND_VERSION)
    throw Error(fmt::format("--backend {}: of interface version {}, this program has {}",
                            library.string(), version, ASSAY_BACKEND_VERSION));
  const char* name = calls_->name();
  name_ = name ? name : library.filename().string();
}

Backend::~Backend() = default;  // dlclose() could unload code that threads still run.

assay_status Backend::create(const specs::Case& c) {
  const Described described(c);
  assay_operator* created = nullptr;
  const assay_status status = calls_->create(&described.descriptor, &created);
  if (status == ASSAY_OK && created) calls_->destroy(created);
  return status;
}

void Backend::lay_out(const ops::Problem& problem) {
  const ops::Descriptor& d = problem.descriptor;
  memories_.resize(d.tensors.size());
  ran_.outcome = {};
  ran_.outcome.tensor_count = d.tensors.size();
  for (std::size_t place = 0; place < d.tensors.size(); ++place) {
    Memory& m = memories_[place];
    m.bytes = total_bytes(d.tensors[place]);
    const std::span<const std::byte> poison =
        poison_.bytes(0, m.bytes + 2 * kGuard + kTensorAlignment);
    m.came.resize(poison.size());
    const std::size_t over = reinterpret_cast<std::uintptr_t>(m.came.data()) % kTensorAlignment;
    m.begin = kGuard + (over ? kTensorAlignment - over : 0);
    std::copy(poison.begin(), poison.end(), m.came.begin());
    if (!problem.data[place].empty())
      unpack(d.tensors[place], problem.data[place], std::span(m.came).subspan(m.begin, m.bytes));
    m.expected = m.came;
    ran_.outcome.memories.push_back(std::span(m.came).subspan(m.begin, m.bytes));
    ran_.outcome.befores.push_back(std::span(m.expected).subspan(m.begin, m.bytes));
  }
}

void Backend::find_damage(const ops::Problem& problem) {
  using What = opencl::Damage::What;
  problem.descriptor.each_tensor([&](const ops::Member& member, std::size_t place) {
    const Memory& m = memories_[place];
    const auto look = [&](What what, std::size_t from, std::size_t to) {
      if (std::memcmp(&m.came[from], &m.expected[from], to - from) == 0) return;
      opencl::Damage damage{what, 0, place, problem.descriptor.signature->tensor_name(place),
                            0,    0, 0,     0};
      for (std::size_t i = from; i < to; ++i) {
        if (m.came[i] == m.expected[i]) continue;
        if (damage.count++ > 0) continue;
        damage.offset = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(m.begin);
        damage.expected = std::to_integer<std::uint8_t>(m.expected[i]);
        damage.came = std::to_integer<std::uint8_t>(m.came[i]);
      }
      if (damage.count > 0) ran_.outcome.damages.push_back(damage);
    };
    look(What::GuardBefore, 0, m.begin);
    if (member.kind == ops::Kind::Input) look(What::InputChanged, m.begin, m.begin + m.bytes);
    look(What::GuardAfter, m.begin + m.bytes, m.came.size());
  });
}

const Backend::Ran& Backend::run(const specs::Case& c, const ops::Problem& problem) {
  ran_.failed.clear();
  const Described described(c);
  assay_operator* created = nullptr;
  ran_.status = calls_->create(&described.descriptor, &created);
  if (ran_.status != ASSAY_OK) {
    ran_.failed = "assay_create";
    return ran_;
  }
  lay_out(problem);
  std::vector<assay_buffer> buffers;
  c.descriptor.each_tensor([&](const ops::Member&, std::size_t place) {
    Memory& memory = memories_[place];
    buffers.push_back({memory.came.data() + memory.begin, memory.bytes});
  });
  ran_.status = calls_->run(created, buffers.data(), static_cast<std::uint32_t>(buffers.size()));
  if (ran_.status != ASSAY_OK) ran_.failed = "assay_run";
  calls_->destroy(created);
  find_damage(problem);
  return ran_;
}

}  // namespace assay::conformance
