#pragma once

#include <cassert>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "ops/permitted.h"

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
  Question& value(std::string name, std::int64_t value, Kind kind = Kind::Uint) {
    return array(std::move(name), {value}, kind);
  }
  Question& array(std::string name, const List& values, Kind kind = Kind::Uints) {
    signature_->add(std::move(name), kind);
    problem_.descriptor.values.push_back(values);
    return *this;
  }

  const Problem& problem() const { return problem_; }

  void ask(Permitted& permitted, const FloatModel& model = {}) const {
    ops::ask(oracle_of(signature_->operator_name), problem_, model, permitted);
  }
  /// The permitted answers of the first output, or of the output with this name.
  PermittedTensor permitted(const FloatModel& model = {}, std::string_view name = {}) const {
    Permitted permitted;
    ask(permitted, model);
    for (const Member& m : signature_->members)
      if (m.kind == Kind::Output && (name.empty() || m.name == name))
        return permitted.tensors[m.place];
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
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}
template <class T>
Bytes packed(std::initializer_list<T> values) {
  return packed(std::vector<T>(values));
}

}  // namespace assay::ops
