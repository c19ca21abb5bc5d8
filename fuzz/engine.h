#pragma once

#include <cstddef>
#include <cstdint>

// The interface between a fuzz target and its engine, as libFuzzer defines it. A target defines
// LLVMFuzzerTestOneInput, and may define the initialization, the mutator and the crossover. The
// engine defines LLVMFuzzerMutate.
extern "C" {
/// Runs one input. Returns 0, or −1 for an input that must not be added to a corpus.
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
