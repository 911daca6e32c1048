import { Command, Option } from "commander";
import { visible } from "../visible";
import type { KeyMayRead } from "./key-check";
import type { Verdict } from "./verdict";

/** As everywhere in the command line: 1 means that the check could not be made, 2 that it found something wrong. */
const FAILED = 2;
const NOT_MADE = 1;

/** Takes away what a provider's block says of an open-source server. */
const NOT_OPEN_SOURCE = { endpoint: undefined, apiKey: undefined, team: undefined };

/** Tells how a check ended. */
export interface Teller {
  found(verdict: Verdict): void;
  /** The check could not be made. */
  notMade(message: string): void;
}

/** In sentences: on standard error when something is wrong, where the engine shows it. */
export const inWords: Teller = {
  found: ({ passed, findings }) => {
    (passed ? process.stdout : process.stderr).write(visible(`${findings.join("\n")}\n`));
  },
  notMade: (message) => {
    process.stderr.write(visible(`${message}\n`));
  },
};

/** `check key ID` and `check alert ID`: what a `null_resource` runs after an apply. */
export function checkCommand(name = "check", tellerFor: (flags: object) => Teller = () => inWords): Command {
  return new Command(name)
    .description("Prove after an apply that a key or an alert works.")
    .addCommand(keyCommand(tellerFor))
    .addCommand(alertCommand(tellerFor));
}

function keyCommand(tellerFor: (flags: object) => Teller): Command {
  return new Command("key")
    .description(
      "Sign a request with a key. The key comes from CLICKSTACK_CHECK_KEY_ID and CLICKSTACK_CHECK_KEY_SECRET, or from\n" +
        "CLICKSTACK_CHECK_ENCRYPTED_SECRET and CLICKSTACK_CHECK_IDENTITY_FILE; organization and cloud_endpoint as for the provider.",
    )
    .argument("<id>", "id of the key's record")
    .addOption(new Option("--state <state>", "what it must be").choices(["enabled", "disabled"]).default("enabled"))
    .addOption(
      new Option("--may-read <what>", "what its roles must allow")
        .choices(["nothing", "keys", "sources"])
        .default("nothing"),
    )
    .action((id: string, flags: { state: "enabled" | "disabled"; mayRead: KeyMayRead }) =>
      report(async () => {
        const [{ checkKey }, { clientOf }, { checkedMaterial }] = await Promise.all([
          import("./key-check"),
          import("./settings"),
          import("./checked-material"),
        ]);
        // Keys live in ClickHouse Cloud; what belongs to an open-source server is of no use here.
        const { CLICKSTACK_API_KEY: _, CLICKSTACK_ENDPOINT: __, ...environment } = process.env;
        const material = await checkedMaterial(process.env);
        const deployment = flags.mayRead === "sources" ? "managed" : undefined;
        const client = clientOf(environment, { ...material, ...NOT_OPEN_SOURCE, deployment });
        return checkKey(client, { id, ...flags }).finally(() => client.close());
      }, tellerFor(flags)),
    );
}

function alertCommand(tellerFor: (flags: object) => Teller): Command {
  return new Command("alert")
    .description("See whether an alert's channels can be reached and its source answers. Settings as for the provider.")
    .argument("<id>", "id of the alert")
    .option("--no-reach", "do not open connections to webhooks, only see whether they exist")
    .action((id: string, flags: { reach: boolean }) =>
      report(async () => {
        const [{ checkAlert }, { clientOf }] = await Promise.all([import("./alert-check"), import("./settings")]);
        const client = clientOf(process.env);
        return checkAlert(client, { id, reachWebhooks: flags.reach }).finally(() => client.close());
      }, tellerFor(flags)),
    );
}

async function report(check: () => Promise<Verdict>, teller: Teller): Promise<void> {
  try {
    const verdict = await check();
    teller.found(verdict);
    if (!verdict.passed) process.exitCode = FAILED;
  } catch (error) {
    teller.notMade(`The check could not be made: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = NOT_MADE;
  }
}
