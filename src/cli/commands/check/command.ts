import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { CommandError, EXIT } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { errorDocument } from "../../terminal/json-document";
import { print, printProse, say } from "../../terminal/output";
import type { KeyExpectation } from "./key-check";
import { checkDocument, type Verdict } from "./verdict";

const EXAMPLES = {
  "check key 5b090003-f1dd-4204-a07e-d04835a01bb3": "Sign a request with a key, after its creation.",
  "check alert 6b01b5cdc1a7c7142a75aab6": "Check that an alert can reach its channels and its source.",
  "check alert 6b01b5cdc1a7c7142a75aab6 --send-test": "Also send a real notification to each webhook of the alert.",
};

/** Values of a server are passed in the environment, so that no shell reads them. */
const ID = "CLICKSTACK_CHECK_ID";

/** Commands `check key ID` and `check alert ID`, which a `null_resource` runs after an apply. */
export function checkCommand() {
  return new Command("check")
    .description("Verify after an apply that a key or an alert works.")
    .addCommand(keyCommand())
    .addCommand(alertCommand())
    .addHelpText("after", examplesText(EXAMPLES));
}

type Readable = NonNullable<KeyExpectation["mayNotRead"]>;

function keyCommand() {
  return new Command("key")
    .description(
      "Sign a request with a key. The key comes from CLICKSTACK_CHECK_KEY_ID and CLICKSTACK_CHECK_KEY_SECRET, or from CLICKSTACK_CHECK_ENCRYPTED_SECRET and CLICKSTACK_CHECK_IDENTITY_FILE; organization, service and address of ClickHouse Cloud as for the provider.",
    )
    .argument("[id]", `id of the key's record (env: ${ID})`)
    .addOption(
      new Option("--state <state>", "required state of the key")
        .choices(["enabled", "disabled"] as const)
        .default("enabled")
        .env("CLICKSTACK_CHECK_STATE"),
    )
    .addOption(
      new Option("--may-read <what>", "objects that its roles must allow to read")
        .choices(["nothing", "keys", "sources"] as const)
        .default("nothing")
        .env("CLICKSTACK_CHECK_MAY_READ"),
    )
    .addOption(
      new Option("--may-not-read <what...>", "objects that its roles must not allow to read: keys, sources")
        .argParser(readList)
        .env("CLICKSTACK_CHECK_MAY_NOT_READ"),
    )
    .option("--json", "print the verdict as JSON")
    .action((given, flags) =>
      report(flags, async () => {
        const { checkedMaterial, checkKey } = await import("./key-check");
        const { keyClient } = await import("./check-settings");
        const id = idOf(given, "the key's record");
        const { mayRead, mayNotRead = [] } = flags;
        if (mayNotRead.some((each) => each === mayRead)) {
          throw new CommandError(`The key's roles cannot both allow and refuse to read ${mayRead}.`);
        }
        const asksService = [mayRead, ...mayNotRead].includes("sources");
        const client = keyClient(process.env, await checkedMaterial(process.env), asksService);
        return checkKey(client, { id, ...flags }).finally(() => client.close());
      }),
    );
}

/** Objects that the key may read, separated by commas. */
function readList(text: string, before: Readable = []): Readable {
  const named = text.split(",").map((each) => each.trim());
  const wrong = named.find((each) => each !== "keys" && each !== "sources");
  if (wrong !== undefined) {
    throw new InvalidArgumentError(`${JSON.stringify(wrong)} is not valid. Use keys or sources.`);
  }
  return [...before, ...(named as unknown as Readable)];
}

function alertCommand() {
  return new Command("alert")
    .description(
      "Check that an alert's channels can be reached and its source responds. The settings are those of the provider.",
    )
    .argument("[id]", `id of the alert (env: ${ID})`)
    .option("--no-reach", "do not open connections to webhooks, only check that they exist")
    .option("--send-test", "send a real test notification from this machine to each webhook of the alert")
    .addOption(
      new Option("--allow-private", "also reach private addresses of webhooks of a public server").env(
        "CLICKSTACK_CHECK_ALLOW_PRIVATE",
      ),
    )
    .option("--json", "print the verdict as JSON")
    .action((given, flags) =>
      report(flags, async () => {
        const { checkAlert } = await import("./alert-check");
        const { providerClient } = await import("./check-settings");
        const id = idOf(given, "the alert");
        const reachWebhooks = flags.reach && process.env.CLICKSTACK_CHECK_REACH !== "false";
        if (flags.sendTest && !reachWebhooks) {
          throw new CommandError("A test notification needs a connection. Remove --send-test or --no-reach.");
        }
        const client = providerClient(process.env);
        const announceTest = flags.sendTest ? (text: string) => say(`${text}\n`) : undefined;
        const expected = { id, reachWebhooks, allowsPrivate: flags.allowPrivate, announceTest };
        return checkAlert(client, expected).finally(() => client.close());
      }),
    );
}

function idOf(given: string | undefined, what: string): string {
  const id = given ?? process.env[ID];
  if (!id) {
    throw new CommandError(`The check needs the id of ${what}, as its argument or in ${ID}.`);
  }
  return id;
}

async function report({ json }: { readonly json?: boolean | undefined }, check: () => Promise<Verdict>): Promise<void> {
  try {
    const verdict = await check();
    // The engine shows standard error.
    if (json) {
      print(checkDocument.text(verdict));
    } else {
      (verdict.passed ? printProse : say)(`${verdict.findings.join("\n")}\n`);
    }
    if (!verdict.passed) {
      process.exitCode = EXIT.found;
    }
  } catch (error) {
    const message = `The check failed to run: ${error instanceof Error ? error.message : String(error)}`;
    if (json) {
      print(errorDocument.text({ message }));
    }
    say(`${message}\n`);
    process.exitCode = EXIT.error;
  }
}
