static bool is_axis(CASE_SPACE const Case* c, uint dimension) {
  for (uint i = 0; i < c->AxisCount; ++i)
    if (c->Axes[i] == dimension) return true;
  return false;
}

#define IS_REDUCED(c, d) is_axis(c, d)
//: include hardmax.clh
