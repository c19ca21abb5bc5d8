#pragma once

#include <bit>
#include <cassert>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "ops/permitted.h"
#include "ops/value_key.h"

namespace assay::ops {

/// A problem for tests. It is put together by hand, member by member in DirectML's order, and its
/// operator's oracle is asked about it.
class Question {
 public:
  explicit Question(std::string operator_name) : signature_(std::make_unique<Signature>()) {
    signature_->operator_name = std::move(operator_name);
    problem_.descriptor.signature = signature_.get();
  }

  Question& input(std::string name, DataType type, const List& sizes, Bytes data) {
    assert(data.size() == *element_count(sizes) * size_of(type));
    return tensor(std::move(name), Kind::Input, type, sizes, std::move(data));
  }
  Question& output(std::string name, DataType type, const List& sizes) {
    return tensor(std::move(name), Kind::Output, type, sizes, {});
  }
  /// An output that may be left out. It is there if it has sizes.
  Question& optional_output(std::string name, DataType type, const List& sizes) {
    output(std::move(name), type, sizes);
    signature_->members.back().optional = true;
    if (sizes.empty()) problem_.descriptor.tensors.back() = absent_tensor();
    return *this;
  }
  /// An input that may be left out. It is there if it has data.
  Question& optional_input(std::string name, DataType type, const List& sizes, Bytes data) {
    const bool absent = data.empty();
    tensor(std::move(name), Kind::Input, type, sizes, std::move(data));
    signature_->members.back().optional = true;
    if (absent) problem_.descriptor.tensors.back() = absent_tensor();
    return *this;
  }
  /// An array of tensors, which has room for one more. Outputs have no data.
  Question& array_of(Kind kind, std::string name, DataType type, const std::vector<List>& sizes,
                     std::vector<Bytes> data = {}) {
    signature_->add(std::move(name), kind, {}, sizes.size() + 1);
    data.resize(sizes.size() + 1);
    for (const List& s : sizes) {
      TensorDesc& t = problem_.descriptor.tensors.emplace_back();
      t.type = type;
      t.sizes = s;
    }
    problem_.descriptor.tensors.push_back(absent_tensor());
    for (Bytes& bytes : data) problem_.data.push_back(std::move(bytes));
    return *this;
  }
  Question& value(std::string name, std::int64_t value, Kind kind = Kind::Uint) {
    return array(std::move(name), {value}, kind);
  }
  /// An Enum whose enumerators are numbered from 0 on.
  Question& choice(std::string name, const std::vector<std::string>& names, std::int64_t value) {
    std::vector<Enumerator> enumerators;
    for (const std::string& n : names)
      enumerators.push_back({n, static_cast<std::int64_t>(enumerators.size())});
    signature_->add(std::move(name), Kind::Enum, std::move(enumerators));
    problem_.descriptor.values.push_back({value});
    return *this;
  }
  Question& number(std::string name, float value) {
    return array(std::move(name), {key_of(DataType::FLOAT32, std::bit_cast<std::uint32_t>(value))},
                 Kind::Float);
  }
  /// An optional struct. Its members must be added, too, if it is left out.
  Question& structure(std::string name, bool present) {
    signature_->add(std::move(name), Kind::Struct).optional = true;
    problem_.descriptor.values.push_back({present});
    return *this;
  }
  /// A Type and then Scalars of this type, by name and bits.
  Question& scalars(std::string type_name, DataType type,
                    const std::vector<std::pair<std::string, std::uint64_t>>& all) {
    value(std::move(type_name), static_cast<std::int64_t>(type), Kind::Type);
    const std::size_t place = signature_->members.back().place;
    for (const auto& [name, bits] : all) {
      signature_->add(name, Kind::Scalar).type_place = place;
      problem_.descriptor.values.push_back({key_of(type, bits)});
    }
    return *this;
  }
  Question& array(std::string name, const List& values, Kind kind = Kind::Uints) {
    signature_->add(std::move(name), kind);
    problem_.descriptor.values.push_back(values);
    return *this;
  }

  const Problem& problem() const { return problem_; }

  void ask(Permitted& permitted, const FloatModel& model = {}) const {
    ops::ask(oracle_of(*signature_), problem_, model, permitted);
  }
  /// The permitted answers of the first output, or of the output with this name; in an array of
  /// tensors it has its number behind it.
  PermittedTensor permitted(const FloatModel& model = {}, std::string_view name = {}) const {
    Permitted permitted;
    ask(permitted, model);
    for (std::size_t place = 0; place < signature_->tensor_count; ++place)
      if (signature_->tensor_at(place).kind == Kind::Output &&
          (name.empty() || signature_->tensor_name(place) == name))
        return permitted.tensors[place];
    assert(false && "no such output");
    return {};
  }

 private:
  Question& tensor(std::string name, Kind kind, DataType type, const List& sizes, Bytes data) {
    signature_->add(std::move(name), kind);
    TensorDesc& tensor = problem_.descriptor.tensors.emplace_back();
    tensor.type = type;
    tensor.sizes = sizes;
    problem_.data.push_back(std::move(data));
    return *this;
  }

  std::unique_ptr<Signature> signature_;
  Problem problem_;
};

/// Values as packed bytes.
template <class T>
Bytes packed(const std::vector<T>& values) {
  Bytes bytes(values.size() * sizeof(T));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
template <class T>
Bytes packed(std::initializer_list<T> values) {
  return packed(std::vector<T>(values));
}

}  // namespace assay::ops
