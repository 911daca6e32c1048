import { serve } from "../../../src/plugin";

const { TRIAL_FAILS_TO_LOAD, TRIAL_PREPARED_SCHEMA } = process.env;

void serve(
  async () => {
    if (TRIAL_FAILS_TO_LOAD) throw new Error("a part is missing");
    return (require("./provider") as typeof import("./provider")).trialProvider;
  },
  {
    source: "registry.terraform.io/test/trial",
    ...(TRIAL_PREPARED_SCHEMA && { preparedSchema: Buffer.from(TRIAL_PREPARED_SCHEMA, "base64") }),
  },
);
// What a careless provider does: none of it may reach the host as a second line of the handshake.
setImmediate(() => process.stdout.write("careless words\n"));
