import { serve } from "../../../src/plugin";

void serve(
  async () => {
    if (process.env.TRIAL_FAILS_TO_LOAD) throw new Error("a part is missing");
    return (require("./provider") as typeof import("./provider")).trialProvider;
  },
  { source: "registry.terraform.io/test/trial" },
);
// What a careless provider does: none of it may reach the host as a second line of the handshake.
setImmediate(() => process.stdout.write("careless words\n"));
