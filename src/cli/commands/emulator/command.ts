import { Command, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { EmulatorOptions, Endpoints, FaultSpec, KeyRefusal } from "../../../emulator";
import { EMULATED_VERSIONS, NEWEST_VERSION } from "../../../emulator/options";
import { CommandError, fileProblem } from "../../terminal/exit";
import { examplesText } from "../../terminal/help";
import { type FlagsOf, NONE, repeatable, wholeNumber } from "../../terminal/options";
import { print, printProse } from "../../terminal/output";

const FAULT =
  /^(?:(?<request>[1-9]\d*)|(?<method>[A-Za-z]+)\s+(?<path>\/\S*))\s*:\s*(?:(?<kind>cut|hold)-(?<when>before|after)|drop-(?<drop>[\w.]+)|(?<html>html-)?(?<status>[45]\d\d))$/;

/** Reads a fault from the command line, such as `7:503`, `8:cut-after` or `POST /api/v2/alerts:html-502`. */
function parseFault(text: string): FaultSpec {
  const found = FAULT.exec(text.trim())?.groups;
  if (!found) {
    throw new InvalidArgumentError(
      "Write <request number or METHOD path>:<status, html-<status>, cut-before, cut-after, hold-before, hold-after or drop-<field>>.",
    );
  }
  const { request, method, path, kind, when, drop, html, status } = found;
  const target = request ? { request: Number(request) } : { method: method?.toUpperCase(), path };
  const fault = kind ? { [kind]: when } : { [html ? "html" : "status"]: Number(status) };
  return { ...target, ...(drop ? { drop: [drop] } : fault) };
}

const KEY_REFUSALS = ["400", "403", "404", "405", "html-404"] as const satisfies readonly KeyRefusal[];

const EXAMPLES = {
  emulator: "Serve on a free port with the real rate limits and print the variables to export.",
  "emulator --port 8000 --no-limits --state emulator.json":
    "Serve on the port of the open-source server, without limits, and keep the state in a file.",
  "emulator --json > endpoints.json &": "For scripts: one line of JSON, then serve until SIGTERM.",
  'emulator --fault 7:503 --fault "POST /api/v2/alerts:cut-after"':
    "Respond to the 7th request with 503, and cut the connection after the next alert is created.",
};

export function emulatorCommand() {
  return declaredCommand().addHelpText("after", examplesText(EXAMPLES)).action(serve);
}

function declaredCommand() {
  return new Command("emulator")
    .description("Serve a local ClickStack API, managed and open source, for experiments and tests.")
    .option("--port <number>", "port to listen on; 0 selects a free port", wholeNumber(0, 65535), 0)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .addOption(
      repeatable("--allow-host <name>", "serve the page and the UI endpoints under this host name too").default(NONE),
    )
    .option("--no-limits", "do not limit the rate of requests")
    .option("--open-source-limit <number>", "requests per 60 s and bearer token (default: 100)", wholeNumber(1, 1e9))
    .option("--managed-limit <number>", "requests per 10 s and API key (default: 10)", wholeNumber(1, 1e9))
    .option("--latency <milliseconds>", "delay of each response", wholeNumber(0, 3_600_000), 0)
    .option(
      "--fault <fault>",
      "simulate a fault (see the examples); may be repeated",
      (text, earlier: FaultSpec[]) => [...earlier, parseFault(text)],
      [],
    )
    .addOption(
      new Option("--server-version <version>", "release of the open-source server")
        .choices(EMULATED_VERSIONS)
        .default(NEWEST_VERSION),
    )
    .option("--empty-source-texts", 'return "" for unset texts of sources in both deployments (default: managed only)')
    .option("--no-empty-source-texts", "leave out unset texts of sources in both deployments")
    .addOption(
      new Option("--key-operations <operations>", "operations on API keys that the managed deployment offers")
        .choices(["all", "get-and-update"] as const)
        .default("all" as const),
    )
    .addOption(
      new Option("--key-refusal <status>", "response to the other operations on API keys")
        .choices(KEY_REFUSALS)
        .default("403" as const),
    )
    .option("--no-implied-permissions", "store roles with exactly the permissions that are sent")
    .option("--state <file>", "keep the state in a file: read at start, replaced after each write")
    .option("--json", "print one line of JSON with endpoints and credentials")
    .option("--quiet", "print only errors (and the line of --json)");
}

type Flags = FlagsOf<typeof declaredCommand>;

async function serve(flags: Flags): Promise<void> {
  const { Emulator: Server, environmentOf } = await import("../../../emulator");
  try {
    const emulator = new Server(optionsOf(flags));
    for (const signal of ["SIGINT", "SIGTERM"]) {
      process.once(signal, () => void emulator.stop().then(() => process.exit(0)));
    }
    const endpoints = await emulator.start();
    announce(endpoints, environmentOf(endpoints), flags);
  } catch (error) {
    throw new CommandError(reason(error, flags));
  }
}

function optionsOf(flags: Flags): EmulatorOptions {
  const openSource = { max: flags.openSourceLimit ?? 100, windowMs: 60_000 };
  const managed = { max: flags.managedLimit ?? 10, windowMs: 10_000 };
  return {
    port: flags.port,
    host: flags.host,
    allowedHosts: flags.allowHost,
    limits: flags.limits && { openSource, managed },
    latencyMs: flags.latency,
    faults: flags.fault,
    keyOperations: flags.keyOperations,
    keyRefusal: flags.keyRefusal,
    stateFile: flags.state,
    serverVersion: flags.serverVersion,
    switches: {
      impliedPermissions: flags.impliedPermissions,
      ...(flags.emptySourceTexts !== undefined && { emptySourceTexts: flags.emptySourceTexts }),
    },
  };
}

function announce(endpoints: Endpoints, environment: Readonly<Record<string, string>>, { json, quiet }: Flags): void {
  if (json) {
    print(`${JSON.stringify(endpoints)}\n`);
    return;
  }
  if (quiet) {
    return;
  }
  printProse(`The emulator serves both deployments at ${endpoints.openSource.endpoint} until you press Ctrl-C.
Open that address in a browser to see dashboards, alerts, keys and requests, and to edit them by hand.

Paste this to reach them. Dashboards and alerts are in the open-source deployment; for the managed one set CLICKSTACK_DEPLOYMENT=managed.

`);
  // A command that is broken over two lines cannot be pasted.
  print(
    Object.entries(environment)
      .map(([name, value]) => `export ${name}=${value}\n`)
      .join(""),
  );
}

function reason(error: unknown, { host, port }: Flags): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  switch ("code" in error && error.code) {
    case "EADDRINUSE":
      return `port ${port} on ${host} is already in use.`;
    case "EACCES":
      return `this user may not listen on port ${port} of ${host}.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `${host} is not an address of this machine.`;
    default:
      return fileProblem(error) ?? error.message;
  }
}
