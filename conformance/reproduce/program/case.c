// --- The case -----------------------------------------------------------------------------------
@STRUCTS@

@CASES@

@DATA@

// What is right: case, element, bits from .. to. An element without a row may hold anything.
struct Permitted { unsigned index; size_t element; uint64_t from, to; };
@PERMITTED@
