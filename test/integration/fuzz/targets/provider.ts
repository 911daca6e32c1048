import fc from "fast-check";
import type { Deployment } from "../../../../src/client";
import { createLog, type ExactJson, type ExactJsonObject, type ObjectValue, type Schema } from "../../../../src/plugin";
import { Secrets } from "../../../../src/plugin/log/log";
import { complete } from "../../../../src/plugin/plan/nested";
import type { Handlers } from "../../../../src/plugin/protocol/calls";
import { allHandlers } from "../../../../src/plugin/rpc/all-handlers";
import { ProviderServer } from "../../../../src/plugin/rpc/provider-server";
import { schemaType } from "../../../../src/plugin/schema/schema";
import { readValue, writeValue } from "../../../../src/plugin/values/dynamic-message";
import { valueFromJson } from "../../../../src/plugin/values/json-value";
import { provider } from "../../../../src/provider/provider";
import { createClient } from "../../../../src/resources/client";
import { Session } from "../../../../src/resources/shared/session";
import { type HostileResponse, hostileResponse } from "../generators/responses";
import { must, mustBeWords, type Opened, type Target } from "../target";
import {
  type CollectionName,
  clientSettings,
  type StoredObject,
  type StoredObjects,
  storedObjects,
} from "./good-responses";
import { HostileServer } from "./hostile-server";
import { LeapingClock } from "./leaping-clock";

/** The engine's operations on an object. */
const WANTS = ["read", "import", "plan", "create", "update", "delete", "look up"] as const;

interface Case {
  readonly deployment: Deployment;
  readonly want: (typeof WANTS)[number];
  readonly typeName: string;
  /** The attributes of the object in state, or of a data source's configuration. */
  readonly attributes: ExactJsonObject;
  readonly responses: readonly HostileResponse[];
}

const NOTHING = new Uint8Array();

function responses(good: ExactJson): fc.Arbitrary<readonly HostileResponse[]> {
  return fc.array(hostileResponse(good), { minLength: 1, maxLength: 3 });
}

function objectCases(deployment: Deployment, { typeName, attributes, response }: StoredObject): fc.Arbitrary<Case> {
  const want = fc.constantFrom(...WANTS.filter((each) => each !== "look up"));
  return fc.record({
    deployment: fc.constant(deployment),
    want,
    typeName: fc.constant(typeName),
    attributes: fc.constant(attributes),
    responses: responses(response),
  });
}

function lookUpCases(deployment: Deployment, { lists }: StoredObjects): fc.Arbitrary<Case>[] {
  return Object.keys(provider.dataSources ?? {}).map((typeName) => {
    const good = listFor(typeName, lists);
    const name = fc
      .constantFrom("All", "Errors", "Pager", "own", "Logs", "Developer")
      .map((value) => ({ name: value }));
    const attributes = fc.oneof(
      name,
      fc.constant({ id: "6955b9000000005000000001" }),
      fc.constant(SERIES),
      fc.constant({}),
    );
    return fc.record({
      deployment: fc.constant(deployment),
      want: fc.constant("look up" as const),
      typeName: fc.constant(typeName),
      attributes: attributes as fc.Arbitrary<ExactJsonObject>,
      responses: responses(good),
    });
  });
}

const SERIES = {
  start_time: "2026-01-01T00:00:00Z",
  end_time: "2026-01-02T00:00:00Z",
  series: [{ source_id: "6955b9000000005000000001", agg_fn: "count" }],
};

/** `clickstack_saved_search` and `clickstack_saved_searches` use the client's collection `savedSearches`. */
function listFor(typeName: string, lists: StoredObjects["lists"]): ExactJson {
  const words = typeName.replace("clickstack_", "").replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const found = [...lists].find(([collection]: [CollectionName, ExactJson]) =>
    words.startsWith(collection.slice(0, -2)),
  );
  return found?.[1] ?? { data: [{ ts_bucket: 1, "series_0.data": "12", group: ["a"] }] };
}

/**
 * The provider with a server that may return any response. Every call returns a response for the engine, with a clear
 * diagnostic after a failure.
 */
