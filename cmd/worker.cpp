// The subcommands `assay worker` and `assay driver`, which other assay processes start.
#include "conformance/workers/worker.h"

#include "cmd/subcommands.h"
#include "conformance/workers/drivers.h"

namespace assay::cmd {

void add_worker(CLI::App& app, Context& context) {
  struct Options {
    conformance::WorkerSetup setup;
    int channel = -1, state = -1;
  };
  auto* sub = app.add_subcommand("worker", "Serve another assay process")->group("");
  auto o = std::make_shared<Options>();
  sub->add_option("--device", o->setup.device);
  sub->add_option("--kernels", o->setup.kernels);
  sub->add_option("--backend", o->setup.backend);
  sub->add_option("--memory", o->setup.memory);
  sub->add_option("--without", o->setup.without);
  sub->add_option("--channel", o->channel)->required();
  sub->add_option("--state", o->state)->required();
  sub->callback([&context, o] {
    context.action = [&context, o] {
      o->setup.specs = context.specs;
      return conformance::worker_main(o->setup, o->channel, o->state);
    };
  });

  auto* driver =
      app.add_subcommand("driver", "Tell another assay process of a driver's devices")->group("");
  auto channel = std::make_shared<int>(-1);
  driver->add_option("--channel", *channel)->required();
  driver->callback([&context, channel] {
    context.action = [channel]() -> int { conformance::driver_main(*channel); };
  });
}

}  // namespace assay::cmd
