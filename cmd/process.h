#pragma once

namespace assay::cmd {

/// Prepares this process: its standard streams, its limits, its memory, the signals of failed
/// writes, and the end of what drivers start. It is called once, before anything else. Gives false,
/// and says why on stderr, where the program cannot work.
bool prepare_process();

}  // namespace assay::cmd
