import { Command, InvalidArgumentError, Option } from "commander";
import { print, say } from "../frame/output";
import type { KeyMayRead } from "./key-check";
import type { Verdict } from "./settings";

/** As everywhere in the command line: 1 means that the check could not be made, 2 that it found something wrong. */
const FAILED = 2;
const NOT_MADE = 1;

/** Data that comes from a server goes through the environment: no shell reads it. */
const ID = "CLICKSTACK_CHECK_ID";

/** Tells how a check ended. */
export interface CheckOutput {
  found(verdict: Verdict): void;
  /** The check could not be made. */
  notMade(message: string): void;
}

/** In sentences: on standard error when something is wrong, where the engine shows it. */
export const asSentences: CheckOutput = {
  found: ({ passed, findings }) => {
    (passed ? print : say)(`${findings.join("\n")}\n`);
  },
  notMade: (message) => {
    say(`${message}\n`);
  },
};

/** `check key ID` and `check alert ID`: what a `null_resource` runs after an apply. */
export function checkCommand(name = "check", tellerFor: (flags: object) => CheckOutput = () => asSentences): Command {
  return new Command(name)
    .description("Verify after an apply that a key or an alert works.")
    .addCommand(keyCommand(tellerFor))
    .addCommand(alertCommand(tellerFor));
}

function keyCommand(tellerFor: (flags: object) => CheckOutput): Command {
  return new Command("key")
    .description(
      "Sign a request with a key. The key comes from CLICKSTACK_CHECK_KEY_ID and CLICKSTACK_CHECK_KEY_SECRET, or from\n" +
        "CLICKSTACK_CHECK_ENCRYPTED_SECRET and CLICKSTACK_CHECK_IDENTITY_FILE; organization, service and address of ClickHouse\n" +
        "Cloud as for the provider.",
    )
    .argument("[id]", `id of the key's record ${fromEnvironment(ID)}`)
    .addOption(
      new Option("--state <state>", "what it must be")
        .choices(["enabled", "disabled"])
        .default("enabled")
        .env("CLICKSTACK_CHECK_STATE"),
    )
    .addOption(
      new Option("--may-read <what>", "what its roles must allow")
        .choices(["nothing", "keys", "sources"])
        .default("nothing")
        .env("CLICKSTACK_CHECK_MAY_READ"),
    )
    .addOption(
      new Option("--may-not-read <what...>", "what its roles must refuse: keys, sources")
        .argParser(readList)
        .env("CLICKSTACK_CHECK_MAY_NOT_READ"),
    )
    .action((given: string | undefined, flags: KeyFlags) =>
      report(async () => {
        const [{ checkKey }, { keyClient }, { checkedMaterial }] = await Promise.all([
          import("./key-check"),
          import("./settings"),
          import("./key-check"),
        ]);
        const id = await idOf(given, "the key's record");
        refuseContradiction(flags);
        const asksService = flags.mayRead === "sources" || flags.mayNotRead?.includes("sources") === true;
        const client = keyClient(process.env, await checkedMaterial(process.env), asksService);
        return checkKey(client, { id, ...flags }).finally(() => client.close());
      }, tellerFor(flags)),
    );
}

interface KeyFlags {
  readonly state: "enabled" | "disabled";
  readonly mayRead: KeyMayRead;
  readonly mayNotRead?: readonly ReadableKind[];
}

type ReadableKind = Exclude<KeyMayRead, "nothing">;

/** What may be read, several with commas between. */
function readList(text: string, before: readonly ReadableKind[] = []): readonly ReadableKind[] {
  const named = text.split(",").map((each) => each.trim());
  const wrong = named.find((each) => each !== "keys" && each !== "sources");
  if (wrong !== undefined) throw new InvalidArgumentError(`${JSON.stringify(wrong)} is none of keys, sources.`);
  return [...before, ...(named as ReadableKind[])];
}

function refuseContradiction({ mayRead, mayNotRead = [] }: KeyFlags): void {
  const both = mayNotRead.find((each) => each === mayRead);
  if (both !== undefined) throw new Error(`The key's roles cannot both allow and refuse to read ${both}.`);
}

function alertCommand(tellerFor: (flags: object) => CheckOutput): Command {
  return new Command("alert")
    .description(
      "See whether an alert's channels can be reached and its source responds. Settings as for the provider.",
    )
    .argument("[id]", `id of the alert ${fromEnvironment(ID)}`)
    .option("--no-reach", "do not open connections to webhooks, only see whether they exist")
    .action((given: string | undefined, flags: { reach: boolean }) =>
      report(async () => {
        const [{ checkAlert }, { providerClient }] = await Promise.all([import("./alert-check"), import("./settings")]);
        const id = await idOf(given, "the alert");
        const reachWebhooks = flags.reach && process.env.CLICKSTACK_CHECK_REACH !== "false";
        const client = providerClient(process.env);
        return checkAlert(client, { id, reachWebhooks }).finally(() => client.close());
      }, tellerFor(flags)),
    );
}

function fromEnvironment(variable: string): string {
  return `(env: ${variable})`;
}

async function idOf(given: string | undefined, what: string): Promise<string> {
  const id = given ?? process.env[ID];
  if (id) return id;
  const { CheckSettingsError } = await import("./settings");
  throw new CheckSettingsError(`The check needs the id of ${what}, as its argument or in ${ID}.`);
}

async function report(check: () => Promise<Verdict>, teller: CheckOutput): Promise<void> {
  try {
    const verdict = await check();
    teller.found(verdict);
    if (!verdict.passed) process.exitCode = FAILED;
  } catch (error) {
    teller.notMade(`The check could not be made: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = NOT_MADE;
  }
}
