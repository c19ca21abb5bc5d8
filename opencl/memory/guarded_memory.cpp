// Pieces lie one behind the other: guard, piece, guard, guard, piece, guard. The whole image is
// compared at once. Only if it differs are the regions compared one by one. How the bytes travel is
// decided in device_memory.h.

#include "opencl/memory/guarded_memory.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace assay::opencl {
namespace {

// No device has this much memory. Sums of sizes below it do not overflow.
constexpr std::uint64_t kTooLarge = std::uint64_t{1} << 48;

bool has_image(const GuardedMemory::Piece& piece) {
  using Contents = GuardedMemory::Contents;
  return piece.contents == Contents::Constant || piece.contents == Contents::Changing;
}

}  // namespace

void GuardedMemory::Grown::grow(std::size_t size) {
  if (size <= capacity) return;
  bytes.reset();
  capacity = 0;
  bytes = std::make_unique<std::byte[]>(size + size / 2);
  capacity = size + size / 2;
}

void GuardedMemory::clear(std::size_t guard, std::size_t front) {
  pieces_.clear();
  guard_ = guard;
  front_ = front;
  size_ = 0;
}

std::size_t GuardedMemory::add(std::uint64_t bytes, std::size_t alignment, std::size_t steps,
                               Contents contents) {
  if (bytes > kTooLarge || size_ > kTooLarge)
    throw CallFailure("clCreateBuffer", CL_INVALID_BUFFER_SIZE);
  const std::size_t guard = pieces_.empty() ? front_ : guard_;
  const std::size_t begin = rounded_up(size_ + guard, alignment) + steps * alignment;
  pieces_.push_back({begin, bytes, contents});
  size_ = begin + bytes + guard_;
  last_alignment_ = alignment;
  return begin;
}

void GuardedMemory::end_at(std::size_t unit) {
  if (!pieces_.empty()) size_ = rounded_up(pieces_.back().end(), unit);
}

std::size_t GuardedMemory::end_with_last_at(std::size_t unit) {
  end_at(unit);
  if (pieces_.empty()) return 0;
  const std::size_t room = size_ - pieces_.back().end();
  const std::size_t moved = room - room % last_alignment_;
  pieces_.back().begin += moved;
  return moved;
}

void GuardedMemory::fill(std::span<const std::byte> poison) {
  expected_ = poison.first(size_);
  if (std::none_of(pieces_.begin(), pieces_.end(), has_image)) return;
  own_.grow(size_);
  std::memcpy(own_.bytes.get(), poison.data(), size_);
  expected_ = {own_.bytes.get(), size_};
}

std::span<std::byte> GuardedMemory::image(std::size_t piece) {
  assert(expected_.data() == own_.bytes.get());
  return {own_.bytes.get() + pieces_[piece].begin, pieces_[piece].bytes};
}

std::span<const std::byte> GuardedMemory::expected(std::size_t piece) const {
  return expected_.subspan(pieces_[piece].begin, pieces_[piece].bytes);
}

// Whether some image that the host will write is what came back from the same place before, or all
// guards are.
bool GuardedMemory::was_left() const {
  const auto is_left = [&](std::size_t from, std::size_t to) {
    return to <= cames_[is_kept_].capacity &&
           std::memcmp(came_bytes() + from, expected_.data() + from, to - from) == 0;
  };
  bool are_guards_left = is_left(pieces_.empty() ? 0 : pieces_.back().end(), size_);
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& p = pieces_[i];
    if (p.bytes > 0 && has_image(p) && is_left(p.begin, p.end())) return true;
    are_guards_left = are_guards_left && is_left(i == 0 ? 0 : pieces_[i - 1].end(), p.begin);
  }
  return are_guards_left;
}

bool GuardedMemory::prepare(const Device& device, CommandStream& stream,
                            const LaunchOptions& options) {
  device_.make(device, expected_, options);
  is_kept_ = DeviceMemory::is_kept(options.memory);
  const bool overwrites = was_left();
  if (overwrites) device_.overwrite(stream, size_);
  // Where the driver brings nothing back, no byte is what is expected, whatever an earlier batch
  // left. This is done before the launch, so that the host does not wait between a launch and its
  // end.
  Grown& came = cames_[is_kept_];
  came.grow(size_);
  std::transform(expected_.begin(), expected_.end(), came.bytes.get(),
                 [](std::byte b) { return ~b; });
  return overwrites;
}

void GuardedMemory::download(CommandStream& stream, unsigned step) {
  device_.download(stream, {cames_[is_kept_].bytes.get(), size_}, step);
}

void GuardedMemory::complete() {
  around_.clear();
  device_.complete({cames_[is_kept_].bytes.get(), size_}, around_);
}

std::span<const std::byte> GuardedMemory::came(std::size_t piece) const {
  return {came_bytes() + pieces_[piece].begin, pieces_[piece].bytes};
}

std::size_t GuardedMemory::guard_begin(std::size_t piece) const {
  return piece == 0 ? 0 : pieces_[piece - 1].end() + guard_;
}

std::size_t GuardedMemory::guard_end(std::size_t piece) const {
  return piece + 1 == pieces_.size() ? size_ : pieces_[piece].end() + guard_;
}

void GuardedMemory::find_changes(std::vector<Change>& changes) const {
  for (ChangedBytes bytes : around_) {
    const bool before = bytes.offset < 0;
    const std::size_t nearest = before ? 0 : pieces_.size() - 1;
    bytes.offset -= static_cast<std::int64_t>(pieces_[nearest].begin);
    changes.push_back({nearest, before ? Where::Before : Where::After, bytes});
  }
  if (std::memcmp(expected_.data(), came_bytes(), size_) == 0) return;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const Piece& piece = pieces_[i];
    find_changes(i, Where::Before, guard_begin(i), piece.begin, changes);
    if (piece.is_constant()) find_changes(i, Where::Inside, piece.begin, piece.end(), changes);
    find_changes(i, Where::After, piece.end(), guard_end(i), changes);
  }
}

void GuardedMemory::find_changes(std::size_t piece, Where where, std::size_t from, std::size_t to,
                                 std::vector<Change>& changes) const {
  if (std::memcmp(expected_.data() + from, came_bytes() + from, to - from) == 0) return;
  Change change{piece, where, {}};
  for (std::size_t i = from; i < to; ++i)
    if (expected_[i] != came_bytes()[i])
      change.bytes.add(
          static_cast<std::int64_t>(i) - static_cast<std::int64_t>(pieces_[piece].begin),
          expected_[i], came_bytes()[i]);
  changes.push_back(change);
}

}  // namespace assay::opencl
