static const char* const source[] = {
@SOURCE@
};
static const char build_options[] = "@OPTIONS@";
@SPIRV@
