import { type PreparedResponses, serve } from "../../../../src/plugin";

const { TRIAL_FAILS_TO_LOAD, TRIAL_PREPARED } = process.env;

/** The prepared responses by call, in base64. */
const prepared = Object.entries(JSON.parse(TRIAL_PREPARED ?? "{}") as Record<string, string>);

void serve(
  async () => {
    if (TRIAL_FAILS_TO_LOAD) {
      throw new Error("a part is missing");
    }
    return (require("./provider") as typeof import("./provider")).trialProvider;
  },
  {
    source: "registry.terraform.io/test/trial",
    ...(prepared.length > 0 && {
      prepared: Object.fromEntries(
        prepared.map(([call, response]) => [call, Buffer.from(response, "base64")]),
      ) as unknown as PreparedResponses,
    }),
  },
);
// Output of a careless provider: it must not reach the host as a second line of the handshake.
setImmediate(() => process.stdout.write("careless words\n"));
