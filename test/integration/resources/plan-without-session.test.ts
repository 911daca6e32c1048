import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createLog,
  isUnknownValue,
  type ObjectValue,
  planChange,
  type Resource,
  valuesEqual,
} from "../../../src/plugin";
import { complete } from "../../../src/plugin/plan/nested";
import { provider } from "../../../src/provider/provider";
import type { Session } from "../../../src/resources/shared/session";
import { VERSION } from "../../../src/version";
import { emulatorForTests } from "../../support/emulator/emulator-for-tests";
import { STORED_SERVER } from "../../support/everything";
import { ProviderRun } from "../../support/provider-in-process";

const folder = join(__dirname, "..", "..", "fixtures", "versions", VERSION, "open-source");
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), "utf8"));

interface StoredResource {
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  readonly instances: readonly { readonly attributes: ObjectValue }[];
}

const held = (read("terraform.tfstate").resources as readonly StoredResource[])
  .filter(({ mode }) => mode === "managed")
  .flatMap(({ type, name, instances }) => instances.map(({ attributes }) => [type, name, attributes] as const));

const withoutSession = {
  session: undefined,
  signal: new AbortController().signal,
  log: createLog({ level: "off", module: "tests", write: () => undefined }),
};

const emulator = emulatorForTests({
  ...STORED_SERVER,
  stateFile: join(folder, "server.json"),
  now: () => new Date(read("made.json").at),
});
let run: ProviderRun;

beforeAll(() => {
  const { openSource, managed } = emulator.endpoints;
  run = new ProviderRun({ openSource, managed: { ...managed, product: "clickstack", requestsPerWindow: 100_000 } });
});

afterAll(async () => {
  await run[Symbol.asyncDispose]();
});

/** Returns the declaration of the object: every attribute that can be set. */
function configOf({ schema }: Resource<Session>, state: ObjectValue): ObjectValue {
  const settable = Object.entries(schema.attributes ?? {}).filter(([, { required, optional }]) => required || optional);
  return Object.fromEntries(settable.map(([name, { computed }]) => [name, computed ? null : (state[name] ?? null)]));
}

/**
 * Returns the attributes that have different planned values with a client and without a client. The engine refuses such
 * an apply.
 */
async function contradictions(typeName: string, config: ObjectValue, state: ObjectValue | null) {
  const resource = provider.resources[typeName] as Resource<Session>;
  const fields = resource.schema.attributes;
  const whole = complete(fields, config);
  const prior = state && complete(fields, state);
  const change = planChange(resource.schema, whole, prior);
  const request = { config: whole, state: prior, private: {}, ...change };
  const modified = await resource.modifyPlan?.(request, withoutSession);
  const without = complete(fields, modified?.plan ?? change.plan);
  const { plan } = await run.plan(resource, config, prior ? { state: prior, private: {} } : undefined);
  return Object.keys(plan).filter((name) => {
    const value = without[name] ?? null;
    return !isUnknownValue(value) && !valuesEqual(value, plan[name] ?? null);
  });
}

describe.each(held)("%s.%s in a plan without a client", (type, _, state) => {
  const config = () => configOf(provider.resources[type] as Resource<Session>, state);

  test("gets the same values for a create as with a client", async () => {
    expect(await contradictions(type, config(), null)).toEqual([]);
  });

  test("gets the same values for an update as with a client", async () => {
    expect(await contradictions(type, config(), state)).toEqual([]);
    expect(await contradictions(type, { ...config(), name: "Another name" }, state)).toEqual([]);
  });
});

test("an alert that moves to another saved search can get a new id in the plan, with or without a client", async () => {
  const [, , alert] = held.find(([type, , { group_by: groupBy }]) => type === "clickstack_alert" && groupBy) ?? [];
  const moved = {
    ...configOf(provider.resources.clickstack_alert as Resource<Session>, alert ?? {}),
    saved_search_id: "5".repeat(24),
  };
  expect(await contradictions("clickstack_alert", moved, alert ?? null)).toEqual([]);
  const ungrouped = { ...moved, group_by: null };
  expect(await contradictions("clickstack_alert", ungrouped, alert ?? null)).toEqual([]);
});