export const providerResponses: Target<Case> = {
  name: "provider",
  share: 30,
  async open(): Promise<Opened<Case>> {
    const server = await HostileServer.start();
    // These modules are loaded when they are first used, which needs more memory than any case.
    const { resources, dataSources = {} } = provider;
    for (const { schema } of [...Object.values(resources), ...Object.values(dataSources)]) {
      must(schema.attributes !== undefined, () => "no schema");
    }
    const deployments = ["open_source", "managed"] as const;
    const cases = await Promise.all(
      deployments.map(async (deployment) => {
        const stored = await storedObjects(deployment);
        return [...stored.objects.map((each) => objectCases(deployment, each)), ...lookUpCases(deployment, stored)];
      }),
    );
    return {
      cases: fc.oneof(...cases.flat()),
      async check(one) {
        server.play(one.responses);
        const faults: string[] = [];
        const log = createLog({ level: "error", module: "fuzz", write: (line) => faults.push(line) });
        const { deployment } = one;
        const settings = {
          ...clientSettings("managed", server.endpoint),
          ...clientSettings(deployment, server.endpoint),
        };
        const client = createClient(
          { userAgent: "fuzz", environment: {}, ...settings, observability: deployment },
          new LeapingClock(),
        );
        const providerServer = new ProviderServer(provider, log, new Secrets());
        providerServer.configured({ session: new Session(client) });
        try {
          await carryOut(allHandlers(providerServer), one);
        } finally {
          await client.close();
        }
        must(faults.length === 0, () => `The provider failed by itself: ${faults.join("")}`);
      },
      [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
    };
  },
};

async function carryOut(handlers: Handlers, { want, typeName, attributes }: Case): Promise<void> {
  const kind = want === "look up" ? provider.dataSources?.[typeName] : provider.resources[typeName];
  if (!kind) {
    throw new Error(`There is no ${typeName}.`);
  }
  const { schema } = kind;
  const type = schemaType(schema);
  const message = (value: ObjectValue | null) => ({ json: NOTHING, ...writeValue(type, value) });
  const state = complete(schema.attributes, valueFromJson(type, attributes) as ObjectValue);
  const config = configOf(schema, state);
  const ask = async (name: keyof Handlers, request: object): Promise<Told> => {
    const told = (await handlers[name]?.({ typeName, ...request } as never)) as Told;
    for (const { summary = "", detail = "" } of told.diagnostics ?? []) {
      mustBeWords(summary);
      mustBeWords(detail);
    }
    for (const each of [told.newState, told.plannedState, told.state]) {
      if (each) {
        readValue(type, { json: NOTHING, ...each });
      }
    }
    return told;
  };
  const read = (currentState: object) => ask("readResource", { currentState, private: NOTHING });
  switch (want) {
    case "look up": {
      const { diagnostics = [] } = await ask("validateDataResourceConfig", { config: message(config) });
      if (diagnostics.length === 0) {
        await ask("readDataSource", { config: message(config) });
      }
      return;
    }
    case "read":
      await read(message(state));
      return;
    case "import": {
      const { importedResources } = await ask("importResourceState", { id: String(attributes.id) });
      for (const imported of importedResources ?? []) {
        await read({ json: NOTHING, ...imported.state });
      }
      return;
    }
    default:
      await write(ask, want, { message, state, config });
  }
}

interface Told {
  readonly diagnostics?: readonly { readonly summary?: string; readonly detail?: string }[];
  readonly newState?: { readonly msgpack: Uint8Array };
  readonly plannedState?: { readonly msgpack: Uint8Array };
  readonly state?: { readonly msgpack: Uint8Array };
  readonly plannedPrivate?: Uint8Array;
  readonly importedResources?: readonly { readonly state: { readonly msgpack: Uint8Array } }[];
}

interface Parts {
  readonly message: (value: ObjectValue | null) => object;
  readonly state: ObjectValue;
  readonly config: ObjectValue;
}

/** Plans, and also applies the plan unless only the plan is requested. */
async function write(
  ask: (name: keyof Handlers, request: object) => Promise<Told>,
  want: Case["want"],
  { message, state, config }: Parts,
): Promise<void> {
  const prior = want === "create" ? null : state;
  const changed = { ...config, ...(Object.hasOwn(config, "name") && { name: "Renamed" }) };
  const wanted = want === "delete" ? null : want === "create" ? config : changed;
  const request = { priorState: message(prior), config: message(wanted), priorPrivate: NOTHING };
  const planned = await ask("planResourceChange", { ...request, proposedNewState: message(wanted) });
  if (want === "plan" || !planned.plannedState) {
    return;
  }
  await ask("applyResourceChange", {
    ...request,
    plannedState: { json: NOTHING, ...planned.plannedState },
    plannedPrivate: planned.plannedPrivate ?? NOTHING,
  });
}

/** Returns the configuration that results in this state. */
function configOf(schema: Schema, state: ObjectValue): ObjectValue {
  const authored = Object.entries(schema.attributes ?? {}).filter(
    ([, { computed, optional }]) => !computed || optional,
  );
  return complete(schema.attributes, Object.fromEntries(authored.map(([name]) => [name, state[name] ?? null])));
}
