// Pieces lie one behind the other: guard, piece, guard, guard, piece, guard. What lies between two
// pieces is compared in one go, and told apart by nearness only where it differs. All traffic
// between host and device goes through upload and download; another route to the device is another
// pair of these.

#include "opencl/guarded_memory.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace assay::opencl {
namespace {

// No device has this much; below it, sums of sizes do not overflow.
constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 48;

std::size_t rounded_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

void grow(std::unique_ptr<std::byte[]>& memory, std::size_t& capacity, std::size_t size) {
  if (size <= capacity) return;
  memory.reset();
  capacity = 0;
  memory = std::make_unique_for_overwrite<std::byte[]>(size + size / 2);
  capacity = size + size / 2;
}

}  // namespace

void GuardedMemory::clear(std::size_t guard, std::size_t front) {
  pieces_.clear();
  guard_ = guard;
  front_ = front;
  size_ = 0;
}

std::size_t GuardedMemory::add(std::uint64_t bytes, std::size_t alignment, std::size_t steps) {
  if (bytes > kTooLarge || size_ > kTooLarge)
    throw CallFailure("clCreateBuffer", CL_INVALID_BUFFER_SIZE);
  const std::size_t guard = pieces_.empty() ? front_ : guard_;
  const std::size_t begin = rounded_up(size_ + guard, alignment) + steps * alignment;
  pieces_.push_back({begin, bytes});
  size_ = begin + bytes + guard_;
  return begin;
}

void GuardedMemory::fill(std::span<const std::byte> poison, Pieces pieces) {
  contents_ = pieces;
  expected_ = poison.first(size_);
  if (pieces == Pieces::Unwritten) return;
  grow(own_, own_capacity_, size_);
  std::memcpy(own_.get(), poison.data(), size_);
  expected_ = {own_.get(), size_};
}

std::span<std::byte> GuardedMemory::image(std::size_t piece) {
  assert(contents_ != Pieces::Unwritten);
  return {own_.get() + pieces_[piece].begin, pieces_[piece].bytes};
}

void GuardedMemory::upload(const Device& device) {
  if (size_ > buffer_capacity_) {
    buffer_ = cl::Buffer();
    buffer_capacity_ = 0;
    const std::size_t limit = device.info().max_allocation;
    const std::size_t capacity = std::max(size_, std::min(size_ + size_ / 2, limit));
    cl_int code = CL_SUCCESS;
    buffer_ = cl::Buffer(device.context(), CL_MEM_READ_WRITE, capacity, nullptr, &code);
    check("clCreateBuffer", code);
    buffer_capacity_ = capacity;
  }
  check("clEnqueueWriteBuffer",
        device.queue().enqueueWriteBuffer(buffer_, CL_FALSE, 0, size_, expected_.data()));
}

void GuardedMemory::download(const Device& device) {
  grow(came_, came_capacity_, size_);
  check("clEnqueueReadBuffer",
        device.queue().enqueueReadBuffer(buffer_, CL_FALSE, 0, size_, came_.get()));
}

std::span<const std::byte> GuardedMemory::came(std::size_t piece) const {
  return {came_.get() + pieces_[piece].begin, pieces_[piece].bytes};
}

std::size_t GuardedMemory::guard_begin(std::size_t piece) const {
  return piece == 0 ? 0 : pieces_[piece - 1].end() + guard_;
}

void GuardedMemory::find_damage(std::vector<Damage>& damages) const {
  const bool constant = contents_ == Pieces::Constant;
  if (constant && std::memcmp(expected_.data(), came_.get(), size_) == 0) return;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    find_damage(i, Where::Before, guard_begin(i), piece.begin, damages);
    if (constant) find_damage(i, Where::Inside, piece.begin, piece.end(), damages);
    find_damage(i, Where::After, piece.end(), piece.end() + guard_, damages);
  }
}

void GuardedMemory::find_damage(std::size_t piece, Where where, std::size_t from, std::size_t to,
                                std::vector<Damage>& damages) const {
  if (std::memcmp(expected_.data() + from, came_.get() + from, to - from) == 0) return;
  Damage damage{piece, where, 0, 0, 0, 0};
  for (std::size_t i = from; i < to; ++i) {
    if (expected_[i] == came_[i]) continue;
    if (damage.count++ != 0) continue;
    damage.offset = static_cast<std::int64_t>(i) - static_cast<std::int64_t>(pieces_[piece].begin);
    damage.expected = static_cast<std::uint8_t>(expected_[i]);
    damage.came = static_cast<std::uint8_t>(came_[i]);
  }
  damages.push_back(damage);
}

}  // namespace assay::opencl
