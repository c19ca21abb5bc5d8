#pragma once

#include <cstddef>
#include <cstdint>

// The interface between a fuzz target and its engine, as libFuzzer has it. A target defines the
// first, and may define the others.
extern "C" {
/// Runs one input. 0, or −1 for an input that does not belong into a corpus.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
int LLVMFuzzerInitialize(int* argc, char*** argv);
std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t capacity,
                                    unsigned seed);
std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* a, std::size_t a_size,
                                      const std::uint8_t* b, std::size_t b_size, std::uint8_t* out,
                                      std::size_t capacity, unsigned seed);
/// The engine's own mutation of bytes.
std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t capacity);
}
