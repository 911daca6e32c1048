import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { UnreadableObjectError } from "../../../client/http/errors";
import { type ApiRecord, jsonIn } from "../../../client/json";
import type { ShownObjects } from "../../../client/reads/listing";
import { type ApiFields, isFields } from "../../../drawing";
import { foldersFrom } from "../../../package-root";
import type { AlertRecord } from "../../../resources/alert/api";
import type { Client } from "../../../resources/client";
import { runEngine } from "../../engine/engine";
import { findEngine } from "../../engine/find-engine";
import { isPlan, isState, readPlan, readState } from "../../engine/read-plan";
import { CommandError, expectedError } from "../../terminal/exit";
import { say } from "../../terminal/output";
import { CodeLines } from "../code-lines";
import type { Stack } from "../find-stacks";
import { openStacks } from "../open-stacks";
import { failureDiagnostics, planStacks } from "../plan-stacks";
import type { Contents } from "./contents";
import { contentsOfConfiguration, contentsOfPlan } from "./from-code";

export interface Reading {
  /** Name for users: the stack's name, or the file. */
  readonly name: string;
  /** Contents before the change. Only plans have them. */
  readonly before?: Contents;
  readonly after: Contents;
}

interface ReadOptions {
  /** Runs a plan even if the configuration can be read without the engine. */
  readonly plan?: boolean;
  readonly init?: boolean;
  readonly synth?: boolean;
}

/**
 * Reads dashboards and alerts from code: folders of programs, which run, and of synthesized stacks (without any engine),
 * folders of HCL (with the engine's plan), `cdk.tf.json`, saved plans, and plans and states in JSON. Throws a `CommandError` for anything else.
 */
export async function readContents(paths: readonly string[], options: ReadOptions = {}): Promise<readonly Reading[]> {
  const asked = paths.length > 0 ? paths : ["."];
  const readings: Reading[] = [];
  for (const path of asked) {
    readings.push(...(await readPath(path, options)));
  }
  return readings;
}

async function readPath(path: string, options: ReadOptions): Promise<readonly Reading[]> {
  if (!existsSync(path)) {
    throw new CommandError(`The file or folder ${path} does not exist.`);
  }
  if (statSync(path).isDirectory()) {
    return readStacks(await openStacks([path], options), options);
  }
  return [path.endsWith(".json") ? readJson(path) : await readSavedPlan(path)];
}

/** Synthesized stacks are read directly. For other configurations the engine makes a plan. */
async function readStacks(stacks: readonly Stack[], options: ReadOptions): Promise<readonly Reading[]> {
  const { plan: isPlanned = false, init = false } = options;
  const unread = stacks.filter((stack) => isPlanned || !existsSync(configurationFile(stack)));
  const plans = new Map<Stack, Reading>();
  const planned = unread.length > 0 ? await planStacks(findEngine(), unread, 2, () => ({ init })) : [];
  for (const { stack, plan, diagnostics } of planned) {
    if (!plan) {
      const errors = diagnostics.filter(({ severity }) => severity === "error");
      throw new CommandError(
        `${stack.name} cannot be planned. ${errors.map(({ summary, detail }) => `${summary}: ${detail}`).join(" ")}`,
      );
    }
    plans.set(stack, { name: stack.name, ...contentsOfPlan(plan) });
  }
  return stacks.map((stack) => {
    const reading = plans.get(stack) ?? { ...readJson(configurationFile(stack)), name: stack.name };
    const lines = new CodeLines(stack.folder);
    return { ...reading, after: { ...reading.after, lineOf: (address) => lines.findAddress(address) } };
  });
}

function configurationFile({ folder }: Stack): string {
  return join(folder, "cdk.tf.json");
}

/** Blocks of a configuration. Synthesis writes `terraform` for every stack, and `resource` only for resources. */
const CONFIGURATION_BLOCKS = ["terraform", "provider", "data", "module", "resource"];

function readJson(file: string): Reading {
  const json = parsed(file, readFileSync(file, "utf8"));
  const name = basename(file) === "cdk.tf.json" ? basename(dirname(resolve(file))) : relative(".", file);
  if (isPlan(json)) {
    return { name, ...contentsOfPlan(readPlan(json, file)) };
  }
  if (isState(json)) {
    return { name, after: contentsOfPlan(readState(json, file)).after };
  }
  if (isFields(json) && CONFIGURATION_BLOCKS.some((block) => isFields(json[block]))) {
    return { name, after: contentsOfConfiguration(json as ApiFields) };
  }
  throw new CommandError(
    `${file} is not a plan (terraform show -json PLAN), a state (terraform show -json) or a configuration (cdk.tf.json) in JSON.`,
  );
}

function parsed(file: string, text: string): unknown {
  const json = jsonIn(text);
  // An engine's message repeats some of the text, which may be a secret of a state.
  if (json === undefined) {
    throw new CommandError(`${file} is not valid JSON.`);
  }
  return json;
}

/** Only the engine can read a saved plan, and only in an initialized folder. */
async function readSavedPlan(file: string): Promise<Reading> {
  const isInitialized = (folder: string) => existsSync(join(folder, ".terraform"));
  const workingDirectory = foldersFrom(dirname(resolve(file))).find(isInitialized) ?? process.cwd();
  const engine = findEngine();
  const result = await runEngine(engine, ["show", "-no-color", "-json", resolve(file)], { workingDirectory });
  if (result.exitCode !== 0) {
    const folder = relative(".", workingDirectory) || "this folder";
    const details = failureDiagnostics(engine, result).map(({ detail }) => detail.replaceAll(/\s+/g, " "));
    throw new CommandError(
      `${file} cannot be read as a saved plan in ${folder}. Fix: Name a file of \`${engine.name} plan -out\`, a folder, or a plan in JSON. ${details.join(" ")}`,
    );
  }
  return { name: relative(".", file), ...contentsOfPlan(readPlan(parsed(file, result.stdout), file)) };
}

/** Reads the server's objects with four requests, and one more for each inline alert. */
export async function contentsOfServer(client: Client): Promise<Contents> {
  const [dashboards, alerts, savedSearches, sources] = await Promise.all([
    shownIn(client.dashboards),
    shownIn(client.alerts).then((alerts) => Promise.all(alerts.map(async (each) => whole(each, client)))),
    shownIn(client.savedSearches),
    shownIn(client.sources),
  ]);
  const names = new Map(sources.map(({ id, name }) => [id, name]));
  const readObjects = (records: readonly ApiRecord[]) => records.map((fields) => ({ address: fields.id, fields }));
  return {
    dashboards: readObjects(dashboards),
    alerts: readObjects(alerts),
    savedSearches: readObjects(savedSearches),
    sourceName: (id) => names.get(id),
  };
}

/** Returns the objects that the server shows, and warns if others exist. */
async function shownIn<Stored>(collection: { readShown(): Promise<ShownObjects<Stored>> }): Promise<readonly Stored[]> {
  const { records, incomplete } = await collection.readShown();
  if (incomplete) {
    say(`warning: ${incomplete.message}\n`);
  }
  return records;
}

/** Returns the alert with its chart, which lists omit (docs/internals/api-behavior.md 6.1). */
async function whole(alert: AlertRecord, client: Client): Promise<AlertRecord> {
  if (alert.source !== "inline") {
    return alert;
  }
  try {
    return (await client.alerts.read(alert.id)) ?? alert;
  } catch (error) {
    say(`warning: ${expectedError(error, UnreadableObjectError).message}\n`);
    return alert;
  }
}
